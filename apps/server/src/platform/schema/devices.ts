import type { DeviceKind, LinePlace } from '@aisle/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'
import { entrances, floors, shops, zones } from './places.ts'

export const devices = pgTable(
  'devices',
  {
    id: serialId(),
    /** In lower case. */
    sn: text('sn').notNull(),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
    kind: text('kind').$type<DeviceKind>().notNull(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    removedAt: moment('removed_at'),
  },
  table => [
    uniqueIndex('devices_sn').on(table.sn).where(sql`removed_at is null`),
    index('devices_shop').on(table.shopId),
  ],
)

/** Counting lines of a device. `number` stands for the line in the measure store and is never given again. */
export const deviceLines = pgTable(
  'device_lines',
  {
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    line: text('line').notNull(),
    number: integer('number').notNull(),
    name: text('name').notNull().default(''),
    place: text('place').$type<LinePlace>().notNull(),
    entranceId: text('entrance_id').references(() => entrances.id, { onDelete: 'set null' }),
    floorId: text('floor_id').references(() => floors.id, { onDelete: 'set null' }),
    zoneId: text('zone_id').references(() => zones.id, { onDelete: 'set null' }),
    isSwapped: boolean('is_swapped').notNull().default(false),
    removedAt: moment('removed_at'),
  },
  table => [primaryKey({ columns: [table.deviceId, table.line] })],
)
