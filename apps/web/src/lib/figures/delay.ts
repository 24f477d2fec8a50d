import type { Text } from '@aisle/contract'

/** Counters send windows of five minutes: what is older than three of them is late. */
const windowMs = 5 * 60_000
export const lateMs = 3 * windowMs

export type Delay = { ms: number; isLate: boolean }

/** How far figures lag behind the clock: since the last row came, as last heard; undefined where nothing ever came. */
export function delayOf(freshAt: string | null | undefined, now: number): Delay | undefined {
  const at = Date.parse(freshAt ?? '')
  if (Number.isNaN(at)) return undefined
  const ms = Math.max(0, now - at)
  return { ms, isLate: ms > lateMs }
}

/** `12 秒`, `4 分`, `3 小时`: whole, the smaller unit. */
export function delayWords({ ms }: Delay): { text: Text; count: number } {
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
