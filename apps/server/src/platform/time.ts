import { AppError } from '@aisle/contract'
import { text } from './http/text.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** `YYYY-MM-DD HH:mm:ss` on the clock of a time zone: the time of the inherited calls. */
export function legacyTimeOf(at: Date, timeZone: string): string {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes, digits = 2) =>
    (parts.get(type) ?? '').padStart(digits, '0')
  return `${part('year', 4)}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}

/** The day that a clock in China shows: what begins and ends with a day of the chain does so by it. */
export const chinaDay = (at: Date): string => legacyTimeOf(at, 'Asia/Shanghai').slice(0, 10)

/** The day that lies so many days after another, as `YYYY-MM-DD`. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
export const dayBefore = (date: string, days: number): string => dayAfter(date, -days)

const dates = new Map<number, string>()
const datesMost = 50_000

/** `YYYY-MM-DD` of a day by its number since 1970-01-01. */
export function dateText(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  if (dates.size > datesMost) dates.clear()
  const written = new Date(day * dayMs).toISOString().slice(0, 10)
  dates.set(day, written)
  return written
}

/**
 * The moment at which a zone's clock shows that time. An hour that comes twice means its first pass; one that is skipped
 * moves on by the skipped length.
 * @throws AppError invalidInput naming `path` where the calendar has no such time
 */
export function fromLegacyTime(time: string, timeZone: string, path: string): Date {
  refuseImpossible(time, path)
  const asUtc = Date.parse(`${time.replace(' ', 'T')}Z`)
  const [before, after] = [-dayMs, dayMs].map(shift => asUtc - offsetAt(asUtc + shift, timeZone))
  const candidates = [before ?? asUtc, after ?? asUtc].toSorted((a, b) => a - b)
  const exact = candidates.find(at => legacyTimeOf(new Date(at), timeZone) === time)
  return new Date(exact ?? before ?? asUtc)
}

/** @throws AppError invalidInput naming `path` where the calendar has no such time */
export function refuseImpossible(time: string, path: string): void {
  const iso = `${time.replace(' ', 'T')}.000Z`
  const at = new Date(iso)
  if (Number.isNaN(at.getTime()) || at.toISOString() !== iso || at.getUTCFullYear() < 1900)
    throw new AppError('invalidInput', text.invalidInput, {
      errors: [{ path, message: 'no such date and time' }],
    })
}

const dayMs = 24 * 3_600_000

/** How far the zone's clock is ahead of UTC at that moment. */
function offsetAt(at: number, timeZone: string): number {
  const second = Math.floor(at / 1000) * 1000
  return Date.parse(`${legacyTimeOf(new Date(second), timeZone).replace(' ', 'T')}Z`) - second
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(timeZone, made)
  return made
}
