import type { LinkFormat, LinkKind } from '@aisle/contract'
import type { Seen } from '@aisle/sensors'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'
import { ingestSources } from './findings.ts'
import { users } from './people.ts'

/** Shop-days whose raw facts changed since their rollups were made. Only ever appended to; the rebuilder takes them away. */
export const changedDays = pgTable(
  'changed_days',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    shopId: integer('shop_id').notNull(),
    bizDate: date('biz_date', { mode: 'string' }).notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  table => [index('changed_days_shop_day').on(table.shopId, table.bizDate)],
)

/** What a source posted and nobody understood, kept to be read again once the cause is mended. */
export const quarantine = pgTable(
  'quarantine',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    sourceId: text('source_id').notNull(),
    /** A kind of fact, or the dialect of a sensor. */
    kind: text('kind').notNull(),
    path: text('path').notNull(),
    message: text('message').notNull(),
    /** The row, or `{ text }` with the body of a sensor. */
    body: jsonb('body').notNull(),
    /** SHA-256 of the body: the same sent again is one row here. */
    digest: text('digest').notNull(),
    times: integer('times').notNull().default(1),
    /** Last time. */
    receivedAt: moment('received_at').notNull(),
  },
  table => [
    index('quarantine_received').on(table.receivedAt),
    uniqueIndex('quarantine_once').on(table.sourceId, table.kind, table.digest),
  ],
)

/**
 * Numbers in the measure store of what sources name by codes of their own: tills, articles, recognised people. Never given again.
 * `space` is what a code is unique in: a shop, a library of faces, or empty for the whole chain.
 */
export const outsideCodes = pgTable(
  'outside_codes',
  {
    kind: text('kind').notNull(),
    space: text('space').notNull(),
    code: text('code').notNull(),
    number: bigint('number', { mode: 'number' }).notNull().default(sql`nextval('aisle_ids')`),
    name: text('name').notNull().default(''),
    createdAt: createdAt(),
  },
  table => [
    primaryKey({ columns: [table.kind, table.space, table.code] }),
    uniqueIndex('outside_codes_number').on(table.number),
  ],
)

/** Where running counters stood when they were last read: windows are what moved since. */
export const sensorCounters = pgTable(
  'sensor_counters',
  {
    device: text('device').notNull(),
    line: text('line').notNull(),
    seen: jsonb('seen').$type<Seen>().notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  table => [primaryKey({ columns: [table.device, table.line] })],
)

/** Devices that are asked and brokers that are listened to, for sources that do not post by themselves. */
export const ingestLinks = pgTable(
  'ingest_links',
  {
    id: serialId(),
    sourceId: text('source_id')
      .notNull()
      .references(() => ingestSources.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<LinkKind>().notNull(),
    /** What comes from it: the dialect of a sensor, or a kind of fact. */
    format: text('format').$type<LinkFormat>().notNull(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    username: text('username').notNull().default(''),
    /** Encrypted; empty where there is none. */
    password: text('password').notNull().default(''),
    /** Of a broker. What it was last asked for, too, so that what is no longer wanted is taken back. */
    topics: text('topics').array().notNull().default([]),
    subscribed: text('subscribed').array().notNull().default([]),
    /** Names our lasting session at a broker. */
    clientId: text('client_id').notNull().default(''),
    /** Of a device that is asked. */
    deviceSn: text('device_sn').notNull().default(''),
    channels: integer('channels').array().notNull().default([]),
    /** Up to when it was asked; when it last said something, and what went wrong last, as code and detail. */
    reachedAt: moment('reached_at'),
    heardAt: moment('heard_at'),
    triedAt: moment('tried_at'),
    fault: text('fault').notNull().default(''),
    /** In a row. */
    failures: integer('failures').notNull().default(0),
    /** Grows with each change: whoever works by an older one stops. */
    version: integer('version').notNull().default(1),
    nextAt: moment('next_at').notNull().defaultNow(),
    /** The server that has it, until it is not heard of any more. */
    holder: text('holder'),
    heldUntil: moment('held_until'),
    pausedAt: moment('paused_at'),
    createdAt: createdAt(),
    removedAt: moment('removed_at'),
  },
  table => [index('ingest_links_source').on(table.sourceId)],
)

/** Files of rows that are read in, with how far that is. */
export const imports = pgTable(
  'imports',
  {
    id: serialId(),
    kind: text('kind').notNull(),
    fileName: text('file_name').notNull(),
    /** On the disk of pictures, for some weeks; empty once it is not kept any more. */
    fileKey: text('file_key').notNull(),
    format: text('format').$type<'csv' | 'xlsx' | 'ndjson' | 'json'>().notNull(),
    /** Field → column of the file. */
    mapping: jsonb('mapping').$type<Record<string, string>>().notNull().default({}),
    timeZone: text('time_zone').notNull(),
    isDryRun: boolean('is_dry_run').notNull(),
    state: text('state').$type<'new' | 'waiting' | 'running' | 'done' | 'failed' | 'stopped'>().notNull(),
    /** Bytes of the file, and those read. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    readBytes: bigint('read_bytes', { mode: 'number' }).notNull().default(0),
    rows: integer('rows').notNull().default(0),
    accepted: integer('accepted').notNull().default(0),
    duplicates: integer('duplicates').notNull().default(0),
    rejectedCount: integer('rejected_count').notNull().default(0),
    /** The first of them. */
    rejected: jsonb('rejected')
      .$type<{ line: number; path: string; message: string }[]>()
      .notNull()
      .default([]),
    message: text('message').notNull().default(''),
    allShops: boolean('all_shops').notNull(),
    areaIds: text('area_ids').array().notNull().default([]),
    shopIds: text('shop_ids').array().notNull().default([]),
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    aliveAt: moment('alive_at'),
    endedAt: moment('ended_at'),
  },
  table => [index('imports_created').on(table.createdAt)],
)
