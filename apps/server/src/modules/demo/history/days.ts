import { dayOf, statutoryCalendar } from '@aisle/analysis'
import type { Random } from '../random.ts'
import { randomFrom } from '../random.ts'
import type { Traits } from './traits.ts'
import type { WeatherDay } from './weather.ts'

/** Friday evening to Sunday is when shops live; Monday to Sunday, 1 on average. */
const weekdays = [0.84, 0.83, 0.86, 0.9, 1.04, 1.29, 1.24] as const
/** January to December: the new year, quiet months after it, and the sales of autumn. */
const months = [1.12, 0.98, 0.88, 0.94, 1.02, 0.98, 1, 1.02, 0.96, 1.1, 1.08, 1.06] as const
/** Days of sales that everybody knows: more come, and more of them buy. */
export const saleDays: Record<string, { visits: number; bagRate: number; ticket: number }> = {
  '06-18': { visits: 1.22, bagRate: 1.15, ticket: 0.9 },
  '11-11': { visits: 1.3, bagRate: 1.18, ticket: 0.88 },
  '12-12': { visits: 1.14, bagRate: 1.1, ticket: 0.92 },
  '12-24': { visits: 1.3, bagRate: 1.02, ticket: 1.05 },
  '02-14': { visits: 1.18, bagRate: 1.06, ticket: 1.1 },
}

/** What is known of a day before anybody comes. */
export type DayKind = {
  isWeekend: boolean
  holiday: 'spring' | 'national' | 'other' | undefined
  holidayDay: number
}
export type ShopDay = {
  shop_id: number
  biz_date: string
  /** 1 on Saturdays, Sundays and holidays that are not worked: which profile of the day holds. */
  is_free: number
  visits: number
  bag_rate: number
  ticket: number
}

/** Everything about a shop is counted from this day, so that it is the same whenever and from wherever it is made. */
export const epoch = '2023-01-01'

/** The statutory calendar in the words of the demo. */
export function dayKinds(): (date: string) => DayKind {
  const calendar = statutoryCalendar()
  return date => {
    const { type, holidays, index } = calendar.of(dayOf(date))
    const names = holidays.map(({ name }) => name)
    const holiday =
      type !== 'holiday'
        ? undefined
        : names.includes('springFestival')
          ? 'spring'
          : names.includes('nationalDay')
            ? 'national'
            : 'other'
    const offset = holidays.find(({ name }) => name === 'springFestival')?.offset
    return { isWeekend: type === 'weekend', holiday, holidayDay: offset === undefined ? index : offset + 1 }
  }
}

/** What a shop's own campaign does on each of its days. */
export const campaignEffect = { visits: 1.2, bagRate: 1.07 } as const

/** What a shop is like in the long run: how it grows from year to year, and the days on which it has something on of its own. */
export const courseOf = (shopId: number, seed: number) => ({
  growth: (randomFrom(seed, `growth ${shopId}`).next() - 0.35) * 0.12,
  campaigns: campaigns(shopId, seed),
})

/**
 * How many come on a day of a shop: its ordinary day × weekday × month × year's growth × holiday × weather × sales × chance.
 * Undefined on the first day of Spring Festival, when shops are closed.
 */
export function shopDay(
  traits: Traits,
  { growth, campaigns: own }: ReturnType<typeof courseOf>,
  { date, kind, weather }: { date: string; kind: DayKind; weather: WeatherDay },
  seed: number,
): ShopDay | undefined {
  if (kind.holiday === 'spring' && kind.holidayDay === 1) return undefined
  const random = randomFrom(seed, `day ${traits.shopId} ${date}`)
  const index = daysBetween(epoch, date)
  const sale = saleDays[date.slice(5)]
  const weekday = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 1
  const season = months[Number(date.slice(5, 7)) - 1] ?? 1
  const isFree = kind.isWeekend || kind.holiday !== undefined
  const wet = Math.min(weather.rain_mm, 30) / 30
  const heat = Math.abs(weather.temperature - 20) > 14 ? (traits.rain > 0 ? 1.05 : 0.94) : 1
  const campaign = own.has(index) ? campaignEffect : { visits: 1, bagRate: 1 }
  const factor =
    Math.max(weekday, kind.holiday === undefined ? 0 : 1.1) *
    season *
    (1 + growth * (index / 365)) *
    (kind.holiday === undefined ? 1 : holidayFactor[kind.holiday]) *
    heat *
    (1 + traits.rain * wet * 1.6) *
    (sale?.visits ?? 1) *
    campaign.visits *
    (0.92 + random.next() * 0.16)
  return {
    shop_id: traits.shopId,
    biz_date: date,
    is_free: isFree ? 1 : 0,
    visits: traits.visits * factor,
    bag_rate: traits.bagRate * (sale?.bagRate ?? 1) * campaign.bagRate * (0.94 + random.next() * 0.12),
    ticket: traits.ticket * (sale?.ticket ?? 1) * (isFree ? 1.04 : 1),
  }
}

const holidayFactor = { national: 1.5, spring: 1.34, other: 1.24 } as const

/** The first days of a shop's own campaigns between two dates; each goes on for a week. */
export function campaignStarts(shopId: number, seed: number, from: string, to: string): string[] {
  const { campaigns: days } = courseOf(shopId, seed)
  return [...days]
    .filter(day => !days.has(day - 1))
    .map(day => new Date(Date.parse(epoch) + day * 86_400_000).toISOString().slice(0, 10))
    .filter(date => date >= from && date <= to)
}
export const campaignDays = 7

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
const known = 20 * 365

/** Days since the epoch on which the shop has something on of its own: a week, three or four times a year. */
function campaigns(shopId: number, seed: number): Set<number> {
  const random: Random = randomFrom(seed, `campaigns ${shopId}`)
  const days = new Set<number>()
  for (let begin = random.whole(10, 90); begin < known; begin += random.whole(70, 130))
    for (let day = begin; day < begin + campaignDays; day++) days.add(day)
  return days
}
