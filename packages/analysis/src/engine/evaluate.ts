import { isClockGrain } from '../calendar/buckets.ts'
import { factOf } from '../model/facts.ts'
import { type Entry, type Frame, type Place, placeKey } from './frames.ts'
import { isGone } from './kept.ts'
import type { Asked } from './normalize.ts'
import type { Formula, Plan } from './plan.ts'
import { arrivalKey, keyOf } from './requests.ts'
import type { Side } from './sides.ts'

/** A figure with how much of it was received and how much was filled in. */
export type Figure = {
  readonly value: number | null
  readonly coverage?: number | null
  readonly imputed?: number
}
export type Frames = ReadonlyMap<string, Frame>

/** What figures are read from, and which of its sides. */
export type Reading = {
  readonly frames: Frames
  readonly plan: Plan
  readonly asked: Asked
  readonly side: Side
  readonly total: boolean
}

const none: Figure = { value: null }

/** The figure of a metric at each place that it is called with. */
export type Reader = (place: Place) => Figure

/** What reads the figures of a metric: whatever is the same at every place is looked up once. */
export function readerOf(formula: Formula, reading: Reading): Reader {
  if (formula.kind === 'value') return leaf(formula, reading)
  if (formula.kind === 'ratio') {
    const [upperAt, lowerAt] = [readerOf(formula.upper, reading), readerOf(formula.lower, reading)]
    return place => {
      const [upper, lower] = [upperAt(place), lowerAt(place)]
      return { ...joined(upper, lower), value: divided(upper.value, lower.value, formula.times) }
    }
  }
  const [leftAt, rightAt] = [readerOf(formula.left, reading), readerOf(formula.right, reading)]
  return place => {
    const [left, right] = [leftAt(place), rightAt(place)]
    return { ...joined(left, right), value: subtracted(left.value, right.value) }
  }
}

/** Null where there is nothing to divide by. */
export const divided = (upper: number | null, lower: number | null, times = 1): number | null =>
  upper === null || lower === null || lower === 0 ? null : (upper / lower) * times
const subtracted = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? null : left - right

/** A figure made of two is received as far as the worse of them. */
function joined(a: Figure, b: Figure): Omit<Figure, 'value'> {
  const coverages = [a.coverage, b.coverage].filter(value => value !== undefined && value !== null)
  return {
    ...(coverages.length > 0
      ? { coverage: Math.min(...coverages) }
      : a.coverage === null
        ? { coverage: null }
        : {}),
    ...(a.imputed === undefined && b.imputed === undefined
      ? {}
      : { imputed: Math.max(a.imputed ?? 0, b.imputed ?? 0) }),
  }
}

function leaf(formula: Extract<Formula, { kind: 'value' }>, reading: Reading): Reader {
  const { frames, side, total, asked, plan } = reading
  const { timeless, arrival } = factOf(formula.fact)
  const frame = frames.get(keyOf(formula.part, { side: timeless ? 'current' : side, total }))
  if (!frame) return () => none
  const { layout, entries } = frame
  const table = asked.firstKept && !timeless && plan.parts.find(({ id }) => id === formula.part)?.table
  const column = layout.values.indexOf(formula.id)
  const { times = 1, blank: isBlank, fn } = formula.value
  const receivedAt = arrival === undefined || arrival === 'own' ? undefined : arrivalReader(arrival, reading)
  return place => {
    if (table && isGone(table, asked, side, place.bucket, total)) return none
    const entry = entries.get(placeKey(place, layout))
    const counted = entry?.values[column] ?? null
    const value = counted === null ? null : counted * times
    if (timeless) return { value }
    if (arrival === 'own') return entry ? ownFigure(value, entry) : none
    const blank = isBlank || fn === 'raw' || isToCome(place, asked) ? null : 0
    if (!receivedAt) return { value: value ?? blank }
    const received = receivedAt(place)
    if (!received) return { value }
    const coverage = received.expected === 0 ? null : Math.min(1, received.got / received.expected)
    if (value === 0 && received.got === 0) return { value: null, coverage }
    return { value: value ?? (received.got > 0 ? blank : null), coverage }
  }
}

/** Days and hours that have not come yet have no nought. */
const isToCome = ({ bucket, slot }: Place, { today, slot: now, grain }: Asked): boolean =>
  bucket > today || (bucket === today && isClockGrain(grain) && slot > now)

/** Counts keep what was due and received in their own rows: nothing received and nothing filled in is no figure. */
function ownFigure(value: number | null, { expected = 0, covered = 0, imputed = 0, got = 0 }: Entry): Figure {
  const coverage = expected === 0 ? null : Math.min(1, covered / expected)
  if (got === 0 && imputed === 0) return { value: null, coverage }
  return {
    value,
    coverage,
    imputed: imputed === 0 ? 0 : Math.min(1, imputed / Math.max(imputed, value ?? 0)),
  }
}

/** What was due and received at a place, from the finest arrivals of the source that were read. */
function arrivalReader(arrival: string, { plan, frames, side, total }: Reading) {
  const candidates = plan.arrivals
    .filter(one => one.arrival === arrival)
    .toSorted((a, b) => b.dimensions.length - a.dimensions.length)
    .flatMap(one => frames.get(keyOf(arrivalKey(one), { side, total })) ?? [])
  return (place: Place) => {
    for (const { layout, entries } of candidates) {
      const entry = entries.get(placeKey(place, layout))
      if (entry) return { expected: entry.values[0] ?? 0, got: entry.values[1] ?? 0 }
    }
    return undefined
  }
}
