import type { PlanKind, RunOutcome, Text } from '@aisle/contract'
import { isNotNull, isNull, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cameraAccounts, cameras, presets } from './cameras.ts'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'
import { shops } from './places.ts'

/** When: minutes of the day on the shop's clock, or every so many minutes between two of them. */
const schedule = () => ({
  times: integer('times').array().notNull().default([]),
  everyMinutes: integer('every_minutes'),
  fromMinute: integer('from_minute').notNull().default(0),
  toMinute: integer('to_minute').notNull().default(1439),
  /** 1 Monday to 7 Sunday. */
  weekdays: integer('weekdays').array().notNull().default([1, 2, 3, 4, 5, 6, 7]),
  paused: boolean('paused').notNull().default(false),
})
const userId = () => text('user_id').references(() => users.id, { onDelete: 'set null' })

/** A round over cameras and presets; each stop is a plan of its own. */
export const patrolPlans = pgTable('patrol_plans', {
  id: serialId(),
  name: text('name').notNull(),
  ...schedule(),
  userId: userId(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  deletedAt: moment('deleted_at'),
})

/** One camera, or one preset of it, and when the server takes pictures there. */
export const plans = pgTable(
  'plans',
  {
    id: serialId(),
    kind: text('kind').$type<PlanKind>().notNull(),
    patrolId: text('patrol_id').references(() => patrolPlans.id, { onDelete: 'cascade' }),
    /** Place in the round of a patrol. */
    position: integer('position').notNull().default(0),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    cameraId: text('camera_id')
      .notNull()
      .references(() => cameras.id),
    presetId: text('preset_id').references(() => presets.id, { onDelete: 'set null' }),
    /** By which a preset is found again that was stored anew under another number; empty: no preset. */
    presetName: text('preset_name').notNull().default(''),
    /** The specification's areaId of a screenshot plan, kept as it was sent. */
    areaId: text('area_id'),
    ...schedule(),
    /** Null while there is nothing to run: paused, deleted, its camera gone. */
    nextDueAt: moment('next_due_at'),
    failuresInARow: integer('failures_in_a_row').notNull().default(0),
    userId: userId(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    deletedAt: moment('deleted_at'),
  },
  table => [
    uniqueIndex('plans_one_a_camera')
      .on(table.cameraId)
      .where(sql`${table.kind} = 'screenshot' and ${table.deletedAt} is null`),
    uniqueIndex('plans_one_a_preset')
      .on(table.presetId)
      .where(sql`${table.kind} = 'preset' and ${table.deletedAt} is null`),
    index('plans_due').on(table.nextDueAt).where(isNotNull(table.nextDueAt)),
    index('plans_shop').on(table.shopId),
    index('plans_camera').on(table.cameraId),
    index('plans_patrol').on(table.patrolId, table.position).where(isNotNull(table.patrolId)),
    index('plans_live').on(table.createdAt).where(isNull(table.deletedAt)),
  ],
)

/** Pictures that a person wants now, of many cameras at once; each is a run without a plan. */
export const snapshotBatches = pgTable(
  'snapshot_batches',
  {
    id: serialId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Sent twice it is one. */
    clientKey: text('client_key'),
    createdAt: createdAt(),
    /** When the person had looked through them. */
    finishedAt: moment('finished_at'),
  },
  table => [
    uniqueIndex('snapshot_batches_once').on(table.userId, table.clientKey),
    index('snapshot_batches_user').on(table.userId, table.createdAt),
  ],
)

/** One plan at one minute, or one picture of a batch: claimed by one server, and what became of it. */
export const planRuns = pgTable(
  'plan_runs',
  {
    id: serialId(),
    /** Null for a picture of a batch. */
    planId: text('plan_id').references(() => plans.id, { onDelete: 'cascade' }),
    batchId: text('batch_id').references(() => snapshotBatches.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PlanKind>().notNull(),
    patrolId: text('patrol_id').references(() => patrolPlans.id, { onDelete: 'set null' }),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    cameraId: text('camera_id')
      .notNull()
      .references(() => cameras.id),
    /** In whose lane it waits. */
    accountId: text('account_id').notNull(),
    presetId: text('preset_id'),
    presetName: text('preset_name').notNull().default(''),
    dueAt: moment('due_at').notNull(),
    state: text('state').$type<RunOutcome>().notNull().default('waiting'),
    /** Not tried again before. */
    notBefore: moment('not_before').notNull(),
    /** Missed where nobody began by then. */
    expiresAt: moment('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** How often another server went on with it because the one that ran it was gone: once at most. */
    takeovers: integer('takeovers').notNull().default(0),
    claimedBy: text('claimed_by'),
    leaseUntil: moment('lease_until'),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    durationMs: integer('duration_ms'),
    /** Machine-readable, empty where all went well; `message` says the same to people. */
    reason: text('reason').notNull().default(''),
    message: jsonb('message').$type<Text>(),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('plan_runs_once').on(table.planId, table.dueAt),
    index('plan_runs_lane').on(table.accountId, table.dueAt, table.id).where(sql`${table.state} = 'waiting'`),
    index('plan_runs_open').on(table.cameraId).where(sql`${table.state} in ('waiting', 'running')`),
    index('plan_runs_lease').on(table.leaseUntil).where(sql`${table.state} = 'running'`),
    index('plan_runs_expiry').on(table.expiresAt).where(sql`${table.state} = 'waiting'`),
    index('plan_runs_shop').on(table.shopId, table.dueAt),
    index('plan_runs_due').on(table.dueAt),
    index('plan_runs_batch').on(table.batchId).where(isNotNull(table.batchId)),
    index('plan_runs_patrol').on(table.patrolId, table.dueAt).where(isNotNull(table.patrolId)),
  ],
)

/** Which server runs the plans of a platform account now: one at a time, so that the platform's limits hold for all. */
export const planLanes = pgTable('plan_lanes', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => cameraAccounts.id, { onDelete: 'cascade' }),
  holder: text('holder').notNull(),
  until: moment('until').notNull(),
})
