import type { Algorithm, FindingStatus, OurAlgorithm, WatchedHours } from '@aisle/contract'
import { isNull } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { cameras, presets } from './cameras.ts'
import { createdAt, moment, serialId } from './columns.ts'
import { pictures } from './inspection.ts'
import { users } from './people.ts'
import { shops } from './places.ts'

/** Programs of others that post to us; the token itself is not kept. */
export const ingestSources = pgTable(
  'ingest_sources',
  {
    id: serialId(),
    name: text('name').notNull(),
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').notNull(),
    tokenEnd: text('token_end').notNull(),
    allShops: boolean('all_shops').notNull().default(false),
    areaIds: text('area_ids').array().notNull().default([]),
    shopIds: text('shop_ids').array().notNull().default([]),
    /** What it may post: a kind of fact, the dialect of a sensor, `findings`, `pos`, or `any`. */
    kind: text('kind').notNull().default('any'),
    /** The library of faces whose names for people it uses; sources of one library know the same people. */
    library: text('library').notNull().default(''),
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    rotatedAt: moment('rotated_at'),
    revokedAt: moment('revoked_at'),
    lastUsedAt: moment('last_used_at'),
  },
  table => [uniqueIndex('ingest_sources_token').on(table.tokenHash)],
)

export type StoredBox = {
  x: number
  y: number
  width: number
  height: number
  label: string
  confidence: number | null
}

/** What a machine found, and what a person decided about it. */
export const findings = pgTable(
  'findings',
  {
    id: serialId(),
    version: integer('version').notNull().default(1),
    status: text('status').$type<FindingStatus>().notNull().default('new'),
    algorithm: text('algorithm').$type<Algorithm>().notNull(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    cameraId: text('camera_id').references(() => cameras.id),
    presetId: text('preset_id').references(() => presets.id, { onDelete: 'set null' }),
    pictureId: text('picture_id').references(() => pictures.id, { onDelete: 'set null' }),
    /** Of `zoneMotion`; empty for all others. The name outlives the zone. */
    zoneId: text('zone_id').notNull().default(''),
    zoneName: text('zone_name').notNull().default(''),
    confidence: doublePrecision('confidence').notNull(),
    boxes: jsonb('boxes').$type<StoredBox[]>().notNull().default([]),
    measures: jsonb('measures').$type<Record<string, number>>().notNull().default({}),
    foundAt: moment('found_at').notNull(),
    /** Day, hour 0–23 and weekday 1 Monday – 7 Sunday on the shop's clock. */
    localDate: date('local_date', { mode: 'string' }).notNull(),
    localHour: integer('local_hour').notNull(),
    weekday: integer('weekday').notNull(),
    /** Of outside findings: who posted it, and how it is called there. */
    sourceId: text('source_id').references(() => ingestSources.id),
    externalId: text('external_id'),
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: moment('decided_at'),
    remark: text('remark').notNull().default(''),
    problemId: text('problem_id'),
    createdAt: createdAt(),
  },
  table => [
    // A picture is looked at once for each algorithm, however often that is tried.
    uniqueIndex('findings_once')
      .on(table.pictureId, table.algorithm, table.zoneId)
      .where(isNull(table.sourceId)),
    uniqueIndex('findings_posted_once').on(table.sourceId, table.externalId),
    index('findings_shop').on(table.shopId, table.foundAt),
    index('findings_found').on(table.foundAt),
    index('findings_day').on(table.localDate),
    index('findings_camera').on(table.cameraId, table.foundAt),
  ],
)

/** Pictures that our detectors looked at, with what they look like: the history that later ones are compared with. */
export const pictureChecks = pgTable(
  'picture_checks',
  {
    pictureId: text('picture_id')
      .primaryKey()
      .references(() => pictures.id, { onDelete: 'cascade' }),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    cameraId: text('camera_id')
      .notNull()
      .references(() => cameras.id),
    /** Empty: no preset. */
    presetKey: text('preset_key').notNull().default(''),
    takenAt: moment('taken_at').notNull(),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    /** Nothing was wrong with it, so that it may serve as history. */
    isSound: boolean('is_sound').notNull(),
    sharpness: doublePrecision('sharpness').notNull(),
    brightness: doublePrecision('brightness').notNull(),
    /** Mean difference to the picture before, in levels of grey. */
    change: doublePrecision('change'),
    /** Why it could not be looked at; empty where it could. */
    failure: text('failure').notNull().default(''),
    checkedAt: moment('checked_at').notNull().defaultNow(),
  },
  table => [
    index('picture_checks_place').on(table.cameraId, table.presetKey, table.takenAt),
    index('picture_checks_day').on(table.localDate, table.shopId),
  ],
)

/** What a camera shows at a preset when all is well. */
export const pictureReferences = pgTable(
  'picture_references',
  {
    cameraId: text('camera_id')
      .notNull()
      .references(() => cameras.id, { onDelete: 'cascade' }),
    presetKey: text('preset_key').notNull().default(''),
    pictureId: text('picture_id')
      .notNull()
      .references(() => pictures.id, { onDelete: 'cascade' }),
    /** Null: the first sound picture, taken by itself. */
    setBy: text('set_by').references(() => users.id, { onDelete: 'set null' }),
    setAt: moment('set_at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.cameraId, table.presetKey] })],
)

/** Detectors whose setting differs from how they are declared. */
export const detectorSettings = pgTable('detector_settings', {
  algorithm: text('algorithm').$type<OurAlgorithm>().primaryKey(),
  enabled: boolean('enabled').notNull(),
  hours: text('hours').$type<WatchedHours>().notNull(),
  thresholds: jsonb('thresholds').$type<Record<string, number>>().notNull(),
  updatedBy: text('updated_by').references(() => users.id, { onDelete: 'set null' }),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** Parts of a camera's picture that are watched for themselves. */
export const findingZones = pgTable(
  'finding_zones',
  {
    id: serialId(),
    cameraId: text('camera_id')
      .notNull()
      .references(() => cameras.id, { onDelete: 'cascade' }),
    /** Null: whatever preset the camera stands at. */
    presetId: text('preset_id').references(() => presets.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    polygon: jsonb('polygon').$type<[number, number][]>().notNull(),
    share: doublePrecision('share').notNull(),
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  table => [index('finding_zones_camera').on(table.cameraId)],
)
