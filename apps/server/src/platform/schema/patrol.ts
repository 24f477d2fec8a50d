import type { RoundSource, StopState } from '@aisle/contract'
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'
import { shops } from './places.ts'

/** The round of a person on a day: goes on from wherever that person signs in. */
export const patrolRounds = pgTable(
  'patrol_rounds',
  {
    id: serialId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** On the calendar of whoever walks it. */
    day: date('day', { mode: 'string' }).notNull(),
    sourceKind: text('source_kind').$type<RoundSource['kind']>().notNull(),
    sourceName: text('source_name').notNull().default(''),
    createdAt: createdAt(),
  },
  table => [uniqueIndex('patrol_rounds_once').on(table.userId, table.day)],
)

/** A shop of a round. Each is a row of its own, so that two computers never undo each other. */
export const patrolRoundStops = pgTable(
  'patrol_round_stops',
  {
    roundId: text('round_id')
      .notNull()
      .references(() => patrolRounds.id, { onDelete: 'cascade' }),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    state: text('state').$type<StopState>().notNull().default('left'),
    at: moment('at'),
  },
  table => [
    primaryKey({ columns: [table.roundId, table.shopId] }),
    index('patrol_round_stops_shop').on(table.shopId),
  ],
)

/** What the desk showed of a shop at an hour: what the figures of the next day are held against. */
export const deskTallies = pgTable(
  'desk_tallies',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    hour: moment('hour').notNull(),
    cameras: integer('cameras').notNull(),
    online: integer('online').notNull(),
    warnings: integer('warnings').notNull(),
  },
  table => [primaryKey({ columns: [table.shopId, table.hour] }), index('desk_tallies_hour').on(table.hour)],
)
