import { describe, expect, it } from 'vitest'
import { colourOf, scaleOf } from './heat-colours.ts'
import { panned, placedLabels, viewBox, wholePlan, wrapped, zoomed } from './plan.ts'

const size = { widthCm: 4000, heightCm: 2000 }
const square = (left: number, top: number, side: number) =>
  [
    [left, top],
    [left + side, top],
    [left + side, top + side],
    [left, top + side],
  ] as const

describe('a view of a plan', () => {
  it('keeps the point under the pointer where it is while it is enlarged', () => {
    const at = [3000, 500] as const
    const before = viewBox(size, wholePlan(size))
    const after = viewBox(size, zoomed(size, wholePlan(size), 1, at))
    expect((at[0] - after.left) / after.width).toBeCloseTo((at[0] - before.left) / before.width)
    expect((at[1] - after.top) / after.height).toBeCloseTo((at[1] - before.top) / before.height)
  })

  it('never shows what lies outside the plan', () => {
    const { left, top, width, height } = viewBox(
      size,
      panned(size, zoomed(size, wholePlan(size), 1), 99_999, 99_999),
    )
    expect(left + width).toBeCloseTo(4000)
    expect(top + height).toBeCloseTo(2000)
    expect(zoomed(size, wholePlan(size), -1)).toEqual(wholePlan(size))
  })
})

describe('names on a plan', () => {
  it('are cut by letters in Chinese and by words in English', () => {
    expect(wrapped('自定义促销堆头区域', 7)).toEqual(['自定义促销堆头', '区域'])
    expect(wrapped("Women's wear and shoes", 7)).toEqual(["Women's wear", 'and shoes'])
  })

  it('that would lie on another are left out, those of large zones last', () => {
    const zones = [
      { id: 'small', name: '促销堆头', polygon: square(900, 900, 200) },
      { id: 'large', name: '主通道', polygon: square(0, 0, 2000) },
      { id: 'far', name: '收银区', polygon: square(2500, 0, 900) },
    ]
    expect(placedLabels(zones, () => undefined, 60).map(({ id }) => id)).toEqual(['large', 'far'])
    // Nearer by, there is room for all.
    expect(
      placedLabels(
        [{ ...zones[0], polygon: square(1200, 1500, 200) } as never, ...zones.slice(1)],
        () => '9',
        20,
      ),
    ).toHaveLength(3)
  })
})

describe('the colours of heat', () => {
  it('are not paled by one very warm cell', () => {
    const cells = [...Array.from({ length: 99 }, (_, index) => index), 100_000]
    const scale = scaleOf(cells)
    expect(scale.high).toBeLessThan(100)
    expect(colourOf(100_000, scale, 'light')).toEqual(colourOf(scale.high, scale, 'light'))
  })

  it('of differences are blue for colder and red for warmer', () => {
    const scale = scaleOf([-50, 0, 50], true)
    const [coldRed, , coldBlue] = colourOf(-50, scale, 'light')
    const [warmRed, , warmBlue] = colourOf(50, scale, 'light')
    expect(coldBlue).toBeGreaterThan(coldRed)
    expect(warmRed).toBeGreaterThan(warmBlue)
  })
})
