import { shopTime } from '../capture/shop-time.ts'

/** Times on the clock of a shop: a day is `YYYY-MM-DD`, a time of day `HH:mm:ss`; moments are epoch ms. */

const dayMs = 86_400_000

export const dayOf = (at: number, timeZone: string): string => shopTime(new Date(at), timeZone).slice(0, 10)

/** `2026-11-20T10:31:18` on the shop's clock, as addresses carry it. */
export const writtenMoment = (at: number, timeZone: string): string =>
  shopTime(new Date(at), timeZone).replace(' ', 'T')

/** The moment when the shop's clock shows this; undefined where the text is no time. */
export function momentOf(text: string, timeZone: string): number | undefined {
  const wall = Date.parse(`${text.replace(' ', 'T')}Z`)
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d$/.test(text) || Number.isNaN(wall)) return undefined
  const offsetAt = (at: number) => Date.parse(`${shopTime(new Date(at), timeZone).replace(' ', 'T')}Z`) - at
  // The second pass is for days on which the clock is changed.
  const first = wall - offsetAt(wall)
  return wall - offsetAt(first)
}

/** The day as [start, end) in epoch ms; 23 or 25 hours long where clocks are changed. */
export function dayRange(day: string, timeZone: string): { from: number; to: number } {
  const from = momentOf(`${day}T00:00:00`, timeZone) ?? 0
  const to = momentOf(`${shiftDay(day, 1)}T00:00:00`, timeZone) ?? from + dayMs
  return { from, to }
}

export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10)
}

/** What people type for a time of day: `10:31`, `9:5`, `1031`, `10:31:18`, `103118`. undefined for anything else. */
export function typedClock(typed: string): string | undefined {
  const text = typed.trim().replaceAll('：', ':')
  const parts = /^\d{3,6}$/.test(text)
    ? [
        text.slice(0, text.length % 2 === 0 ? 2 : 1),
        ...(text.slice(text.length % 2 === 0 ? 2 : 1).match(/\d\d/g) ?? []),
      ]
    : /^\d{1,2}(:\d{1,2}){1,2}$/.test(text)
      ? text.split(':')
      : []
  const [hour = -1, minute = -1, second = 0] = parts.map(Number)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second > 59) return undefined
  return [hour, minute, second].map(part => String(part).padStart(2, '0')).join(':')
}

export type Month = { year: number; month: number }
export const monthOf = (day: string): Month => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
})
export const monthKey = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, '0')}`

export function shiftMonth({ year, month }: Month, by: number): Month {
  const count = year * 12 + month - 1 + by
  return { year: Math.floor(count / 12), month: (count % 12) + 1 }
}

/** Weeks of a month, Monday first, as days; undefined before the first and after the last. */
export function weeksOf(month: Month): (string | undefined)[][] {
  const first = `${monthKey(month)}-01`
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const length = new Date(Date.UTC(month.year, month.month, 0)).getUTCDate()
  const cells = Array.from({ length: Math.ceil((lead + length) / 7) * 7 }, (_, at) => {
    const day = at - lead + 1
    return day < 1 || day > length ? undefined : `${monthKey(month)}-${String(day).padStart(2, '0')}`
  })
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
