import { describe, expect, it } from 'vitest'
import { areaOf, cellsIn, isInside, isSimple, labelPoint, type Polygon, snapped } from './polygon.ts'

const square: Polygon = [
  [0, 0],
  [400, 0],
  [400, 400],
  [0, 400],
]
/** A broad leg at the left, a thin foot at the bottom. */
const ell: Polygon = [
  [0, 0],
  [300, 0],
  [300, 900],
  [1000, 900],
  [1000, 1000],
  [0, 1000],
]

describe('a polygon', () => {
  it('has the same area whichever way its corners go', () => {
    expect(areaOf(square)).toBe(160_000)
    expect(areaOf(square.toReversed())).toBe(160_000)
    expect(areaOf(ell)).toBe(370_000)
  })

  it('holds what is in it and not what its bent side leaves out', () => {
    expect(isInside([150, 500], ell)).toBe(true)
    expect(isInside([600, 950], ell)).toBe(true)
    expect(isInside([600, 500], ell)).toBe(false)
  })

  it('gives each point of a common side to one of two neighbours', () => {
    const right = square.map(([x, y]) => [x + 400, y] as const)
    for (const y of [0, 1, 200, 399])
      expect([isInside([400, y], square), isInside([400, y], right)].filter(Boolean)).toHaveLength(1)
  })

  it('that crosses or touches itself is not simple', () => {
    expect(isSimple(square)).toBe(true)
    expect(isSimple(ell)).toBe(true)
    expect(
      isSimple([
        [0, 0],
        [400, 400],
        [400, 0],
        [0, 400],
      ]),
    ).toBe(false)
    expect(
      isSimple([
        [0, 0],
        [400, 0],
        [200, 0],
      ]),
    ).toBe(false)
    expect(isSimple(square.slice(0, 2))).toBe(false)
  })

  it('bears its name where there is room, not in the middle of its box', () => {
    const [x, y] = labelPoint(ell)
    expect(isInside([x, y], ell)).toBe(true)
    expect(x).toBeLessThan(300)
  })
})

describe('cells of a grid', () => {
  it('are those whose middle lies in the polygon, row by row', () => {
    const grid = { cols: 4, rows: 4, widthCm: 800, heightCm: 800 }
    expect(cellsIn(square, grid)).toEqual([0, 1, 4, 5])
    const halves = square.map(([x, y]) => [x + 400, y] as const)
    expect(cellsIn(halves, grid)).toEqual([2, 3, 6, 7])
  })
})

describe('a point that is drawn', () => {
  it('goes to a corner within reach, else to a side, else stays', () => {
    expect(snapped([395, 8], [square], 20)).toEqual([400, 0])
    expect(snapped([200, 12], [square], 20)).toEqual([200, 0])
    expect(snapped([200, 60], [square], 20)).toEqual([200, 60])
  })
})
