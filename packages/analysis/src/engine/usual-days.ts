import type { Day } from '../calendar/days.ts'

/**
 * What a day should have had by what it is, learnt from the days before: the middle value of days of its kind, higher or lower
 * with rain, and raised or lowered by how the last two weeks stood against that.
 */

/** A day as it was, and what is known of it beforehand. */
export type UsualDay = {
  readonly day: Day
  readonly value: number
  /** Weekday as `1`–`7`, `holiday` or `makeup`. */
  readonly kind: string
  readonly isWet: boolean
}
/** What a day of a kind should have; null where nothing like it was seen. */
export type UsualModel = (kind: string, isWet: boolean) => number | null

/** Fewer days say nothing of a week. */
const fewestDays = 10
/** A factor has to change on so many days, in both directions. */
const fewestWet = 3
const recentDays = 14
const fewestRecent = 5
const workdays = ['1', '2', '3', '4', '5']
const weekends = ['6', '7']

/** Undefined where too few days were seen. `last` is the day before the first that is asked about. */
export function usualModel(days: readonly UsualDay[], last: Day): UsualModel | undefined {
  const ordinary = days.filter(({ kind }) => kind !== 'holiday' && kind !== 'makeup')
  if (ordinary.length < fewestDays) return undefined
  const wet = wetFactor(ordinary)
  const level = levelsOf(days, wet)
  const base: UsualModel = (kind, isWet) => {
    const dry = level(kind)
    return dry === null ? null : dry * (isWet ? wet : 1)
  }
  const recent = ordinary
    .filter(({ day }) => day > last - recentDays)
    .flatMap(({ kind, isWet, value }) => {
      const usual = base(kind, isWet)
      return usual === null || usual <= 0 ? [] : [value / usual]
    })
  const lately = recent.length >= fewestRecent ? (median(recent) ?? 1) : 1
  return (kind, isWet) => {
    const usual = base(kind, isWet)
    return usual === null ? null : usual * lately
  }
}

/** Each day as the other weeks would have foretold it; null where they have none of its kind. Days of holidays are left out. */
export function foretold(
  days: readonly UsualDay[],
  first: Day,
): { readonly day: Day; readonly value: number; readonly usual: number | null }[] {
  const ordinary = days.filter(({ kind }) => kind !== 'holiday' && kind !== 'makeup')
  const wet = wetFactor(ordinary)
  const weekOf = ({ day }: UsualDay) => Math.floor((day - first) / 7)
  return [...Map.groupBy(ordinary, weekOf)].flatMap(([week, some]) => {
    const level = levelsOf(
      ordinary.filter(one => weekOf(one) !== week),
      wet,
    )
    return some.map(({ day, value, kind, isWet }) => {
      const dry = level(kind)
      return { day, value, usual: dry === null ? null : dry * (isWet ? wet : 1) }
    })
  })
}

/** The middle of the days of a kind as they would have been dry; a kind not seen is taken for others like it. */
function levelsOf(days: readonly UsualDay[], wet: number): (kind: string) => number | null {
  const kinds = Map.groupBy(days, ({ kind }) => kind)
  const middle = (...names: string[]) =>
    median(
      names.flatMap(name => (kinds.get(name) ?? []).map(({ value, isWet }) => (isWet ? value / wet : value))),
    )
  return kind => {
    if (kind === 'holiday') return middle('holiday') ?? middle(...weekends)
    if (kind === 'makeup') return middle('makeup') ?? middle(...workdays)
    return middle(kind) ?? middle(...(workdays.includes(kind) ? workdays : weekends))
  }
}

/** How much a wet day has of a dry one of its weekday: 1 where that cannot be told from chance. */
function wetFactor(days: readonly UsualDay[]): number {
  const positive = days.filter(({ value }) => value > 0)
  const wetDays = positive.filter(({ isWet }) => isWet).length
  if (wetDays < fewestWet || positive.length - wetDays < fewestWet) return 1
  const rows = [...Map.groupBy(positive, ({ kind }) => kind).values()].flatMap(some => {
    const y = mean(some.map(({ value }) => Math.log(value)))
    const x = mean(some.map(({ isWet }) => Number(isWet)))
    return some.map(({ value, isWet }) => ({ x: Number(isWet) - x, y: Math.log(value) - y }))
  })
  const spread = rows.reduce((sum, { x }) => sum + x * x, 0)
  const freedom = rows.length - new Set(positive.map(({ kind }) => kind)).size - 1
  if (spread === 0 || freedom <= 0) return 1
  const slope = rows.reduce((sum, { x, y }) => sum + x * y, 0) / spread
  const error = Math.sqrt(rows.reduce((sum, { x, y }) => sum + (y - slope * x) ** 2, 0) / freedom / spread)
  return Math.abs(slope) > 1.96 * error ? Math.exp(slope) : 1
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
