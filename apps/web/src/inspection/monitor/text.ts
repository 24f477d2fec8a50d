import type { Text } from '@aisle/contract'

export const monitorText = {
  title: { zh: '单店监控', en: 'Single-shop monitoring' },
  cameras: { zh: '摄像头', en: 'Cameras' },
  filter: { zh: '筛选摄像头', en: 'Filter cameras' },
  noMatch: { zh: '没有匹配的摄像头', en: 'No camera matches' },
  clearFilter: { zh: '清除筛选', en: 'Clear the filter' },
  noCameras: { zh: '该门店还没有登记摄像头', en: 'No cameras are registered in this shop yet' },
  watching: { zh: '正在查看', en: 'Watching' },
  watchingPtz: { zh: '正在查看 · 云台', en: 'Watching · PTZ' },
  viewed: { zh: '已查看', en: 'Viewed' },
  notViewed: { zh: '未查看', en: 'Not viewed' },
  offlineFor: { zh: '离线 {time}', en: 'Off {time}' },
  offline: { zh: '离线', en: 'Offline' },
  switchKeys: { zh: '切换', en: 'switch' },
  position: { zh: '第 {number} / {all} 路', en: 'Camera {number} of {all}' },
  back30: { zh: '回看 30 秒', en: '−30 s' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '继续', en: 'Resume' },
  mute: { zh: '静音', en: 'Mute' },
  sound: { zh: '打开声音', en: 'Sound on' },
  fullScreen: { zh: '全屏', en: 'Full screen' },
  leaveFullScreen: { zh: '退出全屏', en: 'Leave full screen' },
  previous: { zh: '上一路', en: 'Previous camera' },
  next: { zh: '下一路', en: 'Next camera' },
  noPtz: {
    zh: '该摄像头不支持云台，可用滚轮放大画面',
    en: 'This camera has no PTZ. Zoom the picture with the wheel.',
  },
  side: { zh: '考评与巡检', en: 'Score and inspect' },
  openSide: { zh: '评估 {done} / {all}', en: 'Score {done} / {all}' },
  closeSide: { zh: '收起', en: 'Hide' },
  evaluation: { zh: '评估', en: 'Score' },
  inspection: { zh: '巡检记录', en: 'Inspect' },
  daily: { zh: '日常记录', en: 'Daily' },
  problems: { zh: '上次问题', en: 'Issues' },
  problemsOf: { zh: '上次问题 {count}', en: 'Issues {count}' },
  picture: { zh: '实时画面', en: 'Live picture' },
  cameraList: { zh: '设备列表', en: 'Camera list' },
  platform: { zh: '平台', en: 'Platform' },
  allPlatforms: { zh: '全部平台', en: 'All platforms' },
  keyTab: { zh: '切换右侧页签', en: 'Next tab of the panel' },
  keySubmit: { zh: '提交巡店', en: 'Submit the check' },
  keyGroup: { zh: '监控', en: 'Monitoring' },
} as const satisfies Record<string, Text>

/** Parts of a shop, in the order in which one walks through it. */
export const cameraGroups = ['entrance', 'checkout', 'floor', 'back'] as const

export const groupText = {
  entrance: { zh: '入口', en: 'Entrance' },
  checkout: { zh: '收银', en: 'Checkout' },
  floor: { zh: '卖场', en: 'Sales floor' },
  back: { zh: '后仓', en: 'Back of house' },
} as const satisfies Record<string, Text>

/** Kinds of platform, by source type. */
export const platformText: Readonly<Record<number, Text>> = {
  0: { zh: '一类平台', en: 'Provider one' },
  1: { zh: '二类平台', en: 'Provider two' },
  2: { zh: '三类云平台', en: 'Cloud provider three' },
  3: { zh: '国标平台', en: 'GB28181' },
}
