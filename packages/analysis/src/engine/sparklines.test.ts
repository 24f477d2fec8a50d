import { type Question, question as questionSchema } from '@aisle/contract'
import { expect, it } from 'vitest'
import { statutoryCalendar } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/days.ts'
import { finish, prepare } from './prepare.ts'

const prepared = (more: Partial<Question> = {}) =>
  prepare(
    questionSchema.parse({
      metrics: ['visits'],
      dimensions: ['shop'],
      calc: ['sparkline'],
      period: { from: '2026-03-02', to: '2026-03-05' },
      ...more,
    }),
    {
      shops: [1, 2],
      everyShop: true,
      today: dayOf('2026-11-18'),
      slot: 100,
      calendar: statutoryCalendar(),
    },
  )

it('stands beside each value, oldest first, with gaps where nothing was received', () => {
  const first = dayOf('2026-03-02')
  const byDay = [
    [first + 3, '1', 9, 10, 10, 0],
    [first, '1', 4, 10, 10, 0],
    [first + 1, '1', 0, 10, 0, 0],
    [first + 2, '2', 7, 10, 10, 0],
  ]
  const { rows } = finish(prepared(), key =>
    key.startsWith('0.0:')
      ? byDay
      : [
          ['1', 13, 40, 30, 0],
          ['2', 7, 40, 10, 0],
        ],
  )
  expect(rows.map(({ cells }) => [cells.visits?.current, cells.visits?.sparkline])).toEqual([
    [13, [4, null, null, 9]],
    [7, [null, null, 7, null]],
  ])
})

it('is by hours of one day and by weeks of many', () => {
  const inner = (more: Partial<Question>) => prepared(more).amendments[0]!.inner[0]!.asked.grain
  expect(inner({ period: { from: '2026-03-02', to: '2026-03-02' } })).toBe('hour')
  expect(inner({})).toBe('day')
  expect(inner({ period: { from: '2026-01-01', to: '2026-06-30' } })).toBe('week')
  expect(() => prepared({ granularity: 'day' })).toThrow('mini curve')
})
