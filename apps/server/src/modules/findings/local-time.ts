import { legacyTimeOf } from '../../platform/time.ts'

/** Day, hour and weekday (1 Monday – 7 Sunday) of a moment on the clock of a shop. */
export function localTime(
  at: Date,
  timeZone: string,
): { localDate: string; localHour: number; weekday: number } {
  const written = legacyTimeOf(at, timeZone)
  const localDate = written.slice(0, 10)
  const weekday = new Date(`${localDate}T00:00:00Z`).getUTCDay()
  return { localDate, localHour: Number(written.slice(11, 13)), weekday: weekday === 0 ? 7 : weekday }
}

/** Whether a shop is open at that moment; one that closes before it opens is open past midnight. */
export function isOpenAt(
  at: Date,
  { timeZone, openTime, closeTime }: { timeZone: string; openTime: string; closeTime: string },
): boolean {
  const clock = legacyTimeOf(at, timeZone).slice(11, 16)
  if (openTime === closeTime) return true
  return openTime < closeTime
    ? clock >= openTime && clock < closeTime
    : clock >= openTime || clock < closeTime
}
