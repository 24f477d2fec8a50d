import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { users } from './people.ts'

/** What was said of a business day. */
export const dailyRemarks = pgTable(
  'daily_remarks',
  {
    /** `shop:7`, `area:12`, or `all`. */
    place: text('place').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    text: text('text').notNull(),
    /** Grows with each change: a save that knows an older one is refused. */
    version: integer('version').notNull().default(1),
    updatedBy: text('updated_by').references(() => users.id, { onDelete: 'set null' }),
    updatedAt: moment('updated_at').notNull(),
    signedBy: text('signed_by').references(() => users.id, { onDelete: 'set null' }),
    signedAt: moment('signed_at'),
  },
  table => [primaryKey({ columns: [table.place, table.date] })],
)
