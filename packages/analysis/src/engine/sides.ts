import type { Granularity } from '@aisle/contract'
import { isClockGrain, isDayGrain } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import type { Day } from '../calendar/days.ts'
import type { DimensionName } from '../model/dimensions.ts'
import { factOf } from '../model/facts.ts'
import type { TableName } from '../tables/index.ts'
import type { Asked } from './normalize.ts'
import type { Part } from './plan.ts'
import type { Binder } from './statement.ts'

/** The current days, the days they are held against, or all days where some of them have no counterpart. */
export type Side = 'current' | 'compared' | 'whole'

export type Shape = {
  readonly side: Side
  /** Everything in one row: the pass of totals. */
  readonly total: boolean
  /** With the number of rows behind each figure. */
  readonly counted?: boolean
}

/** Names of the columns of an answer, in their order. */
export type Layout = {
  readonly bucket: boolean
  readonly slot: boolean
  readonly dimensions: readonly DimensionName[]
  readonly values: readonly string[]
  readonly received: boolean
}

const showsDays = (grain: Granularity): boolean => grain === 'day' || isClockGrain(grain)

/** What a part's statement answers in each column. */
export function layoutOf(part: Part, asked: Asked, { total }: Shape): Layout {
  const timed = part.timed && !total
  return {
    bucket: timed && (isDayGrain(asked.grain) || isClockGrain(asked.grain)),
    slot: timed && (isClockGrain(asked.grain) || asked.grain === 'distribution'),
    dimensions: total ? [] : part.dimensions,
    values: part.values.map(({ id }) => id),
    received: factOf(part.fact).arrival === 'own',
  }
}

/** The local days a side covers. */
export function daysFor(asked: Asked, { side, total }: Shape): Day[] {
  const { compare, days, grain } = asked
  const single = showsDays(grain) && !total
  if (side === 'compared')
    return compare ? [...compare.map.pairs.keys(), ...(single ? [] : compare.map.extra.keys())] : []
  if (side === 'whole' || !compare || single) return [...days]
  const { matched, unmatched } = compare.map
  const future = new Set(unmatched.filter(({ reason }) => reason === 'future').map(({ day }) => day))
  return days.filter(day => matched.has(day) || future.has(day))
}

/** Whether rows or totals leave days out that the whole period has, since nothing can be held against them. */
export const leavesDaysOut = (asked: Asked, shape: Omit<Shape, 'side'>): boolean =>
  asked.compare !== undefined && daysFor(asked, { ...shape, side: 'current' }).length < asked.days.length

/** A table, the days read from it, and how far into the day that stands for today. */
export type Piece = {
  readonly table: TableName
  readonly days: readonly Day[]
  readonly before?: { readonly day?: Day; readonly slot: number }
}

export type PieceContext = {
  readonly part: Part
  readonly asked: Asked
  readonly calendar: Calendar
  readonly shape: Shape
  readonly layout: Layout
  readonly bound: Binder
}
