import type { AreaSelection, ProviderName } from '@aisle/contract'
import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { inArea, matchingShop } from '../../platform/area-choice.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameraAccounts, cameras, presets, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import type { CameraRow, Found } from './store.ts'

export type PlatformFilter = {
  provider: ProviderName
  area: AreaSelection
  shopId?: string | undefined
  cameraId?: string | undefined
  keyword?: string | undefined
  status?: CameraRow['status'] | undefined
  /** Only those whose platform never said what they can do. */
  isUnasked?: boolean
}
type Slice = { offset: number; limit: number; isOfflineFirst?: boolean }

/** PostgreSQL about the cameras of one platform over many shops. */
export function platformStore(db: Database) {
  const online = sql<number>`(count(*) filter (where ${cameras.status} = 'online'))::int`
  const count = sql<number>`count(*)::int`
  const shop = { id: shops.id, name: shops.name, nameEn: shops.nameEn, timeZone: shops.timeZone }

  return {
    /** By shop and number, those offline first where that is asked for. */
    async page(
      scope: Scope,
      filter: PlatformFilter,
      { offset, limit, isOfflineFirst = false }: Slice,
    ): Promise<{ rows: (Found & { presetIndexes: number[] })[]; total: number }> {
      const where = condition(scope, filter)
      const [rows, [totals]] = await Promise.all([
        db
          .select({
            camera: cameras,
            account: cameraAccounts,
            shop,
            presetIndexes: sql<
              number[]
            >`coalesce((select jsonb_agg(p.index order by p.index) from ${presets} p where p.camera_id = ${cameras.id}), '[]')`,
          })
          .from(cameras)
          .innerJoin(shops, eq(shops.id, cameras.shopId))
          .innerJoin(cameraAccounts, eq(cameraAccounts.id, cameras.accountId))
          .where(where)
          .orderBy(
            ...(isOfflineFirst ? [desc(sql`${cameras.status} = 'offline'`)] : []),
            asc(cameras.shopId),
            asc(cameras.number),
            asc(cameras.id),
          )
          .offset(offset)
          .limit(limit),
        db.select({ count }).from(cameras).innerJoin(shops, eq(shops.id, cameras.shopId)).where(where),
      ])
      return { rows, total: totals?.count ?? 0 }
    },

    async totals(scope: Scope, filter: PlatformFilter) {
      const [row] = await db
        .select({
          cameras: count,
          online,
          offline: sql<number>`(count(*) filter (where ${cameras.status} = 'offline'))::int`,
          ptz: sql<number>`(count(*) filter (where ${cameras.capabilities} ->> 'ptz' = 'true'))::int`,
          unsure: sql<number>`(count(*) filter (where ${cameras.capabilities} is null))::int`,
        })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .where(condition(scope, filter))
      return row ?? { cameras: 0, online: 0, offline: 0, ptz: 0, unsure: 0 }
    },

    /** Shops of the cameras, most of them offline first. */
    shops: (scope: Scope, filter: PlatformFilter) =>
      db
        .select({
          id: shops.id,
          name: shops.name,
          nameEn: shops.nameEn,
          cameraCount: count,
          onlineCount: online,
        })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .where(condition(scope, filter))
        .groupBy(shops.id)
        .orderBy(desc(sql`count(*) - ${online}`), asc(shops.id)),
  }
}
export type PlatformStore = ReturnType<typeof platformStore>

function condition(scope: Scope, filter: PlatformFilter): SQL | undefined {
  const { provider, area, shopId, cameraId, status } = filter
  const literal = filter.keyword?.toLowerCase().replace(/[\\%_]/g, character => `\\${character}`)
  return and(
    isNull(cameras.removedAt),
    isNull(shops.closedAt),
    inScope(scope),
    inArea(area),
    eq(cameras.provider, provider),
    shopId === undefined ? undefined : eq(shops.id, shopId),
    cameraId === undefined ? undefined : eq(cameras.id, cameraId),
    status && eq(cameras.status, status),
    filter.isUnasked ? isNull(cameras.capabilities) : undefined,
    literal
      ? or(
          sql`lower(${cameras.name}) like ${`%${literal}%`}`,
          sql`lower(${cameras.nameEn}) like ${`%${literal}%`}`,
          sql`${cameras.number} like ${`${literal}%`}`,
          sql`lower(${cameras.deviceCode}) like ${`%${literal}%`}`,
          matchingShop(filter.keyword),
        )
      : undefined,
  )
}
