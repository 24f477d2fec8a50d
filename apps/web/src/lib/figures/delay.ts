import type { AnalysisAnswer, Text } from '@aisle/contract'

/** Counters send windows of five minutes: what is older than three of them is late. */
const windowMs = 5 * 60_000
export const lateMs = 3 * windowMs

type Meta = AnalysisAnswer['meta']
export type Hours = Meta['hours']
/** When the last row came, and the hours of the shops it came from. */
export type Freshness = Pick<Meta, 'freshAt' | 'hours'>

/** Whether shops are open at a moment, since when, and until when; `until` is unknown past the change that an answer foretold. */
export type OpenNow = { isOpen: boolean; since: Date; until: Date | undefined }

/** The hours as they stand by now: an answer may be older than the last opening or closing. */
export function openAt({ isOpen, since, until }: Hours, now: number): OpenNow {
  const change = new Date(until)
  return now < change.getTime()
    ? { isOpen, since: new Date(since), until: change }
    : { isOpen: !isOpen, since: change, until: undefined }
}

/**
 * How figures stand against the clock. A shop that is closed has nothing to tell and so is never late; of one that has just opened
 * the time since then counts, whatever came before.
 */
export type Delay =
  | { kind: 'closed'; since: Date; until: Date | undefined }
  | { kind: 'waiting'; since: Date; isLate: boolean }
  | { kind: 'told'; ms: number; isLate: boolean }

/** How far figures lag behind the clock: since the last row came, as last heard; undefined where nothing ever came. */
export function delayOf({ freshAt, hours }: Freshness, now: number): Delay | undefined {
  const { isOpen, since, until } = openAt(hours, now)
  if (!isOpen) return { kind: 'closed', since, until }
  const at = Date.parse(freshAt ?? '')
  if (Number.isNaN(at)) return undefined
  if (at < since.getTime()) return { kind: 'waiting', since, isLate: now - since.getTime() > lateMs }
  const ms = Math.max(0, now - at)
  return { kind: 'told', ms, isLate: ms > lateMs }
}

/** `12 秒`, `4 分`, `3 小时`: whole, the smaller unit. */
export function delayWords(ms: number): { text: Text; count: number } {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return { text: { zh: '数据延迟 {count} 秒', en: 'Data {count} s old' }, count: seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120)
    return { text: { zh: '数据延迟 {count} 分', en: 'Data {count} min old' }, count: minutes }
  return {
    text: { zh: '数据延迟 {count} 小时', en: 'Data {count} h old' },
    count: Math.floor(minutes / 60),
  }
}
