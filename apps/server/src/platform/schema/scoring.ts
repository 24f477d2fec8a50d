import type { CameraGroupName, CheckKind, Deductions, ScoreDraftContent } from '@aisle/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { cameras, presets } from './cameras.ts'
import { createdAt, moment, serialId } from './columns.ts'
import { checkShopRecords } from './inspection.ts'
import { users } from './people.ts'
import { shops } from './places.ts'

/** Points are decimal fractions: sums of them agree to the last digit wherever they are made. */
const points = (name: string) => numeric(name, { precision: 8, scale: 2, mode: 'number' })

/** One form a kind: what its items are called together, and how often they were edited. */
export const checkForms = pgTable('check_forms', {
  kind: text('kind').$type<CheckKind>().primaryKey(),
  name: text('name').notNull(),
  nameEn: text('name_en').notNull().default(''),
  version: integer('version').notNull().default(1),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** Groups (no parent, `isGroup`) and what is checked in them. Archived ones stay for the records that name them. */
export const checkItems = pgTable(
  'check_items',
  {
    id: serialId(),
    kind: text('kind').$type<CheckKind>().notNull(),
    parentId: text('parent_id'),
    isGroup: boolean('is_group').notNull().default(false),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
    /** What a leaf of an evaluation is worth; 0 in groups and in the other kinds. */
    score: points('score').notNull().default(0),
    scoring: text('scoring').$type<'full' | 'partial'>().notNull().default('full'),
    /** Points that each severity takes away where scoring is partial. */
    deductions: jsonb('deductions').$type<Deductions>(),
    cameraGroup: text('camera_group').$type<CameraGroupName>(),
    presetName: text('preset_name').notNull().default(''),
    /** How long looking at it should take. */
    durationSeconds: integer('duration_seconds').notNull().default(0),
    /** Remarks to choose from. */
    phrases: text('phrases').array().notNull().default([]),
    /** When its standard picture was kept, by which its file is found; null: there is none. */
    standardAt: moment('standard_at'),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    archivedAt: moment('archived_at'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  table => [
    index('check_items_kind').on(table.kind, table.sort),
    index('check_items_parent').on(table.parentId),
  ],
)

/** What an item was before and after each edit. */
export const checkItemVersions = pgTable(
  'check_item_versions',
  {
    itemId: text('item_id')
      .notNull()
      .references(() => checkItems.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    action: text('action').$type<'created' | 'changed' | 'moved' | 'archived' | 'restored'>().notNull(),
    snapshot: jsonb('snapshot').$type<Record<string, unknown>>().notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    at: moment('at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.itemId, table.version] })],
)

/** Where an item is seen in a shop that somebody chose a camera or preset for. */
export const checkItemPlaces = pgTable(
  'check_item_places',
  {
    itemId: text('item_id')
      .notNull()
      .references(() => checkItems.id, { onDelete: 'cascade' }),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    cameraId: text('camera_id')
      .notNull()
      .references(() => cameras.id, { onDelete: 'cascade' }),
    presetId: text('preset_id').references(() => presets.id, { onDelete: 'set null' }),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    updatedAt: moment('updated_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.itemId, table.shopId] }),
    index('check_item_places_shop').on(table.shopId),
  ],
)

/** What the records of all three kinds have in common. */
const record = () => ({
  id: serialId(),
  /** Made by the client: the same key of the same user twice is one record. */
  clientKey: text('client_key'),
  shopId: text('shop_id')
    .notNull()
    .references(() => shops.id),
  userId: text('user_id')
    .notNull()
    .references(() => users.id),
  /** The check-shop record it was made in. */
  recordId: text('record_id').references(() => checkShopRecords.id, { onDelete: 'set null' }),
  /** The day on the shop's clock, and whether it is a Saturday or Sunday. */
  localDate: date('local_date', { mode: 'string' }).notNull(),
  isHoliday: boolean('is_holiday').notNull(),
  createdAt: createdAt(),
})

/** Saved → confirmed → revoked. Statistics leave revoked ones out. */
export const evaluations = pgTable(
  'evaluations',
  {
    ...record(),
    status: text('status').$type<'saved' | 'confirmed' | 'revoked'>().notNull().default('saved'),
    statusUpdatedAt: moment('status_updated_at').notNull(),
    statusUserId: text('status_user_id').references(() => users.id, { onDelete: 'set null' }),
    revokeReason: text('revoke_reason').notNull().default(''),
    evaluatedAt: moment('evaluated_at').notNull(),
    useSeconds: integer('use_seconds').notNull().default(0),
    formName: text('form_name').notNull(),
    formNameEn: text('form_name_en').notNull().default(''),
    formVersion: integer('form_version').notNull(),
    /** On 100: earned / maximum, to one decimal. */
    score: points('score').notNull(),
    earned: points('earned').notNull(),
    /** Points that could be earned: items that do not apply or were not scored count on neither side. */
    maximum: points('maximum').notNull(),
    itemCount: integer('item_count').notNull(),
    passCount: integer('pass_count').notNull(),
    deductCount: integer('deduct_count').notNull(),
    naCount: integer('na_count').notNull(),
    unscoredCount: integer('unscored_count').notNull(),
    remark: text('remark').notNull().default(''),
  },
  table => [
    uniqueIndex('evaluations_once').on(table.userId, table.clientKey),
    index('evaluations_shop').on(table.shopId, table.localDate),
    index('evaluations_day').on(table.localDate),
    index('evaluations_record').on(table.recordId),
  ],
)

/** What became of an evaluation after it was saved; each state is come into once. */
export const evaluationSteps = pgTable(
  'evaluation_steps',
  {
    evaluationId: text('evaluation_id')
      .notNull()
      .references(() => evaluations.id, { onDelete: 'cascade' }),
    status: text('status').$type<'confirmed' | 'revoked'>().notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    at: moment('at').notNull(),
    reason: text('reason').notNull().default(''),
  },
  table => [primaryKey({ columns: [table.evaluationId, table.status] })],
)

/** What the details of evaluations and inspections have in common; names and scores are copies of that day's. */
const detail = () => ({
  id: serialId(),
  itemId: text('item_id')
    .notNull()
    .references(() => checkItems.id),
  itemName: text('item_name').notNull(),
  itemNameEn: text('item_name_en').notNull().default(''),
  pitemId: text('pitem_id'),
  pitemName: text('pitem_name').notNull().default(''),
  pitemNameEn: text('pitem_name_en').notNull().default(''),
  sort: integer('sort').notNull().default(0),
  remark: text('remark').notNull().default(''),
  cameraId: text('camera_id').references(() => cameras.id, { onDelete: 'set null' }),
  presetId: text('preset_id'),
  pictureIds: text('picture_ids').array().notNull().default([]),
  durationSeconds: integer('duration_seconds').notNull().default(0),
  publishedAt: moment('published_at').notNull(),
  /** A problem to be raised about it; kept here until it was, so that a crash in between loses none. */
  raise: jsonb('raise').$type<RaiseRequest>(),
  raisedAt: moment('raised_at'),
  raiseAttempts: integer('raise_attempts').notNull().default(0),
})
export type RaiseRequest = { questionType: string; ownerUserId?: string; dueAt?: string }

export const evaluationDetails = pgTable(
  'evaluation_details',
  {
    ...detail(),
    evaluationId: text('evaluation_id')
      .notNull()
      .references(() => evaluations.id, { onDelete: 'cascade' }),
    itemScore: points('item_score').notNull(),
    result: text('result').$type<'pass' | 'deduct' | 'na' | 'unscored'>().notNull(),
    severity: text('severity').$type<'minor' | 'medium' | 'severe'>(),
    /** Points earned; null where it does not apply or was not scored. */
    score: points('score'),
    lost: points('lost').notNull().default(0),
  },
  table => [
    uniqueIndex('evaluation_details_item').on(table.evaluationId, table.itemId),
    index('evaluation_details_of_item').on(table.itemId),
    index('evaluation_details_to_raise')
      .on(table.publishedAt)
      .where(sql`${table.raise} is not null and ${table.raisedAt} is null`),
  ],
)

export const inspections = pgTable(
  'inspections',
  {
    ...record(),
    inspectedAt: moment('inspected_at').notNull(),
    useSeconds: integer('use_seconds').notNull().default(0),
    formName: text('form_name').notNull(),
    formNameEn: text('form_name_en').notNull().default(''),
    formVersion: integer('form_version').notNull(),
    itemCount: integer('item_count').notNull(),
    abnormalCount: integer('abnormal_count').notNull(),
    remark: text('remark').notNull().default(''),
    deletedAt: moment('deleted_at'),
  },
  table => [
    uniqueIndex('inspections_once').on(table.userId, table.clientKey),
    index('inspections_shop').on(table.shopId, table.localDate),
    index('inspections_day').on(table.localDate),
  ],
)

export const inspectionDetails = pgTable(
  'inspection_details',
  {
    ...detail(),
    inspectionId: text('inspection_id')
      .notNull()
      .references(() => inspections.id, { onDelete: 'cascade' }),
    result: text('result').$type<'normal' | 'abnormal' | 'na'>().notNull(),
  },
  table => [
    uniqueIndex('inspection_details_item').on(table.inspectionId, table.itemId),
    index('inspection_details_of_item').on(table.itemId),
    index('inspection_details_to_raise')
      .on(table.publishedAt)
      .where(sql`${table.raise} is not null and ${table.raisedAt} is null`),
  ],
)

/** What was noted in a shop: a delivery, a guest of note, an event. */
export const dailyRecords = pgTable(
  'daily_records',
  {
    ...record(),
    typeId: text('type_id')
      .notNull()
      .references(() => checkItems.id),
    typeName: text('type_name').notNull(),
    typeNameEn: text('type_name_en').notNull().default(''),
    content: text('content').notNull(),
    pictureIds: text('picture_ids').array().notNull().default([]),
    recordedAt: moment('recorded_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  table => [
    uniqueIndex('daily_records_once').on(table.userId, table.clientKey),
    index('daily_records_shop').on(table.shopId, table.localDate),
    index('daily_records_day').on(table.localDate),
  ],
)

/** What is half filled in, one a user, shop and kind; gone with the submit. */
export const scoreDrafts = pgTable(
  'score_drafts',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<CheckKind>().notNull(),
    /** The client key of the record it becomes. */
    key: text('key').notNull(),
    /** Grows with each save; a save that knows an older one is refused. */
    version: integer('version').notNull(),
    content: jsonb('content').$type<ScoreDraftContent>().notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.shopId, table.kind] })],
)
