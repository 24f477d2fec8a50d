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

/** What is wrong with an interval as typed; undefined where nothing is. */
export function faultOf({ name, from, to }: Interval): 'name' | 'time' | 'empty' | undefined {
  if (name.trim() === '' || name.length > 20) return 'name'
  if (!clock.test(from) || !clock.test(to)) return 'time'
  return from === to ? 'empty' : undefined
}
