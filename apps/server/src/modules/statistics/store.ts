import type {
  AreaSelection,
  EvaluationStatus,
  KindOfDay,
  ShopScore,
  StatisticsGranularity,
} from '@aisle/contract'
import { and, asc, eq, inArray, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Database } from '../../platform/postgres.ts'
import {
  dailyRecords,
  evaluationDetails,
  evaluations,
  inspectionDetails,
  inspections,
  shops,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import type { Days } from './ranges.ts'

/** One shop, or those of an area. */
export type Which = { shopId: string; area?: undefined } | { shopId?: undefined; area: AreaSelection }

/** Condition on a statement that has `shops` in it: the open shops in scope that are asked for. */
export function chosen(scope: Scope, { shopId, area }: Which): SQL | undefined {
  return and(
    isNull(shops.closedAt),
    inScope(scope),
    shopId === undefined ? inArea(area) : eq(shops.id, shopId),
  )
}

/** A condition on a day of the shop: from the first to the last, of the kind asked for. */
export function daysBetween(day: SQLWrapper, { first, last, kind = 'all' }: Days): SQL | undefined {
  return and(
    first === undefined ? undefined : sql`${day} >= ${first}::date`,
    last === undefined ? undefined : sql`${day} <= ${last}::date`,
    ofKind(kind, day),
  )
}

/** Saturdays and Sundays, the other days, or all of them. */
export function ofKind(dayType: KindOfDay, day: SQLWrapper): SQL | undefined {
  if (dayType === 'all') return undefined
  return dayType === 'holiday'
    ? sql`extract(isodow from ${day}) in (6, 7)`
    : sql`extract(isodow from ${day}) not in (6, 7)`
}

const count = sql<number>`count(*)::int`
const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
/** Divided after both sides are summed, in decimal fractions, and rounded once. */
const percent = (part: SQL, whole: SQL) =>
  sql<number>`round(100.0 * ${part} / nullif(${whole}, 0), 1)::float8`
const meanScore = sql<number | null>`round(avg(${evaluations.score}), 1)::float8`
const isCounted = ne(evaluations.status, 'revoked')

/** All PostgreSQL of the statistics. */
export function statisticsStore(db: Database) {
  return {
    /** The open shop and its region. @throws AppError forbidden, notFound */
    async shop(scope: Scope, shopId: string): Promise<{ regionId: string }> {
      await shopInScope(db, scope, shopId)
      const [row] = await db
        .select({ regionId: shops.regionId })
        .from(shops)
        .where(and(chosen(scope, { shopId })))
      if (!row) throw new Error(`shop ${shopId} went away`)
      return row
    },

    /** Mean scores of the shops evaluated in the range or in the one before, with their places in each. */
    async shopScores(
      scope: Scope,
      area: AreaSelection,
      days: Days,
      before: Days | undefined,
    ): Promise<ShopScore[]> {
      const now = daysBetween(evaluations.localDate, days) ?? sql`true`
      const then = (before && daysBetween(evaluations.localDate, before)) ?? sql`false`
      const meanIf = (condition: SQL) => sql`round(avg(${evaluations.score}) filter (where ${condition}), 1)`
      const place = (mean: SQL) =>
        sql<
          number | null
        >`case when ${mean} is not null then (rank() over (order by ${mean} desc nulls last))::int end`
      return db
        .select({
          shopid: shops.id,
          shopname: shops.name,
          shopnameEn: shops.nameEn,
          score: sql<number | null>`${meanIf(now)}::float8`,
          rank: place(meanIf(now)),
          rankedShops: sql<number>`(count(${meanIf(now)}) over ())::int`,
          evaluationCount: countIf(now),
          previousScore: sql<number | null>`${meanIf(then)}::float8`,
          previousRank: place(meanIf(then)),
        })
        .from(evaluations)
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(and(chosen(scope, { area }), isCounted, or(now, then)))
        .groupBy(shops.id)
        .orderBy(sql`${meanIf(now)} desc nulls last`, asc(shops.pinyin), asc(shops.id))
    },

    items(scope: Scope, which: Which, days: Days, top: number) {
      const isLost = sql`${evaluationDetails.result} = 'deduct'`
      return db
        .select({
          itemId: evaluationDetails.itemId,
          itemName: latest(evaluationDetails.itemName, evaluationDetails),
          itemNameEn: latest(evaluationDetails.itemNameEn, evaluationDetails),
          pitemName: latest(evaluationDetails.pitemName, evaluationDetails),
          pitemNameEn: latest(evaluationDetails.pitemNameEn, evaluationDetails),
          count: countIf(isLost),
          lostScore: sql<number>`sum(${evaluationDetails.lost})::float8`,
          rate: percent(countIf(isLost), count),
        })
        .from(evaluationDetails)
        .innerJoin(evaluations, eq(evaluations.id, evaluationDetails.evaluationId))
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(scoredDetails(scope, which, days))
        .groupBy(evaluationDetails.itemId)
        .having(sql`sum(${evaluationDetails.lost}) > 0`)
        .orderBy(
          sql`sum(${evaluationDetails.lost}) desc`,
          sql`${countIf(isLost)} desc`,
          asc(evaluationDetails.itemId),
        )
        .limit(top)
    },

    evaluationTypes(scope: Scope, which: Which, days: Days) {
      const having = (severity: string) => countIf(sql`${evaluationDetails.severity} = ${severity}`)
      const passCount = countIf(sql`${evaluationDetails.result} = 'pass'`)
      return db
        .select({
          ...typeOf(evaluationDetails),
          count,
          passCount,
          deductCount: countIf(sql`${evaluationDetails.result} = 'deduct'`),
          minorCount: having('minor'),
          mediumCount: having('medium'),
          severeCount: having('severe'),
          passRate: percent(passCount, count),
        })
        .from(evaluationDetails)
        .innerJoin(evaluations, eq(evaluations.id, evaluationDetails.evaluationId))
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(scoredDetails(scope, which, days))
        .groupBy(typeIdOf(evaluationDetails))
        .orderBy(sql`${count} desc`, typeIdOf(evaluationDetails))
    },

    inspectionTypes(scope: Scope, which: Which, days: Days) {
      return db
        .select({
          ...typeOf(inspectionDetails),
          count,
          abnormalCount: countIf(sql`${inspectionDetails.result} = 'abnormal'`),
        })
        .from(inspectionDetails)
        .innerJoin(inspections, eq(inspections.id, inspectionDetails.inspectionId))
        .innerJoin(shops, eq(shops.id, inspections.shopId))
        .where(
          and(
            chosen(scope, which),
            daysBetween(inspections.localDate, days),
            isNull(inspections.deletedAt),
            ne(inspectionDetails.result, 'na'),
          ),
        )
        .groupBy(typeIdOf(inspectionDetails))
        .orderBy(sql`${count} desc`, typeIdOf(inspectionDetails))
    },

    dailyTypes(scope: Scope, which: Which, days: Days) {
      const named = (name: SQLWrapper) =>
        sql<string>`(array_agg(${name} order by ${dailyRecords.recordedAt} desc, ${dailyRecords.id} desc))[1]`
      return db
        .select({
          typeId: dailyRecords.typeId,
          typeName: named(dailyRecords.typeName),
          typeNameEn: named(dailyRecords.typeNameEn),
          count,
        })
        .from(dailyRecords)
        .innerJoin(shops, eq(shops.id, dailyRecords.shopId))
        .where(
          and(
            chosen(scope, which),
            daysBetween(dailyRecords.localDate, days),
            isNull(dailyRecords.deletedAt),
          ),
        )
        .groupBy(dailyRecords.typeId)
        .orderBy(sql`${count} desc`, asc(dailyRecords.typeId))
    },

    typeTrend(scope: Scope, which: Which, days: Days, granularity: StatisticsGranularity) {
      const date = firstDayOf[granularity]
      return db
        .select({
          date: sql<string>`${date}::text`,
          ...typeOf(evaluationDetails),
          count,
          score: percent(sql`sum(${evaluationDetails.score})`, sql`sum(${evaluationDetails.itemScore})`),
        })
        .from(evaluationDetails)
        .innerJoin(evaluations, eq(evaluations.id, evaluationDetails.evaluationId))
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(scoredDetails(scope, which, days))
        .groupBy(date, typeIdOf(evaluationDetails))
        .orderBy(date, typeIdOf(evaluationDetails))
    },

    async evaluationTotals(scope: Scope, which: Which, days: Days) {
      const passed = sql`sum(${evaluations.passCount})`
      const [row] = await db
        .select({
          count,
          averageScore: meanScore,
          passRate: sql<
            number | null
          >`${percent(passed, sql`sum(${evaluations.passCount} + ${evaluations.deductCount})`)}`,
        })
        .from(evaluations)
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(and(ofEvaluations(scope, which, days), isCounted))
      return row ?? { count: 0, averageScore: null, passRate: null }
    },

    evaluationDays(scope: Scope, which: Which, days: Days) {
      return db
        .select({ date: evaluations.localDate, count, averageScore: meanScore })
        .from(evaluations)
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(and(ofEvaluations(scope, which, days), isCounted))
        .groupBy(evaluations.localDate)
        .orderBy(asc(evaluations.localDate))
    },

    /** Revoked ones too. */
    evaluationStatuses(
      scope: Scope,
      which: Which,
      days: Days,
    ): Promise<{ status: EvaluationStatus; count: number }[]> {
      return db
        .select({ status: evaluations.status, count })
        .from(evaluations)
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(ofEvaluations(scope, which, days))
        .groupBy(evaluations.status)
    },

    holidays(scope: Scope, which: Which, days: Days) {
      return db
        .select({ isHoliday: evaluations.isHoliday, count, averageScore: meanScore })
        .from(evaluations)
        .innerJoin(shops, eq(shops.id, evaluations.shopId))
        .where(and(ofEvaluations(scope, which, days), isCounted))
        .groupBy(evaluations.isHoliday)
    },
  }
}

const ofEvaluations = (scope: Scope, which: Which, days: Days) =>
  and(chosen(scope, which), daysBetween(evaluations.localDate, days))

/** Details with points, of evaluations that count. */
const scoredDetails = (scope: Scope, which: Which, days: Days) =>
  and(ofEvaluations(scope, which, days), isCounted, inArray(evaluationDetails.result, ['pass', 'deduct']))

const firstDayOf = {
  day: sql`${evaluations.localDate}`,
  week: sql`date_trunc('week', ${evaluations.localDate})::date`,
  month: sql`date_trunc('month', ${evaluations.localDate})::date`,
} as const satisfies Record<StatisticsGranularity, SQL>

type Details = typeof evaluationDetails | typeof inspectionDetails

/** Records keep the names of their day; a group of them is called what it was called last. */
const latest = (name: SQLWrapper, { publishedAt, id }: Details) =>
  sql<string>`(array_agg(${name} order by ${publishedAt} desc, ${id} desc))[1]`

/** The group of an item; an item that is in none is its own. */
const typeIdOf = ({ pitemId, itemId }: Details) => sql<string>`coalesce(${pitemId}, ${itemId})`
const typeOf = (details: Details) => {
  const { pitemId, pitemName, pitemNameEn, itemName, itemNameEn } = details
  const named = (group: SQLWrapper, item: SQLWrapper) =>
    latest(sql`case when ${pitemId} is null then ${item} else ${group} end`, details)
  return {
    typeId: typeIdOf(details),
    typeName: named(pitemName, itemName),
    typeNameEn: named(pitemNameEn, itemNameEn),
  }
}
