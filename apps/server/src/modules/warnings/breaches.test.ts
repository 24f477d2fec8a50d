import { describe, expect, it } from 'vitest'
import { crowdOf, dayTarget, fallOf, type HourFigure, silenceOf, weekOf } from './breaches.ts'

const open = { opens: 120, closes: 264 }
const place = { shopId: 1, nodeId: 0 }

describe('silence', () => {
  it('is the longest time without anybody, of opening hours alone', () => {
    // Somebody at 10:05, 12:00 and 12:05, then nobody until now, 14:00; a guard at 03:00 counts for nothing.
    const found = silenceOf(place, [36, 121, 144, 145], open, 168, 60)
    expect(found).toMatchObject({ fromSlot: 122, toSlot: 144, value: 110, raisedSlot: 134 })
  })
  it('lasts until now or closing and is nothing below its limit', () => {
    expect(silenceOf(place, [121, 144, 160], open, 300, 60)).toMatchObject({
      fromSlot: 161,
      toSlot: 264,
      value: 515,
    })
    expect(silenceOf(place, [121, 130], open, 141, 60)).toBeUndefined()
    expect(silenceOf(place, [], open, 100, 15)).toBeUndefined()
  })
})

describe('a crowd at a door', () => {
  it('tells the highest window and how many were over', () => {
    const slots = [10, 31, 44, 30].map((entered, index) => ({ slot: 150 + index * 2, entered }))
    expect(crowdOf(place, slots, 30)).toMatchObject({ fromSlot: 152, toSlot: 155, value: 44, times: 2 })
    expect(crowdOf(place, slots, 44)).toBeUndefined()
  })
})

describe('a sudden fall', () => {
  const day = (visits: Record<number, number>, got = 12) =>
    new Map<number, HourFigure>(
      Array.from({ length: 12 }, (_, step) => [10 + step, { visits: visits[10 + step] ?? 50, due: 12, got }]),
    )
  const wanted = { percent: 40, hours: 2, atLeast: 60 }
  it('is of hours in a row, from the first on as long as it lasts', () => {
    const found = fallOf(1, day({ 14: 20, 15: 20, 16: 25 }), day({}), wanted, { ...open, until: 288 })
    // 14–16: 40 against 100; 15–17: 45 against 100; 13–15: 70 is no fall.
    expect(found).toMatchObject({ fromSlot: 168, toSlot: 204, value: 40, limit: 100, times: 2 })
  })
  it('is none where little was there a week ago, where data are missing, or in an hour that still runs', () => {
    const low = day({ 14: 0, 15: 0 })
    expect(
      fallOf(1, low, day({ 14: 20, 15: 20 }), { ...wanted, atLeast: 101 }, { ...open, until: 288 }),
    ).toBeUndefined()
    expect(fallOf(1, day({ 14: 0, 15: 0 }, 6), day({}), wanted, { ...open, until: 288 })).toBeUndefined()
    expect(fallOf(1, low, day({}), wanted, { ...open, until: 179 })).toBeUndefined()
    expect(fallOf(1, low, day({}), wanted, { ...open, until: 180 })).toBeDefined()
  })
})

it('spreads a month over its days and knows the Monday of a day', () => {
  expect(dayTarget(new Map([['2028-02', 2900]]), '2028-02-10')).toBe(100)
  expect(dayTarget(new Map(), '2028-02-10')).toBeUndefined()
  expect(['2026-03-15', '2026-03-16', '2026-03-22'].map(weekOf)).toEqual([
    '2026-03-09',
    '2026-03-16',
    '2026-03-16',
  ])
})
