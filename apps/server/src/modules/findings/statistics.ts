import type { FindingStatistics } from '@aisle/contract'
import { and, asc, countDistinct, desc, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameras, findings, pictureChecks, shops } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { type FindingFilter, matching } from './store.ts'

const having = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
const wasRight = sql`${findings.status} in ('confirmed', 'raised')`
const total = sql<number>`count(*)::int`

/** Figures of a group of findings; its accuracy is divided after both sides are counted. */
const tally = {
  findings: total,
  confirmed: having(wasRight),
  dismissed: having(sql`${findings.status} = 'dismissed'`),
  accuracy: sql<
    number | null
  >`round(100.0 * count(*) filter (where ${wasRight}) / nullif(count(*) filter (where ${findings.status} <> 'new'), 0), 1)::float8`,
}
const mostFirst = desc(sql`count(*)`)
const shop = { shopId: shops.id, shopname: shops.name, shopnameEn: shops.nameEn }
const { algorithm } = findings

/** Figures about findings, each computed from the rows that the list shows under the same filter. */
export function findingStatistics(db: Database) {
  /** Shops of which a picture was looked at within the days, against those that are open. */
  async function coverage({ scope }: Caller, filter: FindingFilter) {
    const { begin, end, shopId } = filter
    const chosen = and(
      inScope(scope),
      inArea(filter),
      isNull(shops.closedAt),
      shopId === undefined ? undefined : eq(shops.id, shopId),
    )
    const within = and(
      chosen,
      begin === undefined ? undefined : gte(pictureChecks.localDate, begin),
      end === undefined ? undefined : lte(pictureChecks.localDate, end),
    )
    const [[all], [watched]] = await Promise.all([
      db.select({ shops: total }).from(shops).where(chosen),
      db
        .select({ shops: countDistinct(pictureChecks.shopId) })
        .from(pictureChecks)
        .innerJoin(shops, eq(shops.id, pictureChecks.shopId))
        .where(within),
    ])
    const count = all?.shops ?? 0
    const shopsWatched = watched?.shops ?? 0
    const share = count === 0 ? null : Math.round((1000 * shopsWatched) / count) / 10
    return { shops: count, shopsWatched, coverage: share }
  }

  const isShop = eq(shops.id, findings.shopId)
  const isCamera = eq(cameras.id, findings.cameraId)

  async function totals(where: SQL | undefined) {
    const rows = db.select(tally).from(findings).innerJoin(shops, isShop)
    const [row] = await rows.leftJoin(cameras, isCamera).where(where)
    return row ?? { findings: 0, confirmed: 0, dismissed: 0, accuracy: null }
  }

  const byDay = (where: SQL | undefined) =>
    db
      .select({ date: findings.localDate, algorithm, findings: total, confirmed: tally.confirmed })
      .from(findings)
      .innerJoin(shops, isShop)
      .leftJoin(cameras, isCamera)
      .where(where)
      .groupBy(findings.localDate, algorithm)
      .orderBy(asc(findings.localDate), asc(algorithm))

  const byHour = (where: SQL | undefined) =>
    db
      .select({ weekday: findings.weekday, hour: findings.localHour, findings: total })
      .from(findings)
      .innerJoin(shops, isShop)
      .leftJoin(cameras, isCamera)
      .where(where)
      .groupBy(findings.weekday, findings.localHour)
      .orderBy(asc(findings.weekday), asc(findings.localHour))

  const byAlgorithm = (where: SQL | undefined) =>
    db
      .select({ algorithm, ...tally })
      .from(findings)
      .innerJoin(shops, isShop)
      .leftJoin(cameras, isCamera)
      .where(where)
      .groupBy(algorithm)
      .orderBy(mostFirst, asc(algorithm))

  const byShop = (where: SQL | undefined) =>
    db
      .select({ ...shop, ...tally })
      .from(findings)
      .innerJoin(shops, isShop)
      .leftJoin(cameras, isCamera)
      .where(where)
      .groupBy(shops.id)
      .orderBy(mostFirst, asc(shops.name), asc(shops.id))

  const byShopAlgorithm = (where: SQL | undefined) =>
    db
      .select({ ...shop, algorithm, ...tally })
      .from(findings)
      .innerJoin(shops, isShop)
      .leftJoin(cameras, isCamera)
      .where(where)
      .groupBy(shops.id, algorithm)
      .orderBy(mostFirst, asc(shops.name), asc(shops.id), asc(algorithm))

  return {
    async of(caller: Caller, filter: FindingFilter): Promise<FindingStatistics> {
      const where = matching(caller.scope, filter)
      const [all, watched, days, hours, ofAlgorithms, ofShops, ofBoth] = await Promise.all([
        totals(where),
        coverage(caller, filter),
        byDay(where),
        byHour(where),
        byAlgorithm(where),
        byShop(where),
        byShopAlgorithm(where),
      ])
      return {
        ...all,
        ...watched,
        byDay: days,
        byHour: hours,
        byAlgorithm: ofAlgorithms,
        byShop: ofShops,
        byShopAlgorithm: ofBoth,
      }
    },
  }
}
export type FindingStatisticsService = ReturnType<typeof findingStatistics>
