import type { ScheduleRhythm } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { daysOf, lastDue, nextDue } from './rhythm.ts'

const rhythm = (every: ScheduleRhythm['every'], day = 1, hour = 7): ScheduleRhythm => ({
  every,
  day,
  hour,
  period: 'yesterday',
})
/** A time on the clock of the chain. */
const at = (time: string) => new Date(`${time}:00+08:00`)

describe('the rhythm of a schedule', () => {
  it('is due each day at its hour, after a moment and not at it', () => {
    expect(nextDue(rhythm('daily'), at('2026-03-04T06:59'))).toEqual(at('2026-03-04T07:00'))
    expect(nextDue(rhythm('daily'), at('2026-03-04T07:00'))).toEqual(at('2026-03-05T07:00'))
    expect(lastDue(rhythm('daily'), at('2026-03-04T06:59'))).toEqual(at('2026-03-03T07:00'))
    expect(lastDue(rhythm('daily'), at('2026-03-04T07:00'))).toEqual(at('2026-03-04T07:00'))
  })

  it('is due on its day of the week by the clock of the chain, also where UTC has another day', () => {
    // 2026-03-02 is a Monday; at one o'clock it is still Sunday in UTC.
    expect(nextDue(rhythm('weekly', 1, 1), at('2026-03-01T12:00'))).toEqual(at('2026-03-02T01:00'))
    expect(nextDue(rhythm('weekly', 7, 1), at('2026-03-02T00:30'))).toEqual(at('2026-03-08T01:00'))
  })

  it('of a month falls on its last day where it has no such day', () => {
    expect(nextDue(rhythm('monthly', 31), at('2026-01-31T08:00'))).toEqual(at('2026-02-28T07:00'))
    expect(nextDue(rhythm('monthly', 31), at('2026-02-28T08:00'))).toEqual(at('2026-03-31T07:00'))
    expect(nextDue(rhythm('monthly', 29), at('2028-02-01T00:00'))).toEqual(at('2028-02-29T07:00'))
    expect(lastDue(rhythm('monthly', 30), at('2026-03-01T00:00'))).toEqual(at('2026-02-28T07:00'))
    expect(nextDue(rhythm('monthly', 1), at('2026-12-31T23:59'))).toEqual(at('2027-01-01T07:00'))
  })

  it('asks for the last period that is over, weeks as the template begins them', () => {
    expect(daysOf('yesterday', 1, '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
    // 2026-03-04 is a Wednesday.
    expect(daysOf('lastWeek', 1, '2026-03-04')).toEqual({ from: '2026-02-23', to: '2026-03-01' })
    expect(daysOf('lastWeek', 7, '2026-03-04')).toEqual({ from: '2026-02-22', to: '2026-02-28' })
    expect(daysOf('lastWeek', 3, '2026-03-04')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
    expect(daysOf('lastMonth', 1, '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(daysOf('lastMonth', 1, '2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  })
})
