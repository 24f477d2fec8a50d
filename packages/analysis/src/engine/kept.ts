import { bucketStart, isClockGrain, isDayGrain } from '../calendar/buckets.ts'
import type { Day } from '../calendar/days.ts'
import type { TableName } from '../tables/index.ts'
import type { Asked } from './normalize.ts'
import type { Plan } from './plan.ts'
import { daysFor, type Side } from './sides.ts'

/** Rows that are kept for a time: a figure of days of which they are gone is not nought but unknown. */

type Gone = { readonly buckets: ReadonlySet<Day>; readonly any: boolean }
const nothing: Gone = { buckets: new Set(), any: false }
const known = new WeakMap<Asked, Map<string, Gone>>()

/** Whether a cell of a table holds a day whose rows are gone; `total`: of everything in one. */
export function isGone(table: TableName, asked: Asked, side: Side, bucket: Day, total: boolean): boolean {
  const gone = goneDays(table, asked, side)
  if (!gone.any) return false
  const { grain } = asked
  return total || !(isDayGrain(grain) || isClockGrain(grain)) ? true : gone.buckets.has(bucket)
}

function goneDays(table: TableName, asked: Asked, side: Side): Gone {
  const first = asked.firstKept?.[table]
  if (first === undefined) return nothing
  const kept = known.get(asked) ?? new Map<string, Gone>()
  known.set(asked, kept)
  const key = `${table} ${side}`
  const found = kept.get(key)
  if (found) return found
  const unit = isDayGrain(asked.grain) ? asked.grain : 'day'
  const { compare } = asked
  const counterpart = (day: Day) =>
    side === 'compared' ? (compare?.map.pairs.get(day) ?? compare?.map.extra.get(day) ?? day) : day
  const days = daysFor(asked, { side, total: false }).filter(day => day < first)
  const made: Gone = {
    buckets: new Set(days.map(day => bucketStart(counterpart(day), unit))),
    any: days.length > 0,
  }
  kept.set(key, made)
  return made
}

/** The latest first day of the tables of which a question wants more than is kept; undefined where all is there. */
export function goneBefore(asked: Asked, { parts }: Plan): Day | undefined {
  const sides: readonly Side[] = asked.compare ? ['current', 'compared'] : ['current']
  const firsts = parts.flatMap(({ table }) =>
    sides.some(side => goneDays(table, asked, side).any) ? (asked.firstKept?.[table] ?? []) : [],
  )
  return firsts.length === 0 ? undefined : Math.max(...firsts)
}
