import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { cameras, planRuns, plans, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { type RunFilter, type RunRow, runCondition, runRows } from './rows.ts'

/** Runs as people see them, and one tried again; what runs them is in `run-store.ts`. */
export function runReading(db: Database) {
  return {
    /** The latest run of each plan that is over or under way. */
    async lastRuns(planIds: readonly string[]): Promise<Map<string, RunRow>> {
      if (planIds.length === 0) return new Map()
      const latest = sql`(select last.id from jsonb_array_elements_text(${JSON.stringify(planIds)}::jsonb) as wanted (plan_id) cross join lateral (select r.id from plan_runs r where r.plan_id = wanted.plan_id order by r.due_at desc limit 1) last)`
      const rows = await runRows(db).where(sql`${planRuns.id} in ${latest}`)
      return new Map(rows.map(row => [row.planId, row]))
    },

    async runs(scope: Scope, filter: RunFilter, offset: number, limit: number) {
      const where = and(inScope(scope), runCondition(filter))
      const [records, [totals]] = await Promise.all([
        runRows(db).where(where).orderBy(desc(planRuns.dueAt), desc(planRuns.id)).offset(offset).limit(limit),
        db
          .select({ total: count() })
          .from(planRuns)
          .innerJoin(shops, eq(shops.id, planRuns.shopId))
          .innerJoin(cameras, eq(cameras.id, planRuns.cameraId))
          .where(where),
      ])
      return { records, total: totals?.total ?? 0 }
    },

    /** A run, whether it is in scope, and whether its plan is there. */
    async run(scope: Scope, id: string) {
      const [row] = await runRows(db).where(eq(planRuns.id, id))
      if (!row) return undefined
      const [about] = await db
        .select({ inScope: sql<boolean>`${inScope(scope)}`, deletedAt: plans.deletedAt })
        .from(plans)
        .innerJoin(shops, eq(shops.id, plans.shopId))
        .where(eq(plans.id, row.planId))
      return { ...row, inScope: about?.inScope ?? false, planGone: !about || about.deletedAt !== null }
    },

    /** Makes a run wait again; false where it is done, waiting or running. */
    async retry(scope: Scope, id: string, now: Date, until: Date): Promise<boolean> {
      const again = await db
        .update(planRuns)
        .set(waitingAgain(now, until))
        .where(
          and(
            eq(planRuns.id, id),
            isNotNull(planRuns.planId),
            inArray(planRuns.state, ['failed', 'held', 'offline', 'missed']),
            inArray(planRuns.shopId, db.select({ id: shops.id }).from(shops).where(inScope(scope))),
          ),
        )
        .returning({ id: planRuns.id })
      return again.length > 0
    },
  }
}

/** What makes a run wait again as if it had never been tried. */
export const waitingAgain = (now: Date, until: Date) => ({
  state: 'waiting' as const,
  notBefore: now,
  expiresAt: until,
  tries: 0,
  takeovers: 0,
  startedAt: null,
  endedAt: null,
  durationMs: null,
  reason: '',
  message: null,
})
