import type { RecordStore, RecordTrigger } from '@aisle/contract'

/** What is recorded of one camera. Times are epoch ms, spans half open. */
export type Span = { from: number; to: number }
export type Recorded = Span & { kind: RecordTrigger; store: RecordStore }
/** Files of one store that follow each other: what can be opened as one recording. */
export type Stretch = Span & { store: RecordStore }

/** Neighbouring files are one recording up to this hole: platforms cut files a second short. */
const seamMs = 2_000
/** A cloud clip that is about to end is passed over for a device recording that goes on. */
const worthOpeningMs = 60_000

export function stretchesOf(recorded: readonly Recorded[]): Stretch[] {
  const stores = [...new Set(recorded.map(({ store }) => store))]
  return stores.flatMap(store =>
    joined(recorded.filter(each => each.store === store)).map(span => ({ ...span, store })),
  )
}

/** When anything is recorded, whatever the store. */
export const coverageOf = (recorded: readonly Span[]): Span[] => joined(recorded)

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to + seamMs) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

const holds = ({ from, to }: Span, at: number) => at >= from && at < to

/** The stretch to open for a time: the cloud's, unless it is about to end and another goes on. */
export function stretchAt(stretches: readonly Stretch[], at: number): Stretch | undefined {
  const found = stretches.filter(each => holds(each, at))
  const longest = found.toSorted((a, b) => b.to - a.to)[0]
  const cloud = found.find(each => each.store === 'cloud')
  return cloud && cloud.to - at >= worthOpeningMs ? cloud : longest
}

/** Where a jump to `at` ends: there, at the next recording, or nowhere. */
export function landing(coverage: readonly Span[], at: number): { at: number; jumpedMs: number } | undefined {
  if (coverage.some(span => holds(span, at))) return { at, jumpedMs: 0 }
  const next = coverage.find(span => span.from > at)
  return next && { at: next.from, jumpedMs: next.from - at }
}

/** Where a visit begins that asked for no time, and nothing is recorded from `at` on: this long before the last end. */
export function lastRecorded(
  coverage: readonly Span[],
  at: number,
  beforeMs: number,
): { at: number; jumpedMs: number } | undefined {
  const last = coverage.findLast(span => span.from < at)
  if (!last) return undefined
  const to = Math.max(last.from, Math.min(last.to, at) - beforeMs)
  return { at: to, jumpedMs: to - at }
}

/** The begin of the next recording after the one playing. */
export const nextBegin = (coverage: readonly Span[], at: number): number | undefined =>
  coverage.find(span => span.from > at)?.from

/** The begin of this recording; of the one before while it has hardly begun. */
export const previousBegin = (coverage: readonly Span[], at: number, justMs = 3_000): number | undefined =>
  coverage.findLast(span => span.from < at - justMs)?.from

/** The recorded span nearest to a time; undefined where nothing is recorded. */
export function nearestSpan(coverage: readonly Span[], at: number): Span | undefined {
  const distance = ({ from, to }: Span) => (at < from ? from - at : at >= to ? at - to : 0)
  return coverage.toSorted((a, b) => distance(a) - distance(b))[0]
}

const lastMs = 30_000
/** Where a recording is entered from a time outside of it: at its begin, or, once it is over, shortly before its end. */
export const entryOf = ({ from, to }: Span, at: number): number =>
  at < from ? from : Math.max(from, to - lastMs)

/** Holes of a coverage inside a span, in order. */
export function gapsOf(coverage: readonly Span[], within: Span): Span[] {
  const gaps: Span[] = []
  let from = within.from
  for (const span of coverage) {
    if (span.to <= within.from || span.from >= within.to) continue
    if (span.from > from) gaps.push({ from, to: span.from })
    from = Math.max(from, span.to)
  }
  if (from < within.to) gaps.push({ from, to: within.to })
  return gaps
}

/** How long anything is recorded inside a span, in ms. */
export const lengthWithin = (recorded: readonly Span[], { from, to }: Span): number =>
  coverageOf(recorded).reduce(
    (sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)),
    0,
  )
