import type { Text } from '@aisle/contract'

export const captureText = {
  capture: { zh: '截图', en: 'Capture' },
  captureAll: { zh: '全部截图', en: 'Capture all' },
  noPicture: { zh: '没有画面，无法截图', en: 'No picture to capture' },
  captured: {
    zh: '已截图 {count} 张',
    en: '{count, plural, one {# picture saved} other {# pictures saved}}',
  },
  someFailed: {
    zh: '{count} 路未能截图',
    en: '{count, plural, one {# camera} other {# cameras}} could not be captured',
  },
  thisVisit: { zh: '本次截图', en: 'This visit' },
  thisCamera: { zh: '此摄像头', en: 'This camera' },
  wholeShop: { zh: '本店', en: 'Shop' },
  pictures: { zh: '截图', en: 'Pictures' },
  count: { zh: '{count} 张', en: '{count}' },
  noneThisVisit: {
    zh: '本次还没有截图。按 S 或点「截图」保存当前画面',
    en: 'No pictures yet in this visit. Press S or Capture to save what you see.',
  },
  none: { zh: '还没有截图', en: 'No pictures yet' },
  open: { zh: '查看 {name} {time} 的截图', en: 'Open the picture of {name} at {time}' },
  download: { zh: '下载', en: 'Download' },
  remove: { zh: '删除', en: 'Delete' },
  removed: { zh: '已移到回收站', en: 'Moved to recycle bin' },
  restored: { zh: '已恢复', en: 'Restored' },
  previous: { zh: '上一张', en: 'Previous' },
  next: { zh: '下一张', en: 'Next' },
  takenBy: { zh: '{name} 截取', en: 'Taken by {name}' },
} as const satisfies Record<string, Text>
