import type { SettingTarget } from '@aisle/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { moment, serialId } from './columns.ts'
import { users } from './people.ts'
import { shops } from './places.ts'

const changed = {
  /** Grows with each change: a save that knows an older one is refused. */
  version: integer('version').notNull().default(1),
  updatedBy: text('updated_by').references(() => users.id, { onDelete: 'set null' }),
  updatedAt: moment('updated_at').notNull().defaultNow(),
}

/** How pages look, for everyone, for a role, or for one user; the nearest layer counts as a whole. */
export const viewSettings = pgTable(
  'view_settings',
  {
    target: text('target').$type<SettingTarget>().notNull(),
    layer: text('layer').$type<'everyone' | 'role' | 'me'>().notNull(),
    /** The role or the user; empty for everyone. */
    ownerId: text('owner_id').notNull().default(''),
    value: jsonb('value').notNull(),
    ...changed,
  },
  table => [primaryKey({ columns: [table.target, table.layer, table.ownerId] })],
)

/**
 * The rules of the business. The row `default` is the chain's; the row of a shop says that the shop follows the chain's
 * opening hours. A shop's hours in force are always those of `shops`, whoever set them.
 */
export const businessRules = pgTable('business_rules', {
  /** `default`, or the id of a shop. */
  id: text('id').primaryKey(),
  openTime: text('open_time'),
  closeTime: text('close_time'),
  /** HH:MM at which one business day ends and the next begins. */
  dayCut: text('day_cut'),
  /** 1 Monday … 7 Sunday. */
  weekStart: integer('week_start'),
  followsDefault: boolean('follows_default').notNull().default(false),
  ...changed,
})

/** What a shop should reach in a month: visits, and sales in yuan. */
export const shopTargets = pgTable(
  'shop_targets',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    /** YYYY-MM. */
    month: text('month').notNull(),
    visits: integer('visits'),
    sales: doublePrecision('sales'),
    ...changed,
  },
  table => [
    primaryKey({ columns: [table.shopId, table.month] }),
    index('shop_targets_month').on(table.month),
    check('shop_targets_month_form', sql`${table.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
  ],
)

/** Days off and make-up workdays: the statutory ones as shipped, and the chain's own, which count before them. */
export const holidayCalendar = pgTable(
  'holiday_calendar',
  {
    date: date('date', { mode: 'string' }).notNull(),
    origin: text('origin').$type<'statutory' | 'own'>().notNull(),
    nameZh: text('name_zh').notNull(),
    nameEn: text('name_en').notNull().default(''),
    isOff: boolean('is_off').notNull(),
  },
  table => [primaryKey({ columns: [table.date, table.origin] })],
)

/** Cameras that turn by themselves on a wall. */
export const rotations = pgTable(
  'rotations',
  {
    id: serialId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    groups: jsonb('groups')
      .$type<{ name: string; panes: { cameraId: string; presetId: string | null }[] }[]>()
      .notNull(),
    panesPerTurn: integer('panes_per_turn').$type<1 | 4 | 9 | 16>().notNull(),
    seconds: integer('seconds').notNull(),
    /** HH:MM on the clock of whoever watches; both null: all day. */
    fromTime: text('from_time'),
    toTime: text('to_time'),
    isOn: boolean('is_on').notNull().default(true),
    isPublic: boolean('is_public').notNull().default(false),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  table => [index('rotations_user').on(table.userId)],
)
