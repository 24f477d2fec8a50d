import type { Text } from '@aisle/contract'

export const attentionText = {
  fell: { zh: '{shop}客流下降 {share}', en: '{shop}: visits down {share}' },
  becauseGap: { zh: '{gaps}，先核对设备', en: '{gaps}: check the counters first' },
  becauseWeather: { zh: '当日{now}，上周{before}', en: '{now}, {before} a week ago' },
  becauseStreet: { zh: '过店客流同降 {share}', en: 'passers down {share} as well' },
  becauseDoor: { zh: '进店率 {before} → {now}', en: 'store rate {before} → {now}' },
  gap: { zh: '{door} {from}–{to} 点无数据', en: '{door} silent {from}:00–{to}:00' },
  gapAllDay: { zh: '{door}全天无数据', en: '{door} silent all day' },
  gaps: { zh: '{gaps}', en: '{gaps}' },
  gapsAndMore: { zh: '{gaps} 等 {count} 段', en: '{gaps} and more, {count} gaps' },
  between: { zh: '、', en: ', ' },
  silent: {
    zh: '{shop} {count} 处客流计数中断',
    en: '{shop}: {count, plural, one {# door} other {# doors}} without counts',
  },
  offline: {
    zh: '{shop} {count} 路摄像头离线',
    en: '{shop}: {count, plural, one {# camera} other {# cameras}} offline',
  },
  since: { zh: '最早 {time} 起', en: 'since {time} at the earliest' },
  offlineElsewhere: {
    zh: '另有 {shops} 家门店 {cameras} 路摄像头离线',
    en: '{cameras, plural, one {# more camera} other {# more cameras}} offline in {shops, plural, one {# shop} other {# shops}}',
  },
  overdue: {
    zh: '{count} 个问题超期未整改',
    en: '{count, plural, one {# problem is} other {# problems are}} overdue',
  },
  openProblems: {
    zh: '未结 {open} 个，明日到期 {tomorrow} 个',
    en: '{open} open, {tomorrow} due tomorrow',
  },
  streak: { zh: '{shop}提袋率连降 {days} 天', en: '{shop}: bag rate fell {days} days in a row' },
  hint: { zh: '{day}，较上周同日', en: '{day} against the week before' },
  hintToday: { zh: '{day} 至此刻，较上周同日', en: '{day} up to now, against the week before' },
  nothing: {
    zh: '没有需要关注的事项：客流、计数、摄像头与问题均正常',
    en: 'Nothing needs attention: visits, counters, cameras and problems are all right',
  },
  partial: { zh: '部分事项未能读取，重试', en: 'Some could not be read. Retry' },
  look: { zh: '查看', en: 'Open' },
  check: { zh: '核对', en: 'Check' },
  handle: { zh: '处理', en: 'Handle' },
  analyse: { zh: '分析', en: 'Analyse' },
} as const satisfies Record<string, Text>
