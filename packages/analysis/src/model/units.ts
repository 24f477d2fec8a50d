import type { Text } from '@aisle/contract'

export type Unit = { readonly label: Text; readonly decimals: number }

/** What a number counts, and how many decimals a reader needs. */
export const units = {
  visits: { label: { zh: '人次', en: 'visits' }, decimals: 0 },
  people: { label: { zh: '人', en: 'people' }, decimals: 0 },
  phones: { label: { zh: '台', en: 'phones' }, decimals: 0 },
  percent: { label: { zh: '%', en: '%' }, decimals: 1 },
  money: { label: { zh: '元', en: 'yuan' }, decimals: 2 },
  moneyPerM2: { label: { zh: '元/㎡', en: 'yuan/m²' }, decimals: 2 },
  deals: { label: { zh: '笔', en: 'deals' }, decimals: 0 },
  pieces: { label: { zh: '件', en: 'pieces' }, decimals: 0 },
  times: { label: { zh: '次', en: 'times' }, decimals: 0 },
  minutes: { label: { zh: '分钟', en: 'min' }, decimals: 1 },
  hours: { label: { zh: '小时', en: 'h' }, decimals: 1 },
  seconds: { label: { zh: '秒', en: 's' }, decimals: 0 },
  milliseconds: { label: { zh: '毫秒', en: 'ms' }, decimals: 0 },
  personSeconds: { label: { zh: '人·秒', en: 'person-seconds' }, decimals: 0 },
  kilobits: { label: { zh: 'kbit/s', en: 'kbit/s' }, decimals: 0 },
  frames: { label: { zh: '帧', en: 'frames' }, decimals: 0 },
  points: { label: { zh: '分', en: 'points' }, decimals: 1 },
  count: { label: { zh: '个', en: '' }, decimals: 0 },
  shops: { label: { zh: '家', en: 'shops' }, decimals: 0 },
  devices: { label: { zh: '台', en: 'devices' }, decimals: 0 },
  stops: { label: { zh: '站', en: 'stops' }, decimals: 2 },
  ratio: { label: { zh: '倍', en: '×' }, decimals: 2 },
  squareMetres: { label: { zh: '㎡', en: 'm²' }, decimals: 0 },
} as const satisfies Record<string, Unit>
export type UnitName = keyof typeof units

/** How a figure of a whole follows from the figures of its parts. */
export const additivities = {
  full: { zh: '可按时间与门店相加', en: 'Adds up over time and shops' },
  nodes: {
    zh: '可按时间相加;楼层、区域之和不等于门店',
    en: 'Adds up over time; floors and zones do not add up to the shop',
  },
  none: {
    zh: '去重人数,不可相加:同一人在多个时段或门店只计一次',
    en: 'Distinct people: one who comes twice counts once in the total, so parts do not add up',
  },
  parts: {
    zh: '各组有重叠，不可相加：一张小票或一次考评可属多个组，合计只计一次',
    en: 'Groups overlap: one receipt or evaluation may belong to several and counts once in the total, so parts do not add up',
  },
  stock: {
    zh: '时点数:可按门店相加,不可按时间相加',
    en: 'A level at a moment: adds up over shops, not over time',
  },
  ratio: {
    zh: '比率:由分子、分母之和重新计算,不可平均',
    en: 'A rate: divided after both sides are summed, never averaged',
  },
  quantile: { zh: '分位数:由全部明细重新计算', en: 'A quantile: taken anew over all rows' },
} as const satisfies Record<string, Text>
export type Additivity = keyof typeof additivities
