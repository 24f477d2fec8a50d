import type { Text } from '@aisle/contract'

type Values = Readonly<Record<string, Text>>
const same = (text: string): Text => ({ zh: text, en: text })

/** Monday is 1, as ISO counts. */
export const weekdays = {
  1: { zh: '周一', en: 'Monday' },
  2: { zh: '周二', en: 'Tuesday' },
  3: { zh: '周三', en: 'Wednesday' },
  4: { zh: '周四', en: 'Thursday' },
  5: { zh: '周五', en: 'Friday' },
  6: { zh: '周六', en: 'Saturday' },
  7: { zh: '周日', en: 'Sunday' },
} satisfies Values

/** Parts of the day; hours from inside, to outside. */
export const intervals: readonly { id: string; label: Text; from: number; to: number }[] = [
  { id: 'morning', label: { zh: '早间 6–11 点', en: 'Morning 6–11' }, from: 6, to: 11 },
  { id: 'noon', label: { zh: '午间 11–14 点', en: 'Noon 11–14' }, from: 11, to: 14 },
  { id: 'afternoon', label: { zh: '下午 14–17 点', en: 'Afternoon 14–17' }, from: 14, to: 17 },
  { id: 'evening', label: { zh: '傍晚 17–20 点', en: 'Evening 17–20' }, from: 17, to: 20 },
  { id: 'night', label: { zh: '夜间 20–6 点', en: 'Night 20–6' }, from: 20, to: 6 },
]

export const genders = { man: { zh: '男', en: 'Men' }, woman: { zh: '女', en: 'Women' } } satisfies Values

/** Bands of the specification. */
export const ageBands = {
  0: same('1–10'),
  1: same('11–20'),
  2: same('21–30'),
  3: same('31–40'),
  4: same('41–50'),
  5: same('51–60'),
  6: { zh: '61 及以上', en: '61 and over' },
} satisfies Values
/** Band of an age in years; undefined where it is not known. */
export const ageBandOf = (age: number): number => Math.max(0, Math.min(6, Math.ceil(age / 10) - 1))

export const identities = {
  customer: { zh: '普通顾客', en: 'Customer' },
  clerk: { zh: '店员', en: 'Clerk' },
  vip: { zh: 'VIP', en: 'VIP' },
} satisfies Values
export const customerKinds = {
  new: { zh: '新客', en: 'New' },
  old: { zh: '老客', en: 'Old' },
} satisfies Values

export const weathers = {
  sunny: { zh: '晴', en: 'Sunny' },
  cloudy: { zh: '多云', en: 'Cloudy' },
  rain: { zh: '雨', en: 'Rain' },
  heavyRain: { zh: '大雨', en: 'Heavy rain' },
  snow: { zh: '雪', en: 'Snow' },
  fog: { zh: '雾霾', en: 'Fog' },
  other: { zh: '其他', en: 'Other' },
} satisfies Values

/** Weather in which people stay away from streets. */
export const wetWeathers: ReadonlySet<string> = new Set(['rain', 'heavyRain', 'snow'])

/** What moves a day's figure, in the order in which it is told apart. */
export const factors = {
  rain: { zh: '雨雪', en: 'Rain or snow' },
  holiday: { zh: '节假日', en: 'Holiday' },
  weekend: { zh: '周末', en: 'Weekend' },
  activity: { zh: '活动', en: 'Activity' },
  temperature: { zh: '气温(每高 5 ℃)', en: 'Each 5 °C warmer' },
} satisfies Values

/** As drawn: the first metric to the right, the second upwards. */
export const quadrants = {
  I: { zh: 'Ⅰ 双高', en: 'I both high' },
  II: { zh: 'Ⅱ 仅第二项高', en: 'II second high only' },
  III: { zh: 'Ⅲ 双低', en: 'III both low' },
  IV: { zh: 'Ⅳ 仅第一项高', en: 'IV first high only' },
} satisfies Values

export const intervalBands = {
  1: { zh: '1–3 天', en: '1–3 days' },
  4: { zh: '4–7 天', en: '4–7 days' },
  8: { zh: '8–14 天', en: '8–14 days' },
  15: { zh: '15–30 天', en: '15–30 days' },
  31: { zh: '31–60 天', en: '31–60 days' },
  61: { zh: '61–90 天', en: '61–90 days' },
  91: { zh: '90 天以上', en: 'Over 90 days' },
} satisfies Values
export const dwellBands = {
  0: { zh: '不足 1 分钟', en: 'Under 1 min' },
  1: { zh: '1–5 分钟', en: '1–5 min' },
  5: { zh: '5–15 分钟', en: '5–15 min' },
  15: { zh: '15–30 分钟', en: '15–30 min' },
  30: { zh: '30–60 分钟', en: '30–60 min' },
  60: { zh: '60–120 分钟', en: '60–120 min' },
  120: { zh: '120 分钟以上', en: 'Over 120 min' },
} satisfies Values
export const frequencyBands = {
  1: { zh: '1 次', en: 'Once' },
  2: { zh: '2 次', en: 'Twice' },
  3: { zh: '3–5 次', en: '3–5 times' },
  6: { zh: '6–10 次', en: '6–10 times' },
  11: { zh: '10 次以上', en: 'Over 10 times' },
} satisfies Values
export const stopBands = {
  0: { zh: '0 站', en: 'No stop' },
  1: { zh: '1 站', en: '1 stop' },
  2: { zh: '2 站', en: '2 stops' },
  3: { zh: '3 站', en: '3 stops' },
  4: { zh: '4 站', en: '4 stops' },
  5: { zh: '5 站及以上', en: '5 or more' },
} satisfies Values

export const exceptionTypes = {
  void: { zh: '作废', en: 'Void' },
  refund: { zh: '退货', en: 'Refund' },
  'no-sale': { zh: '空开钱箱', en: 'No sale' },
  discount: { zh: '折扣', en: 'Discount' },
  'price change': { zh: '改价', en: 'Price change' },
  reprint: { zh: '重打小票', en: 'Reprint' },
  'empty scan': { zh: '空扫', en: 'Empty scan' },
} satisfies Values
export const severities = {
  high: { zh: '高', en: 'High' },
  middle: { zh: '中', en: 'Medium' },
  low: { zh: '低', en: 'Low' },
  // Of evaluations.
  severe: { zh: '严重', en: 'Severe' },
  medium: { zh: '一般', en: 'Medium' },
  minor: { zh: '轻微', en: 'Minor' },
} satisfies Values

/** `woman-2-new` in words. */
export function segmentLabel(id: string): Text {
  const [gender = '', band = '', kind = ''] = id.split('-')
  const parts = [lookUp(genders, gender), lookUp(ageBands, band), lookUp(customerKinds, kind)].filter(
    part => part !== undefined,
  )
  return { zh: parts.map(({ zh }) => zh).join(' · '), en: parts.map(({ en }) => en).join(' · ') }
}
const lookUp = (values: Values, id: string): Text | undefined =>
  Object.hasOwn(values, id) ? values[id] : undefined

/** A band of five degrees by its lower end. */
export const temperatureLabel = (from: string): Text => same(`${from}–${Number(from) + 5} °C`)
