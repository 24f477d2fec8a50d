import { defaultPlanTime, type PlanSchedule, type PlanScheduleInput } from '@aisle/contract'
import { legacyTimeOf } from '../../platform/time.ts'

/** A schedule as the database keeps it: minutes of the day on the clock of the shop. */
export type Schedule = {
  times: number[]
  everyMinutes: number | null
  fromMinute: number
  toMinute: number
  /** 1 Monday to 7 Sunday. */
  weekdays: number[]
}

const dayMinutes = 24 * 60
const minuteMs = 60_000
const dayMs = dayMinutes * minuteMs
/** A weekday comes again within 7 days, and a zone once skipped a whole day. */
const daysAhead = 9

/** Minutes since midnight of a checked `HH:MM`. */
function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** HH:MM of a minute of the day. */
export function clockOf(minute: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(minute / 60))}:${part(minute % 60)}`
}

/** The schedule of a request; undefined where it has no time but 00:00, which stands for none. */
export function scheduleFrom(input: PlanScheduleInput): Schedule | undefined {
  const { everyMinutes, from, to, weekdays } = input
  const wanted = input.times.filter(time => time !== defaultPlanTime)
  if (everyMinutes === null && wanted.length === 0) return undefined
  const times = everyMinutes === null ? [...new Set(wanted.map(minuteOf))].sort((a, b) => a - b) : []
  return { times, everyMinutes, fromMinute: minuteOf(from), toMinute: minuteOf(to), weekdays }
}

/** Once a day, every day: what the inherited calls set. */
export function daily(clock: string): Schedule {
  return {
    times: [minuteOf(clock)],
    everyMinutes: null,
    fromMinute: 0,
    toMinute: dayMinutes - 1,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  }
}

/** A schedule as calls tell it. */
export function scheduleAnswer({
  times,
  everyMinutes,
  fromMinute,
  toMinute,
  weekdays,
}: Schedule): PlanSchedule {
  return {
    times: times.map(clockOf),
    everyMinutes,
    from: clockOf(fromMinute),
    to: clockOf(toMinute),
    weekdays,
  }
}

/** Minutes of the day at which it is due. */
export function minutesOf({ times, everyMinutes, fromMinute, toMinute }: Schedule): number[] {
  if (everyMinutes === null) return times
  const lengthMinutes = (toMinute - fromMinute + dayMinutes) % dayMinutes
  const count = Math.floor(lengthMinutes / everyMinutes) + 1
  return Array.from({ length: count }, (_, turn) => (fromMinute + turn * everyMinutes) % dayMinutes)
}

/** The first moment after `after` at which it is due; undefined where it never is. */
export function nextDue(schedule: Schedule, timeZone: string, after: Date): Date | undefined {
  return dues(schedule, timeZone, after).next().value ?? undefined
}

/** Moments after `after` at which it is due, up to and with `until`, in order. */
export function duesBetween(schedule: Schedule, timeZone: string, after: Date, until: Date): Date[] {
  const found: Date[] = []
  for (const due of dues(schedule, timeZone, after)) {
    if (due > until) break
    found.push(due)
  }
  return found
}

/**
 * Fixed times: an hour that comes twice means its first pass, one that is skipped moves on by the skipped length. Steps
 * go on through both passes and leave the skipped hour out, so that the real time between two pictures stays the same.
 */
function* dues(schedule: Schedule, timeZone: string, after: Date): Generator<Date, undefined> {
  const minutes = minutesOf(schedule)
  const clock = zoneClock(timeZone)
  const firstDay = Math.floor(clock.local(after.getTime()) / dayMs) * dayMs
  let last = after.getTime()
  let empty = 0
  // A day earlier: a time that was skipped at midnight moves into the next day.
  for (let day = firstDay - dayMs; empty < daysAhead; day += dayMs) {
    const weekday = ((Math.floor(day / dayMs) + 3) % 7) + 1
    const moments = schedule.weekdays.includes(weekday)
      ? minutes
          .flatMap(minute => clock.moments(day + minute * minuteMs, schedule.everyMinutes !== null))
          .filter(moment => moment > last)
          .sort((a, b) => a - b)
      : []
    empty = moments.length > 0 ? 0 : empty + 1
    for (const moment of moments) {
      if (moment <= last) continue
      last = moment
      yield new Date(moment)
    }
  }
  return undefined
}

/** The clock of a zone, read as if it were UTC. */
function zoneClock(timeZone: string) {
  const offsets = new Map<number, number>()
  const offsetAt = (at: number) => {
    const known = offsets.get(at)
    if (known !== undefined) return known
    const second = Math.floor(at / 1000) * 1000
    const offset = Date.parse(`${legacyTimeOf(new Date(second), timeZone).replace(' ', 'T')}Z`) - second
    offsets.set(at, offset)
    return offset
  }
  return {
    local: (at: number) => at + offsetAt(at),
    /** When the clock shows that; `everyPass`: also the second time, and never instead of a skipped one. */
    moments(shown: number, everyPass: boolean): number[] {
      const dayStart = Math.floor(shown / dayMs) * dayMs
      const around = [offsetAt(dayStart - dayMs), offsetAt(dayStart + 2 * dayMs)] as const
      const exact = [...new Set(around.map(offset => shown - offset))]
        .filter(at => around[0] === around[1] || at + offsetAt(at) === shown)
        .sort((a, b) => a - b)
      if (everyPass) return exact
      return [exact[0] ?? shown - around[0]]
    },
  }
}
