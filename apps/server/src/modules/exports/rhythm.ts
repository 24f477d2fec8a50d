import type { ScheduleRhythm } from '@aisle/contract'
import { chinaDay, dayAfter, dayBefore, fromLegacyTime } from '../../platform/time.ts'

/** The clock that schedules of the chain go by. */
const zone = 'Asia/Shanghai'
/** Longer than any rhythm pauses: a month and the days of a longer one. */
const mostDays = 64

/** 1 Monday to 7 Sunday. */
const weekdayOf = (day: string): number => ((new Date(day).getUTCDay() + 6) % 7) + 1

/** The month after has its first day then. */
const isLastOfMonth = (day: string) => dayAfter(day, 1).endsWith('-01')

function isDay({ every, day }: ScheduleRhythm, date: string): boolean {
  if (every === 'daily') return true
  if (every === 'weekly') return weekdayOf(date) === day
  const number = Number(date.slice(8))
  return number === day || (number < day && isLastOfMonth(date))
}

const momentOf = ({ hour }: ScheduleRhythm, date: string): Date =>
  fromLegacyTime(`${date} ${String(hour).padStart(2, '0')}:00:00`, zone, 'hour')

/** The first time after a moment at which a schedule is due. */
export function nextDue(rhythm: ScheduleRhythm, after: Date): Date {
  const from = chinaDay(after)
  for (let ahead = 0; ahead < mostDays; ahead++) {
    const date = dayAfter(from, ahead)
    const at = momentOf(rhythm, date)
    if (isDay(rhythm, date) && at > after) return at
  }
  throw new Error('a schedule without a next time')
}

/** The last time up to a moment at which it was due: what was missed before that is not made up for. */
export function lastDue(rhythm: ScheduleRhythm, until: Date): Date {
  const from = chinaDay(until)
  for (let back = 0; back < mostDays; back++) {
    const date = dayBefore(from, back)
    const at = momentOf(rhythm, date)
    if (isDay(rhythm, date) && at <= until) return at
  }
  throw new Error('a schedule without a last time')
}

/** The days of the last period that was over when it was due; `today` is the day of business then. */
export function daysOf(period: ScheduleRhythm['period'], weekStart: number, today: string) {
  if (period === 'yesterday') {
    const day = dayBefore(today, 1)
    return { from: day, to: day }
  }
  if (period === 'lastWeek') {
    const begun = dayBefore(today, (weekdayOf(today) - weekStart + 7) % 7)
    return { from: dayBefore(begun, 7), to: dayBefore(begun, 1) }
  }
  const to = dayBefore(`${today.slice(0, 8)}01`, 1)
  return { from: `${to.slice(0, 8)}01`, to }
}
