import { expect, it } from 'vitest'
import { averageDay } from './slots.ts'

const row = (time: string, visits: number | null, compared?: number) => ({
  time,
  visits: { current: visits, ...(compared === undefined ? {} : { compared }) },
})

it('is the mean of a slot over the days that have it', () => {
  const day = averageDay(
    [
      row('2026-11-20 10:15', 30, 10),
      row('2026-11-20 10:00', 10),
      row('2026-11-21 10:00', 20),
      row('2026-11-21 10:15', null),
    ],
    'visits',
  )
  expect(day).toEqual([
    { slot: '10:00', now: 15, before: null },
    { slot: '10:15', now: 30, before: 10 },
  ])
})
