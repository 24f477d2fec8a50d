import type { Queryable } from '../../../platform/postgres.ts'
import {
  customAreas,
  floorPlans,
  outsideCodes,
  planEntrances,
  planZones,
} from '../../../platform/schema/index.ts'
import type { Chain } from '../chain.ts'
import { insertAll } from '../insert-all.ts'
import { drawFloor } from './drawing.ts'

/** Ids of plans and areas in the demo, beside those of shops and cameras. */
const planIdOf = (floorId: string) => String(Number(floorId) + 60_000)
const firstArea = 779_001

/** What devices of the demo call the map of a floor; its number is the id of the floor. */
const mapCodeOf = (level: number): string => (level < 0 ? `B${-level}` : `F${level}`)

/** Plans of every floor of the chain, with the numbers of their maps, and a few areas that people drew. */
export async function insertFloorPlans(
  db: Queryable,
  { shops, seed }: Chain,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  const drawn = shops.flatMap(shop =>
    shop.floors.map(floor => ({ shop, floor, drawing: drawFloor(shop, floor, seed) })),
  )
  await insertAll(
    db,
    outsideCodes,
    drawn.map(({ shop, floor }) => ({
      kind: 'map',
      space: shop.id,
      code: mapCodeOf(floor.level),
      number: Number(floor.id),
    })),
    { keep: true },
  )
  await insertAll(
    db,
    floorPlans,
    drawn.map(({ shop, floor, drawing: { cols, rows, cellCm, outline, shapes } }) => ({
      id: planIdOf(floor.id),
      shopId: shop.id,
      floorId: floor.id,
      widthCm: cols * cellCm,
      heightCm: rows * cellCm,
      mapCode: mapCodeOf(floor.level),
      outline,
      shapes,
      updatedAt: at,
    })),
  )
  await insertAll(
    db,
    planZones,
    drawn.flatMap(({ floor, drawing }) =>
      drawing.zones.map(({ id, polygon }) => ({ planId: planIdOf(floor.id), zoneId: id, polygon })),
    ),
  )
  await insertAll(
    db,
    planEntrances,
    drawn.flatMap(({ floor, drawing }) =>
      drawing.entrances.map(({ id, at: [xCm, yCm] }) => ({
        planId: planIdOf(floor.id),
        entranceId: id,
        xCm,
        yCm,
      })),
    ),
  )
  await insertAll(
    db,
    customAreas,
    drawn
      .filter(
        ({ shop, floor }) => floor.level === 1 && shop.format !== 'community' && shop.format !== 'standard',
      )
      .flatMap(({ floor, drawing: { cellCm, cols } }, index) => {
        const shape = (left: number, top: number, right: number, bottom: number) => ({
          kind: 'drawn' as const,
          polygon: [
            [left, top],
            [right, top],
            [right, bottom],
            [left, bottom],
          ].map(([x = 0, y = 0]): [number, number] => [x * cellCm, y * cellCm]),
        })
        const of = { planId: planIdOf(floor.id), userId, isShared: true, updatedAt: at }
        return [
          {
            ...of,
            id: String(firstArea + index * 2),
            name: '主通道',
            color: 'teal' as const,
            shape: shape(1, 13, cols - 1, 19),
          },
          {
            ...of,
            id: String(firstArea + index * 2 + 1),
            name: '电梯口',
            color: 'orange' as const,
            shape: shape(9, 13, 14, 19),
          },
        ]
      }),
  )
}
