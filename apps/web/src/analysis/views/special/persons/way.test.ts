import { describe, expect, it } from 'vitest'
import { floorAround, lengthMs, partAt, positionAt, type WayPoint, walkedBy } from './way.ts'

const ground: WayPoint[] = [
  [0, 0, 0],
  [1000, 100, 0],
  [3000, 100, 200],
]
const upstairs: WayPoint[] = [
  [5000, 50, 50],
  [6000, 60, 60],
]
const way = { parts: [{ points: ground }, { points: upstairs }] }

describe('a way that is walked again', () => {
  it('is as long as its last point is late', () => {
    expect(lengthMs({ parts: way.parts.map(part => ({ ...part, mapId: 1, floor: null, points: [] })) })).toBe(
      0,
    )
    expect(
      Math.max(
        lengthMs({
          parts: [
            {
              mapId: 1,
              floor: null,
              points: [
                [0, 1, 1],
                [700, 2, 2],
              ],
            },
          ],
        }),
      ),
    ).toBe(700)
  })

  it.each([
    [-5, [0, 0]],
    [0, [0, 0]],
    [500, [50, 0]],
    [2000, [100, 100]],
    [9000, [100, 200]],
  ])('stands at %i ms at %j', (ms, place) => {
    expect(positionAt(ground, ms)).toEqual(place)
  })

  it('changes floors when the next part begins, and waits where it was until then', () => {
    expect(partAt(way.parts, 0)?.points).toBe(ground)
    expect(partAt(way.parts, 4999)?.points).toBe(ground)
    expect(partAt(way.parts, 5000)?.points).toBe(upstairs)
  })

  it('has walked what lies behind it, up to where it stands', () => {
    expect(walkedBy(ground, 2000)).toEqual([
      [0, 0],
      [100, 0],
      [100, 100],
    ])
    expect(walkedBy(upstairs, 2000)).toEqual([])
  })

  it('has room where no plan is known', () => {
    const { widthCm, heightCm } = floorAround([[0, 900, 40]])
    expect(widthCm).toBeGreaterThan(900)
    expect(heightCm).toBeGreaterThan(40)
  })
})
