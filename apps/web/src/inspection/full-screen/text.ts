import type { Text } from '@aisle/contract'

export const fullScreenText = {
  title: { zh: '全屏观看', en: 'Full-screen viewing' },
  none: {
    zh: '地址中没有摄像头，请从视频墙打开',
    en: 'The address names no cameras. Open this page from the wall.',
  },
  toWall: { zh: '打开视频墙', en: 'Open the wall' },
  keyGroup: { zh: '全屏观看', en: 'Full-screen viewing' },
  hide: { zh: '隐藏信息', en: 'Hide the words' },
  show: { zh: '显示信息', en: 'Show the words' },
  close: { zh: '返回', en: 'Back' },
} as const satisfies Record<string, Text>
