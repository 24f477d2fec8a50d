import { dueSlots, type Figures, type Hour, hoursOf, type LineDay, mainFigure, sum } from './day.ts'

/** Fewer past days than this say nothing about what is usual. */
const fewestDays = 3
/** Below so many expected people a ratio says nothing. */
const fewestPeople = 20
/** How much a day may differ from usual before we rather doubt the neighbours. */
const mostFactor = 3

/** The one in the middle, or the mean of the two; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}

/** Spread around the median that single wild values do not move; as a standard deviation where values are normal. */
export function spreadOf(values: readonly number[]): number {
  const middle = median(values)
  return 1.4826 * median(values.map(value => Math.abs(value - middle)))
}

/** Days on which a line received an hour as a whole. */
export function wholeHours(line: LineDay, hour: number): { date: string; figures: Hour }[] {
  const due = Math.max(1, dueSlots(line, hour))
  return line.past.flatMap(({ date, hours }) => {
    const figures = hours.get(hour)
    return figures && figures.slots >= due ? [{ date, figures }] : []
  })
}

/** What an hour of a line usually has: the median of past days; undefined where too few are known. */
export function usualHour(line: LineDay, hour: number): Figures | undefined {
  const days = wholeHours(line, hour)
  if (days.length < fewestDays) return undefined
  const of = (name: keyof Figures) => median(days.map(({ figures }) => figures[name]))
  return { in: of('in'), out: of('out'), pass: of('pass') }
}

/** Hours in which a line is due. */
export const openHours = (line: LineDay): number[] =>
  Array.from({ length: 24 }, (_, hour) => hour).filter(hour => dueSlots(line, hour) > 0)

/**
 * How a line's day goes against what is usual: what it counted in the given hours over the median of these hours on past days.
 * Only hours that were received whole count. Undefined where that says nothing.
 */
export function dayRatio(
  line: LineDay,
  hours: readonly number[],
): { ratio: number; expected: number } | undefined {
  const counted = hoursOf(line.windows)
  const name = mainFigure(line)
  let [actual, expected] = [0, 0]
  for (const hour of hours) {
    const now = counted.get(hour)
    const usual = usualHour(line, hour)
    if (!now || !usual || now.slots < dueSlots(line, hour)) continue
    actual += now[name]
    expected += usual[name]
  }
  return expected < fewestPeople ? undefined : { ratio: actual / expected, expected }
}

/**
 * How a shop's day goes by its lines of other devices: the ratio of their sums in the given hours. Lines that see people inside
 * speak for such lines; only where there are none does the line that looks outside, as passers-by follow promotions poorly.
 */
export function neighbourRatio(
  line: LineDay,
  lines: readonly LineDay[],
  hours: readonly number[],
): { ratio: number; isAlike: boolean; actual: number } | undefined {
  const others = lines.filter(other => other.deviceId !== line.deviceId)
  for (const isAlike of [true, false]) {
    const known = others
      .filter(other => (other.countsPass === line.countsPass) === isAlike)
      .flatMap(other => dayRatio(other, hours) ?? [])
    const expected = sum(known, one => one.expected)
    if (expected < fewestPeople) continue
    const actual = sum(known, one => one.ratio * one.expected)
    return { ratio: actual / expected, isAlike, actual }
  }
  return undefined
}

export const bounded = (factor: number): number => Math.min(mostFactor, Math.max(1 / mostFactor, factor))
