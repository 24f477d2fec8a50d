import {
  AppError,
  type PlanCounts,
  type PlanKind,
  type PlanStatistics,
  type RunOutcome,
} from '@aisle/contract'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameras, planRuns, plans, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { type PlaceFilter, runCondition } from './rows.ts'
import { text } from './text.ts'

const dayMs = 24 * 3_600_000
const mostDays = 400

export type StatisticsFilter = PlaceFilter & {
  kinds?: readonly PlanKind[] | undefined
  from: string
  to: string
}

const inState = (...states: RunOutcome[]) =>
  sql<number>`(count(*) filter (where ${inArray(planRuns.state, states)}))::int`
/** Figures of runs, for any statement that groups them. */
export const countColumns = {
  planned: sql<number>`count(*)::int`,
  done: inState('done'),
  failed: inState('failed'),
  held: inState('held'),
  offline: inState('offline'),
  missed: inState('missed'),
  pending: inState('waiting', 'running'),
}

/** Figures of plans and their runs, computed from the rows; days and hours are those of each shop's clock. */
export function planStatistics(db: Database) {
  return async function statistics(scope: Scope, filter: StatisticsFilter): Promise<PlanStatistics> {
    const dates = daysOf(filter.from, filter.to)
    const where = and(inScope(scope), runCondition(filter))
    const local = sql`(${planRuns.dueAt} at time zone ${shops.timeZone})`
    const date = sql<string>`to_char(${local}, 'YYYY-MM-DD')`
    const hour = sql<number>`extract(hour from ${local})::int`
    const counted = <Columns extends Record<string, SQL | typeof shops.id>>(columns: Columns) =>
      db
        .select({ ...columns, ...countColumns })
        .from(planRuns)
        .innerJoin(shops, eq(shops.id, planRuns.shopId))
        .innerJoin(cameras, eq(cameras.id, planRuns.cameraId))
        .where(where)
    const [[totals], byDate, byHour, [active]] = await Promise.all([
      counted({}),
      counted({ date }).groupBy(sql`1`),
      db
        .select({
          shopId: shops.id,
          shopname: shops.name,
          shopnameEn: sql<string>`coalesce(nullif(${shops.nameEn}, ''), ${shops.name})`,
          hour,
          planned: countColumns.planned,
          done: countColumns.done,
        })
        .from(planRuns)
        .innerJoin(shops, eq(shops.id, planRuns.shopId))
        .innerJoin(cameras, eq(cameras.id, planRuns.cameraId))
        .where(where)
        .groupBy(shops.id, sql`4`)
        .orderBy(shops.name, shops.id, sql`4`),
      db
        .select({
          enabled: sql<number>`(count(*) filter (where not ${plans.paused}))::int`,
          paused: sql<number>`(count(*) filter (where ${plans.paused}))::int`,
        })
        .from(plans)
        .innerJoin(shops, eq(shops.id, plans.shopId))
        .innerJoin(cameras, eq(cameras.id, plans.cameraId))
        .where(
          and(
            isNull(plans.deletedAt),
            isNull(cameras.removedAt),
            isNull(shops.closedAt),
            inScope(scope),
            inArea(filter),
            filter.shopId ? eq(shops.id, filter.shopId) : undefined,
            filter.cameraId ? eq(plans.cameraId, filter.cameraId) : undefined,
            filter.kinds && inArray(plans.kind, [...filter.kinds]),
          ),
        ),
    ])
    const ofDate = new Map(byDate.map(({ date: day, ...counts }) => [day, counts]))
    return {
      plans: active ?? { enabled: 0, paused: 0 },
      totals: withRate(totals ?? none),
      byDay: dates.map(day => ({ date: day, ...withRate(ofDate.get(day) ?? none) })),
      byHour,
    }
  }
}

const none: PlanCounts = { planned: 0, done: 0, failed: 0, held: 0, offline: 0, missed: 0, pending: 0 }

/** Pictures taken of those due and over, in percent with one decimal. */
function withRate(counts: PlanCounts): PlanCounts & { successRate: number | null } {
  const over = counts.planned - counts.pending
  return { ...counts, successRate: over === 0 ? null : Math.round((counts.done / over) * 1000) / 10 }
}

/** @throws AppError invalidInput where the days are in no order or too many */
function daysOf(from: string, to: string): string[] {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  const count = (last - first) / dayMs + 1
  if (!(count >= 1 && count <= mostDays) || first < Date.UTC(1900, 0, 1))
    throw new AppError('invalidInput', text.wrongRange, {
      errors: [{ path: 'to', message: 'not after from, or more than 400 days' }],
    })
  return Array.from({ length: count }, (_, day) => new Date(first + day * dayMs).toISOString().slice(0, 10))
}
