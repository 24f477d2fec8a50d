import { expect, it } from 'vitest'
import { weekendFactors } from './weekend-factors.ts'

const row = (id: string, dayType: string, value: number | null) => ({
  shop: { id, name: id },
  dayType,
  value,
})

it('orders shops by what a weekend day is over a working day, and leaves out those without both', () => {
  const factors = weekendFactors([
    row('a', 'workday', 100),
    row('a', 'weekend', 150),
    row('b', 'workday', 100),
    row('b', 'weekend', 210),
    row('b', 'holiday', 900),
    row('c', 'weekend', 80),
    row('d', 'workday', 0),
    row('d', 'weekend', 80),
  ])
  expect(factors.map(({ shop, factor }) => [shop.id, factor])).toEqual([
    ['b', 2.1],
    ['a', 1.5],
  ])
})
