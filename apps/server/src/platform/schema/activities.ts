import type { ActivityKind } from '@aisle/contract'
import { date, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'

/** What is put on in shops: promotions, shows. The measure store has a copy of their days. */
export const activities = pgTable(
  'activities',
  {
    id: serialId(),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
    kind: text('kind').$type<ActivityKind>().notNull(),
    /** Business days, both inside. */
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }).notNull(),
    /** HH:MM; both null while the shops are open. */
    openTime: text('open_time'),
    closeTime: text('close_time'),
    /** Shops, or areas with all of their shops; both empty for every shop. */
    shopIds: jsonb('shop_ids').$type<string[]>().notNull(),
    areaIds: jsonb('area_ids').$type<string[]>().notNull(),
    place: text('place').notNull().default(''),
    /** Yuan. */
    cost: doublePrecision('cost'),
    note: text('note').notNull().default(''),
    /** From this day on it was called off. */
    cancelledOn: date('cancelled_on', { mode: 'string' }),
    deletedAt: moment('deleted_at'),
    /** Grows with each change: a save that knows an older one is refused. */
    version: integer('version').notNull().default(1),
    /** The version whose days the measure store has; 0 before it has any. */
    copiedVersion: integer('copied_version').notNull().default(0),
    updatedBy: text('updated_by').references(() => users.id, { onDelete: 'set null' }),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  table => [index('activities_dates').on(table.fromDate, table.toDate)],
)
