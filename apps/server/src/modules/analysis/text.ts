import type { Text } from '@aisle/contract'

/** What the analysis calls say to a reader. */
export const text = {
  noShops: { zh: '所选范围内没有可查看的门店', en: 'There is no shop in the chosen area that you may see' },
  unknownMember: { zh: '此筛选项只能用 in、notIn、eq、ne', en: 'This filter takes in, notIn, eq or ne' },
  tooMuch: {
    zh: '查询过大,请缩小时段或减少维度',
    en: 'The question is too large: shorten the period or take fewer dimensions',
  },
  noSource: { zh: '该指标没有可选的数据源', en: 'The metric has no source to choose' },
  noCell: { zh: '结果中没有这个单元格', en: 'The answer has no such cell' },
} as const

const list = (names: readonly string[]) => names.join(', ')

export const lacks = (label: { zh: string; en: string }, needed: readonly string[]) => ({
  zh: `没有查看「${label.zh}」的权限(需要 ${list(needed)})`,
  en: `You may not see ${label.en} (needs ${list(needed)})`,
})

export const warnings = {
  unmatched: (days: readonly string[]) => ({
    zh: `${days.join('、')} 没有可对比的日子,合计不计入`,
    en: `${days.join(', ')}: nothing to compare with, left out of totals`,
  }),
  coverage: (share: number) => ({
    zh: `部分数据未收到,完整率 ${share}%`,
    en: `Some data is missing: ${share}% was received`,
  }),
  gone: (first: string) => ({
    zh: `明细只保留到 ${first}，更早的日子无法按此查询，显示为空`,
    en: `Single records are kept from ${first} on: of earlier days this is not known and left blank`,
  }),
  weather: {
    zh: '天气按各门店所在城市计：每种天气的数为当天有此天气的门店之和，天数与门店数不同，不宜直接比大小',
    en: 'Weather is that of each shop’s city: the figure of a weather is the sum over the shops that had it, of differing days and shops',
  },
  shopDays: {
    zh: '按天气、气温或活动的平均、中位等以「每店每日」为单位：先取每家门店每天的数，再计算',
    en: 'By weather, temperature or activity, means and the like are of the days of single shops: what one shop has on one such day',
  },
  imputed: { zh: '含有补算数据', en: 'Holds figures filled in by calculation' },
  coarse: (names: readonly Text[]) => ({
    zh: `${names.map(({ zh }) => `「${zh}」`).join('')}的分母取自更大的分组`,
    en: `${list(names.map(({ en }) => en))}: divided by the figure of a larger group`,
  }),
  matched: (names: readonly Text[]) => ({
    zh: `${names.map(({ zh }) => `「${zh}」`).join('')}只含能与到访匹配上的部分，合起来少于全部`,
    en: `${list(names.map(({ en }) => en))}: only what was matched to visits, which is less than all of it`,
  }),
  zones: {
    zh: '门店跨多个时区,「今天」按多数门店所在时区计算',
    en: 'The shops lie in several time zones; today is that of most of them',
  },
} as const

export const exportWords = {
  low: { zh: '下限(95%)', en: 'Low (95%)' },
  high: { zh: '上限(95%)', en: 'High (95%)' },
  period: { zh: '日期', en: 'Dates' },
  compare: { zh: '对比', en: 'Compared with' },
  granularity: { zh: '粒度', en: 'Granularity' },
  shops: { zh: '门店数', en: 'Shops' },
  area: { zh: '区域', en: 'Area' },
  window: { zh: '时段', en: 'Time of day' },
  dayTypes: { zh: '日期类型', en: 'Kinds of days' },
  fresh: { zh: '数据更新至', en: 'Data up to' },
  author: { zh: '导出人', en: 'Exported by' },
  time: { zh: '导出时间', en: 'Exported at' },
  comparedTime: { zh: '对比时间', en: 'Compared time' },
  compared: { zh: '对比值', en: 'compared' },
  difference: { zh: '差值', en: 'difference' },
  growth: { zh: '增幅', en: 'growth' },
  coverage: { zh: '数据完整率', en: 'received' },
  total: { zh: '合计', en: 'Total' },
  andMore: (count: number) => ({ zh: `…（共 ${count} 项）`, en: `… (${count} in all)` }),
  rows: { zh: '行数', en: 'Rows' },
  tenThousand: { zh: '万元', en: '10k yuan' },
  warning: { zh: '注意', en: 'Note' },
  shopCode: { zh: '门店代码', en: 'Shop code' },
  noColumn: (name: string) => ({ zh: `结果中没有「${name}」列`, en: `The answer has no column “${name}”` }),
  few: (rows: number, least: number) => ({
    zh: `${rows} 行少于 ${least} 人,数值留空;合计一并省略,以免由此推算`,
    en: `${rows} rows are of fewer than ${least} people: their figures are left empty, and the total is left out, since they could be worked out from it`,
  }),
  operators: {
    in: { zh: '', en: '' },
    eq: { zh: '', en: '' },
    notIn: { zh: '除', en: 'all but' },
    ne: { zh: '除', en: 'all but' },
    gt: { zh: '>', en: '>' },
    gte: { zh: '≥', en: '≥' },
    lt: { zh: '<', en: '<' },
    lte: { zh: '≤', en: '≤' },
    between: { zh: '介于', en: 'between' },
  },
} as const
