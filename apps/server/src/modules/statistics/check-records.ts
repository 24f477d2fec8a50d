import type { CheckRecordSort, EvaluationStatus } from '@aisle/contract'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, outer } from '../../platform/postgres.ts'
import {
  checkShopRecords,
  checkVideoRecords,
  evaluationDetails,
  evaluations,
  pictures,
  problems,
  shops,
  users,
} from '../../platform/schema/index.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Days } from './ranges.ts'
import { chosen, daysBetween, type Which } from './store.ts'

export type CheckRecordFilter = {
  which: Which
  days: Days
  userId?: string | undefined
  /** An item, or a group, that the evaluation took points for. */
  itemId?: string | undefined
  status?: EvaluationStatus | 'none' | undefined
}
type Order = { sort: CheckRecordSort; order: 'asc' | 'desc'; offset: number; limit: number }

const record = {
  id: outer(checkShopRecords.id),
  shopId: outer(checkShopRecords.shopId),
  userId: outer(checkShopRecords.userId),
  beganAt: outer(checkShopRecords.beganAt),
  endedAt: outer(checkShopRecords.endedAt),
}
const own = sql`${outer(evaluations.recordId)} = ${record.id}`
const counts = sql`${outer(evaluations.status)} <> 'revoked'`
const latest = <T>(column: SQL) =>
  sql<T>`(select ${column} from ${evaluations} where ${own} and ${counts} order by ${outer(evaluations.evaluatedAt)} desc, ${outer(evaluations.id)} desc limit 1)`
const score = latest<number | null>(sql`${outer(evaluations.score)}::float8`)
const status = sql<EvaluationStatus | null>`coalesce(${latest(outer(evaluations.status))}, (select ${outer(evaluations.status)} from ${evaluations} where ${own} limit 1))`
const videoCount = sql<number>`(select count(*)::int from ${checkVideoRecords} where ${outer(checkVideoRecords.recordId)} = ${record.id})`
/** While it ran, and `late` after; one that was never ended ran twelve hours at most. */
const during = (at: SQL, late: SQL) =>
  sql`${at} >= ${record.beganAt} and ${at} <= coalesce(${record.endedAt} + ${late}, ${record.beganAt} + interval '12 hours')`
const pictureCount = sql<number>`(select count(*)::int from ${pictures} where ${outer(pictures.shopId)} = ${record.shopId} and ${outer(pictures.userId)} = ${record.userId} and ${outer(pictures.deletedAt)} is null and ${during(outer(pictures.takenAt), sql`interval '0'`)})`
const problemCount = sql<number>`(select count(*)::int from ${problems} where ${outer(problems.shopId)} = ${record.shopId} and ${outer(problems.raisedBy)} = ${record.userId} and ${during(outer(problems.raisedAt), sql`interval '10 minutes'`)})`
const beganOn = sql`(${checkShopRecords.beganAt} at time zone ${shops.timeZone})::date`

const columnOf = {
  checkshopBeg: sql`${checkShopRecords.beganAt}`,
  checkshopEnd: sql`${checkShopRecords.endedAt}`,
  durationMinutes: sql`${checkShopRecords.endedAt} - ${checkShopRecords.beganAt}`,
  videoCount,
  userName: sql`${users.realName}`,
  shopname: sql`${shops.pinyin}`,
  score,
  pictureCount,
  problemCount,
} as const satisfies Record<CheckRecordSort, SQL>

/** The visits of shops in scope with what became of them. */
export function checkRecordStore(db: Database) {
  return {
    /** Where two are equal the later one is first; checks that are not over have no end, and come last. */
    async list(
      scope: Scope,
      { which, days, userId, itemId, status: wanted }: CheckRecordFilter,
      { sort, order, offset, limit }: Order,
    ) {
      const where = and(
        chosen(scope, which),
        daysBetween(beganOn, days),
        userId === undefined ? undefined : eq(checkShopRecords.userId, userId),
        itemId === undefined ? undefined : tookPointsFor(itemId),
        wanted === undefined
          ? undefined
          : wanted === 'none'
            ? sql`${status} is null`
            : sql`${status} = ${wanted}`,
      )
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
            evaluationId: latest<string | null>(outer(evaluations.id)),
            score,
            evaluationStatus: status,
            pictureCount,
            problemCount,
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

function tookPointsFor(itemId: string): SQL {
  const { evaluationId, itemId: item, pitemId, lost } = evaluationDetails
  return sql`exists(select 1 from ${evaluations} join ${evaluationDetails} on ${outer(evaluationId)} = ${outer(evaluations.id)} where ${own} and ${counts} and ${outer(lost)} > 0 and ${itemId} in (${outer(item)}, ${outer(pitemId)}))`
}
