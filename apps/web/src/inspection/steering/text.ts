import type { Movement, Text } from '@aisle/contract'

export const steeringText = {
  pad: { zh: '云台', en: 'Camera steering' },
  home: { zh: '回到首个预置位', en: 'Go to the first preset' },
  zoom: { zh: '变焦', en: 'Zoom' },
  speed: { zh: '云台速度', en: 'Steering speed' },
  slow: { zh: '慢', en: 'Slow' },
  mid: { zh: '中', en: 'Mid' },
  fast: { zh: '快', en: 'Fast' },
  hint: {
    zh: '方向键转动 · +/− 变焦 · 1–9 预置位 · ? 全部快捷键',
    en: 'Arrows steer · +/− zoom · 1–9 presets · ? all keys',
  },
  keyGroup: { zh: '云台', en: 'Steering' },
  keyArrows: {
    zh: '方向键转动：按住持续，轻点 1 秒，加 Shift 快速',
    en: 'Arrows steer: while held, a tap for 1 s, fast with Shift',
  },
  keyZoom: { zh: '放大 / 缩小', en: 'Zoom in / out' },
} as const satisfies Record<string, Text>

export const movementText: Record<Movement, Text> = {
  up: { zh: '向上', en: 'Up' },
  down: { zh: '向下', en: 'Down' },
  left: { zh: '向左', en: 'Left' },
  right: { zh: '向右', en: 'Right' },
  upLeft: { zh: '左上', en: 'Up left' },
  upRight: { zh: '右上', en: 'Up right' },
  downLeft: { zh: '左下', en: 'Down left' },
  downRight: { zh: '右下', en: 'Down right' },
  zoomIn: { zh: '放大', en: 'Zoom in' },
  zoomOut: { zh: '缩小', en: 'Zoom out' },
  focusNear: { zh: '近焦', en: 'Focus near' },
  focusFar: { zh: '远焦', en: 'Focus far' },
  irisOpen: { zh: '光圈开', en: 'Iris open' },
  irisClose: { zh: '光圈关', en: 'Iris close' },
}
