import { expect, it } from 'vitest'
import { daysOfWeek, weekRows } from './weeks.ts'

it('knows the days of an ISO week, over the turn of the year too', () => {
  expect(daysOfWeek('2026-W47')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(daysOfWeek('2026-W01')).toEqual({ from: '2025-12-29', to: '2026-01-04' })
  expect(daysOfWeek('2026-11')).toBeUndefined()
})

it('puts working days and weekend of a shop beside its week, the latest week and the busiest shop first', () => {
  const row = (week: string, shop: string, visits: number | null) => ({
    week: { id: week, name: week },
    shop: { id: shop, name: shop },
    visits: { current: visits },
  })
  const rows = weekRows(
    [row('2026-W46', 'a', 100), row('2026-W47', 'a', 200), row('2026-W47', 'b', 300)],
    [row('2026-W47', 'a', 150), row('2026-W47', 'b', 180)],
    [row('2026-W47', 'a', 50), row('2026-W47', 'b', 120)],
    'visits',
  )
  expect(rows.map(({ id, workday, weekend, weekendShare }) => [id, workday, weekend, weekendShare])).toEqual([
    ['2026-W47 b', 180, 120, 40],
    ['2026-W47 a', 150, 50, 25],
    ['2026-W46 a', null, null, null],
  ])
})
