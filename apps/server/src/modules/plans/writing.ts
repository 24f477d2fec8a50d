import type { PlanKind } from '@aisle/contract'
import { and, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { planRuns, plans, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { type NewPlan, ofPreset, screenshot } from './rows.ts'

const rowsAtOnce = 1000

/** How plans are put, changed and removed: all that a call names, or none. */
export function planWriting(db: Database) {
  return {
    /** Creates what is missing and changes what is there, each with its own next time; answers which was which. */
    async put(scope: Scope, rows: readonly NewPlan[], at: Date): Promise<{ id: string; created: boolean }[]> {
      await refuseForeign(db, scope, rows)
      return db.transaction(async transaction => {
        const done: { id: string; created: boolean }[] = []
        for (const kind of ['screenshot', 'preset'] as const) {
          // Two who put plans on the same cameras lock them in one order.
          const own = rows
            .filter(row => (row.presetId !== null) === (kind === 'preset'))
            .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
          for (let start = 0; start < own.length; start += rowsAtOnce) {
            const made = await transaction
              .insert(plans)
              .values(own.slice(start, start + rowsAtOnce).map(row => ({ ...row, kind, updatedAt: at })))
              .onConflictDoUpdate({
                target: kind === 'preset' ? plans.presetId : plans.cameraId,
                targetWhere:
                  kind === 'preset'
                    ? sql`kind = 'preset' and deleted_at is null`
                    : sql`kind = 'screenshot' and deleted_at is null`,
                set: {
                  times: sql`excluded.times`,
                  everyMinutes: sql`excluded.every_minutes`,
                  fromMinute: sql`excluded.from_minute`,
                  toMinute: sql`excluded.to_minute`,
                  weekdays: sql`excluded.weekdays`,
                  presetName: sql`excluded.preset_name`,
                  areaId: sql`coalesce(excluded.area_id, ${plans.areaId})`,
                  nextDueAt: sql`case when ${plans.paused} then null else excluded.next_due_at end`,
                  updatedAt: at,
                },
              })
              .returning({ id: plans.id, created: sql<boolean>`xmax = 0` })
            done.push(...made)
          }
        }
        return done
      })
    },

    /** Removes the plans of these cameras and presets, where there are any; answers how many. */
    async removeOn(
      scope: Scope,
      targets: readonly { cameraId: string; presetId: string | null }[],
      at: Date,
    ): Promise<number> {
      const cameraIds = targets.flatMap(target => (target.presetId === null ? [target.cameraId] : []))
      const presetIds = targets.flatMap(target => target.presetId ?? [])
      const found = await db
        .select({ id: plans.id })
        .from(plans)
        .innerJoin(shops, eq(shops.id, plans.shopId))
        .where(
          and(
            inScope(scope),
            or(
              and(screenshot, inArray(plans.cameraId, cameraIds)),
              and(ofPreset, inArray(plans.presetId, presetIds)),
            ),
          ),
        )
      const ids = found.map(row => row.id)
      if (ids.length > 0) await db.transaction(transaction => removePlans(transaction, ids, at))
      return ids.length
    },

    /** Removes all or none; false where one is not there, not in scope or of another kind. */
    async remove(
      scope: Scope,
      ids: readonly string[],
      kinds: readonly PlanKind[],
      at: Date,
    ): Promise<boolean> {
      return db.transaction(async transaction => {
        const locked = await lockPlans(transaction, scope, ids, kinds)
        if (!locked) return false
        await removePlans(transaction, [...ids], at)
        return true
      })
    },

    /** Changes plans, all or none; false where one is not there or not in scope. `next` says when each runs next. */
    async change(
      scope: Scope,
      ids: readonly string[],
      kinds: readonly PlanKind[],
      change: (plan: typeof plans.$inferSelect & { timeZone: string }) => Partial<typeof plans.$inferInsert>,
      at: Date,
    ): Promise<boolean> {
      return db.transaction(async transaction => {
        const locked = await lockPlans(transaction, scope, ids, kinds)
        if (!locked) return false
        for (const plan of locked)
          await transaction
            .update(plans)
            .set({ ...change(plan), updatedAt: at })
            .where(eq(plans.id, plan.id))
        return true
      })
    },
  }
}

const keyOf = (row: Pick<NewPlan, 'cameraId' | 'presetId'>) => `${row.cameraId} ${row.presetId ?? ''}`

/** Written only where the caller's shops are meant: an id that slipped through is our fault. */
async function refuseForeign(db: Queryable, scope: Scope, rows: readonly NewPlan[]): Promise<void> {
  const ids = [...new Set(rows.map(row => row.shopId))]
  const seen = await db
    .select({ id: shops.id })
    .from(shops)
    .where(and(inArray(shops.id, ids), inScope(scope)))
  if (seen.length < ids.length) throw new Error('plans were to be put on shops outside the scope')
}

async function lockPlans(
  on: Queryable,
  scope: Scope,
  ids: readonly string[],
  kinds: readonly PlanKind[],
): Promise<(typeof plans.$inferSelect & { timeZone: string })[] | undefined> {
  const wanted = [...new Set(ids)]
  const locked = await on
    .select({ ...getTableColumns(plans), timeZone: shops.timeZone })
    .from(plans)
    .innerJoin(shops, eq(shops.id, plans.shopId))
    .where(
      and(
        inArray(plans.id, wanted),
        inArray(plans.kind, [...kinds]),
        isNull(plans.deletedAt),
        inScope(scope),
      ),
    )
    .orderBy(plans.id)
    .for('update', { of: plans })
  return locked.length < wanted.length ? undefined : locked
}

/** What waits to be run goes too: it was never begun. */
export async function removePlans(on: Queryable, ids: string[], at: Date): Promise<void> {
  await on.update(plans).set({ deletedAt: at, nextDueAt: null }).where(inArray(plans.id, ids))
  await on.delete(planRuns).where(and(inArray(planRuns.planId, ids), eq(planRuns.state, 'waiting')))
}
