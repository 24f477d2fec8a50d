import { initialQualitySettings } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import type { LineDay, NodeDay, ShopDay } from './day.ts'
import { findingsOf } from './rules.ts'

const dates = [14, 15, 16, 17, 18, 19, 20].map(day => `2026-11-${day}`)
const date = '2026-11-20'
type Door = { id: number; in: number; out: number; outToday?: number }

/** A shop whose doors count the same on each of seven days, but for what is told of today. */
function shopOf(doors: readonly Door[]): ShopDay {
  const lines = doors.map(
    ({ id }): LineDay => ({
      shopId: 1,
      nodeKind: 'entrance',
      nodeId: id,
      floorId: 1,
      deviceId: 100 + id,
      line: 1,
      countsPass: false,
      openSlot: 120,
      closeSlot: 264,
      windows: Array.from({ length: 12 }, (_, hour) => ({
        slot: 120 + hour * 12,
        width: 12,
        // No two hours alike: a counter that stands still is another fault.
        in: 10 + hour,
        out: 11 + hour,
        pass: 0,
      })),
      past: [],
      isAlive: true,
    }),
  )
  const week = doors.flatMap(door =>
    dates.map(
      (day): NodeDay => ({
        date: day,
        nodeKind: 'entrance',
        nodeId: door.id,
        in: door.in,
        out: day === date ? (door.outToday ?? door.out) : door.out,
        got: 144,
        expected: 144,
      }),
    ),
  )
  return { shopId: 1, date, until: 289, isHoliday: false, lines, devices: new Map(), week }
}
const imbalances = (doors: readonly Door[]) =>
  findingsOf(shopOf(doors), initialQualitySettings.thresholds).filter(({ kind }) => kind === 'imbalance')

describe('who comes in goes out', () => {
  const front = { id: 1, in: 900, out: 903 }

  it('finds a small door that counts exits badly, though the shop as a whole hides it', () => {
    const found = imbalances([front, { id: 2, in: 150, out: 93 }])
    expect(found).toMatchObject([
      { deviceId: 102, nodeId: 2, evidence: { entered: 150, left: 93, share: 38, weekEntered: 1050 } },
    ])
  })

  it('has no doubt where people come by one door and go by another', () => {
    expect(
      imbalances([
        { id: 1, in: 900, out: 957 },
        { id: 2, in: 150, out: 93 },
      ]),
    ).toEqual([])
  })

  it('does not tell of a door any more on the day after it was mended', () => {
    expect(imbalances([front, { id: 2, in: 150, out: 93, outToday: 148 }])).toEqual([])
  })

  it('tells of the worst door where the shop as a whole does not balance', () => {
    const found = imbalances([front, { id: 2, in: 600, out: 372 }])
    expect(found).toMatchObject([{ deviceId: 102, evidence: { entered: 1500, left: 1275, share: 15 } }])
  })

  it('finds a fault that began three days ago, before the week as a whole tells of it', () => {
    const shop = shopOf([{ id: 1, in: 130, out: 131 }])
    const since = (begin: string) =>
      findingsOf(
        { ...shop, week: shop.week.map(one => (one.date >= begin ? { ...one, out: 81 } : one)) },
        initialQualitySettings.thresholds,
      ).map(({ kind }) => kind)
    expect(since('2026-11-18')).toEqual(['imbalance'])
    // A single day of so few people may be chance.
    expect(since('2026-11-20')).toEqual([])
  })
})
