import type { ProblemAction, ProblemSource, ProblemStatus } from '@aisle/contract'
import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cameras } from './cameras.ts'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'
import { shops, staff } from './places.ts'

/** Under rectification → pending review → closed. */
export const problems = pgTable(
  'problems',
  {
    id: serialId(),
    version: integer('version').notNull().default(1),
    status: text('status').$type<ProblemStatus>().notNull().default('rectification'),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    cameraId: text('camera_id').references(() => cameras.id, { onDelete: 'set null' }),
    presetId: text('preset_id'),
    itemId: text('item_id'),
    itemName: text('item_name').notNull(),
    questionType: text('question_type').notNull().default(''),
    remark: text('remark').notNull().default(''),
    beforePictureIds: text('before_picture_ids').array().notNull().default([]),
    afterPictureIds: text('after_picture_ids').array().notNull().default([]),
    raisedBy: text('raised_by')
      .notNull()
      .references(() => users.id),
    raisedAt: moment('raised_at').notNull(),
    /** The day on the shop's clock. */
    raisedDate: date('raised_date', { mode: 'string' }).notNull(),
    /** One of the two, or neither. */
    ownerUserId: text('owner_user_id').references(() => users.id, { onDelete: 'set null' }),
    ownerStaffId: text('owner_staff_id').references(() => staff.id, { onDelete: 'set null' }),
    dueAt: moment('due_at'),
    submittedAt: moment('submitted_at'),
    submittedBy: text('submitted_by').references(() => users.id, { onDelete: 'set null' }),
    closedAt: moment('closed_at'),
    closedBy: text('closed_by').references(() => users.id, { onDelete: 'set null' }),
    sourceKind: text('source_kind').$type<ProblemSource>().notNull(),
    sourceId: text('source_id').notNull(),
    /** The item's id, or its name where it has none: with the source, what a problem is raised once for. */
    itemKey: text('item_key').notNull(),
    /** The due date that people were last reminded of, before it and after it. */
    remindedBefore: moment('reminded_before'),
    remindedAfter: moment('reminded_after'),
    updatedAt: moment('updated_at').notNull(),
  },
  table => [
    uniqueIndex('problems_once').on(table.sourceKind, table.sourceId, table.itemKey),
    index('problems_shop').on(table.shopId, table.raisedDate),
    index('problems_day').on(table.raisedDate),
    index('problems_status').on(table.status, table.raisedAt),
    index('problems_owner').on(table.ownerUserId),
    index('problems_due').on(table.dueAt).where(sql`${table.status} = 'rectification'`),
  ],
)

export type ProblemChanges = Partial<Record<'owner' | 'dueAt', { from: string | null; to: string | null }>>

/** What was done to a problem. Never changed. */
export const problemEvents = pgTable(
  'problem_events',
  {
    id: serialId(),
    problemId: text('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    /** The version that it made. */
    version: integer('version').notNull(),
    action: text('action').$type<ProblemAction | 'raise' | 'change'>().notNull(),
    fromStatus: text('from_status').$type<ProblemStatus>(),
    toStatus: text('to_status').$type<ProblemStatus>().notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    remark: text('remark').notNull().default(''),
    pictureIds: text('picture_ids').array().notNull().default([]),
    changes: jsonb('changes').$type<ProblemChanges>().notNull().default({}),
  },
  table => [uniqueIndex('problem_events_version').on(table.problemId, table.version)],
)

export const problemComments = pgTable(
  'problem_comments',
  {
    id: serialId(),
    problemId: text('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    clientKey: text('client_key'),
    content: text('content').notNull(),
    pictureIds: text('picture_ids').array().notNull().default([]),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('problem_comments_once').on(table.userId, table.clientKey),
    index('problem_comments_problem').on(table.problemId, table.createdAt),
  ],
)
