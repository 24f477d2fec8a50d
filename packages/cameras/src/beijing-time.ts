import type { EpochMs } from './provider.ts'

/** China has kept UTC+8 without summer time since 1992, longer than any recording lasts. */
const aheadMs = 8 * 3_600_000
const dayMs = 86_400_000

/** `2026-06-08 08:00:00`, the form that EZVIZ, Huawei and WVP expect; whole seconds, rounded down. */
export function beijingText(at: EpochMs): string {
  return new Date(at + aheadMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** The same rounded up, for the end of a range. */
export function beijingTextUp(at: EpochMs): string {
  return beijingText(Math.ceil(at / 1000) * 1000)
}

/** `20260608080000`, as in stream names and ezopen addresses. */
export function beijingDigits(at: EpochMs): string {
  return beijingText(at).replace(/\D/g, '')
}

/** The time that a Beijing text names; undefined when it is not such a text or no such day exists. */
export function fromBeijingText(text: string): EpochMs | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined
  const at = Date.parse(`${text.replace(' ', 'T')}Z`) - aheadMs
  return Number.isNaN(at) || beijingText(at) !== text ? undefined : at
}

export type BeijingDay = { year: number; month: number; day: number; start: EpochMs; end: EpochMs }

/** The Beijing days that a half-open range touches, in order. */
export function beijingDays(range: { start: EpochMs; end: EpochMs }): BeijingDay[] {
  const days: BeijingDay[] = []
  for (let start = startOfDay(range.start); start < range.end; start += dayMs) {
    const date = new Date(start + aheadMs)
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    days.push({ year, month, day, start, end: start + dayMs })
  }
  return days
}

function startOfDay(at: EpochMs): EpochMs {
  return Math.floor((at + aheadMs) / dayMs) * dayMs - aheadMs
}
