import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { floorPlans, outsideCodes, planZones } from '../../platform/schema/index.ts'

/** The map of a floor in the measure store, and the zones that are drawn on it: corners in centimetres. */
export type OutlinedMap = {
  mapId: number
  floorId: number
  zones: readonly { zoneId: number; polygon: readonly (readonly [number, number])[] }[]
}

/** The plans of some maps as they are drawn now; those that no plan goes by are left out. */
export async function outlinesOf(db: Database, mapIds: readonly number[]): Promise<OutlinedMap[]> {
  if (mapIds.length === 0) return []
  const rows = await db
    .select({
      mapId: outsideCodes.number,
      floorId: floorPlans.floorId,
      zoneId: planZones.zoneId,
      polygon: planZones.polygon,
    })
    .from(outsideCodes)
    .innerJoin(
      floorPlans,
      and(eq(floorPlans.shopId, outsideCodes.space), eq(floorPlans.mapCode, outsideCodes.code)),
    )
    .leftJoin(planZones, eq(planZones.planId, floorPlans.id))
    .where(and(eq(outsideCodes.kind, 'map'), inArray(outsideCodes.number, [...mapIds])))
  return [...Map.groupBy(rows, ({ mapId }) => mapId)].map(([mapId, ofMap]) => ({
    mapId,
    floorId: Number(ofMap[0]?.floorId),
    zones: ofMap.flatMap(({ zoneId, polygon }) =>
      zoneId === null || polygon === null ? [] : [{ zoneId: Number(zoneId), polygon }],
    ),
  }))
}
