/** A part of the day with a name of the user's own; past midnight where `to` is not after `from`. */
export type Interval = { name: string; from: string; to: string }

const clock = /^([01]\d|2[0-3]):[0-5]\d$/
export const mostIntervals = 8

/** What is kept under the user's settings, whatever was written there. */
export function intervalsIn(kept: unknown): Interval[] {
  if (!Array.isArray(kept)) return []
  return kept
    .flatMap((one: unknown): Interval[] => {
      if (typeof one !== 'object' || one === null) return []
      const { name, from, to } = one as Record<string, unknown>
      return typeof name === 'string' && typeof from === 'string' && typeof to === 'string'
        ? [{ name, from, to }]
        : []
    })
    .filter(one => faultOf(one) === undefined)
    .slice(0, mostIntervals)
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const dayMinutes = 24 * 60
/** Whether a part of the day begins within another: of two that overlap, one of them does. */
const beginsIn = (one: Interval, other: Interval): boolean => {
  const since = (time: string) => (minuteOf(time) - minuteOf(other.from) + dayMinutes) % dayMinutes
  return since(one.from) < (since(other.to) || dayMinutes)
}

/** The first of others that has some of the time of an interval. */
export const overlapped = (one: Interval, others: readonly Interval[]): Interval | undefined =>
  others.find(other => beginsIn(one, other) || beginsIn(other, one))

/** What is wrong with an interval as typed; undefined where nothing is. */
export function faultOf({ name, from, to }: Interval): 'name' | 'time' | 'empty' | undefined {
  if (name.trim() === '' || name.length > 20) return 'name'
  if (!clock.test(from) || !clock.test(to)) return 'time'
  return from === to ? 'empty' : undefined
}
