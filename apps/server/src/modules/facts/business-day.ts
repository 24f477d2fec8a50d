import { legacyTimeOf } from '../../platform/time.ts'

/** Where a moment lies in the business day of its shop: slot 0 of five minutes begins at the cut of the day. */
export type BusinessTime = { date: string; slot: number }

/**
 * The business day of a moment on a shop's clock, and its five-minute slot. With a cut of 06:00 a sale at 02:10 belongs to the
 * day before, slot 242. On the day on which clocks go back an hour comes twice, and both fall into the same slots: a day has
 * 288 of them.
 */
export function businessTime(at: Date, timeZone: string, dayCut: string): BusinessTime {
  const written = legacyTimeOf(at, timeZone)
  const slot = slotOf(written.slice(11, 16)) - slotOf(dayCut)
  const date = written.slice(0, 10)
  return slot >= 0 ? { date, slot } : { date: dayBefore(date), slot: slot + 288 }
}

const slotOf = (clock: string) => Math.floor((Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))) / 5)

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
}
