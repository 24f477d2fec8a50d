import type { CustomArea, PlanPoint, PlanShape } from '@aisle/contract'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, serialId } from './columns.ts'
import { users } from './people.ts'
import { entrances, floors, shops, zones } from './places.ts'

/** The plan of a floor: what is drawn under zones, heat and paths. Everything in centimetres from the top left corner. */
export const floorPlans = pgTable(
  'floor_plans',
  {
    id: serialId(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    floorId: text('floor_id')
      .notNull()
      .references(() => floors.id, { onDelete: 'cascade' }),
    widthCm: integer('width_cm').notNull(),
    heightCm: integer('height_cm').notNull(),
    /** What devices call the map; its number in the measure store is the one of `outside_codes`. */
    mapCode: text('map_code').notNull(),
    outline: jsonb('outline').$type<PlanPoint[]>().notNull(),
    shapes: jsonb('shapes').$type<PlanShape[]>().notNull().default([]),
    version: integer('version').notNull().default(1),
    updatedBy: text('updated_by').references(() => users.id, { onDelete: 'set null' }),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  table => [
    uniqueIndex('floor_plans_floor').on(table.floorId),
    uniqueIndex('floor_plans_map').on(table.shopId, table.mapCode),
  ],
)

export const planZones = pgTable(
  'plan_zones',
  {
    planId: text('plan_id')
      .notNull()
      .references(() => floorPlans.id, { onDelete: 'cascade' }),
    zoneId: text('zone_id')
      .notNull()
      .references(() => zones.id, { onDelete: 'cascade' }),
    polygon: jsonb('polygon').$type<PlanPoint[]>().notNull(),
  },
  table => [primaryKey({ columns: [table.planId, table.zoneId] })],
)

export const planEntrances = pgTable(
  'plan_entrances',
  {
    planId: text('plan_id')
      .notNull()
      .references(() => floorPlans.id, { onDelete: 'cascade' }),
    entranceId: text('entrance_id')
      .notNull()
      .references(() => entrances.id, { onDelete: 'cascade' }),
    xCm: integer('x_cm').notNull(),
    yCm: integer('y_cm').notNull(),
  },
  table => [primaryKey({ columns: [table.planId, table.entranceId] })],
)

/** Areas that people draw on plans, or put together of zones, for themselves or for the shop. */
export const customAreas = pgTable(
  'custom_areas',
  {
    id: serialId(),
    planId: text('plan_id')
      .notNull()
      .references(() => floorPlans.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    color: text('color').$type<CustomArea['color']>().notNull(),
    shape: jsonb('shape').$type<CustomArea['shape']>().notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** Deleted, and can be restored. */
    removedAt: moment('removed_at'),
  },
  table => [index('custom_areas_plan').on(table.planId), index('custom_areas_user').on(table.userId)],
)
