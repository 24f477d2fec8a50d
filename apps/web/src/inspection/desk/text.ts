import type { Attention, Text } from '@aisle/contract'
import type { Tone } from '../../ui/bits.tsx'

export const attentionNames: Record<Attention['kind'], Text> = {
  offline: { zh: '摄像头离线', en: 'Camera offline' },
  overdue: { zh: '问题逾期', en: 'Problem overdue' },
  finding: { zh: 'AI 发现', en: 'AI finding' },
  flow: { zh: '客流预警', en: 'Flow warning' },
}
export const attentionTones: Record<Attention['kind'], Tone> = {
  offline: 'error',
  overdue: 'warning',
  finding: 'primary',
  flow: 'warning',
}

export const deskText = {
  map: { zh: '门店状态地图', en: 'Shop state map' },
  pictures: { zh: '值守画面', en: 'Desk pictures' },
  attention: { zh: '待关注', en: 'Needs attention' },

  devices: { zh: '摄像头', en: 'Cameras' },
  online: { zh: '在线', en: 'Online' },
  onlineShare: { zh: '在线率', en: 'Online share' },
  warnings: { zh: '待关注', en: 'Open warnings' },
  patrols: { zh: '今日巡店', en: 'Visits today' },
  yesterday: { zh: '较昨日此时', en: 'Against this time yesterday' },
  mapSummary: {
    zh: '{shops} 家门店，{online} / {all} 路摄像头在线，{warnings} 项待关注',
    en: '{shops} shops, {online} of {all} cameras online, {warnings} open warnings',
  },

  asMap: { zh: '地图', en: 'Map' },
  asList: { zh: '列表', en: 'List' },
  filter: { zh: '搜索门店', en: 'Search shops' },
  all: { zh: '全部', en: 'All' },
  withWarnings: { zh: '有待关注', en: 'With warnings' },
  withOffline: { zh: '有离线', en: 'With cameras off' },
  noShops: { zh: '没有符合条件的门店', en: 'No shop is like that' },
  clearProvince: { zh: '显示全部省份', en: 'Show all provinces' },
  watchShop: { zh: '观看「{shop}」', en: 'Watch “{shop}”' },

  nothing: { zh: '当前没有需要关注的事项', en: 'Nothing asks for attention now' },
  replay: { zh: '看当时录像', en: 'Watch that time' },
  live: { zh: '看实时', en: 'Watch live' },
  manyOff: { zh: '{n} 路摄像头离线', en: '{n} cameras offline' },
  since: { zh: '最后在线 {time}', en: 'Last online {time}' },
  dueAt: { zh: '期限 {time}', en: 'Due {time}' },
  raisedAt: { zh: '{time} 预警', en: 'Raised {time}' },
  seenAt: { zh: '{time} 发现', en: 'Seen {time}' },
  updated: { zh: '更新于 {time}', en: 'As of {time}' },

  keep: { zh: '固定', en: 'Keep' },
  unkeep: { zh: '取消固定', en: 'Let go' },
  rotate: { zh: '开始轮巡', en: 'Rotate' },
  pause: { zh: '暂停轮巡', en: 'Pause' },
  rotating: { zh: '每 {seconds} 秒换一组', en: 'Another four every {seconds} s' },
  filling: { zh: '自动显示待关注的摄像头', en: 'Kept filled by what needs attention' },
  empty: { zh: '没有可看的摄像头', en: 'There is no camera to watch' },
  emptyPane: { zh: '空位：在左侧选择门店', en: 'Free: choose a shop on the left' },
  looked: { zh: '最近看过', en: 'Last looked at' },
  noneLooked: { zh: '看过的画面会出现在这里', en: 'Pictures you looked at appear here' },
  monitor: { zh: '打开单店监控', en: 'Open the shop' },
  shopOff: { zh: '「{shop}」没有在线的摄像头', en: '“{shop}” has no camera online' },
} as const satisfies Record<string, Text>
