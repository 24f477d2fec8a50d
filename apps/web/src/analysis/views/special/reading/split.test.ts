import { describe, expect, it } from 'vitest'
import { type Factor, type Sold, salesEffects, wholeParts } from './split.ts'

const before: Sold = { visits: 1000, deals: 200, sales: 30_000 }
const effectsOf = (now: Sold, than: Sold = before) =>
  Object.fromEntries((salesEffects(now, than) ?? []).map(({ factor, effect }) => [factor, effect])) as Record<
    Factor,
    number
  >

describe('the change of sales parted among flow, bag rate and unit price', () => {
  it('sums to the change exactly', () => {
    const cases: Sold[] = [
      { visits: 1250, deals: 180, sales: 31_500 },
      { visits: 640, deals: 260, sales: 21_000.5 },
      { visits: 3, deals: 2, sales: 7 },
      { visits: 1000, deals: 200, sales: -400 },
    ]
    for (const now of cases) {
      const { flow, bagRate, unitPrice } = effectsOf(now)
      expect(flow + bagRate + unitPrice).toBeCloseTo(now.sales - before.sales, 6)
    }
  })

  it('gives all of it to the factor that moved alone', () => {
    const effects = effectsOf({ visits: 1200, deals: 240, sales: 36_000 })
    expect(effects.flow).toBeCloseTo(6000, 6)
    expect(effects.bagRate).toBeCloseTo(0, 6)
    expect(effects.unitPrice).toBeCloseTo(0, 6)
  })

  it('is the same from either side, with the other sign', () => {
    const now = { visits: 900, deals: 230, sales: 28_000 }
    const [there, back] = [effectsOf(now), effectsOf(before, now)]
    for (const factor of ['flow', 'bagRate', 'unitPrice'] as const)
      expect(there[factor]).toBeCloseTo(-back[factor], 6)
  })

  it('equals the mean over all six orders, counted by hand', () => {
    // 10 × 0.5 × 4 = 20 becomes 20 × 0.25 × 8 = 40.
    const effects = effectsOf({ visits: 20, deals: 5, sales: 40 }, { visits: 10, deals: 5, sales: 20 })
    expect(effects.flow).toBeCloseTo((20 + 20 + 10 + 20 + 40 + 20) / 6, 9)
    expect(effects.bagRate).toBeCloseTo((-20 - 40 - 10 - 10 - 40 - 20) / 6, 9)
    expect(effects.unitPrice).toBeCloseTo((20 + 40 + 20 + 10 + 20 + 20) / 6, 9)
  })

  it('is not made up where there were no visits or no deals', () => {
    expect(salesEffects({ visits: 0, deals: 0, sales: 0 }, before)).toBeUndefined()
    expect(salesEffects(before, { visits: 100, deals: 0, sales: 0 })).toBeUndefined()
  })
})

describe('parts in whole money', () => {
  it('still sum to the rounded whole', () => {
    expect(wholeParts([3357.8, -1985.3, 1959.6])).toEqual([3358, -1985, 1959])
    expect(wholeParts([0.5, 0.5, -0.25])).toEqual([1, 0, 0])
    expect(wholeParts([10, -4, 2])).toEqual([10, -4, 2])
  })
})
