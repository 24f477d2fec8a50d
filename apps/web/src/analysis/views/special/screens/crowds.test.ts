import { expect, it } from 'vitest'
import { crowdedZones, hourBefore } from './crowds.ts'

it('the last hour ends with the last whole window of five minutes', () => {
  expect(hourBefore(new Date(2026, 10, 20, 14, 37))).toEqual({ from: '13:35', to: '14:35' })
  expect(hourBefore(new Date(2026, 10, 20, 1, 0))).toEqual({ from: '00:00', to: '01:00' })
  expect(hourBefore(new Date(2026, 10, 20, 0, 59))).toBeUndefined()
})

it('a zone is crowded with a quarter more people than before, and not for a handful', () => {
  const zone = (id: string, current: number | null, growth: number | null) => ({
    zone: { id, name: id },
    visits: { current, growth },
  })
  const rows = [
    zone('a', 40, 30),
    zone('b', 400, 24.9),
    zone('c', 19, 300),
    zone('d', 25, 150),
    zone('e', 90, null),
  ]
  expect(crowdedZones(rows).map(({ id }) => id)).toEqual(['d', 'a'])
})
