import type { RecordStore } from '@aisle/contract'
import {
  type EpochMs,
  type Playback,
  type RecordSpan,
  type RecordTimeline,
  type TimeRange,
  type VendorCamera,
  VendorError,
} from './provider.ts'

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

/** Lists one store where it is named; else the cloud, and the device where the cloud has nothing. */
export function cloudFirst(
  storedIn: (store: RecordStore, camera: VendorCamera, range: TimeRange) => Promise<RecordTimeline>,
): Playback['list'] {
  return async (camera, range, store) => {
    if (store) return storedIn(store, camera, range)
    const cloud = await storedIn('cloud', camera, range)
    return cloud.spans.length > 0 ? cloud : storedIn('device', camera, range)
  }
}

/** The store that a recording is to be opened from; VendorError `noRecording` where no store has any. */
export async function storeOf(
  list: Playback['list'],
  camera: VendorCamera,
  range: TimeRange,
  asked: RecordStore | undefined,
): Promise<RecordStore> {
  const store = asked ?? (await list(camera, range)).spans[0]?.store
  if (!store) throw new VendorError('noRecording', 'nothing is recorded in this time')
  return store
}

/** Refuses a time outside of an opened recording with VendorError `invalidRequest`. */
export function mustBeInside({ start, end }: TimeRange, at: EpochMs): void {
  if (at < start || at >= end) throw new VendorError('invalidRequest', 'outside the opened recording')
}
