import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { floorPlans, outsideCodes } from '../../platform/schema/index.ts'

/** Which floor a map of the measure store is of, as the floor plans say. */
export function floorMaps(db: Database) {
  const pairs = (where: SQL) =>
    db
      .select({ floorId: floorPlans.floorId, map: outsideCodes.number })
      .from(floorPlans)
      .innerJoin(
        outsideCodes,
        and(
          eq(outsideCodes.kind, 'map'),
          eq(outsideCodes.space, floorPlans.shopId),
          eq(outsideCodes.code, floorPlans.mapCode),
        ),
      )
      .where(where)
  return {
    async floorsOfMaps(maps: readonly number[]): Promise<ReadonlyMap<number, number>> {
      if (maps.length === 0) return new Map()
      const found = await pairs(inArray(outsideCodes.number, [...maps]))
      return new Map(found.map(({ floorId, map }) => [map, Number(floorId)]))
    },
    async mapsOfFloors(wanted: readonly number[]): Promise<readonly number[]> {
      const found = await pairs(inArray(floorPlans.floorId, wanted.map(String)))
      return found.map(({ map }) => map)
    },
  }
}
