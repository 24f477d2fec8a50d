import type { AreaSelection, PlanKind, RunOutcome } from '@aisle/contract'
import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { inArea, matchingShop } from '../../platform/area-choice.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { cameras, pictures, planRuns, plans, presets, shops, users } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { cameraInScope, type VideoKey } from '../../platform/shop-access.ts'
import type { Schedule } from './schedule.ts'

const named = {
  shopName: shops.name,
  shopNameEn: shops.nameEn,
  timeZone: shops.timeZone,
  cameraName: cameras.name,
  cameraNameEn: cameras.nameEn,
  cameraNumber: cameras.number,
}
const planColumns = {
  ...getTableColumns(plans),
  ...named,
  presetName: sql<string>`coalesce(${presets.name}, ${plans.presetName})`,
  presetIndex: presets.index,
  cameraStatus: cameras.status,
  videoNo: cameras.deviceCode,
  channelNo: cameras.channel,
  userName: users.realName,
}
const runColumns = { ...getTableColumns(planRuns), ...named, pictureId: pictures.id }

type Named = {
  shopName: string
  shopNameEn: string
  timeZone: string
  cameraName: string
  cameraNameEn: string
  cameraNumber: string
}
/** A plan with what it is shown with; its preset by the name it has now. */
export type PlanRow = typeof plans.$inferSelect &
  Named & {
    presetIndex: number | null
    cameraStatus: 'online' | 'offline' | 'unknown'
    videoNo: string
    channelNo: string
    userName: string | null
  }
export type RunRow = typeof planRuns.$inferSelect & Named & { pictureId: string | null }

export type PlaceFilter = AreaSelection & { shopId?: string | undefined; cameraId?: string | undefined }
export type PlanFilter = PlaceFilter & {
  kinds?: readonly PlanKind[] | undefined
  status?: 'enabled' | 'paused' | undefined
  keyword?: string | undefined
}
export type RunFilter = PlaceFilter & {
  kinds?: readonly PlanKind[] | undefined
  planId?: string | undefined
  patrolId?: string | undefined
  outcome?: RunOutcome | undefined
  from?: string | undefined
  to?: string | undefined
}
/** What is put on one camera, or on one preset of it. */
export type NewPlan = Schedule & {
  shopId: string
  cameraId: string
  presetId: string | null
  presetName: string
  areaId: string | null
  userId: string
  nextDueAt: Date | null
}

const rowsAtOnce = 1000
const screenshot = sql`${plans.kind} = 'screenshot' and ${plans.deletedAt} is null`
const ofPreset = sql`${plans.kind} = 'preset' and ${plans.deletedAt} is null`

