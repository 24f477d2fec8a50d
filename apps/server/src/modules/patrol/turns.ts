import type { CameraTurn } from '@aisle/contract'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import {
  cameras,
  checkShopRecords,
  checkVideoRecords,
  pictures,
  planRuns,
  presets,
  shops,
  users,
} from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import { pictureUrls } from '../pictures/service.ts'

const most = 2000

/** The day on the clock of the shop. */
const onDay = (column: PgColumn, day: string): SQL =>
  sql`${column} >= (${day}::date::timestamp at time zone ${shops.timeZone}) and ${column} < ((${day}::date + 1)::timestamp at time zone ${shops.timeZone})`

const camera = {
  cameraId: cameras.id,
  cameraName: cameras.name,
  cameraNameEn: cameras.nameEn,
  cameraNumber: cameras.number,
}

/** What the cameras of a shop looked at when: presets that plans went to, and people who watched. */
export function cameraTurns(db: Database) {
  /** Oldest first. @throws AppError forbidden out of scope, notFound */
  return async (caller: Caller, shopId: string, day: string): Promise<CameraTurn[]> => {
    await shopInScope(db, caller.scope, shopId)
    const ofShop = and(eq(shops.id, shopId), inScope(caller.scope))
    const [runs, watched] = await Promise.all([
      db
        .select({
          ...camera,
          at: sql<string>`coalesce(${planRuns.startedAt}, ${planRuns.dueAt})::text`.mapWith(dateOf),
          until: planRuns.endedAt,
          presetName: sql<string>`coalesce(${presets.name}, ${planRuns.presetName})`,
          outcome: planRuns.state,
          pictureId: pictures.id,
        })
        .from(planRuns)
        .innerJoin(shops, eq(shops.id, planRuns.shopId))
        .innerJoin(cameras, eq(cameras.id, planRuns.cameraId))
        .leftJoin(presets, eq(presets.id, planRuns.presetId))
        .leftJoin(pictures, and(eq(pictures.planRunId, planRuns.id), isNull(pictures.deletedAt)))
        .where(and(ofShop, onDay(planRuns.dueAt, day)))
        .orderBy(asc(planRuns.dueAt))
        .limit(most),
      db
        .select({
          ...camera,
          at: checkVideoRecords.operatedAt,
          // Watched until the same visit opened the next camera, or was over.
          until: sql<
            string | null
          >`coalesce(lead(${checkVideoRecords.operatedAt}) over (partition by ${checkVideoRecords.recordId} order by ${checkVideoRecords.operatedAt}), ${checkShopRecords.endedAt})::text`.mapWith(
            dateOf,
          ),
          userName: users.realName,
        })
        .from(checkVideoRecords)
        .innerJoin(shops, eq(shops.id, checkVideoRecords.shopId))
        .innerJoin(cameras, eq(cameras.id, checkVideoRecords.cameraId))
        .innerJoin(users, eq(users.id, checkVideoRecords.userId))
        .leftJoin(checkShopRecords, eq(checkShopRecords.id, checkVideoRecords.recordId))
        .where(and(ofShop, onDay(checkVideoRecords.operatedAt, day)))
        .orderBy(asc(checkVideoRecords.operatedAt))
        .limit(most),
    ])
    const turns: CameraTurn[] = [
      ...runs.map(({ at, until, pictureId, ...run }) => ({
        ...run,
        kind: 'plan' as const,
        at: at.toISOString(),
        until: until?.toISOString() ?? null,
        pictureId,
        thumbnailUrl: pictureId === null ? null : pictureUrls(pictureId).thumbnailUrl,
        userName: '',
      })),
      ...watched.map(({ at, until, ...watch }) => ({
        ...watch,
        kind: 'watched' as const,
        at: at.toISOString(),
        until: until?.toISOString() ?? null,
        presetName: '',
        outcome: '',
        pictureId: null,
        thumbnailUrl: null,
      })),
    ]
    return turns.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  }
}

const dateOf = (value: string) => new Date(value)
