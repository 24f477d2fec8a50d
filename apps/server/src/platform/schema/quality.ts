import type {
  CorrectionKind,
  CorrectionStatus,
  CountTotals,
  Evidence,
  QualityKind,
  QualitySettings,
  QualityStatus,
  WantedFigures,
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
import { shops } from './places.ts'

/** A line as the measure store names it; device 0 and line 0 are the shop as a whole. */
const line = {
  shopId: text('shop_id')
    .notNull()
    .references(() => shops.id, { onDelete: 'cascade' }),
  deviceId: integer('device_id').notNull(),
  line: integer('line').notNull(),
  nodeKind: text('node_kind').$type<'shop' | 'entrance' | 'outside' | 'inner' | 'floor' | 'zone'>().notNull(),
  nodeId: integer('node_id').notNull(),
  bizDate: date('biz_date', { mode: 'string' }).notNull(),
}

/** What was found doubtful or missing in counts. Found again, by the same begin, it is the same row. */
export const qualityEvents = pgTable(
  'quality_events',
  {
    id: serialId(),
    kind: text('kind').$type<QualityKind>().notNull(),
    ...line,
    /** Five-minute slots of the business day; `toSlot` is not part of it. */
    fromSlot: smallint('from_slot').notNull(),
    toSlot: smallint('to_slot').notNull(),
    strength: doublePrecision('strength').notNull(),
    evidence: jsonb('evidence').$type<Evidence>().notNull(),
    status: text('status').$type<QualityStatus>().notNull().default('open'),
    version: integer('version').notNull().default(1),
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: moment('decided_at'),
    remark: text('remark').notNull().default(''),
    correctionId: text('correction_id'),
    foundAt: moment('found_at').notNull(),
    /** When anything of it changed last. */
    updatedAt: moment('updated_at')
      .notNull()
      .defaultNow()
      .$onUpdate(() => new Date()),
  },
  table => [
    uniqueIndex('quality_events_once').on(
      table.shopId,
      table.bizDate,
      table.kind,
      table.deviceId,
      table.line,
      table.nodeKind,
      table.nodeId,
      table.fromSlot,
    ),
    index('quality_events_day').on(table.bizDate, table.shopId),
    index('quality_events_changed').on(table.updatedAt),
    index('quality_events_open').on(table.bizDate).where(sql`status = 'open'`),
  ],
)

/** One row, `default`: thresholds, and up to which version of the rollups days were looked through. */
export const qualitySettings = pgTable('quality_settings', {
  id: text('id').primaryKey(),
  value: jsonb('value').$type<QualitySettings>(),
  version: integer('version').notNull().default(0),
  /** Milliseconds; rollups made later are still to be looked through. */
  examinedUpTo: doublePrecision('examined_up_to').notNull().default(0),
  updatedBy: text('updated_by').references(() => users.id, { onDelete: 'set null' }),
  updatedAt: moment('updated_at'),
})

/** Hours of a line that were estimated, and from what: one row a gap. The figures themselves stand in the measure store. */
export const imputations = pgTable(
  'imputations',
  {
    ...line,
    fromSlot: smallint('from_slot').notNull(),
    toSlot: smallint('to_slot').notNull(),
    entered: integer('entered').notNull(),
    left: integer('left').notNull(),
    passed: integer('passed').notNull(),
    weeks: jsonb('weeks').$type<string[]>().notNull(),
    factor: doublePrecision('factor').notNull(),
    scaledBy: text('scaled_by').$type<'neighbours' | 'rest' | 'none'>().notNull(),
    madeAt: moment('made_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.shopId, table.bizDate, table.deviceId, table.line, table.fromSlot] }),
    index('imputations_day').on(table.bizDate),
  ],
)

/** The ledger of corrections. Rows are never removed; what counts is what is `applied`. */
export const corrections = pgTable(
  'corrections',
  {
    id: serialId(),
    ...line,
    floorId: integer('floor_id').notNull().default(0),
    fromHour: smallint('from_hour').notNull(),
    toHour: smallint('to_hour').notNull(),
    kind: text('kind').$type<CorrectionKind>().notNull(),
    wanted: jsonb('wanted').$type<WantedFigures>().notNull(),
    reason: text('reason').notNull(),
    eventId: text('event_id').references(() => qualityEvents.id, { onDelete: 'set null' }),
    status: text('status').$type<CorrectionStatus>().notNull().default('requested'),
    version: integer('version').notNull().default(1),
    /** The measure store has it as `status` says: applied rows are in, undone ones are out. */
    isSettled: boolean('is_settled').notNull().default(true),
    before: jsonb('before').$type<CountTotals>(),
    after: jsonb('after').$type<CountTotals>(),
    requestedBy: text('requested_by').references(() => users.id, { onDelete: 'set null' }),
    requestedAt: moment('requested_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: moment('decided_at'),
    decisionRemark: text('decision_remark').notNull().default(''),
    undoneBy: text('undone_by').references(() => users.id, { onDelete: 'set null' }),
    undoneAt: moment('undone_at'),
    undoRemark: text('undo_remark').notNull().default(''),
  },
  table => [
    index('corrections_shop').on(table.shopId, table.bizDate),
    index('corrections_requested').on(table.requestedAt),
    index('corrections_unsettled').on(table.id).where(sql`not is_settled`),
  ],
)
