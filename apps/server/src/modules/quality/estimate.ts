import { type Figures, hourOf, type LineDay, mainFigure, type Span, slotsOfHour } from './day.ts'
import { bounded, dayRatio, neighbourRatio, openHours, usualHour, wholeHours } from './usual.ts'

export type Estimate = {
  /** One window of five minutes each. */
  windows: (Figures & { slot: number })[]
  total: Figures
  /** Past days that it comes from. */
  weeks: string[]
  factor: number
  scaledBy: 'neighbours' | 'rest' | 'none'
}

/**
 * What a line would have counted in a stretch that is missing:
 *
 *     x(slot) = M(hour) · w(slot) · f
 *
 * M(hour) is the median of that hour over up to eight past days that are like this one: the same weekday, and a working day
 * against a day off as this one is. The median, so that one wild day moves nothing; of hours, not of slots, as the median of
 * counts as small as those of five minutes lies below their mean.
 *
 * w(slot) spreads the hour over its open slots, along the straight line between the middles of the hours beside it, so that a
 * lunch hour that fills up does so in the estimate too; the shares of an hour add up to 1.
 *
 * f says how the day went: Σ counted ÷ Σ M of the shop's other lines in the same hours. A ratio of sums, so that a busy door
 * weighs more than a quiet one. Where these say too little (fewer than 20 people usual), their whole day; where the shop has no
 * other line, the rest of the line's own day; else 1. Kept between ⅓ and 3: beyond that the neighbours are to be doubted, not
 * the weekday.
 *
 * Whole people: each slot has what the running sum, rounded, grows by, so that a stretch adds up to the rounded whole.
 *
 * Undefined where an hour of the stretch has fewer than three whole past days: what was never seen is not made up.
 */
export function estimate(line: LineDay, lines: readonly LineDay[], span: Span): Estimate | undefined {
  const hours: number[] = []
  for (let hour = hourOf(span.from); hour <= hourOf(span.to - 1); hour++) hours.push(hour)
  const usual = new Map<number, Figures>()
  for (const hour of openHours(line)) {
    const figures = usualHour(line, hour)
    if (figures) usual.set(hour, figures)
  }
  if (hours.some(hour => !usual.has(hour))) return undefined
  const { factor, scaledBy } = factorOf(line, lines, hours)
  const running = { in: 0, out: 0, pass: 0 }
  const windows: Estimate['windows'] = []
  for (let slot = span.from; slot < span.to; slot++) {
    const hour = hourOf(slot)
    const figures = usual.get(hour)
    if (!figures) return undefined
    const part = shareOf(line, usual, slot) * factor
    const whole = (name: keyof Figures) => {
      const before = Math.round(running[name])
      running[name] += figures[name] * part
      return Math.round(running[name]) - before
    }
    windows.push({ slot, in: whole('in'), out: whole('out'), pass: whole('pass') })
  }
  return {
    windows,
    total: {
      in: Math.round(running.in),
      out: Math.round(running.out),
      pass: Math.round(running.pass),
    },
    weeks: [...new Set(hours.flatMap(hour => wholeHours(line, hour).map(({ date }) => date)))].sort(),
    factor: Math.round(factor * 1000) / 1000,
    scaledBy,
  }
}

function factorOf(
  line: LineDay,
  lines: readonly LineDay[],
  hours: readonly number[],
): Pick<Estimate, 'factor' | 'scaledBy'> {
  const meanwhile = neighbourRatio(line, lines, hours)
  const day = neighbourRatio(line, lines, openHours(line))
  // Lines that see the same kind of people over the day come before those that do not in the same hours.
  const near = meanwhile?.isAlike || !day?.isAlike ? (meanwhile ?? day) : day
  if (near) return { factor: bounded(near.ratio), scaledBy: 'neighbours' }
  const rest = dayRatio(line, openHours(line))
  return rest ? { factor: bounded(rest.ratio), scaledBy: 'rest' } : { factor: 1, scaledBy: 'none' }
}

/** The share of its hour that a slot has. */
function shareOf(line: LineDay, usual: ReadonlyMap<number, Figures>, slot: number): number {
  const hour = hourOf(slot)
  const name = mainFigure(line)
  const own = usual.get(hour)?.[name] ?? 0
  const rate = (at: number) => {
    const offset = (at + 0.5 - hour * slotsOfHour) / slotsOfHour - 0.5
    const beside = usual.get(hour + Math.sign(offset))?.[name] ?? own
    return own + (beside - own) * Math.abs(offset)
  }
  let whole = 0
  let open = 0
  for (let at = hour * slotsOfHour; at < (hour + 1) * slotsOfHour; at++)
    if (at >= line.openSlot && at < line.closeSlot) {
      whole += rate(at)
      open++
    }
  return whole > 0 ? rate(slot) / whole : 1 / Math.max(1, open)
}
