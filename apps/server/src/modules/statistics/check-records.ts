import type { CheckRecordSort } from '@aisle/contract'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, outer } from '../../platform/postgres.ts'
import {
  checkShopRecords,
  checkVideoRecords,
  evaluations,
  shops,
  users,
} from '../../platform/schema/index.ts'
import type { Scope } from '../../platform/scope.ts'
import { chosen, type Days, daysBetween, type Which } from './store.ts'

type Order = { sort: CheckRecordSort; order: 'asc' | 'desc'; offset: number; limit: number }

const own = eq(evaluations.recordId, checkShopRecords.id)
const latest = <T>(column: SQL) =>
  sql<T>`(select ${column} from ${evaluations} where ${own} and ${evaluations.status} <> 'revoked' order by ${evaluations.evaluatedAt} desc, ${evaluations.id} desc limit 1)`
const videoCount = sql<number>`(select count(*)::int from ${checkVideoRecords} where ${eq(checkVideoRecords.recordId, checkShopRecords.id)})`
const beganOn = sql`(${checkShopRecords.beganAt} at time zone ${shops.timeZone})::date`

const columnOf = {
  checkshopBeg: sql`${checkShopRecords.beganAt}`,
  checkshopEnd: sql`${checkShopRecords.endedAt}`,
  durationMinutes: sql`${checkShopRecords.endedAt} - ${checkShopRecords.beganAt}`,
  videoCount,
  userName: sql`${users.realName}`,
  shopname: sql`${shops.pinyin}`,
} as const satisfies Record<CheckRecordSort, SQL>

/** The visits of shops in scope with what became of them. */
export function checkRecordStore(db: Database) {
  return {
    /** Where two are equal the later one is first; checks that are not over have no end, and come last. */
    async list(scope: Scope, which: Which, days: Days, { sort, order, offset, limit }: Order) {
      const where = and(chosen(scope, which), daysBetween(beganOn, days))
      const direction = order === 'asc' ? sql`asc` : sql`desc`
      const [rows, [totals]] = await Promise.all([
        db
          .select({
            id: checkShopRecords.id,
            shopId: shops.id,
            shopname: shops.name,
            shopnameEn: shops.nameEn,
            userId: checkShopRecords.userId,
            userName: users.realName,
            beganAt: checkShopRecords.beganAt,
            endedAt: checkShopRecords.endedAt,
            timeZone: shops.timeZone,
            videoCount,
            evaluationId: latest<string | null>(sql`${evaluations.id}`),
            score: latest<number | null>(sql`${outer(evaluations.score)}::float8`),
          })
          .from(checkShopRecords)
          .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
          .innerJoin(users, eq(users.id, checkShopRecords.userId))
          .where(where)
          .orderBy(
            sql`${columnOf[sort]} ${direction} nulls last`,
            desc(checkShopRecords.beganAt),
            asc(checkShopRecords.id),
          )
          .offset(offset)
          .limit(limit),
        db
          .select({ total: sql<number>`count(*)::int` })
          .from(checkShopRecords)
          .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
          .where(where),
      ])
      return { rows, total: totals?.total ?? 0 }
    },
  }
}
