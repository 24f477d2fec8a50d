import { describe, expect, it } from 'vitest'
import { legacyTimeOf } from '../../platform/time.ts'
import { daily, duesBetween, minutesOf, nextDue, type Schedule, scheduleFrom } from './schedule.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const step = (everyMinutes: number, from: string, to: string, weekdays = everyDay): Schedule => {
  const made = scheduleFrom({ times: [], everyMinutes: everyMinutes as 30, from, to, weekdays })
  if (!made) throw new Error('no schedule')
  return made
}
const shown = (dates: Date[], zone: string) => dates.map(date => legacyTimeOf(date, zone).slice(5, 16))
const at = (time: string) => new Date(time)

describe('the next time of a plan', () => {
  it('is today where the minute is still to come, else tomorrow, on the clock of the shop', () => {
    const nine = daily('09:00')
    expect(nextDue(nine, 'Asia/Shanghai', at('2026-10-01T00:59:59Z'))).toEqual(at('2026-10-01T01:00:00Z'))
    expect(nextDue(nine, 'Asia/Shanghai', at('2026-10-01T01:00:00Z'))).toEqual(at('2026-10-02T01:00:00Z'))
    expect(nextDue(nine, 'Europe/Paris', at('2026-10-01T01:00:00Z'))).toEqual(at('2026-10-01T07:00:00Z'))
    expect(nextDue(nine, 'America/Los_Angeles', at('2026-10-01T01:00:00Z'))).toEqual(
      at('2026-10-01T16:00:00Z'),
    )
  })

  it('keeps to the chosen weekdays of the shop, not of the server', () => {
    // 2026-10-02 is a Friday; in Shanghai Saturday begins while it is still Friday in UTC.
    const saturday = { ...daily('01:00'), weekdays: [6] }
    expect(nextDue(saturday, 'Asia/Shanghai', at('2026-10-02T00:00:00Z'))).toEqual(at('2026-10-02T17:00:00Z'))
    expect(nextDue(saturday, 'Asia/Shanghai', at('2026-10-02T17:00:00Z'))).toEqual(at('2026-10-09T17:00:00Z'))
  })

  it('of a step is on its grid, both ends inside', () => {
    expect(minutesOf(step(120, '10:00', '16:00'))).toEqual([600, 720, 840, 960])
    expect(minutesOf(step(60, '22:30', '01:00'))).toEqual([1350, 1410, 30])
    expect(minutesOf(step(30, '10:00', '10:00'))).toEqual([600])
    expect(minutesOf(step(30, '00:00', '23:59'))).toHaveLength(48)
  })
})

describe('when the clocks change', () => {
  it('a time that is skipped moves on by the hour that is missing', () => {
    // Paris, 2026-03-29: 02:00 becomes 03:00.
    const due = duesBetween(
      daily('02:30'),
      'Europe/Paris',
      at('2026-03-27T12:00:00Z'),
      at('2026-03-30T12:00:00Z'),
    )
    expect(shown(due, 'Europe/Paris')).toEqual(['03-28 02:30', '03-29 03:30', '03-30 02:30'])
  })

  it('a time that comes twice is due the first time only', () => {
    // Paris, 2026-10-25: 03:00 becomes 02:00.
    const due = duesBetween(
      daily('02:30'),
      'Europe/Paris',
      at('2026-10-24T12:00:00Z'),
      at('2026-10-26T12:00:00Z'),
    )
    expect(due).toEqual([at('2026-10-25T00:30:00Z'), at('2026-10-26T01:30:00Z')])
  })

  it('steps of half an hour stay half an hour apart', () => {
    for (const [from, to, count] of [
      ['2026-03-28T22:59:59Z', '2026-03-29T21:59:59Z', 46],
      ['2026-10-24T21:59:59Z', '2026-10-25T22:59:59Z', 50],
    ] as const) {
      const due = duesBetween(step(30, '00:00', '23:59'), 'Europe/Paris', at(from), at(to))
      expect(due).toHaveLength(count)
      const apart = due.slice(1).map((date, index) => date.getTime() - (due[index]?.getTime() ?? 0))
      expect(new Set(apart)).toEqual(new Set([30 * 60_000]))
    }
  })

  it('a day whose midnight is skipped has its plan at one', () => {
    // Beirut, 2026-03-29: 00:00 becomes 01:00.
    const midnight = { ...daily('09:00'), times: [0] }
    const due = duesBetween(midnight, 'Asia/Beirut', at('2026-03-28T12:00:00Z'), at('2026-03-30T12:00:00Z'))
    expect(shown(due, 'Asia/Beirut')).toEqual(['03-29 01:00', '03-30 00:00'])
  })
})

describe('a schedule from a request', () => {
  const body = { times: [], everyMinutes: null, from: '00:00', to: '23:59', weekdays: everyDay }
  it('has no time 00:00: it stands for none', () => {
    expect(scheduleFrom({ ...body, times: ['00:00'] })).toBeUndefined()
    expect(scheduleFrom(body)).toBeUndefined()
    expect(scheduleFrom({ ...body, times: ['18:00', '00:00', '09:05', '09:05'] })?.times).toEqual([545, 1080])
  })
})
