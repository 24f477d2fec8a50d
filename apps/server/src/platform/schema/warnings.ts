import type {
  RuleKind,
  RuleLimits,
  WarningKind,
  WarningSeverity,
  WarningStatus,
  WatchedKind,
  WatchLimitValues,
  WatchStatus,
} from '@aisle/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { moment, serialId } from './columns.ts'
import { users } from './people.ts'
import { shops, zones } from './places.ts'

const shopId = () =>
  text('shop_id')
    .notNull()
    .references(() => shops.id, { onDelete: 'cascade' })
const someone = (name: string) => text(name).references(() => users.id, { onDelete: 'set null' })
/** Milliseconds; days whose rollups were made later are still to be looked through. */
const examinedUpTo = () => doublePrecision('examined_up_to').notNull().default(0)

/** Limits on the counts of shops. */
export const flowRules = pgTable('flow_rules', {
  id: serialId(),
  kind: text('kind').$type<RuleKind>().notNull(),
  name: text('name').notNull(),
  nameEn: text('name_en').notNull().default(''),
  limits: jsonb('limits').$type<RuleLimits>().notNull(),
  /** HH:MM on the shop's clock; null: while it is open. */
  fromTime: text('from_time'),
  toTime: text('to_time'),
  /** Empty: every shop. */
  shopIds: jsonb('shop_ids').$type<string[]>().notNull().default([]),
  severity: text('severity').$type<WarningSeverity>().notNull(),
  /** Who is told; empty: whoever handles warnings of the shop. */
  userIds: jsonb('user_ids').$type<string[]>().notNull().default([]),
  isActive: boolean('is_active').notNull().default(true),
  /** Business days before are left alone. */
  since: date('since', { mode: 'string' }).notNull(),
  examinedUpTo: examinedUpTo(),
  version: integer('version').notNull().default(1),
  updatedBy: someone('updated_by'),
  updatedAt: moment('updated_at').notNull(),
  removedAt: moment('removed_at'),
})

/** Floors, entrances and zones on a watch list. A place stands on it once at a time. */
export const watches = pgTable(
  'watches',
  {
    id: serialId(),
    shopId: shopId(),
    nodeKind: text('node_kind').$type<WatchedKind>().notNull(),
    nodeId: text('node_id').notNull(),
    limits: jsonb('limits').$type<WatchLimitValues>().notNull(),
    ownerId: someone('owner_id'),
    status: text('status').$type<WatchStatus>().notNull().default('onTarget'),
    since: date('since', { mode: 'string' }).notNull(),
    examinedUpTo: examinedUpTo(),
    version: integer('version').notNull().default(1),
    changedAt: moment('changed_at').notNull(),
  },
  table => [
    uniqueIndex('watches_once').on(table.nodeKind, table.nodeId).where(sql`status <> 'ended'`),
    index('watches_shop').on(table.shopId),
  ],
)

/** Visits that a floor or zone (entries that a door) should reach in a month. */
export const placeTargets = pgTable(
  'place_targets',
  {
    shopId: shopId(),
    nodeKind: text('node_kind').$type<WatchedKind>().notNull(),
    nodeId: text('node_id').notNull(),
    month: text('month').notNull(),
    visits: integer('visits').notNull(),
    updatedBy: someone('updated_by'),
    updatedAt: moment('updated_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.nodeKind, table.nodeId, table.month] }),
    index('place_targets_month').on(table.month),
  ],
)

/** What went beyond a limit. Found again, by rule, place and day, it is the same row. */
export const flowWarnings = pgTable(
  'flow_warnings',
  {
    id: serialId(),
    /** What it is the same by. */
    key: text('key').notNull(),
    ruleId: text('rule_id').references(() => flowRules.id, { onDelete: 'set null' }),
    watchId: text('watch_id').references(() => watches.id, { onDelete: 'set null' }),
    kind: text('kind').$type<WarningKind>().notNull(),
    shopId: shopId(),
    nodeKind: text('node_kind').$type<'shop' | WatchedKind>().notNull(),
    nodeId: text('node_id').notNull().default('0'),
    bizDate: date('biz_date', { mode: 'string' }).notNull(),
    /** Five-minute slots of the business day; `toSlot` is not part of it. */
    fromSlot: smallint('from_slot').notNull(),
    toSlot: smallint('to_slot').notNull(),
    value: doublePrecision('value').notNull(),
    limit: doublePrecision('limit').notNull(),
    times: integer('times').notNull().default(1),
    severity: text('severity').$type<WarningSeverity>().notNull(),
    status: text('status').$type<WarningStatus>().notNull().default('open'),
    version: integer('version').notNull().default(1),
    raisedAt: moment('raised_at').notNull(),
    mutedUntil: moment('muted_until'),
    handledBy: someone('handled_by'),
    handledAt: moment('handled_at'),
    reason: text('reason').notNull().default(''),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull(),
  },
  table => [
    uniqueIndex('flow_warnings_once').on(table.key),
    index('flow_warnings_day').on(table.bizDate, table.shopId),
    index('flow_warnings_changed').on(table.updatedAt),
    index('flow_warnings_muted').on(table.mutedUntil).where(sql`status = 'muted'`),
    index('flow_warnings_watch').on(table.watchId).where(sql`watch_id is not null`),
  ],
)

/** What was done about a warning, by whom; nobody: the console, because the counts changed. */
export const flowWarningSteps = pgTable(
  'flow_warning_steps',
  {
    warningId: text('warning_id')
      .notNull()
      .references(() => flowWarnings.id, { onDelete: 'cascade' }),
    /** The version that the warning had after it. */
    version: integer('version').notNull(),
    action: text('action').notNull(),
    fromStatus: text('from_status').$type<WarningStatus>().notNull(),
    toStatus: text('to_status').$type<WarningStatus>().notNull(),
    userId: someone('user_id'),
    at: moment('at').notNull(),
    reason: text('reason').notNull().default(''),
    remark: text('remark').notNull().default(''),
  },
  table => [primaryKey({ columns: [table.warningId, table.version] })],
)

/** Changes made in zones, for a comparison of before and after. */
export const zoneChanges = pgTable(
  'zone_changes',
  {
    id: serialId(),
    shopId: shopId(),
    zoneId: text('zone_id')
      .notNull()
      .references(() => zones.id, { onDelete: 'cascade' }),
    changedOn: date('changed_on', { mode: 'string' }).notNull(),
    what: text('what').notNull(),
    createdBy: someone('created_by'),
    createdAt: moment('created_at').notNull(),
    removedAt: moment('removed_at'),
  },
  table => [index('zone_changes_shop').on(table.shopId)],
)
