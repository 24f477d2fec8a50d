import type { AreaSelection } from '@aisle/contract'
import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { inArea, matchingShop } from '../../platform/area-choice.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import {
  cameras,
  checkShopRecords,
  type dailyRecords,
  type evaluations,
  type inspections,
  presets,
  shops,
  users,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'

export type RecordFilter = {
  area: AreaSelection
  shopId?: string | undefined
  /** Days on the shops' clocks, both inside. */
  begin?: string | undefined
  end?: string | undefined
  userId?: string | undefined
  searchKey?: string | undefined
}
type RecordTable = typeof evaluations | typeof inspections | typeof dailyRecords

/** Condition on a statement that has the record's table and `shops` in it. */
export function matching(table: RecordTable, scope: Scope, filter: RecordFilter): SQL | undefined {
  return and(
    inScope(scope),
    inArea(filter.area),
    matchingShop(filter.searchKey),
    filter.shopId === undefined ? undefined : eq(table.shopId, filter.shopId),
    filter.userId === undefined ? undefined : eq(table.userId, filter.userId),
    filter.begin === undefined ? undefined : gte(table.localDate, filter.begin),
    filter.end === undefined ? undefined : lte(table.localDate, filter.end),
  )
}

/** What every record is shown with beside its own columns. */
export const recordNames = (scope: Scope) => ({
  shopName: shops.name,
  shopNameEn: shops.nameEn,
  timeZone: shops.timeZone,
  userName: users.realName,
  inScope: sql<boolean>`${inScope(scope)}`,
})
export type RecordNames = {
  shopName: string
  shopNameEn: string
  timeZone: string
  userName: string
  inScope: boolean
}

/** What a record of any kind refers to: its shop, cameras and presets there, the check it was made in. */
export function placeStore(db: Database) {
  return {
    /** @throws AppError forbidden, notFound */
    shop: (scope: Scope, shopId: string) => shopInScope(db, scope, shopId),

    /** Cameras of a shop, each with the ids of its presets. */
    async cameras(scope: Scope, shopId: string): Promise<Map<string, string[]>> {
      const rows = await db
        .select({ id: cameras.id, presetId: presets.id })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .leftJoin(presets, eq(presets.cameraId, cameras.id))
        .where(and(eq(cameras.shopId, shopId), inScope(scope)))
      const found = new Map<string, string[]>()
      for (const { id, presetId } of rows)
        found.set(id, [...(found.get(id) ?? []), ...(presetId === null ? [] : [presetId])])
      return found
    },

    async check(id: string) {
      const [row] = await db
        .select({ userId: checkShopRecords.userId, shopId: checkShopRecords.shopId })
        .from(checkShopRecords)
        .where(eq(checkShopRecords.id, id))
      return row
    },

    /** What stands at the head of a report about a shop in scope. */
    async sheet(scope: Scope, shopId: string) {
      const [row] = await db
        .select({
          code: shops.code,
          address: shops.address,
          manager: shops.manager,
          timeZone: shops.timeZone,
        })
        .from(shops)
        .where(and(eq(shops.id, shopId), inScope(scope)))
      if (!row) throw new Error(`no shop ${shopId} in scope`)
      return row
    },

    /** What the cameras of a shop and their presets are called, removed ones too. */
    async cameraNames(scope: Scope, shopId: string) {
      const rows = await db
        .select({
          id: cameras.id,
          number: cameras.number,
          name: cameras.name,
          nameEn: cameras.nameEn,
          presetId: presets.id,
          presetName: presets.name,
        })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .leftJoin(presets, eq(presets.cameraId, cameras.id))
        .where(and(eq(cameras.shopId, shopId), inScope(scope)))
      const found = new Map<string, CameraNames>()
      for (const { id, presetId, presetName, ...camera } of rows) {
        const known = found.get(id) ?? { ...camera, presets: new Map() }
        if (presetId !== null && presetName !== null) known.presets.set(presetId, presetName)
        found.set(id, known)
      }
      return found
    },
  }
}
type CameraNames = { number: string; name: string; nameEn: string; presets: Map<string, string> }
export type PlaceStore = ReturnType<typeof placeStore>

/**
 * Deletes or brings back records, all or none; undefined, and nothing is changed, where one is not there, not in scope, or
 * another user's than `ownerId` (undefined: anybody's).
 */
export async function setDeleted(
  db: Database,
  table: typeof inspections | typeof dailyRecords,
  scope: Scope,
  ids: readonly string[],
  ownerId: string | undefined,
  deletedAt: Date | null,
): Promise<boolean> {
  return db.transaction(async transaction => {
    const locked = await transaction
      .select({ id: table.id })
      .from(table)
      .innerJoin(shops, eq(shops.id, table.shopId))
      .where(
        and(
          inArray(table.id, [...ids]),
          ownerId === undefined ? undefined : eq(table.userId, ownerId),
          inScope(scope),
        ),
      )
      // In one order, so that two who delete the same records never wait for each other.
      .orderBy(table.id)
      .for('update', { of: table })
    if (locked.length < new Set(ids).size) return false
    await transaction
      .update(table)
      .set({ deletedAt })
      .where(inArray(table.id, [...ids]))
    return true
  })
}

/** How many rows a condition on a record's table matches. */
export async function countOf(db: Queryable, table: RecordTable, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(table)
    .innerJoin(shops, eq(shops.id, table.shopId))
    .where(where)
  return row?.total ?? 0
}
