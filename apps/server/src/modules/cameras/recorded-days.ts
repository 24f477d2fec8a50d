import type { RecordSpan } from '@aisle/cameras'
import { AppError, type RecordStore, recordingGapMinutes, type Text } from '@aisle/contract'
import { dayAfter, fromLegacyTime, legacyTimeOf } from '../../platform/time.ts'
import type { Found } from './store.ts'
import { text } from './text.ts'

/** A recorded stretch of one store, half open, epoch ms. */
export type Stretch = { start: number; end: number; source: RecordStore }
type Span = { start: number; end: number }

/** A past day may still lose its oldest recordings, or get some that a device sends late. */
const pastFreshMs = 6 * 3_600_000
const todayFreshMs = 60_000
/** A camera whose platform refused is left alone for this long. */
const refusedMs = 60_000
const askedAtOnce = 8
const mostKept = 3_000
/** Platforms cut their files a second short. */
const seamMs = 2_000
const dayMs = 86_400_000

export type DayRange = { first: string; last: string }
export type Known =
  | { state: 'recorded' | 'nothing'; days: Map<string, Stretch[]>; isComplete: boolean }
  | { state: 'unknown'; failure: Text }
  | { state: 'unable' }

type Kept = {
  days: Map<string, { at: number; stretches: Stretch[]; isComplete: boolean }>
  refused?: { at: number; why: Text }
}

type Deps = {
  /** Everything a camera has recorded in a range, store by store. */
  list(found: Found, range: Span): Promise<{ spans: readonly RecordSpan[]; complete: boolean }>
  now: () => Date
}

/**
 * What is recorded of cameras day by day, as their platforms said a while ago: a month of a camera is one question to
 * each store, asked again only for the days that may have changed.
 */
export function recordedDays({ list, now }: Deps) {
  const kept = new Map<string, Kept>()
  const running = new Map<string, Promise<unknown>>()

  /** One question about a camera at a time: who comes later finds what the first was told. */
  function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (running.get(id) ?? Promise.resolve()).then(work, work)
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    running.set(id, settled)
    void settled.then(() => running.get(id) === settled && running.delete(id))
    return turn
  }

  function rememberedOf(id: string): Kept {
    const own = kept.get(id) ?? { days: new Map() }
    kept.delete(id)
    kept.set(id, own)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
    return own
  }

  async function ask(found: Found, { first, last }: DayRange): Promise<Known> {
    const { camera, shop } = found
    if (camera.capabilities?.playback === false) return { state: 'unable' }
    const at = now().getTime()
    const own = rememberedOf(camera.id)
    const today = localDay(at, shop.timeZone)
    const wanted = datesOf(first, last < today ? last : today)
    const isFresh = (date: string) => {
      const day = own.days.get(date)
      if (!day) return false
      // A day is over for good once something was heard after its end.
      const isPast = localDay(day.at, shop.timeZone) > date
      return at - day.at < (isPast ? pastFreshMs : todayFreshMs)
    }
    const missing = wanted.filter(date => !isFresh(date))
    const [from, to] = [missing[0], missing.at(-1)]
    if (from !== undefined && to !== undefined) {
      if (own.refused && at - own.refused.at < refusedMs)
        return { state: 'unknown', failure: own.refused.why }
      try {
        const range = { start: dayRange(from, shop.timeZone).start, end: dayRange(to, shop.timeZone).end }
        const { spans, complete } = await list(found, { start: range.start, end: Math.min(range.end, at) })
        for (const date of datesOf(from, to))
          own.days.set(date, {
            at,
            stretches: stretchesIn(spans, dayRange(date, shop.timeZone)),
            isComplete: complete,
          })
        delete own.refused
      } catch (error) {
        const why = error instanceof AppError ? error.text : text.notSaid
        own.refused = { at, why }
        return { state: 'unknown', failure: why }
      }
    }
    const days = new Map(wanted.map(date => [date, own.days.get(date)?.stretches ?? []]))
    const isRecorded = [...days.values()].some(stretches => stretches.length > 0)
    const isComplete = wanted.every(date => own.days.get(date)?.isComplete)
    return { state: isRecorded ? 'recorded' : 'nothing', days, isComplete }
  }

  return {
    /** In the order of the cameras; today is the last day that is answered. Never fails for one camera. */
    async of(all: readonly Found[], days: DayRange): Promise<Known[]> {
      const answers: Known[] = []
      const queue = all.entries()
      await Promise.all(
        Array.from({ length: askedAtOnce }, async () => {
          for (const [place, found] of queue)
            answers[place] = await inTurn(found.camera.id, () => ask(found, days))
        }),
      )
      return answers
    },
  }
}
export type RecordedDays = ReturnType<typeof recordedDays>

/** The days from one to another, both inside. */
function datesOf(first: string, last: string): string[] {
  const dates: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs)
    dates.push(new Date(at).toISOString().slice(0, 10))
  return dates
}

const localDay = (at: number, timeZone: string): string => legacyTimeOf(new Date(at), timeZone).slice(0, 10)

/** A day on a clock as [start, end): 23 or 25 hours where the clock is changed. */
export function dayRange(date: string, timeZone: string): Span {
  const next = dayAfter(date, 1)
  const begin = (day: string) => fromLegacyTime(`${day} 00:00:00`, timeZone, 'day').getTime()
  return { start: begin(date), end: begin(next) }
}

/** What of the spans lies in a range, files of one store that follow each other joined. */
export function stretchesIn(
  spans: readonly Pick<RecordSpan, 'start' | 'end' | 'store'>[],
  range: Span,
): Stretch[] {
  return (['cloud', 'device'] as const).flatMap(source =>
    joined(
      cut(
        spans.filter(({ store }) => store === source),
        range,
      ),
    ).map(span => ({ ...span, source })),
  )
}

const cut = (spans: readonly Span[], range: Span): Span[] =>
  spans
    .map(({ start, end }) => ({ start: Math.max(start, range.start), end: Math.min(end, range.end) }))
    .filter(({ start, end }) => start < end)

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && start <= last.end + seamMs) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}

export const secondsOf = (spans: readonly Span[]): number =>
  Math.round(joined(spans).reduce((sum, { start, end }) => sum + end - start, 0) / 1000)

/** Holes of a range in which neither store has anything, longer than ten minutes. */
export function gapsIn(stretches: readonly Span[], range: Span): Span[] {
  const gaps: Span[] = []
  let from = range.start
  for (const { start, end } of [...joined(cut(stretches, range)), { start: range.end, end: range.end }]) {
    if (start - from > recordingGapMinutes * 60_000) gaps.push({ start: from, end: start })
    from = Math.max(from, end)
  }
  return gaps
}
