import { expect, it } from 'vitest'
import { indicesOf } from './peers.ts'

const row = (id: string, visits: number | null, compared?: number) => ({
  shop: { id, name: id },
  visits: { current: visits, ...(compared === undefined ? {} : { compared }) },
})

it('holds a shop against the median of its peers, itself among them', () => {
  const rows = [row('1', 50), row('2', 100), row('3', 300)]
  expect(indicesOf(rows, '3', ['visits']).now).toEqual([300])
  expect(indicesOf(rows, '1', ['visits']).now).toEqual([50])
})

it('holds another period of the shop against the same median', () => {
  expect(indicesOf([row('1', 80, 120), row('2', 120, 10)], '1', ['visits'])).toEqual({
    now: [80],
    before: [120],
  })
})

it('knows nothing where the shop or its peers have no figure', () => {
  expect(indicesOf([row('1', null), row('2', 10)], '1', ['visits']).now).toEqual([null])
  expect(indicesOf([row('1', 0), row('2', 0)], '1', ['visits']).now).toEqual([null])
  expect(indicesOf([], '1', ['visits']).now).toEqual([null])
})
