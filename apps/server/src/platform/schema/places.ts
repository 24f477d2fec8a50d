import type { AreaLevel, ShopFormat } from '@aisle/contract'
import { doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'

export const areas = pgTable(
  'areas',
  {
    id: serialId(),
    level: text('level').$type<AreaLevel>().notNull(),
    parentId: text('parent_id'),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
    sort: integer('sort').notNull().default(0),
  },
  table => [index('areas_parent').on(table.parentId)],
)

/** What shops trade under: a chain may have several, a mall one for each unit. */
export const brands = pgTable('brands', {
  id: serialId(),
  name: text('name').notNull().unique(),
  nameEn: text('name_en').notNull().default(''),
  createdAt: createdAt(),
})

export const shops = pgTable(
  'shops',
  {
    id: serialId(),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
    code: text('code').notNull().default(''),
    /** Full pinyin and initials, in lower case, for search. */
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    format: text('format').$type<ShopFormat>().notNull(),
    /** null: nobody registered one. */
    brandId: text('brand_id').references(() => brands.id),
    regionId: text('region_id')
      .notNull()
      .references(() => areas.id),
    provinceId: text('province_id')
      .notNull()
      .references(() => areas.id),
    cityId: text('city_id')
      .notNull()
      .references(() => areas.id),
    countyId: text('county_id')
      .notNull()
      .references(() => areas.id),
    address: text('address').notNull().default(''),
    areaM2: doublePrecision('area_m2'),
    /** People who may be inside at once; null: nobody set it. */
    capacity: integer('capacity'),
    openTime: text('open_time').notNull().default('10:00'),
    closeTime: text('close_time').notNull().default('22:00'),
    timeZone: text('time_zone').notNull().default('Asia/Shanghai'),
    longitude: doublePrecision('longitude'),
    latitude: doublePrecision('latitude'),
    manager: text('manager').notNull().default(''),
    phone: text('phone').notNull().default(''),
    closedAt: moment('closed_at'),
    createdAt: createdAt(),
  },
  table => [
    index('shops_region').on(table.regionId),
    index('shops_province').on(table.provinceId),
    index('shops_city').on(table.cityId),
    index('shops_county').on(table.countyId),
  ],
)

export const floors = pgTable(
  'floors',
  {
    id: serialId(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
    level: integer('level').notNull(),
  },
  table => [index('floors_shop').on(table.shopId)],
)

export const entrances = pgTable(
  'entrances',
  {
    id: serialId(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    floorId: text('floor_id').references(() => floors.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
  },
  table => [index('entrances_shop').on(table.shopId)],
)

export const zones = pgTable(
  'zones',
  {
    id: serialId(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    floorId: text('floor_id').references(() => floors.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
    kind: text('kind').notNull().default('shelf'),
  },
  table => [index('zones_shop').on(table.shopId)],
)

/** People who work in a shop: manager, deputy, clerks. Not all of them sign in. */
export const staff = pgTable(
  'staff',
  {
    id: serialId(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    duty: text('duty').$type<'manager' | 'deputy' | 'cashier' | 'clerk' | 'guard'>().notNull(),
    phone: text('phone').notNull().default(''),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  },
  table => [index('staff_shop').on(table.shopId)],
)
