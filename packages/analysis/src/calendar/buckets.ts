import type { Granularity } from '@aisle/contract'
import { type Day, dayFrom, mondayOf, monthStart, partsOfDay, type Span, textOf } from './days.ts'

/** Granularities of whole days. */
export type DayGrain = Extract<Granularity, 'day' | 'week' | 'month' | 'quarter' | 'year'>
/** Minutes of a bucket below the day. */
export const minutesOf = { '5min': 5, '10min': 10, '15min': 15, hour: 60 } as const
export type ClockGrain = keyof typeof minutesOf

export const isDayGrain = (grain: Granularity): grain is DayGrain =>
  grain === 'day' || grain === 'week' || grain === 'month' || grain === 'quarter' || grain === 'year'
export const isClockGrain = (grain: Granularity): grain is ClockGrain => Object.hasOwn(minutesOf, grain)

const months = { month: 1, quarter: 3, year: 12 } as const
export const monthsOf = (grain: DayGrain): number | undefined =>
  grain === 'month' || grain === 'quarter' || grain === 'year' ? months[grain] : undefined

/** First day of the bucket that a day falls into; weeks begin on Monday. */
export function bucketStart(day: Day, grain: DayGrain): Day {
  if (grain === 'day') return day
  if (grain === 'week') return mondayOf(day)
  const { year, month } = partsOfDay(day)
  if (grain === 'month') return dayFrom(year, month, 1)
  if (grain === 'quarter') return dayFrom(year, Math.floor((month - 1) / 3) * 3 + 1, 1)
  return dayFrom(year, 1, 1)
}

/** The whole bucket that begins on a day. */
export function bucketSpan(start: Day, grain: DayGrain): Span {
  if (grain === 'day') return { from: start, to: start }
  if (grain === 'week') return { from: start, to: start + 6 }
  return { from: start, to: monthStart(start, monthsOf(grain)) - 1 }
}

/** `2026-10-01`, `2026-W40`, `2026-10`, `2026-Q4`, `2026`. */
export function bucketLabel(start: Day, grain: DayGrain): string {
  const text = textOf(start)
  if (grain === 'day') return text
  if (grain === 'month') return text.slice(0, 7)
  if (grain === 'year') return text.slice(0, 4)
  if (grain === 'quarter') return `${text.slice(0, 4)}-Q${Math.floor((Number(text.slice(5, 7)) + 2) / 3)}`
  return weekLabel(start)
}

/** ISO week of the day's Thursday. */
export function weekLabel(day: Day): string {
  const thursday = mondayOf(day) + 3
  const { year } = partsOfDay(thursday)
  return `${year}-W${String(Math.floor((thursday - dayFrom(year, 1, 1)) / 7) + 1).padStart(2, '0')}`
}

/** `10:00` of a five-minute slot. */
export function slotLabel(slot: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(slot / 12))}:${two((slot % 12) * 5)}`
}
