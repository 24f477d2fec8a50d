import { isClockGrain } from '../calendar/buckets.ts'
import { factOf } from '../model/facts.ts'
import type { Side } from './compile.ts'
import { type Entry, type Frame, type Place, placeKey } from './frames.ts'
import type { Asked } from './normalize.ts'
import type { Formula, Plan } from './plan.ts'
import { arrivalKey, keyOf } from './requests.ts'

/** A figure with how much of it was received and how much was filled in. */
export type Figure = {
  readonly value: number | null
  readonly coverage?: number | null
  readonly imputed?: number
}
export type Frames = ReadonlyMap<string, Frame>

const none: Figure = { value: null }

/** The figure of a metric at a place, on one side. */
export function evaluate(
  formula: Formula,
  place: Place,
  side: Side,
  total: boolean,
  frames: Frames,
  planned: Plan,
  asked: Asked,
): Figure {
  const of = (inner: Formula) => evaluate(inner, place, side, total, frames, planned, asked)
  if (formula.kind === 'value') return leaf(formula, place, side, total, frames, planned, asked)
  const [a, b] =
    formula.kind === 'ratio' ? [of(formula.upper), of(formula.lower)] : [of(formula.left), of(formula.right)]
  return {
    ...joined(a, b),
    value: formula.kind === 'ratio' ? divided(a.value, b.value, formula.times) : subtracted(a.value, b.value),
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
  const imputed = Math.max(a.imputed ?? 0, b.imputed ?? 0)
  return {
    ...(coverages.length > 0
      ? { coverage: Math.min(...coverages) }
      : a.coverage === null
        ? { coverage: null }
        : {}),
    ...(a.imputed === undefined && b.imputed === undefined ? {} : { imputed }),
  }
}

function leaf(
  { part: id, id: valueId, value, fact }: Extract<Formula, { kind: 'value' }>,
  place: Place,
  side: Side,
  total: boolean,
  frames: Frames,
  planned: Plan,
  asked: Asked,
): Figure {
  const { timeless, arrival } = factOf(fact)
  const frame = frames.get(keyOf(id, { side: timeless ? 'current' : side, total }))
  if (!frame) return none
  const entry = frame.entries.get(placeKey(place, frame.layout))
  const index = frame.layout.values.indexOf(valueId)
  const counted = entry?.values[index] ?? null
  const scaled = counted === null ? null : counted * (value.times ?? 1)
  if (timeless) return { value: scaled }
  if (arrival === 'own') return entry ? ownFigure(scaled, entry) : none
  const received =
    arrival === undefined ? undefined : arrivalOf(arrival, place, side, total, frames, planned, asked)
  const blank = value.blank || value.fn === 'raw' ? null : place.bucket > asked.span.to ? null : 0
  if (!received) {
    const isToCome =
      arrival === undefined && side === 'current' && frame.layout.bucket && place.bucket > asked.span.to
    return { value: scaled ?? (entry || arrival === undefined ? (isToCome ? null : blank) : null) }
  }
  const coverage = received.expected === 0 ? null : Math.min(1, received.got / received.expected)
  return { value: scaled ?? (received.got > 0 ? blank : null), coverage }
}

/** Counts keep what was due and received in their own rows: nothing received and nothing filled in is no figure. */
function ownFigure(value: number | null, { expected = 0, got = 0, imputed = 0 }: Entry): Figure {
  const coverage = expected === 0 ? null : Math.min(1, got / expected)
  if (got === 0 && imputed === 0) return { value: null, coverage: expected === 0 ? null : 0 }
  const share = imputed === 0 ? 0 : Math.min(1, imputed / Math.max(imputed, value ?? 0))
  return { value, coverage, imputed: share }
}

function arrivalOf(
  arrival: string,
  place: Place,
  side: Side,
  total: boolean,
  frames: Frames,
  planned: Plan,
  asked: Asked,
): { expected: number; got: number } | undefined {
  // The finest of the arrival frames of the source.
  const candidates = planned.arrivals
    .filter(one => one.arrival === arrival)
    .sort((a, b) => b.dimensions.length - a.dimensions.length)
  for (const candidate of candidates) {
    const frame = frames.get(keyOf(arrivalKey(candidate), { side, total }))
    const entry = frame?.entries.get(placeKey(place, frame.layout))
    if (entry) return { expected: entry.values[0] ?? 0, got: entry.values[1] ?? 0 }
  }
  void isClockGrain
  void asked
  return undefined
}
