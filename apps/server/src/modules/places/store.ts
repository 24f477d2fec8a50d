import type { AreaSelection } from '@aisle/contract'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { inArea, matchingShop } from '../../platform/area-choice.ts'
import { type Database, outer, type Queryable } from '../../platform/postgres.ts'
import {
  areas,
  brands,
  cameras,
  checkShopRecords,
  entrances,
  evaluations,
  floors,
  shopCollects,
  shops,
  zones,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'

export type AreaRow = typeof areas.$inferSelect
export type ShopRow = typeof shops.$inferSelect
export type NewFloor = {
  name: string
  nameEn: string
  level: number
  entrances: { name: string; nameEn: string }[]
  zones: { name: string; nameEn: string; kind: string }[]
}
/** `name` undefined: the brand stays; empty: none. */
type BrandName = { name: string | undefined; nameEn: string }

/** All PostgreSQL about areas and shops. */
export function placesStore(db: Database) {
  const open = isNull(shops.closedAt)
  const cameraCount = sql<number>`(select count(*)::int from ${cameras} where ${outer(cameras.shopId)} = ${outer(shops.id)} and ${outer(cameras.removedAt)} is null)`
  const onlineCount = sql<number>`(select count(*)::int from ${cameras} where ${outer(cameras.shopId)} = ${outer(shops.id)} and ${outer(cameras.removedAt)} is null and ${outer(cameras.status)} = 'online')`
  /** Of the latest evaluation that counts. */
  const latestScore = sql<
    number | null
  >`(select ${outer(evaluations.score)}::float8 from ${evaluations} where ${outer(evaluations.shopId)} = ${outer(shops.id)} and ${outer(evaluations.status)} <> 'revoked' order by ${outer(evaluations.evaluatedAt)} desc, ${outer(evaluations.id)} desc limit 1)`
  const collected = (userId: string) =>
    sql<boolean>`exists(select 1 from ${shopCollects} where ${outer(shopCollects.shopId)} = ${outer(shops.id)} and ${outer(shopCollects.userId)} = ${userId})`

  return {
    areas: (): Promise<AreaRow[]> => db.select().from(areas).orderBy(asc(areas.sort), asc(areas.id)),

    async area(id: string, on: Queryable = db): Promise<AreaRow | undefined> {
      const [row] = await on.select().from(areas).where(eq(areas.id, id))
      return row
    },

    /** How many open shops in scope each area holds, at every level. */
    async shopCounts(scope: Scope): Promise<Map<string, number>> {
      const rows = await db
        .select({
          region: shops.regionId,
          province: shops.provinceId,
          city: shops.cityId,
          county: shops.countyId,
          count: sql<number>`count(*)::int`,
        })
        .from(shops)
        .where(and(open, inScope(scope)))
        .groupBy(shops.regionId, shops.provinceId, shops.cityId, shops.countyId)
      const counts = new Map<string, number>()
      for (const { count, ...path } of rows)
        for (const id of Object.values(path)) counts.set(id, (counts.get(id) ?? 0) + count)
      return counts
    },

    shops: (scope: Scope, selection: AreaSelection = { type: 100 }): Promise<ShopRow[]> =>
      db
        .select()
        .from(shops)
        .where(and(open, inScope(scope), inArea(selection)))
        .orderBy(asc(shops.pinyin), asc(shops.id)),

    async shop(scope: Scope, id: string): Promise<ShopRow | undefined> {
      const [row] = await db
        .select()
        .from(shops)
        .where(and(open, inScope(scope), eq(shops.id, id)))
      return row
    },

    /** Shops to inspect with cameras, last check and favourite mark; favourites first, then by pinyin. */
    async checkShops(
      scope: Scope,
      userId: string,
      query: { selection: AreaSelection; searchKey: string | undefined; offset: number; limit: number },
    ) {
      const where = and(open, inScope(scope), inArea(query.selection), matchingShop(query.searchKey))
      const isCollected = collected(userId)
      const [rows, [totals]] = await Promise.all([
        db
          .select({
            shop: shops,
            cameraCount,
            onlineCount,
            lastCheckAt: sql<
              string | null
            >`(select max(${outer(checkShopRecords.beganAt)}) from ${checkShopRecords} where ${outer(checkShopRecords.shopId)} = ${outer(shops.id)})`,
            collected: isCollected,
          })
          .from(shops)
          .where(where)
          .orderBy(desc(isCollected), asc(shops.pinyin), asc(shops.id))
          .offset(query.offset)
          .limit(query.limit),
        db.select({ total: sql<number>`count(*)::int` }).from(shops).where(where),
      ])
      return { rows, total: totals?.total ?? 0 }
    },

    /** What a shop's page shows beside the shop itself. */
    async shopParts(shopId: string, userId: string) {
      const [[counts], [brand], floorRows, entranceRows, zoneRows] = await Promise.all([
        db
          .select({ cameraCount, onlineCount, score: latestScore, collected: collected(userId) })
          .from(shops)
          .where(eq(shops.id, shopId)),
        db
          .select({ id: brands.id, name: brands.name, nameEn: brands.nameEn })
          .from(shops)
          .innerJoin(brands, eq(brands.id, shops.brandId))
          .where(eq(shops.id, shopId)),
        db.select().from(floors).where(eq(floors.shopId, shopId)).orderBy(asc(floors.level)),
        db.select().from(entrances).where(eq(entrances.shopId, shopId)).orderBy(asc(entrances.id)),
        db.select().from(zones).where(eq(zones.shopId, shopId)).orderBy(asc(zones.id)),
      ])
      return {
        ...(counts ?? { cameraCount: 0, onlineCount: 0, score: null, collected: false }),
        brand: brand ? { ...brand, nameEn: brand.nameEn || brand.name } : null,
        floors: floorRows,
        entrances: entranceRows,
        zones: zoneRows,
      }
    },

    async createArea(row: typeof areas.$inferInsert): Promise<AreaRow | undefined> {
      const [made] = await db.insert(areas).values(row).onConflictDoNothing().returning()
      return made
    },

    /** Renames or moves an area; shops below it follow, in the same transaction. */
    async updateArea(
      id: string,
      change: Partial<Pick<AreaRow, 'name' | 'nameEn' | 'parentId'>>,
    ): Promise<AreaRow | undefined> {
      return db.transaction(async transaction => {
        const [row] = await transaction.update(areas).set(change).where(eq(areas.id, id)).returning()
        if (row && change.parentId !== undefined) await repairShopPaths(transaction)
        return row
      })
    },

    /** Removes an area that holds nothing; false where it holds areas or shops, closed ones too. */
    async removeArea(id: string): Promise<boolean> {
      return db.transaction(async transaction => {
        const held = await transaction.execute(
          sql`select 1 from ${areas} where ${areas.parentId} = ${id} union all select 1 from ${shops} where ${id} in (${shops.regionId}, ${shops.provinceId}, ${shops.cityId}, ${shops.countyId}) limit 1`,
        )
        if (held.rows.length > 0) return false
        await transaction.delete(areas).where(eq(areas.id, id))
        return true
      })
    },

    async createShop(row: typeof shops.$inferInsert, parts: NewFloor[], brand: BrandName): Promise<string> {
      return db.transaction(async transaction => {
        const brandId = await brandNamed(transaction, brand)
        const [made] = await transaction
          .insert(shops)
          .values({ ...row, ...brandId })
          .returning({ id: shops.id })
        if (!made) throw new Error('the shop was not inserted')
        await replaceFloors(transaction, made.id, parts)
        return made.id
      })
    },

    async updateShop(
      scope: Scope,
      id: string,
      change: Partial<typeof shops.$inferInsert>,
      parts: NewFloor[] | undefined,
      brand: BrandName,
    ): Promise<boolean> {
      return db.transaction(async transaction => {
        const found = await transaction
          .select({ id: shops.id })
          .from(shops)
          .where(and(open, inScope(scope), eq(shops.id, id)))
          .for('update')
        if (found.length === 0) return false
        const wanted = { ...change, ...(await brandNamed(transaction, brand)) }
        if (Object.keys(wanted).length > 0)
          await transaction.update(shops).set(wanted).where(eq(shops.id, id))
        if (parts) {
          await transaction.delete(floors).where(eq(floors.shopId, id))
          await transaction.delete(entrances).where(eq(entrances.shopId, id))
          await transaction.delete(zones).where(eq(zones.shopId, id))
          await replaceFloors(transaction, id, parts)
        }
        return true
      })
    },

    async closeShop(scope: Scope, id: string, at: Date): Promise<boolean> {
      const closed = await db
        .update(shops)
        .set({ closedAt: at })
        .where(and(open, inScope(scope), eq(shops.id, id)))
        .returning({ id: shops.id })
      return closed.length > 0
    },

    /** Ids of the given shops that are in scope. */
    async visible(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const rows = await db
        .select({ id: shops.id })
        .from(shops)
        .where(and(open, inScope(scope), inArray(shops.id, [...ids])))
      return new Set(rows.map(row => row.id))
    },
  }
}
export type PlacesStore = ReturnType<typeof placesStore>

async function replaceFloors(db: Queryable, shopId: string, parts: NewFloor[]): Promise<void> {
  for (const { entrances: doors, zones: areasOfFloor, ...floor } of parts) {
    const [made] = await db
      .insert(floors)
      .values({ ...floor, shopId })
      .returning({ id: floors.id })
    const floorId = made?.id ?? null
    if (doors.length > 0) await db.insert(entrances).values(doors.map(door => ({ ...door, shopId, floorId })))
    if (areasOfFloor.length > 0)
      await db.insert(zones).values(areasOfFloor.map(zone => ({ ...zone, shopId, floorId })))
  }
}

/** Shops keep the ids of all four levels; after a move they are read from the tree again. */
async function repairShopPaths(db: Queryable): Promise<void> {
  await db.execute(sql`
    update shops s set city_id = city.id, province_id = province.id, region_id = province.parent_id
    from areas county join areas city on city.id = county.parent_id join areas province on province.id = city.parent_id
    where county.id = s.county_id and (s.city_id, s.province_id, s.region_id) is distinct from (city.id, province.id, province.parent_id)`)
}

/** The column of a brand by its name, which is made where there is none of that name; nothing where it is to stay. */
async function brandNamed(on: Queryable, { name, nameEn }: BrandName): Promise<{ brandId?: string | null }> {
  if (name === undefined) return {}
  if (name === '') return { brandId: null }
  const [brand] = await on
    .insert(brands)
    .values({ name, nameEn })
    // Written even where nothing changes: only what was written is answered.
    .onConflictDoUpdate({ target: brands.name, set: nameEn === '' ? { name } : { nameEn } })
    .returning({ id: brands.id })
  return { brandId: brand?.id ?? null }
}