/** All PostgreSQL about plans as people see them; what runs them is in `run-store.ts`. */
export function planStore(db: Database) {
  const planRows = (on: Queryable = db) =>
    on
      .select({ ...planColumns, total: sql<number>`(count(*) over ())::int` })
      .from(plans)
      .innerJoin(shops, eq(shops.id, plans.shopId))
      .innerJoin(cameras, eq(cameras.id, plans.cameraId))
      .leftJoin(presets, eq(presets.id, plans.presetId))
      .leftJoin(users, eq(users.id, plans.userId))
      .$dynamic()
  const runRows = () =>
    db
      .select(runColumns)
      .from(planRuns)
      .innerJoin(shops, eq(shops.id, planRuns.shopId))
      .innerJoin(cameras, eq(cameras.id, planRuns.cameraId))
      .leftJoin(pictures, and(eq(pictures.planRunId, planRuns.id), isNull(pictures.deletedAt)))
      .$dynamic()
  const live = isNull(plans.deletedAt)
  const place = (filter: PlaceFilter, camera: SQL | undefined) =>
    and(inArea(filter), filter.shopId ? eq(shops.id, filter.shopId) : undefined, camera)

  return {
    /** @throws AppError as `cameraInScope` */
    camera: (scope: Scope, key: VideoKey) => cameraInScope(db, scope, key),

    /** A camera that the inherited call names without its shop. */
    async cameraByDevice(scope: Scope, videoNo: string, channelNo: string): Promise<string | undefined> {
      const [row] = await db
        .select({ id: cameras.id })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .where(
          and(
            eq(cameras.deviceCode, videoNo),
            eq(cameras.channel, channelNo),
            isNull(cameras.removedAt),
            isNull(shops.closedAt),
            inScope(scope),
          ),
        )
        .limit(1)
      return row?.id
    },

    /** Cameras that plans are to be put on, with the presets that are asked for and whether they are in scope. */
    async targets(scope: Scope, cameraIds: readonly string[], presetIds: readonly string[]) {
      const [found, known] = await Promise.all([
        db
          .select({
            cameraId: cameras.id,
            shopId: cameras.shopId,
            timeZone: shops.timeZone,
            visible: sql<boolean>`${inScope(scope)}`,
          })
          .from(cameras)
          .innerJoin(shops, eq(shops.id, cameras.shopId))
          .where(and(inArray(cameras.id, [...cameraIds]), isNull(cameras.removedAt), isNull(shops.closedAt))),
        presetIds.length === 0
          ? []
          : db
              .select()
              .from(presets)
              .where(inArray(presets.id, [...presetIds])),
      ])
      const presetOf = new Map(known.map(preset => [preset.id, preset]))
      return found.map(camera => ({
        ...camera,
        /** Its name; undefined where it is no preset of this camera. */
        presetName(presetId: string): string | undefined {
          const preset = presetOf.get(presetId)
          return preset?.cameraId === camera.cameraId ? preset.name : undefined
        },
      }))
    },

    /** A plan that is not deleted, and whether it is in scope. */
    async plan(scope: Scope, id: string): Promise<(PlanRow & { inScope: boolean }) | undefined> {
      const [row] = await planRows().where(and(eq(plans.id, id), live))
      if (!row) return undefined
      const [seen] = await db
        .select({ inScope: sql<boolean>`${inScope(scope)}` })
        .from(shops)
        .where(eq(shops.id, row.shopId))
      return { ...row, inScope: seen?.inScope ?? false }
    },

    /** The plan of a preset, or the screenshot plan of a camera. */
    async planOn(scope: Scope, cameraId: string, presetId: string | null): Promise<PlanRow | undefined> {
      const [row] = await planRows().where(
        and(
          eq(plans.cameraId, cameraId),
          presetId === null ? screenshot : and(eq(plans.presetId, presetId), ofPreset),
          inScope(scope),
        ),
      )
      return row
    },

    /** Preset plans of a camera in scope, by their first time. */
    async presetPlans(scope: Scope, cameraId: string): Promise<PlanRow[]> {
      return planRows()
        .where(and(eq(plans.cameraId, cameraId), ofPreset, inScope(scope)))
        .orderBy(asc(sql`coalesce(${plans.times}[1], ${plans.fromMinute})`), asc(plans.id))
    },

    async page(scope: Scope, filter: PlanFilter, offset: number, limit: number) {
      const literal = filter.keyword?.toLowerCase().replace(/[\\%_]/g, character => `\\${character}`)
      const where = and(
        live,
        isNull(cameras.removedAt),
        isNull(shops.closedAt),
        inScope(scope),
        place(filter, filter.cameraId ? eq(plans.cameraId, filter.cameraId) : undefined),
        filter.kinds && inArray(plans.kind, [...filter.kinds]),
        filter.status && eq(plans.paused, filter.status === 'paused'),
        literal === undefined
          ? undefined
          : or(
              matchingShop(filter.keyword),
              sql`lower(${cameras.name}) like ${`%${literal}%`}`,
              sql`lower(${cameras.nameEn}) like ${`%${literal}%`}`,
              sql`lower(coalesce(${presets.name}, ${plans.presetName})) like ${`%${literal}%`}`,
            ),
      )
      const records = await planRows()
        .where(where)
        .orderBy(
          asc(shops.pinyin),
          asc(shops.name),
          asc(cameras.number),
          asc(plans.kind),
          asc(presets.index),
          asc(plans.id),
        )
        .offset(offset)
        .limit(limit)
      if (records.length > 0 || offset === 0) return { records, total: records[0]?.total ?? 0 }
      const [beyond] = await planRows().where(where).limit(1)
      return { records, total: beyond?.total ?? 0 }
    },

    /** The latest run of each plan that is over or under way. */
    async lastRuns(planIds: readonly string[]): Promise<Map<string, RunRow>> {
      if (planIds.length === 0) return new Map()
      const latest = sql`(select last.id from jsonb_array_elements_text(${JSON.stringify(planIds)}::jsonb) as wanted (plan_id) cross join lateral (select r.id from plan_runs r where r.plan_id = wanted.plan_id order by r.due_at desc limit 1) last)`
      const rows = await runRows().where(sql`${planRuns.id} in ${latest}`)
      return new Map(rows.map(row => [row.planId, row]))
    },

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

    // Runs

    async runs(scope: Scope, filter: RunFilter, offset: number, limit: number) {
      const where = and(inScope(scope), runCondition(filter, place))
      const [records, [totals]] = await Promise.all([
        runRows().where(where).orderBy(desc(planRuns.dueAt), desc(planRuns.id)).offset(offset).limit(limit),
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
      const [row] = await runRows().where(eq(planRuns.id, id))
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
        .set({
          state: 'waiting',
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
        .where(
          and(
            eq(planRuns.id, id),
            inArray(planRuns.state, ['failed', 'held', 'offline', 'missed']),
            inArray(planRuns.shopId, db.select({ id: shops.id }).from(shops).where(inScope(scope))),
          ),
        )
        .returning({ id: planRuns.id })
      return again.length > 0
    },
  }
}
export type PlanStore = ReturnType<typeof planStore>

/** Conditions on a statement that has runs, shops and cameras in it; days on the clock of the shop. */
export function runCondition(
  filter: RunFilter,
  place: (filter: PlaceFilter, camera: SQL | undefined) => SQL | undefined = (wanted, camera) =>
    and(inArea(wanted), wanted.shopId ? eq(shops.id, wanted.shopId) : undefined, camera),
): SQL | undefined {
  const { from, to } = filter
  return and(
    place(filter, filter.cameraId ? eq(planRuns.cameraId, filter.cameraId) : undefined),
    filter.kinds && inArray(planRuns.kind, [...filter.kinds]),
    filter.planId ? eq(planRuns.planId, filter.planId) : undefined,
    filter.patrolId ? eq(planRuns.patrolId, filter.patrolId) : undefined,
    filter.outcome && eq(planRuns.state, filter.outcome),
    // The bounds without a zone let the index find the days; those on the shop's clock cut them exactly.
    from === undefined
      ? undefined
      : sql`${planRuns.dueAt} >= ${from}::date - interval '1 day' and ${planRuns.dueAt} >= (${from}::date::timestamp at time zone ${shops.timeZone})`,
    to === undefined
      ? undefined
      : sql`${planRuns.dueAt} < ${to}::date + interval '2 days' and ${planRuns.dueAt} < ((${to}::date + 1)::timestamp at time zone ${shops.timeZone})`,
  )
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
