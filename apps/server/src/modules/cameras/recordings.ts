import type { CameraProvider, RecordSpan } from '@aisle/cameras'
import { AppError, type RecordStore, recordStore } from '@aisle/contract'
import { vendorCamera } from './providers.ts'
import type { Found } from './store.ts'
import { text } from './text.ts'
import { onPlatform } from './vendor-problem.ts'

const dayMs = 86_400_000

/**
 * A span to list or to play.
 * @throws AppError invalidInput naming `path` where it ends before it begins or lasts over 32 days
 */
export function recordedRange(start: number, end: number, path: string): { start: number; end: number } {
  if (end <= start || end - start > 32 * dayMs)
    throw new AppError('invalidInput', text.wrongRange, {
      errors: [{ path, message: 'after the begin, by a month at most' }],
    })
  return { start, end }
}

/** The platforms keep Beijing time. */
const beijingMs = 8 * 3_600_000

/** Which times have recordings. None is an empty answer, never an error. */
export function recordings({
  providerOf,
  now,
}: {
  providerOf(found: Found): CameraProvider
  now: () => Date
}) {
  /** What the cloud has and what the device has, side by side; a store that cannot be asked leaves the rest. */
  async function listAll(found: Found, range: { start: number; end: number }) {
    const answers = await Promise.allSettled(
      recordStore.options.map(store =>
        onPlatform(() => providerOf(found).playback.list(vendorCamera(found.camera), range, store)),
      ),
    )
    const lists = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
    const [refused] = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
    if (lists.length === 0) throw refused
    return {
      spans: lists.flatMap(timeline => timeline.spans),
      complete: refused === undefined && lists.every(timeline => timeline.complete),
    }
  }
  return {
    listAll,

    async list(found: Found, range: { start: number; end: number }) {
      const { spans, complete } = await listAll(found, range)
      const stores = [...new Set(spans.map(span => span.store))]
      return { complete, tracks: stores.map(source => ({ source, ranges: rangesOf(spans, source) })) }
    },

    /** Days of a month (YYYY-MM) that have any. */
    async days(found: Found, month: string): Promise<number[]> {
      const [year = 1970, number = 1] = month.split('-').map(Number)
      const { playback } = providerOf(found)
      if (playback.days)
        return onPlatform(
          async () => playback.days?.(vendorCamera(found.camera), { year, month: number }) ?? [],
        )
      const start = Date.UTC(year, number - 1, 1) - beijingMs
      const end = Math.min(Date.UTC(year, number, 1) - beijingMs, now().getTime())
      if (end <= start) return []
      const { spans } = await listAll(found, { start, end })
      const days = new Set<number>()
      for (const span of spans)
        for (let at = Math.max(span.start, start); at < Math.min(span.end, end); at = nextDay(at, start))
          days.add(Math.floor((at - start) / dayMs) + 1)
      return [...days].sort((a, b) => a - b)
    },
  }
}
export type Recordings = ReturnType<typeof recordings>

const nextDay = (at: number, start: number) => start + (Math.floor((at - start) / dayMs) + 1) * dayMs

function rangesOf(spans: RecordSpan[], source: RecordStore) {
  return spans
    .filter(span => span.store === source)
    .map(({ start, end, trigger, id }) => ({
      from: new Date(start).toISOString(),
      to: new Date(end).toISOString(),
      kind: trigger,
      ...(id === undefined ? {} : { id }),
    }))
}
