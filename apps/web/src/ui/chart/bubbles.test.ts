import { expect, it } from 'vitest'
import { bubblesOf } from './bubbles.ts'

const at = (id: string, longitude: number, latitude: number, value: number | null) => ({
  id,
  name: id,
  longitude,
  latitude,
  value,
})

it('puts north above south and east right of west, the largest first', () => {
  const { bubbles } = bubblesOf([at('harbin', 126.6, 45.8, 10), at('guangzhou', 113.3, 23.1, 40)])
  const [first, second] = bubbles
  expect([first?.place.id, second?.place.id]).toEqual(['guangzhou', 'harbin'])
  expect(second?.top).toBeLessThan(first?.top ?? 0)
  expect(second?.left).toBeGreaterThan(first?.left ?? 0)
})

it('keeps every bubble inside the picture', () => {
  const { ratio, bubbles } = bubblesOf([
    at('a', 87.6, 43.8, 1),
    at('b', 121.5, 31.2, 5),
    at('c', 110.3, 20, null),
  ])
  expect(ratio).toBeGreaterThanOrEqual(0.9)
  for (const { left, top } of bubbles) {
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(100)
    expect(top).toBeGreaterThan(0)
    expect(top).toBeLessThan(100)
  }
})

it('gives areas that go with the values, and the smallest size to what is not known', () => {
  const { bubbles } = bubblesOf([at('a', 121, 31, 100), at('b', 121.1, 31.1, 25), at('c', 121.2, 31.2, null)])
  const size = (id: string) => bubbles.find(({ place }) => place.id === id)?.size ?? 0
  expect(size('b') - 8).toBeCloseTo((size('a') - 8) / 2)
  expect(size('c')).toBe(8)
})

it('draws a single place in the middle', () => {
  const [only] = bubblesOf([at('a', 121, 31, 100)]).bubbles
  expect([only?.left, only?.top]).toEqual([50, 50])
})
