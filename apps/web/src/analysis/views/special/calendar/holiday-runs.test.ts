import { expect, it } from 'vitest'
import { lengthOf, placeIn, runsByYear } from './holiday-runs.ts'

it('finds the break of each year, the latest first, and the longest where a year has two', () => {
  const runs = runsByYear([
    '2026-10-01',
    '2026-10-02',
    '2026-10-03',
    '2025-10-02',
    '2025-10-01',
    '2025-12-31',
  ])
  expect(runs).toEqual([
    { from: '2026-10-01', to: '2026-10-03' },
    { from: '2025-10-01', to: '2025-10-02' },
  ])
  expect(runs.map(lengthOf)).toEqual([3, 2])
})

it('gives a break over the turn of the year to the year it leads into', () => {
  expect(runsByYear(['2025-12-31', '2026-01-01', '2025-01-01'])).toEqual([
    { from: '2025-12-31', to: '2026-01-01' },
    { from: '2025-01-01', to: '2025-01-01' },
  ])
})

it('counts days from the first of the break', () => {
  const run = { from: '2026-10-01', to: '2026-10-07' }
  expect(['2026-09-28', '2026-10-01', '2026-10-10'].map(day => placeIn(run, day))).toEqual([-3, 0, 9])
})
