import type { Text } from '@aisle/contract'

export const presetText = {
  presets: { zh: '预置位与计划', en: 'Presets and plans' },
  cannot: { zh: '该摄像头没有预置位', en: 'This camera has no presets' },
  count: { zh: '{count} / {max}', en: '{count} / {max}' },
  save: { zh: '保存当前位置', en: 'Save this position' },
  full: { zh: '12 个预置位已用完，删除一个后再保存', en: 'All 12 presets are taken. Delete one first.' },
  saved: { zh: '已保存到预置位 {number}', en: 'Saved as preset {number}' },
  none: { zh: '还没有预置位。转到要看的位置后保存', en: 'No presets yet. Turn to what matters and save it.' },
  go: { zh: '转到预置位 {number} {name}', en: 'Go to preset {number} {name}' },
  rename: { zh: '重命名', en: 'Rename' },
  renameOf: { zh: '预置位 {number} 的名称', en: 'Name of preset {number}' },
  remove: { zh: '删除', en: 'Delete' },
  keyGroup: { zh: '预置位', en: 'Presets' },
  keyGo: { zh: '转到 1–9 号预置位', en: 'Go to preset 1–9' },
  keySave: { zh: '把当前位置存为 1–9 号', en: 'Save this position as 1–9' },
  keyHome: { zh: '回到首个预置位', en: 'Go to the first preset' },
} as const satisfies Record<string, Text>
