import type { DemoShop } from '../chain.ts'
import { drawFloor, type FloorDrawing } from './drawing.ts'
import { type Warmth, warmthOf } from './warmth.ts'
import { type Ways, waysOf } from './ways.ts'

export type WalkedFloor = { drawing: FloorDrawing; ways: Ways; warmth: Warmth }

const known = new Map<string, readonly WalkedFloor[]>()

/** The floors of a shop with the ways of people on them. Worked out once: the history asks every few minutes. */
export function walkedFloors(
  shop: DemoShop,
  shareOf: (zoneId: string) => number,
  seed: number,
): readonly WalkedFloor[] {
  const key = `${seed} ${shop.id}`
  const before = known.get(key)
  if (before) return before
  const floors = shop.floors.map(floor => {
    const drawing = drawFloor(shop, floor, seed)
    const ways = waysOf(drawing)
    return { drawing, ways, warmth: warmthOf(drawing, ways, shareOf, seed) }
  })
  known.set(key, floors)
  return floors
}
