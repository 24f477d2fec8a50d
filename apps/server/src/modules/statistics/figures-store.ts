import type { AreaLevel, KindOfDay, ShopFigureSort } from '@aisle/contract'
import { and, eq, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../platform/postgres.ts'
import {
  areas,
  checkItems,
  checkShopRecords,
  checkVideoRecords,
  dailyRecords,
  evaluationDetails,
  evaluations,
  inspections,
  problemEvents,
  problems,
  shops,
  users,
} from '../../platform/schema/index.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Days } from './ranges.ts'
import { chosen, daysBetween, ofKind, type Which } from './store.ts'

/** What is asked about: shops, days, and of those what kind and whose work. */
export type Asked = { which: Which; days: Days; dayType: KindOfDay; userId?: string | undefined }

const count = sql<number>`count(*)::int`
/** The day a patrol began on the clock of its shop. */
const patrolDay = sql`(${checkShopRecords.beganAt} at time zone ${shops.timeZone})::date`
const percent = (part: SQL, whole: SQL) =>
  sql<number | null>`round(100.0 * ${part} / nullif(${whole}, 0), 1)::float8`
const mean = sql<number | null>`round(avg(${evaluations.score}), 1)::float8`
const isClosed = sql`${problems.status} = 'closed'`

/** All PostgreSQL of the figures about an area: each is made of rows of shops in scope, and of nothing else. */
export function figuresStore(db: Database) {
  /** Shops that are open, and were on the last of the days. */
  const openShops = (scope: Scope, { which, days }: Asked) =>
    and(
      chosen(scope, which),
      days.last === undefined
        ? undefined
        : sql`(${shops.createdAt} at time zone ${shops.timeZone})::date <= ${days.last}::date`,
    )
  const patrols = (scope: Scope, { which, days, dayType, userId }: Asked) =>
    and(
      chosen(scope, which),
      daysBetween(patrolDay, days),
      ofKind(dayType, patrolDay),
      userId === undefined ? undefined : eq(checkShopRecords.userId, userId),
    )
  const scored = (scope: Scope, { which, days, dayType, userId }: Asked) =>
    and(
      chosen(scope, which),
      daysBetween(evaluations.localDate, days),
      ofKind(dayType, sql`${evaluations.localDate}`),
      ne(evaluations.status, 'revoked'),
      userId === undefined ? undefined : eq(evaluations.userId, userId),
    )
  const raised = (scope: Scope, { which, days, dayType, userId }: Asked) =>
    and(
      chosen(scope, which),
      daysBetween(problems.raisedDate, days),
      ofKind(dayType, sql`${problems.raisedDate}`),
      userId === undefined ? undefined : eq(problems.raisedBy, userId),
    )
  const noted = (
    table: typeof inspections | typeof dailyRecords,
    scope: Scope,
    { which, days, dayType, userId }: Asked,
  ) =>
    and(
      chosen(scope, which),
      daysBetween(table.localDate, days),
      ofKind(dayType, sql`${table.localDate}`),
      isNull(table.deletedAt),
      userId === undefined ? undefined : eq(table.userId, userId),
    )

  const region = alias(areas, 'region')
  const province = alias(areas, 'province')
  const city = alias(areas, 'city')
  const county = alias(areas, 'county')
  const area = alias(areas, 'area')
  const nameIn = ({ id, name, nameEn }: Record<'id' | 'name' | 'nameEn', SQLWrapper>) => ({
    id: sql<string>`${id}`,
    name: sql<string>`${name}`,
    nameEn: sql<string>`coalesce(nullif(${nameEn}, ''), ${name})`,
  })

  return {
    async shopCount(scope: Scope, asked: Asked): Promise<number> {
      const [row] = await db.select({ count }).from(shops).where(openShops(scope, asked))
      return row?.count ?? 0
    },

    async patrolTotals(scope: Scope, asked: Asked) {
      const [row] = await db
        .select({
          patrols: count,
          // A shop that opened later is in none of the two counts.
          shopsPatrolled: sql<number>`(count(distinct ${shops.id}) filter (where ${openShops(scope, asked) ?? sql`true`}))::int`,
          useTime: sql<number>`coalesce(round(sum(extract(epoch from ${checkShopRecords.endedAt} - ${checkShopRecords.beganAt}))), 0)::int`,
        })
        .from(checkShopRecords)
        .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
        .where(patrols(scope, asked))
      return row ?? { patrols: 0, shopsPatrolled: 0, useTime: 0 }
    },

    async scoreTotals(scope: Scope, asked: Asked) {
      const [row] = await db
        .select({ evaluations: count, score: mean })
        .from(evaluations)
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(scored(scope, asked))
      return row ?? { evaluations: 0, score: null }
    },

    async recordCount(table: typeof inspections | typeof dailyRecords, scope: Scope, asked: Asked) {
      const [row] = await db
        .select({ count })
        .from(table)
        .innerJoin(shops, eq(shops.id, table.shopId))
        .where(noted(table, scope, asked))
      return row?.count ?? 0
    },
    inspectionCount(scope: Scope, asked: Asked): Promise<number> {
      return this.recordCount(inspections, scope, asked)
    },
    dailyCount(scope: Scope, asked: Asked): Promise<number> {
      return this.recordCount(dailyRecords, scope, asked)
    },

    async problemTotals(scope: Scope, asked: Asked) {
      const having = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
      const wasSentBack = sql`exists(select 1 from ${problemEvents} where ${problemEvents.problemId} = ${problems.id} and ${problemEvents.action} = 'sendBack')`
      const [row] = await db
        .select({
          problems: count,
          problemsAssigned: having(
            sql`${problems.ownerUserId} is not null or ${problems.ownerStaffId} is not null`,
          ),
          problemsSentBack: having(wasSentBack),
          problemsClosed: having(isClosed),
          closeRate: percent(having(isClosed), count),
        })
        .from(problems)
        .innerJoin(shops, eq(shops.id, problems.shopId))
        .where(raised(scope, asked))
      return (
        row ?? { problems: 0, problemsAssigned: 0, problemsSentBack: 0, problemsClosed: 0, closeRate: null }
      )
    },

    /** Best covered first; where two are equal the larger one. */
    async coverage(scope: Scope, asked: Asked) {
      const perShop = db
        .select({ shopId: shops.id, patrols: count.as('patrols') })
        .from(checkShopRecords)
        .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
        .where(patrols(scope, asked))
        .groupBy(shops.id)
        .as('per_shop')
      const shopsPatrolled = sql<number>`count(${perShop.shopId})::int`
      return db
        .select({
          region: nameIn(region),
          province: nameIn(province),
          shops: count,
          shopsPatrolled,
          patrols: sql<number>`coalesce(sum(${perShop.patrols}), 0)::int`,
          patrolCoverage: percent(shopsPatrolled, count),
        })
        .from(shops)
        .innerJoin(region, eq(region.id, shops.regionId))
        .innerJoin(province, eq(province.id, shops.provinceId))
        .leftJoin(perShop, eq(perShop.shopId, shops.id))
        .where(openShops(scope, asked))
        .groupBy(region.id, province.id)
        .orderBy(sql`${percent(shopsPatrolled, count)} desc`, sql`${count} desc`, region.id, province.id)
    },

    /** Mean scores of the areas of a level, best first. */
    scores(scope: Scope, asked: Asked, level: Extract<AreaLevel, 'province' | 'city'>) {
      return db
        .select({
          ...nameIn(area),
          provinceId: sql<string>`min(${shops.provinceId})`,
          score: mean,
          evaluations: count,
          shops: sql<number>`count(distinct ${shops.id})::int`,
        })
        .from(evaluations)
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .innerJoin(area, eq(area.id, level === 'province' ? shops.provinceId : shops.cityId))
        .where(scored(scope, asked))
        .groupBy(area.id)
        .orderBy(sql`${mean} desc`, area.id)
    },

    /** By group of the form; items of no group are their own. */
    groups(scope: Scope, asked: Asked) {
      const groupId = sql<string>`coalesce(${evaluationDetails.pitemId}, ${evaluationDetails.itemId})`
      const latest = (group: SQLWrapper, item: SQLWrapper) =>
        sql<string>`(array_agg(case when ${evaluationDetails.pitemId} is null then ${item} else ${group} end order by ${evaluationDetails.publishedAt} desc, ${evaluationDetails.id} desc))[1]`
      return db
        .select({
          itemId: groupId,
          name: latest(evaluationDetails.pitemName, evaluationDetails.itemName),
          nameEn: latest(evaluationDetails.pitemNameEn, evaluationDetails.itemNameEn),
          count,
          score: percent(sql`sum(${evaluationDetails.score})`, sql`sum(${evaluationDetails.itemScore})`),
        })
        .from(evaluationDetails)
        .innerJoin(evaluations, eq(evaluations.id, evaluationDetails.evaluationId))
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .leftJoin(checkItems, eq(checkItems.id, groupId))
        .where(and(scored(scope, asked), sql`${evaluationDetails.result} in ('pass', 'deduct')`))
        .groupBy(groupId)
        .orderBy(sql`min(${checkItems.sort})`, groupId)
    },

    /** Every open shop, also those where nothing happened. */
    async shops(
      scope: Scope,
      asked: Asked,
      {
        sort,
        order,
        offset,
        limit,
      }: { sort: ShopFigureSort; order: 'asc' | 'desc'; offset: number; limit: number },
    ) {
      const visited = db
        .select({
          shopId: shops.id,
          patrols: count.as('patrols'),
          last: sql<Date>`max(${checkShopRecords.beganAt})`.as('last'),
        })
        .from(checkShopRecords)
        .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
        .where(patrols(scope, asked))
        .groupBy(shops.id)
        .as('visited')
      const rated = db
        .select({ shopId: shops.id, evaluations: count.as('evaluations'), score: mean.as('score') })
        .from(evaluations)
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(scored(scope, asked))
        .groupBy(shops.id)
        .as('rated')
      const found = db
        .select({
          shopId: shops.id,
          problems: count.as('problems'),
          closed: sql<number>`(count(*) filter (where ${isClosed}))::int`.as('closed'),
        })
        .from(problems)
        .innerJoin(shops, eq(shops.id, problems.shopId))
        .where(raised(scope, asked))
        .groupBy(shops.id)
        .as('found')
      const known = (value: SQLWrapper) => sql<number>`coalesce(${value}, 0)::int`
      const closeRate = percent(sql`${found.closed}`, sql`${found.problems}`)
      const by = {
        shopname: sql`${shops.pinyin}`,
        patrols: known(visited.patrols),
        lastPatrol: sql`${visited.last}`,
        score: sql`${rated.score}`,
        problems: known(found.problems),
        closeRate,
      } as const satisfies Record<ShopFigureSort, SQL>
      const where = openShops(scope, asked)
      const [rows, [totals]] = await Promise.all([
        db
          .select({
            shopid: shops.id,
            shopname: shops.name,
            shopnameEn: shops.nameEn,
            areaPath: pathOf(region.name, province.name, city.name, county.name),
            areaPathEn: pathOf(
              ...([region, province, city, county] as const).map(
                ({ name, nameEn }) => sql`coalesce(nullif(${nameEn}, ''), ${name})`,
              ),
            ),
            patrols: known(visited.patrols),
            lastPatrol: sql<
              string | null
            >`to_char(${visited.last} at time zone ${shops.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`,
            evaluations: known(rated.evaluations),
            score: rated.score,
            problems: known(found.problems),
            problemsClosed: known(found.closed),
            closeRate,
          })
          .from(shops)
          .innerJoin(region, eq(region.id, shops.regionId))
          .innerJoin(province, eq(province.id, shops.provinceId))
          .innerJoin(city, eq(city.id, shops.cityId))
          .innerJoin(county, eq(county.id, shops.countyId))
          .leftJoin(visited, eq(visited.shopId, shops.id))
          .leftJoin(rated, eq(rated.shopId, shops.id))
          .leftJoin(found, eq(found.shopId, shops.id))
          .where(where)
          .orderBy(
            sql`${by[sort]} ${order === 'asc' ? sql`asc` : sql`desc`} nulls last`,
            sql`${shops.pinyin}`,
            shops.id,
          )
          .offset(offset)
          .limit(limit),
        db.select({ count }).from(shops).where(where),
      ])
      return { rows, total: totals?.count ?? 0 }
    },

    /** Most patrols first. A video is watched until the next one of the visit is opened, or the visit ends. */
    async inspectors(scope: Scope, asked: Asked, top: number) {
      const videos = db
        .select({
          userId: checkShopRecords.userId,
          seconds: watchedSeconds.as('seconds'),
        })
        .from(checkVideoRecords)
        .innerJoin(checkShopRecords, eq(checkShopRecords.id, checkVideoRecords.recordId))
        .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
        .where(patrols(scope, asked))
        .as('videos')
      const [visits, watched, rated, found] = await Promise.all([
        db
          .select({
            userId: users.id,
            userName: users.realName,
            patrols: count,
            shops: sql<number>`count(distinct ${shops.id})::int`,
          })
          .from(checkShopRecords)
          .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
          .innerJoin(users, eq(users.id, checkShopRecords.userId))
          .where(patrols(scope, asked))
          .groupBy(users.id)
          .orderBy(sql`${count} desc`, users.id)
          .limit(top),
        db
          .select({
            userId: videos.userId,
            minutes: sql<number>`round(sum(${videos.seconds}) / 60, 1)::float8`,
          })
          .from(videos)
          .groupBy(videos.userId),
        db
          .select({ userId: evaluations.userId, count })
          .from(evaluations)
          .innerJoin(shops, eq(shops.id, evaluations.shopId))
          .where(scored(scope, asked))
          .groupBy(evaluations.userId),
        db
          .select({ userId: problems.raisedBy, count })
          .from(problems)
          .innerJoin(shops, eq(shops.id, problems.shopId))
          .where(raised(scope, asked))
          .groupBy(problems.raisedBy),
      ])
      const minutesOf = new Map(watched.map(({ userId, minutes }) => [userId, minutes]))
      const evaluationsOf = new Map(rated.map(row => [row.userId, row.count]))
      const problemsOf = new Map(found.map(row => [row.userId, row.count]))
      return visits.map(row => ({
        ...row,
        watchedMinutes: minutesOf.get(row.userId) ?? 0,
        evaluations: evaluationsOf.get(row.userId) ?? 0,
        problems: problemsOf.get(row.userId) ?? 0,
      }))
    },

    /** Patrols, evaluations, inspections and daily records by day; days without any are left out. */
    async days(scope: Scope, asked: Asked) {
      const written = (day: SQLWrapper) => sql<string>`${day}::text`
      const byDay = (table: typeof inspections | typeof dailyRecords) =>
        db
          .select({ date: written(table.localDate), count })
          .from(table)
          .innerJoin(shops, eq(shops.id, table.shopId))
          .where(noted(table, scope, asked))
          .groupBy(table.localDate)
      const [patrolled, evaluated, inspected, recorded] = await Promise.all([
        db
          .select({
            date: written(patrolDay),
            count,
            shops: sql<number>`count(distinct ${shops.id})::int`,
          })
          .from(checkShopRecords)
          .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
          .where(patrols(scope, asked))
          .groupBy(patrolDay),
        db
          .select({ date: written(evaluations.localDate), count })
          .from(evaluations)
          .innerJoin(shops, eq(shops.id, evaluations.shopId))
          .where(scored(scope, asked))
          .groupBy(evaluations.localDate),
        byDay(inspections),
        byDay(dailyRecords),
      ])
      const countOn = (rows: readonly { date: string; count: number }[]) => {
        const counts = new Map(rows.map(row => [row.date, row.count]))
        return (date: string) => counts.get(date) ?? 0
      }
      const shopsOn = new Map(patrolled.map(row => [row.date, row.shops]))
      const of = [patrolled, evaluated, inspected, recorded].map(countOn)
      const dates = [patrolled, evaluated, inspected, recorded].flatMap(rows => rows.map(row => row.date))
      return [...new Set(dates)].sort().map(date => ({
        date,
        patrols: of[0]?.(date) ?? 0,
        shops: shopsOn.get(date) ?? 0,
        evaluations: of[1]?.(date) ?? 0,
        inspections: of[2]?.(date) ?? 0,
        dailyRecords: of[3]?.(date) ?? 0,
      }))
    },
  }
}

/** When a video of a visit was left for the next one, or with the end of the visit; null while neither has happened. */
export const watchedUntil = sql<Date | null>`coalesce(lead(${checkVideoRecords.operatedAt}) over (partition by ${checkVideoRecords.recordId} order by ${checkVideoRecords.operatedAt}, ${checkVideoRecords.id}), ${checkShopRecords.endedAt})`
const watchedSeconds = sql<
  number | null
>`greatest(0, extract(epoch from ${watchedUntil} - ${checkVideoRecords.operatedAt}))`

/** Areas from the largest down, a city that is a province told once. */
function pathOf(...names: SQLWrapper[]): SQL<string> {
  const [region, province, city, county] = names
  return sql<string>`concat_ws(' / ', ${region}, ${province}, nullif(${city}, ${province}), ${county})`
}
