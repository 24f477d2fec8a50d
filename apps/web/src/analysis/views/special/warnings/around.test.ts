import { expect, it } from 'vitest'
import { beforeAndAfter, monthsOf, windowAround } from './around.ts'

it('looks at two hours more on either side, within the day', () => {
  expect(windowAround('17:45', '20:50')).toEqual({ from: '15:45', to: '22:50' })
  expect(windowAround('00:30', '24:00')).toEqual({ from: '00:00', to: '24:00' })
})

it('holds whole weeks before a change against as many after, four at most', () => {
  expect(beforeAndAfter('2026-11-04', '2026-11-21')).toEqual({
    weeks: 2,
    before: { from: '2026-10-21', to: '2026-11-03' },
    after: { from: '2026-11-04', to: '2026-11-17' },
  })
  expect(beforeAndAfter('2026-06-01', '2026-11-21')?.weeks).toBe(4)
  expect(beforeAndAfter('2026-11-14', '2026-11-21')?.after).toEqual({ from: '2026-11-14', to: '2026-11-20' })
  expect(beforeAndAfter('2026-11-15', '2026-11-21')).toBeUndefined()
})

it('names the months of some days', () => {
  expect(monthsOf({ from: '2025-11-20', to: '2026-01-02' })).toEqual(['2025-11', '2025-12', '2026-01'])
})
