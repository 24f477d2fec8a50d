import { isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/postgres.ts'
import { type activities, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { dayBefore } from '../../platform/time.ts'

export type ActivityRow = typeof activities.$inferSelect
export type PlacedShop = {
  readonly id: string
  readonly areaIds: readonly string[]
  readonly isVisible: boolean
}

/** The open shops with the areas they lie in, and whether a scope has them. */
export async function placedShops(db: Queryable, scope: Scope): Promise<PlacedShop[]> {
  const rows = await db
    .select({
      id: shops.id,
      regionId: shops.regionId,
      provinceId: shops.provinceId,
      cityId: shops.cityId,
      countyId: shops.countyId,
      isVisible: sql<boolean>`${inScope(scope)}`,
    })
    .from(shops)
    .where(isNull(shops.closedAt))
  return rows.map(({ id, isVisible, ...areas }) => ({ id, isVisible, areaIds: Object.values(areas) }))
}

/** The shops in which an activity is on. */
export function shopsOf(
  { shopIds, areaIds }: Pick<ActivityRow, 'shopIds' | 'areaIds'>,
  all: readonly PlacedShop[],
): PlacedShop[] {
  if (shopIds.length === 0 && areaIds.length === 0) return [...all]
  const [ids, areas] = [new Set(shopIds), new Set(areaIds)]
  return all.filter(shop => ids.has(shop.id) || shop.areaIds.some(id => areas.has(id)))
}

/** The last day that counts: the one before it was called off, where it was. */
export function lastDayOf({ toDate, cancelledOn }: Pick<ActivityRow, 'toDate' | 'cancelledOn'>): string {
  if (cancelledOn === null) return toDate
  const before = dayBefore(cancelledOn, 1)
  return before < toDate ? before : toDate
}
