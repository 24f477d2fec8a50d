import { bigserial, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

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
    /** `counts`, `sales`, or the dialect of a sensor. */
    kind: text('kind').notNull(),
    path: text('path').notNull(),
    message: text('message').notNull(),
    /** The row, or the body as text. */
    body: jsonb('body').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  table => [index('quarantine_received').on(table.receivedAt)],
)
