import type { Text } from '@aisle/contract'

export const annotateText = {
  tools: { zh: '标注工具', en: 'Tools' },
  box: { zh: '框', en: 'Box' },
  arrow: { zh: '箭头', en: 'Arrow' },
  text: { zh: '文字', en: 'Text' },
  blur: { zh: '模糊', en: 'Blur' },
  label: { zh: '说明，回车确认', en: 'Label, Enter to confirm' },
  undo: { zh: '撤销', en: 'Undo' },
  save: { zh: '保存标注', en: 'Save' },
  saved: { zh: '标注已保存，原图保留', en: 'Saved. The original is kept.' },
  cancel: { zh: '取消', en: 'Cancel' },
  unsaved: { zh: '标注还没有保存，再按一次放弃', en: 'Not saved yet. Once more gives it up.' },
  discard: { zh: '放弃标注', en: 'Discard' },
  keyGroup: { zh: '标注', en: 'Drawing' },
  keyLeave: { zh: '离开标注', en: 'Stop drawing' },
  canvas: {
    zh: '在图片上拖动以标注；也可用方向键移动、回车放置',
    en: 'Drag on the picture; or move with the arrows and place with Enter',
  },
  count: { zh: '{n} 处标注', en: '{n, plural, one {# drawing} other {# drawings}}' },
} as const satisfies Record<string, Text>
