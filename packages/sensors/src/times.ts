import type { Around, EpochMs } from './sensor.ts'
import { SensorError } from './sensor.ts'

const form =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{1,2}(?::?\d{2})?)?$/i

/**
 * A time as sensors write it: with dashes or slashes, a `T` or a blank, an offset such as `+08:00`, `-5:00` (which RFC 3339
 * does not allow and Hikvision sends) or none, which means the clock of the shop.
 * @throws SensorError where the calendar has no such time
 */
export function timeOf(text: string, { offsetAt }: Pick<Around, 'offsetAt'>): EpochMs {
  const parts = form.exec(text.trim())
  if (!parts) throw new SensorError(`not a time: ${text.slice(0, 40)}`)
  const [, year, month, day, hour, minute, second = '0', fraction = '', offset] = parts
  const numbers = [year, month, day, hour, minute, second].map(Number)
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = numbers
  const ms = Math.floor(Number(`0.${fraction || 0}`) * 1000)
  const asUtc = Date.UTC(y, mo - 1, d, h, mi, s, ms)
  const read = new Date(asUtc)
  if (
    read.getUTCMonth() !== mo - 1 ||
    read.getUTCDate() !== d ||
    read.getUTCHours() !== h ||
    mi > 59 ||
    s > 59
  )
    throw new SensorError(`no such time: ${text.slice(0, 40)}`)
  if (offset === undefined) return asUtc - offsetAt(read.toISOString().slice(0, 19))
  return asUtc - offsetOf(offset)
}

/** `Z`, `+08:00`, `-5:00`, `+0530`, `UTC+8:00` or `GMT-03:30`, in milliseconds ahead of UTC. */
export function offsetOf(text: string): number {
  const parts = /^(?:UTC|GMT)?\s*(?:Z|([+-])(\d{1,2})(?::?(\d{2}))?)?$/i.exec(text.trim())
  if (!parts) throw new SensorError(`not an offset from UTC: ${text.slice(0, 40)}`)
  const [, sign, hours = '0', minutes = '0'] = parts
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000
  if (Number(hours) > 14 || Number(minutes) > 59) throw new SensorError(`not an offset from UTC: ${text}`)
  return sign === '-' ? -ms : ms
}
