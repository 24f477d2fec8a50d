import { describe, expect, it } from 'vitest'
import {
  dayOf,
  dayRange,
  momentOf,
  shiftDay,
  shiftMonth,
  typedClock,
  weeksOf,
  writtenMoment,
} from './shop-day.ts'

const shanghai = 'Asia/Shanghai'

describe('times on the clock of a shop', () => {
  it('are written and read back', () => {
    const at = Date.parse('2026-11-20T10:31:18+08:00')
    expect(writtenMoment(at, shanghai)).toBe('2026-11-20T10:31:18')
    expect(momentOf('2026-11-20T10:31:18', shanghai)).toBe(at)
    expect(momentOf('yesterday', shanghai)).toBeUndefined()
    expect(momentOf('2026-13-40T10:31:18', shanghai)).toBeUndefined()
  })
  it('belong to the day of the shop', () => {
    expect(dayOf(Date.parse('2026-11-19T17:00:00Z'), shanghai)).toBe('2026-11-20')
    expect(dayRange('2026-11-20', shanghai)).toEqual({
      from: Date.parse('2026-11-19T16:00:00Z'),
      to: Date.parse('2026-11-20T16:00:00Z'),
    })
  })
  it('have a short day where clocks are put forward', () => {
    const { from, to } = dayRange('2026-03-29', 'Europe/Paris')
    expect(to - from).toBe(23 * 3_600_000)
  })
})

it.each([
  ['10:31', '10:31:00'],
  ['9:5', '09:05:00'],
  ['1031', '10:31:00'],
  ['931', '09:31:00'],
  ['10：31', '10:31:00'],
  ['10:31:18', '10:31:18'],
  ['103118', '10:31:18'],
  ['24:00', undefined],
  ['10:61', undefined],
  ['noon', undefined],
  ['', undefined],
])('reads %s as %s', (typed, clock) => {
  expect(typedClock(typed)).toBe(clock)
})

it('lays out a month in weeks that begin on Monday', () => {
  const weeks = weeksOf({ year: 2026, month: 11 })
  expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01'])
  expect(weeks.flat().filter(Boolean)).toHaveLength(30)
  expect(weeks.every(week => week.length === 7)).toBe(true)
  expect(shiftMonth({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
})
