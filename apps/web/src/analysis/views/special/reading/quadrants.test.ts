import { describe, expect, it } from 'vitest'
import { missedDeals, quadrantsOf } from './quadrants.ts'

const row = (id: string, visits: number | null, bagRate: number | null) => ({
  shop: { id, name: id },
  visits: { current: visits },
  bagRate: { current: bagRate },
})
const ids = (placed: readonly { shop: { id: string } }[]) => placed.map(({ shop }) => shop.id)

describe('quadrants of shops', () => {
  const found = quadrantsOf(
    {
      rows: [
        row('star', 900, 30),
        row('rich', 800, 10),
        row('richer', 1000, 9),
        row('loyal', 200, 25),
        row('quiet', 100, 12),
        row('unknown', 100, null),
      ],
    },
    ['visits', 'bagRate'],
  )

  it('part by the medians of the shops that have both figures', () => {
    expect(found?.middle).toEqual({ x: 800, y: 12 })
    expect(ids(found?.of.stars ?? [])).toEqual(['star'])
    expect(ids(found?.of.rich ?? [])).toEqual(['richer', 'rich'])
    expect(ids(found?.of.loyal ?? [])).toEqual(['loyal', 'quiet'])
    expect(found?.of.review).toEqual([])
  })

  it('need two shops', () => {
    expect(quadrantsOf({ rows: [row('a', 1, 1)] }, ['visits', 'bagRate'])).toBeUndefined()
  })

  it('say how many deals a shop misses against the median', () => {
    expect(missedDeals({ shop: { id: 'a', name: '' }, x: 1000, y: 9 }, { middle: { x: 1, y: 12 } })).toBe(30)
    expect(missedDeals({ shop: { id: 'a', name: '' }, x: 1000, y: 20 }, { middle: { x: 1, y: 12 } })).toBe(0)
  })

  it('part by the means or by typed values where that is wanted', () => {
    const rows = [row('a', 100, 10), row('b', 200, 20), row('c', 600, 60)]
    const keys = ['visits', 'bagRate'] as const
    expect(quadrantsOf({ rows }, keys, 'mean')?.middle).toEqual({ x: 300, y: 30 })
    expect(ids(quadrantsOf({ rows }, keys, { x: 150, y: 30 })?.of.rich ?? [])).toEqual(['b'])
  })

  it('know where a shop came from', () => {
    const moved = {
      ...row('a', 100, 10),
      visits: { current: 100, compared: 80 },
      bagRate: { current: 10, compared: 12 },
    }
    const { of } = quadrantsOf({ rows: [moved, row('b', 1, 1)] }, ['visits', 'bagRate']) ?? { of: undefined }
    expect(of?.stars[0]?.before).toEqual({ x: 80, y: 12 })
  })
})
