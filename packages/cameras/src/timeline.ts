import type { RecordSpan, RecordTimeline, TimeRange } from './provider.ts'

/**
 * A timeline of one range: half-open spans in order, cut to the range, without empty ones; what touches or overlaps
 * is joined when it is of the same store and trigger and the platform gave it no id of its own.
 */
export function timeline(spans: readonly RecordSpan[], range: TimeRange, complete = true): RecordTimeline {
  const cut = spans
    .map(span => ({ ...span, start: Math.max(span.start, range.start), end: Math.min(span.end, range.end) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start || a.end - b.end)
  const joined: RecordSpan[] = []
  for (const span of cut) {
    const at = joined.findLastIndex(({ store, trigger }) => store === span.store && trigger === span.trigger)
    const before = joined[at]
    if (before && before.id === undefined && span.id === undefined && span.start <= before.end) {
      joined[at] = { ...before, end: Math.max(before.end, span.end) }
    } else if (!before || !isSame(before, span)) {
      joined.push(span)
    }
  }
  return { spans: joined, complete }
}

/** Pages may overlap by one entry. */
function isSame(a: RecordSpan, b: RecordSpan): boolean {
  return a.id === b.id && a.start === b.start && a.end === b.end
}

export const nothingRecorded: RecordTimeline = { spans: [], complete: true }
