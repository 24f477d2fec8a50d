import type { CheckedAttribute, PersonIdentity, Verdict } from '@aisle/contract'
import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { users } from './people.ts'
import { shops } from './places.ts'

/** Who a person is, as people said; holds against what cameras say. */
export const personMarks = pgTable('person_marks', {
  /** The number of the person in the measure store. */
  personId: bigint('person_id', { mode: 'number' }).primaryKey(),
  identity: text('identity').$type<PersonIdentity>().notNull(),
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  markedAt: moment('marked_at').notNull(),
})

/** Whether an attribute of a captured face was recognised rightly. Taken back, the row stays without a verdict. */
export const recognitionChecks = pgTable(
  'recognition_checks',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    /** The number of the visit in the measure store; larger than a double holds. */
    visitId: text('visit_id').notNull(),
    attribute: text('attribute').$type<CheckedAttribute>().notNull(),
    deviceId: bigint('device_id', { mode: 'number' }).notNull(),
    bizDate: date('biz_date', { mode: 'string' }).notNull(),
    seenAt: moment('seen_at').notNull(),
    recognised: text('recognised').notNull(),
    verdict: text('verdict').$type<Verdict>(),
    actual: text('actual').notNull().default(''),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    checkedAt: moment('checked_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.shopId, table.visitId, table.attribute] }),
    index('recognition_checks_day').on(table.bizDate, table.shopId),
    index('recognition_checks_changed').on(table.checkedAt),
  ],
)
