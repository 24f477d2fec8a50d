/** Times as the vendors write them: Asia/Shanghai, which has kept UTC+8 without summer time since 1991. */
const offsetMs = 8 * 3_600_000
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** `yyyy-MM-dd HH:mm:ss`. */
export function chinaText(at: number): string {
  return new Date(at + offsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** `yyyyMMddHHmmss`. */
export function compactChinaText(at: number): string {
  return chinaText(at).replace(/\D/g, '')
}

/** Epoch ms of `yyyy-MM-dd HH:mm:ss`; undefined for any other form or a day that does not exist. */
export function fromChinaText(value: string | undefined): number | undefined {
  if (value === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return undefined
  const at = Date.parse(`${value.replace(' ', 'T')}Z`) - offsetMs
  return Number.isNaN(at) || chinaText(at) !== value ? undefined : at
}

/** Start of the day in which `at` lies. */
export function startOfChinaDay(at: number): number {
  return Math.floor((at + offsetMs) / dayMs) * dayMs - offsetMs
}

/** Start of a day given by its numbers (month from 1); undefined for a day that does not exist. */
export function chinaDay(year: number, month: number, day: number): number | undefined {
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  return fromChinaText(`${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)} 00:00:00`)
}
