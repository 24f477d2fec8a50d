import type { PlanKind, RunOutcome, Text } from '@aisle/contract'
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { type Database, outer } from '../../platform/postgres.ts'
import {
  cameraAccounts,
  cameras,
  pictures,
  planRuns,
  plans,
  presets,
  shops,
  snapshotBatches,
} from '../../platform/schema/index.ts'
import { runText } from './text.ts'

export type Claimed = {
  id: string
  /** Null for a picture of a batch. */
  planId: string | null
  kind: PlanKind
  shopId: string
  cameraId: string
  presetId: string | null
  presetName: string
  userId: string | null
  tries: number
  takeovers: number
  /** When it was first begun. */
  startedAt: Date
}
export type Ended = {
  state: Exclude<RunOutcome, 'waiting' | 'running'>
  reason: string
  message: Text | null
  at: Date
}
/** A plan as the clock needs it. */
export type DuePlan = Awaited<ReturnType<RunStore['lockDue']>>[number]
export type NewRun = {
  planId: string
  dueAt: Date
  state: 'waiting' | 'missed'
  notBefore: Date
  expiresAt: Date
}

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** All PostgreSQL about what is due, who runs it, and what became of it. The servers meet here and nowhere else. */
export function runStore(db: Database) {
  async function claimSome(
    kind: 'planned' | 'batch',
    accountId: string,
    holder: string,
    now: Date,
    lease: Date,
    limit: number,
  ): Promise<Claimed[]> {
    const [ofKind, before] =
      kind === 'planned'
        ? [sql`w.batch_id is null`, sql`o.batch_id is null and (o.due_at, o.id) < (w.due_at, w.id)`]
        : [sql`w.batch_id is not null`, sql`(o.batch_id is null or (o.due_at, o.id) < (w.due_at, w.id))`]
    const { rows } = await db.execute<Record<string, string | number | null>>(sql`
      with picked as materialized (
        select w.id from plan_runs w
        where w.account_id = ${accountId} and w.state = 'waiting' and w.not_before <= ${moment(now)} and ${ofKind}
          and not exists (
            select 1 from plan_runs o where o.camera_id = w.camera_id and o.id <> w.id
              and (o.state = 'running'
                or (o.state = 'waiting' and o.not_before <= ${moment(now)} and ${before})))
        order by w.due_at, w.id limit ${limit} for update skip locked)
      update plan_runs r
      set state = 'running', claimed_by = ${holder}, lease_until = ${moment(lease)}, tries = r.tries + 1,
        started_at = coalesce(r.started_at, ${moment(now)})
      from picked where r.id = picked.id
      returning r.id, r.plan_id, r.kind, r.shop_id, r.camera_id, r.preset_id, r.preset_name, r.tries, r.takeovers,
        coalesce((select p.user_id from plans p where p.id = r.plan_id),
          (select b.user_id from snapshot_batches b where b.id = r.batch_id)) as user_id,
        (extract(epoch from r.started_at) * 1000)::float8 as started_ms`)
    return rows.map(row => ({
      id: String(row.id),
      planId: row.plan_id === null ? null : String(row.plan_id),
      kind: row.kind === 'preset' || row.kind === 'patrol' ? row.kind : 'screenshot',
      shopId: String(row.shop_id),
      cameraId: String(row.camera_id),
      presetId: row.preset_id === null ? null : String(row.preset_id),
      presetName: String(row.preset_name),
      userId: row.user_id === null ? null : String(row.user_id),
      tries: Number(row.tries),
      takeovers: Number(row.takeovers),
      startedAt: new Date(Number(row.started_ms)),
    }))
  }

  return {
    /** Runs `work` on plans that are due and that no other server looks at now. */
    fill: <T>(work: (on: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<T>): Promise<T> =>
      db.transaction(work),

    lockDue(on: Pick<Database, 'select'>, now: Date, limit: number) {
      // A preset that was stored anew has another id, and the name it had.
      const namesake = sql<
        string | null
      >`(select twin.id from presets twin where ${outer(plans.presetId)} is null and twin.camera_id = ${outer(plans.cameraId)} and twin.name = ${outer(plans.presetName)} order by twin.index limit 1)`
      return on
        .select({
          id: plans.id,
          kind: plans.kind,
          patrolId: plans.patrolId,
          shopId: plans.shopId,
          cameraId: plans.cameraId,
          presetId: plans.presetId,
          presetName: sql<string>`coalesce(${presets.name}, ${plans.presetName})`,
          namesake,
          times: plans.times,
          everyMinutes: plans.everyMinutes,
          fromMinute: plans.fromMinute,
          toMinute: plans.toMinute,
          weekdays: plans.weekdays,
          paused: plans.paused,
          deletedAt: plans.deletedAt,
          nextDueAt: plans.nextDueAt,
          accountId: cameras.accountId,
          timeZone: shops.timeZone,
          gone: sql<boolean>`${cameras.removedAt} is not null or ${shops.closedAt} is not null`,
        })
        .from(plans)
        .innerJoin(cameras, eq(cameras.id, plans.cameraId))
        .innerJoin(shops, eq(shops.id, plans.shopId))
        .leftJoin(presets, eq(presets.id, plans.presetId))
        .where(lte(plans.nextDueAt, now))
        .orderBy(asc(plans.nextDueAt))
        .limit(limit)
        .for('update', { of: plans, skipLocked: true })
    },

    /** Writes runs of locked plans down; one that is there already stays as it is. */
    async addRuns(on: Pick<Database, 'execute'>, runs: readonly NewRun[]): Promise<void> {
      const rows = runs.map(run => ({
        plan_id: run.planId,
        due_at: run.dueAt,
        state: run.state,
        not_before: run.notBefore,
        expires_at: run.expiresAt,
      }))
      await on.execute(sql`
        insert into plan_runs (plan_id, kind, patrol_id, shop_id, camera_id, account_id, preset_id, preset_name,
          due_at, state, not_before, expires_at, ended_at, reason, message)
        select p.id, p.kind, p.patrol_id, p.shop_id, p.camera_id, c.account_id, p.preset_id, p.preset_name,
          given.due_at, given.state, given.not_before, given.expires_at,
          case when given.state = 'missed' then given.not_before end,
          case when given.state = 'missed' then 'stopped' else '' end,
          case when given.state = 'missed' then ${JSON.stringify(runText.stopped)}::jsonb end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as given (plan_id text, due_at timestamptz, state text, not_before timestamptz, expires_at timestamptz)
        join plans p on p.id = given.plan_id
        join cameras c on c.id = p.camera_id
        on conflict (plan_id, due_at) do nothing`)
    },

    /** Moves locked plans on; those whose preset is gone for good are removed. */
    async moveOn(
      on: Pick<Database, 'execute'>,
      moved: readonly {
        id: string
        nextDueAt: Date | null
        presetId: string | null
        presetName: string
        removed: boolean
      }[],
      now: Date,
    ): Promise<void> {
      const rows = moved.map(plan => ({
        id: plan.id,
        next: plan.nextDueAt,
        preset_id: plan.presetId,
        preset_name: plan.presetName,
        removed: plan.removed,
      }))
      await on.execute(sql`
        update plans p
        set next_due_at = given.next, preset_id = given.preset_id, preset_name = given.preset_name,
          deleted_at = case when given.removed then ${moment(now)} else p.deleted_at end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as given (id text, next timestamptz, preset_id text, preset_name text, removed boolean)
        where p.id = given.id`)
    },

    /** What servers left behind that are gone: taken over once, then given up; what nobody began in time is missed. */
    async settleStale(now: Date): Promise<void> {
      await db.execute(sql`
        update plan_runs set state = 'waiting', takeovers = takeovers + 1, not_before = ${moment(now)},
          claimed_by = null, lease_until = null
        where state = 'running' and lease_until < ${moment(now)} and takeovers = 0 and expires_at >= ${moment(now)}`)
      await db.execute(sql`
        with ended as (
          update plan_runs set claimed_by = null, lease_until = null, ended_at = ${moment(now)},
            state = case when takeovers = 0 then 'missed' else 'failed' end,
            reason = case when takeovers = 0 then 'stopped' else 'interrupted' end,
            message = case when takeovers = 0 then ${JSON.stringify(runText.stopped)}::jsonb
              else ${JSON.stringify(runText.interrupted)}::jsonb end
          where state = 'running' and lease_until < ${moment(now)} and (takeovers > 0 or expires_at < ${moment(now)})
          returning plan_id, state)
        update plans set failures_in_a_row = failures_in_a_row + 1
        from ended where plans.id = ended.plan_id and ended.state = 'failed'`)
      await db.execute(sql`
        update plan_runs set state = 'missed', ended_at = ${moment(now)},
          reason = case when started_at is null then 'late' else 'stopped' end,
          message = case when started_at is null then ${JSON.stringify(runText.late)}::jsonb
            else ${JSON.stringify(runText.stopped)}::jsonb end
        where state = 'waiting' and expires_at < ${moment(now)}`)
    },

    /** Accounts that have work now, in no order, so that servers do not all reach for the same one first. */
    async accountsWithWork(now: Date): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        select a.id from camera_accounts a
        where exists (
          select 1 from plan_runs r
          where r.account_id = a.id and r.state = 'waiting' and r.not_before <= ${moment(now)})
        order by random()`)
      return rows.map(row => row.id)
    },

    /** What a platform account is and how it was set up. */
    async account(id: string) {
      const [row] = await db
        .select({ provider: cameraAccounts.provider, settings: cameraAccounts.settings })
        .from(cameraAccounts)
        .where(eq(cameraAccounts.id, id))
      return row
    },

    /** Takes or keeps the lane of an account; false while another server has it. */
    async takeLane(accountId: string, holder: string, now: Date, until: Date): Promise<boolean> {
      const { rows } = await db.execute(sql`
        insert into plan_lanes (account_id, holder, until) values (${accountId}, ${holder}, ${moment(until)})
        on conflict (account_id) do update set holder = ${holder}, until = ${moment(until)}
          where plan_lanes.until < ${moment(now)} or plan_lanes.holder = ${holder}
        returning account_id`)
      return rows.length > 0
    },
    async leaveLane(accountId: string, holder: string): Promise<void> {
      await db.execute(sql`delete from plan_lanes where account_id = ${accountId} and holder = ${holder}`)
    },
    /** Says that the server lives; answers the accounts whose lanes it still has. */
    async keep(holder: string, until: Date): Promise<Set<string>> {
      const { rows } = await db.execute<{ account_id: string }>(
        sql`update plan_lanes set until = ${moment(until)} where holder = ${holder} returning account_id`,
      )
      await db.execute(
        sql`update plan_runs set lease_until = ${moment(until)} where state = 'running' and claimed_by = ${holder}`,
      )
      return new Set(rows.map(row => row.account_id))
    },

    /**
     * Claims waiting runs of an account, oldest first, never two of one camera at a time. Plans have their minute to keep, so
     * that pictures of batches come after them.
     */
    async claim(
      accountId: string,
      holder: string,
      now: Date,
      lease: Date,
      limit: number,
    ): Promise<Claimed[]> {
      const planned = await claimSome('planned', accountId, holder, now, lease, limit)
      const left = limit - planned.length
      return left > 0
        ? [...planned, ...(await claimSome('batch', accountId, holder, now, lease, left))]
        : planned
    },

    /**
     * Writes down what became of a run, unless another server went on with it meanwhile; answers how often in a row its plan
     * has failed by now.
     */
    async finish(run: Claimed, holder: string, ended: Ended): Promise<number | undefined> {
      const durationMs = Math.max(0, ended.at.getTime() - run.startedAt.getTime())
      const change = ended.state === 'done' ? sql`0` : sql`p.failures_in_a_row + 1`
      const { rows } = await db.execute<{ failures: number }>(sql`
        with ended as (
          update plan_runs set state = ${ended.state}, ended_at = ${moment(ended.at)}, duration_ms = ${durationMs},
            reason = ${ended.reason}, message = ${ended.message && JSON.stringify(ended.message)}::jsonb,
            claimed_by = null, lease_until = null
          where ${mine(run, holder)} returning plan_id)
        update plans p set failures_in_a_row = ${change} from ended where p.id = ended.plan_id
        returning p.failures_in_a_row as failures`)
      return rows[0]?.failures
    },

    /** Puts a run back to be tried again. */
    async postpone(
      run: Claimed,
      holder: string,
      notBefore: Date,
      reason: string,
      message: Text,
    ): Promise<void> {
      await db.execute(sql`
        update plan_runs set state = 'waiting', not_before = ${moment(notBefore)}, reason = ${reason},
          message = ${JSON.stringify(message)}::jsonb, claimed_by = null, lease_until = null,
          expires_at = greatest(expires_at, ${moment(new Date(notBefore.getTime() + 60_000))})
        where ${mine(run, holder)}`)
    },

    /** Gives back what a server that leaves has begun, as if it had not. */
    async giveBack(holder: string, now: Date): Promise<void> {
      await db.execute(sql`
        update plan_runs set state = 'waiting', not_before = ${moment(now)}, tries = greatest(tries - 1, 0),
          claimed_by = null, lease_until = null
        where state = 'running' and claimed_by = ${holder}`)
      await db.execute(sql`delete from plan_lanes where holder = ${holder}`)
    },

    async hasPicture(runId: string): Promise<boolean> {
      const rows = await db.select({ id: pictures.id }).from(pictures).where(eq(pictures.planRunId, runId))
      return rows.length > 0
    },

    /** Presets of cameras, by camera, lowest number first. */
    async presetsOf(cameraIds: readonly string[]) {
      const rows =
        cameraIds.length === 0
          ? []
          : await db
              .select()
              .from(presets)
              .where(inArray(presets.cameraId, [...cameraIds]))
              .orderBy(asc(presets.index))
      return Map.groupBy(rows, row => row.cameraId)
    },

    /** Whom a notice about a plan is for, and what it speaks of. */
    async planNamed(planId: string) {
      const [row] = await db
        .select({
          userId: plans.userId,
          shopId: plans.shopId,
          shopName: shops.name,
          shopNameEn: shops.nameEn,
          cameraName: cameras.name,
          cameraNameEn: cameras.nameEn,
        })
        .from(plans)
        .innerJoin(shops, eq(shops.id, plans.shopId))
        .innerJoin(cameras, eq(cameras.id, plans.cameraId))
        .where(eq(plans.id, planId))
      return row
    },

    /** Forgets runs that were due before, and batches of that time; answers how many runs. */
    async forget(before: Date, limit: number): Promise<number> {
      const old = db
        .select({ id: planRuns.id })
        .from(planRuns)
        .where(and(lte(planRuns.dueAt, before)))
        .limit(limit)
      const rows = await db.delete(planRuns).where(inArray(planRuns.id, old)).returning({ id: planRuns.id })
      await db.delete(snapshotBatches).where(lte(snapshotBatches.createdAt, before))
      return rows.length
    },
  }
}
export type RunStore = ReturnType<typeof runStore>

/** Still the run that this server claimed, not one that was taken over since. */
function mine(run: Claimed, holder: string): SQL {
  return sql`id = ${run.id} and state = 'running' and claimed_by = ${holder} and tries = ${run.tries}`
}
