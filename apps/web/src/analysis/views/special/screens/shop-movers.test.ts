import { expect, it } from 'vitest'
import { moversOf } from './shop-movers.ts'

const shop = (id: string, current: number | null, growth: number | null) => ({
  shop: { id, name: `店${id}` },
  visits: { current, growth },
})

it('shops that rose and fell stand apart, the largest change first, without those that cannot be compared', () => {
  const rows = [
    shop('1', 90, 3),
    shop('2', 50, -20),
    shop('3', 70, 12.5),
    shop('4', 10, null),
    shop('5', 30, -4),
    shop('6', 1, 0),
  ]
  rows.push({
    ...shop('7', 0, -100),
    visits: { current: 0, growth: -100, coverage: 0.5 },
  } as (typeof rows)[number])
  const { up, down } = moversOf(rows, 'visits')
  expect(up.map(({ id }) => id)).toEqual(['3', '1'])
  expect(down.map(({ id }) => id)).toEqual(['2', '5'])
  expect(moversOf(rows, 'visits', 1).up).toHaveLength(1)
})
