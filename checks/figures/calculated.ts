import { type Chain, datesBetween } from './chain.ts'
import { type Place, type PlainQuestion, recomputed, type Side, timeOf } from './expected.ts'

type Value = number | null

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length
/** Between two neighbours where it falls between them. */
function quantile(values: readonly number[], level: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * level
  const low = sorted[Math.floor(at)] ?? 0
  return low + ((sorted[Math.ceil(at)] ?? 0) - low) * (at - Math.floor(at))
}
/** What is made of the values of a period's days. */
const ofDays: Readonly<Record<string, (values: readonly number[]) => number>> = {
  average: mean,
  median: values => quantile(values, 0.5),
  p90: values => quantile(values, 0.9),
  peak: values => Math.max(...values),
  trough: values => Math.min(...values),
}
export const isOverDays = (calc: string): boolean => ofDays[calc] !== undefined

/** What differs between shops on one day: calculations are then over the days of single shops. */
const ofShopDays = new Set(['weather', 'temperatureBand', 'activity'])

/** A calculation over the days of each row, and of all rows together where they add up. */
export function overDays(chain: Chain, question: PlainQuestion, metric: string, calc: string) {
  const byShop =
    question.dimensions.some(name => ofShopDays.has(name)) && !question.dimensions.includes('shop')
  const daily = recomputed(chain, {
    ...question,
    granularity: 'day',
    dimensions: byShop ? [...question.dimensions, 'shop'] : question.dimensions,
  })
  const made = (values: readonly Value[]): Value => {
    const known = values.filter(value => value !== null)
    return known.length === 0 ? null : (ofDays[calc]?.(known) ?? null)
  }
  const daysAt = (time: string) =>
    datesBetween(question.period.from, question.period.to).filter(
      day => question.granularity === 'none' || timeOf[question.granularity]?.(day, 0) === time,
    )
  const on = (place: Place, side: Side) =>
    daysAt(place.time).flatMap(day =>
      (byShop ? chain.shops : [undefined]).map(shop => {
        const members = shop ? { ...place.members, shop: String(shop.id) } : place.members
        return daily.figure(metric, { time: day, members }, side)
      }),
    )
  return {
    figure: (place: Place, side: Side): Value => made(on(place, side)),
    total(places: readonly Place[], side: Side): Value {
      const ofGroups = places.map(place => on(place, side))
      const [first = []] = ofGroups
      return made(
        first.map((_, day) => {
          const known = ofGroups.flatMap(values => values[day] ?? [])
          return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
        }),
      )
    },
  }
}

/** The hour of the day in which most came, over all days of each row; of all rows together where they add up. */
export function peakHours(chain: Chain, question: PlainQuestion, metric: string) {
  const hourly = recomputed(chain, { ...question, granularity: 'distribution' })
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  const busiest = (values: readonly Value[]): Value => {
    const most = Math.max(...values.flatMap(value => value ?? []))
    const hour = values.indexOf(most)
    return hour < 0 ? null : hour
  }
  const on = (place: Place, side: Side) => hours.map(time => hourly.figure(metric, { ...place, time }, side))
  return {
    figure: (place: Place, side: Side): Value => busiest(on(place, side)),
    total(places: readonly Place[], side: Side): Value {
      const ofGroups = places.map(place => on(place, side))
      return busiest(
        hours.map((_, hour) => {
          const known = ofGroups.flatMap(values => values[hour] ?? [])
          return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
        }),
      )
    },
  }
}

/** A figure divided by the number of shops of its group. */
export function perShop(chain: Chain, question: PlainQuestion, metric: string) {
  const truth = recomputed(chain, question)
  const divided = (value: Value, shops: Value): Value =>
    value === null || shops === null || shops === 0 ? null : value / shops
  return {
    figure: (place: Place, side: Side): Value =>
      divided(truth.figure(metric, place, side), truth.figure('shopCount', place, side)),
    total: (_: readonly Place[], side: Side): Value =>
      divided(truth.total(metric, side), truth.total('shopCount', side)),
  }
}

/** What stands beside each value, from the values of all rows in their order. */
export function beside(
  calc: string,
  rows: readonly { current: Value; compared: Value; group: string }[],
  total: Value,
): Value[] | undefined {
  const known = rows.flatMap(({ current }) => current ?? [])
  const over = (value: Value, whole: Value, times: number): Value =>
    value === null || whole === null || whole === 0 ? null : (value / whole) * times
  if (calc === 'share') return rows.map(({ current }) => over(current, total, 100))
  if (calc === 'rank')
    return rows.map(({ current }) =>
      current === null ? null : 1 + known.filter(value => value > current).length,
    )
  if (calc === 'index')
    return rows.map(({ current }) => over(current, known.length === 0 ? null : quantile(known, 0.5), 100))
  if (calc === 'ratio') return rows.map(({ current, compared }) => over(current, compared, 1))
  if (calc === 'topShare') {
    const top = [...known].sort((a, b) => b - a).slice(0, Math.ceil(known.length / 5))
    const share = over(
      top.reduce((sum, value) => sum + value, 0),
      total,
      100,
    )
    return rows.map(() => share)
  }
  if (calc === 'cumulative') {
    const running = new Map<string, number>()
    return rows.map(({ current, group }) => {
      if (current === null) return null
      running.set(group, (running.get(group) ?? 0) + current)
      return running.get(group) ?? 0
    })
  }
  return undefined
}
