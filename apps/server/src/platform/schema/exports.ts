import type {
  ExportKind,
  ExportScheduleBody,
  ExportState,
  FullExportOrder,
  JobFormat,
  ScheduleRhythm,
  TemplateLayout,
  Text,
} from '@aisle/contract'
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'

/** One file of an export, and where it lies once it was made. */
export type ExportFile = {
  name: string
  /** What its sheets are narrowed to, beside what they ask. */
  shopId?: string | undefined
  days?: readonly string[] | undefined
  state: 'waiting' | 'done' | 'failed'
  /** How often it was begun: one that is never ended takes its servers with it. */
  tries?: number | undefined
  key?: string | undefined
  rows: number
  bytes: number
  message: string
}

/** Exports that are made by a job; their files are kept for some days. */
export const exportJobs = pgTable(
  'export_jobs',
  {
    id: serialId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ExportKind>().notNull(),
    name: text('name').notNull(),
    format: text('format').$type<JobFormat>().notNull(),
    language: text('language').$type<'zh' | 'en'>().notNull(),
    spec: jsonb('spec').$type<FullExportOrder>().notNull(),
    state: text('state').$type<ExportState>().notNull(),
    files: jsonb('files').$type<ExportFile[]>().notNull(),
    progress: doublePrecision('progress').notNull().default(0),
    rows: integer('rows').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    message: text('message').notNull().default(''),
    createdAt: createdAt(),
    aliveAt: moment('alive_at'),
    endedAt: moment('ended_at'),
    expiresAt: moment('expires_at'),
    /** What ordered it, where nobody did by hand; its reader is told once when it has ended. */
    scheduleId: text('schedule_id').references(() => exportSchedules.id, { onDelete: 'set null' }),
    toldAt: moment('told_at'),
  },
  table => [
    index('export_jobs_user').on(table.userId, table.createdAt),
    index('export_jobs_state').on(table.state),
    index('export_jobs_schedule').on(table.scheduleId, table.createdAt),
  ],
)

/** Layouts of exports that are kept, each for one person or for all who may export. */
export const exportTemplates = pgTable('export_templates', {
  id: serialId(),
  ownerId: text('owner_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  note: text('note').notNull().default(''),
  isShared: boolean('is_shared').notNull().default(false),
  layout: jsonb('layout').$type<TemplateLayout>().notNull(),
  version: integer('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  deletedAt: moment('deleted_at'),
})

/** When a template is exported by itself, for whom. */
export const exportSchedules = pgTable(
  'export_schedules',
  {
    id: serialId(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    templateId: text('template_id')
      .notNull()
      .references(() => exportTemplates.id, { onDelete: 'cascade' }),
    rhythm: jsonb('rhythm').$type<ScheduleRhythm>().notNull(),
    filters: jsonb('filters').$type<ExportScheduleBody['filters']>().notNull(),
    placeName: text('place_name').notNull(),
    userIds: jsonb('user_ids').$type<string[]>().notNull(),
    /** Of the owner when it was made. */
    language: text('language').$type<'zh' | 'en'>().notNull(),
    /** Moved on by whichever server orders its exports, together with them. */
    nextAt: moment('next_at').notNull(),
    lastAt: moment('last_at'),
    lastMessage: jsonb('last_message').$type<Text>(),
    pausedAt: moment('paused_at'),
    createdAt: createdAt(),
    deletedAt: moment('deleted_at'),
  },
  table => [index('export_schedules_next').on(table.nextAt)],
)
