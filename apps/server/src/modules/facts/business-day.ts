import { dateText, dayAfter, fromLegacyTime, legacyTimeOf } from '../../platform/time.ts'

/** Where a moment lies in the business day of its shop: slot 0 of five minutes begins at the cut of the day. */
export type BusinessTime = { date: string; slot: number }

/**
 * The business day of a moment on a shop's clock, and its five-minute slot. With a cut of 06:00 a sale at 02:10 belongs to the
 * day before, slot 242. On the day on which clocks go back an hour comes twice, and both fall into the same slots: a day has
 * 288 of them.
 */
export function businessTime(at: Date, timeZone: string, dayCut: string): BusinessTime {
  const local = at.getTime() + offsetAt(at.getTime(), timeZone)
  const day = Math.floor(local / dayMs)
  const slot = Math.floor((local - day * dayMs) / slotMs) - slotOf(dayCut)
  return slot >= 0 ? { date: dateText(day), slot } : { date: dateText(day - 1), slot: slot + 288 }
}

/** Slots that are over since a shop's business day began: 288 and more once it has ended. */
export function slotsOver(at: Date, date: string, timeZone: string, dayCut: string): number {
  const present = businessTime(at, timeZone, dayCut)
  return Math.round((Date.parse(present.date) - Date.parse(date)) / dayMs) * 288 + present.slot
}

/** The moment at which a slot of a shop's business day begins. */
export function slotBegin(date: string, slot: number, timeZone: string, dayCut: string): Date {
  const minutes = minutesOf(dayCut) + slot * 5
  const day = dayAfter(date, Math.floor(minutes / 1440))
  return fromLegacyTime(`${day} ${clock(minutes % 1440)}:00`, timeZone, 'at')
}

/** HH:MM at which a slot begins; past 24:00 where a business day goes on after midnight. */
export const slotClock = (slot: number, dayCut: string): string => clock(minutesOf(dayCut) + slot * 5)

const dayMs = 86_400_000
const slotMs = 300_000
const quarterMs = 900_000
/** How far clocks are ahead of UTC, by zone and quarter of an hour: they are put only at full quarters. */
const offsets = new Map<string, Map<number, number>>()
const remembered = 20_000

/** How far a zone's clock is ahead of UTC at a moment, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  const own = offsets.get(timeZone) ?? new Map<number, number>()
  if (own.size === 0 || own.size > remembered) {
    own.clear()
    offsets.set(timeZone, own)
  }
  const quarter = Math.floor(at / quarterMs)
  const known = own.get(quarter)
  if (known !== undefined) return known
  const written = legacyTimeOf(new Date(quarter * quarterMs), timeZone)
  const offset = Date.parse(`${written.replace(' ', 'T')}Z`) - quarter * quarterMs
  own.set(quarter, offset)
  return offset
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
/** The five-minute slot of a time of the clock, `HH:MM`, counted from midnight. */
export const slotOf = (clock: string): number => Math.floor(minutesOf(clock) / 5)
const two = (value: number) => String(value).padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
