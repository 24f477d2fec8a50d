import type { Text } from '@aisle/contract'

export const monitorDataText = {
  title: { zh: '数据伴随监控', en: 'Monitoring with data beside the picture' },
  figures: { zh: '关键指标', en: 'Key figures' },
  trend: { zh: '人次、成交笔数趋势', en: 'Visits, deals: trend' },
  zones: { zh: '区域·人次排行', en: 'Visits by zone: ranking' },
  raise: { zh: '问题登记', en: 'Raise a problem' },
  open: { zh: '本店未结问题', en: 'Open problems of this shop' },
  side: { zh: '客流、销售与问题', en: 'Flow, sales and problems' },
  panes: { zh: '画面数', en: 'Pictures' },
  inside: { zh: '当前在场', en: 'Inside now' },
  before: { zh: '上周同期', en: 'same day last week' },
  pickHint: { zh: '点击一点，回放那一刻', en: 'A click on a point replays it' },
  noData: { zh: '这一天没有收到数据', en: 'No data was received on this day' },
  missing: { zh: '未收到数据', en: 'Not received' },
  received: { zh: '完整 {share}%', en: '{share}% received' },
  forbidden: { zh: '没有查看这些数据的权限', en: 'You may not see these figures' },
  ofHour: { zh: '{hour} 时段', en: 'hour of {hour}' },
  raiseHint: {
    zh: '截下当前画面，选检查项，写说明。',
    en: 'Takes the picture on show, then asks for the item and a remark.',
  },
  raiseNow: { zh: '截图并登记', en: 'Capture and raise' },
  none: { zh: '本店没有未结问题', en: 'This shop has no open problem' },
  all: { zh: '全部问题', en: 'All problems' },
  future: { zh: '那一刻还没有到', en: 'That time has not come yet' },
} as const satisfies Record<string, Text>
