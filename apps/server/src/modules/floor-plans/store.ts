import type { FloorPlan, PlanBody, PlanPoint } from '@aisle/contract'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/postgres.ts'
import {
  entrances,
  floorPlans,
  floors,
  outsideCodes,
  planEntrances,
  planZones,
  shops,
  zones,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'

/** All PostgreSQL about floor plans. */
export function planStore(db: Database) {
  async function answers(where: Parameters<typeof and>[0], on: Queryable = db): Promise<FloorPlan[]> {
    const rows = await on
      .select({ plan: floorPlans, floor: floors, shop: shops, mapId: outsideCodes.number })
      .from(floorPlans)
      .innerJoin(shops, eq(shops.id, floorPlans.shopId))
      .innerJoin(floors, eq(floors.id, floorPlans.floorId))
      .leftJoin(
        outsideCodes,
        and(
          eq(outsideCodes.kind, 'map'),
          eq(outsideCodes.space, floorPlans.shopId),
          eq(outsideCodes.code, floorPlans.mapCode),
        ),
      )
      .where(and(isNull(shops.closedAt), where))
      .orderBy(asc(shops.pinyin), asc(shops.id), asc(floors.level))
    const ids = rows.map(({ plan }) => plan.id)
    if (ids.length === 0) return []
    const [zoneRows, doorRows] = await Promise.all([
      on
        .select({ place: planZones, zone: zones })
        .from(planZones)
        .innerJoin(zones, eq(zones.id, planZones.zoneId))
        .where(inArray(planZones.planId, ids))
        .orderBy(asc(zones.id)),
      on
        .select({ place: planEntrances, entrance: entrances })
        .from(planEntrances)
        .innerJoin(entrances, eq(entrances.id, planEntrances.entranceId))
        .where(inArray(planEntrances.planId, ids))
        .orderBy(asc(entrances.id)),
    ])
    const zonesOf = Map.groupBy(zoneRows, ({ place }) => place.planId)
    const doorsOf = Map.groupBy(doorRows, ({ place }) => place.planId)
    return rows.map(({ plan, floor, shop, mapId }) => ({
      id: plan.id,
      shopId: plan.shopId,
      shopName: shop.name,
      shopNameEn: shop.nameEn,
      floorId: plan.floorId,
      floorName: floor.name,
      floorNameEn: floor.nameEn,
      level: floor.level,
      widthCm: plan.widthCm,
      heightCm: plan.heightCm,
      mapCode: plan.mapCode,
      mapId,
      outline: plan.outline,
      shapes: plan.shapes,
      zones: (zonesOf.get(plan.id) ?? []).map(({ place, zone: { id, name, nameEn, kind } }) => ({
        id,
        name,
        nameEn,
        kind,
        polygon: place.polygon,
      })),
      entrances: (doorsOf.get(plan.id) ?? []).map(({ place, entrance: { id, name, nameEn } }) => {
        const at: PlanPoint = [place.xCm, place.yCm]
        return { id, name, nameEn, at }
      }),
      version: plan.version,
      updatedAt: plan.updatedAt.toISOString(),
    }))
  }

  return {
    ofShops: (scope: Scope, shopIds: readonly string[]): Promise<FloorPlan[]> =>
      shopIds.length === 0
        ? Promise.resolve([])
        : answers(and(inScope(scope), inArray(floorPlans.shopId, [...shopIds]))),

    byIds: (scope: Scope, ids: readonly string[]): Promise<FloorPlan[]> =>
      ids.length === 0 ? Promise.resolve([]) : answers(and(inScope(scope), inArray(floorPlans.id, [...ids]))),

    async ofFloor(scope: Scope, floorId: string, on: Queryable = db): Promise<FloorPlan | undefined> {
      const [plan] = await answers(and(inScope(scope), eq(floorPlans.floorId, floorId)), on)
      return plan
    },

    /** A floor in scope with what may be put on its plan: its zones and the entrances of its shop. */
    async floor(scope: Scope, floorId: string) {
      const [row] = await db
        .select({ floor: floors, timeZone: shops.timeZone })
        .from(floors)
        .innerJoin(shops, eq(shops.id, floors.shopId))
        .where(and(inScope(scope), isNull(shops.closedAt), eq(floors.id, floorId)))
      if (!row) return undefined
      const [zoneRows, doorRows] = await Promise.all([
        db.select({ id: zones.id }).from(zones).where(eq(zones.floorId, floorId)),
        db.select({ id: entrances.id }).from(entrances).where(eq(entrances.shopId, row.floor.shopId)),
      ])
      return {
        shopId: row.floor.shopId,
        zoneIds: new Set(zoneRows.map(({ id }) => id)),
        entranceIds: new Set(doorRows.map(({ id }) => id)),
      }
    },

    /** @returns false where the plan is of another version by now */
    save: (
      floor: { floorId: string; shopId: string },
      { zones: placedZones, entrances: placedDoors, ...plan }: PlanBody,
      by: { userId: string; at: Date; version: number },
    ): Promise<boolean> =>
      db.transaction(async transaction => {
        const values = { ...plan, ...floor, updatedBy: by.userId, updatedAt: by.at }
        const rows =
          by.version === 0
            ? await transaction.insert(floorPlans).values(values).onConflictDoNothing().returning()
            : await transaction
                .update(floorPlans)
                .set({ ...values, version: by.version + 1 })
                .where(and(eq(floorPlans.floorId, floor.floorId), eq(floorPlans.version, by.version)))
                .returning()
        const [saved] = rows
        if (!saved) return false
        await transaction
          .insert(outsideCodes)
          .values({ kind: 'map', space: floor.shopId, code: plan.mapCode })
          .onConflictDoNothing()
        await transaction.delete(planZones).where(eq(planZones.planId, saved.id))
        await transaction.delete(planEntrances).where(eq(planEntrances.planId, saved.id))
        if (placedZones.length > 0)
          await transaction.insert(planZones).values(placedZones.map(one => ({ ...one, planId: saved.id })))
        const doorRows = placedDoors.map(({ entranceId, at: [xCm, yCm] }) => ({
          planId: saved.id,
          entranceId,
          xCm,
          yCm,
        }))
        if (doorRows.length > 0) await transaction.insert(planEntrances).values(doorRows)
        return true
      }),

    async moveZone(
      planId: string,
      zoneId: string,
      polygon: PlanPoint[] | null,
      by: { userId: string; at: Date },
    ): Promise<void> {
      await db.transaction(async transaction => {
        if (polygon === null)
          await transaction
            .delete(planZones)
            .where(and(eq(planZones.planId, planId), eq(planZones.zoneId, zoneId)))
        else
          await transaction
            .insert(planZones)
            .values({ planId, zoneId, polygon })
            .onConflictDoUpdate({ target: [planZones.planId, planZones.zoneId], set: { polygon } })
        await transaction
          .update(floorPlans)
          .set({ version: sql`${floorPlans.version} + 1`, updatedBy: by.userId, updatedAt: by.at })
          .where(eq(floorPlans.id, planId))
      })
    },

    /** In which time zones shops live; those out of scope are left out. */
    async timeZones(scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
      const rows = await db
        .select({ id: shops.id, timeZone: shops.timeZone })
        .from(shops)
        .where(and(isNull(shops.closedAt), inScope(scope), inArray(shops.id, [...new Set(ids)])))
      return new Map(rows.map(({ id, timeZone }) => [id, timeZone]))
    },

    /** Whether another floor of the shop has this code for its map. */
    async isMapTaken(shopId: string, floorId: string, mapCode: string): Promise<boolean> {
      const rows = await db
        .select({ floorId: floorPlans.floorId })
        .from(floorPlans)
        .where(and(eq(floorPlans.shopId, shopId), eq(floorPlans.mapCode, mapCode)))
      return rows.some(row => row.floorId !== floorId)
    },
  }
}
export type PlanStore = ReturnType<typeof planStore>
