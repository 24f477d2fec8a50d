import type { Capabilities, Movement, ProviderName } from '@aisle/contract'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'
import { floors, shops } from './places.ts'

export const cameraAccounts = pgTable('camera_accounts', {
  id: serialId(),
  provider: text('provider').$type<ProviderName>().notNull(),
  name: text('name').notNull(),
  baseUrl: text('base_url').notNull(),
  /** The specification's ysAccountId (1 or 2) of first-provider accounts. */
  ysAccountId: integer('ys_account_id'),
  /** Names and values as one JSON text, encrypted. */
  credentials: text('credentials').notNull(),
  settings: jsonb('settings').$type<Record<string, string>>().notNull().default({}),
  createdAt: createdAt(),
})

export const cameras = pgTable(
  'cameras',
  {
    id: serialId(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    floorId: text('floor_id').references(() => floors.id, { onDelete: 'set null' }),
    accountId: text('account_id')
      .notNull()
      .references(() => cameraAccounts.id),
    /** Kept beside the account so that lists need no join. */
    provider: text('provider').$type<ProviderName>().notNull(),
    deviceCode: text('device_code').notNull(),
    channel: text('channel').notNull(),
    number: text('number').notNull(),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
    group: text('group').$type<'entrance' | 'checkout' | 'floor' | 'back'>().notNull().default('floor'),
    status: text('status').$type<'online' | 'offline' | 'unknown'>().notNull().default('unknown'),
    checkedAt: moment('checked_at'),
    lastOnlineAt: moment('last_online_at'),
    /** As the platform said last; null: never asked. */
    capabilities: jsonb('capabilities').$type<Capabilities>(),
    capabilitiesAt: moment('capabilities_at'),
    /** When its poster was kept; null: there is none. */
    posterAt: moment('poster_at'),
    removedAt: moment('removed_at'),
    createdAt: createdAt(),
  },
  table => [
    index('cameras_shop').on(table.shopId),
    index('cameras_device').on(table.deviceCode, table.channel),
    index('cameras_checked').on(table.checkedAt),
  ],
)

export const presets = pgTable(
  'presets',
  {
    id: serialId(),
    cameraId: text('camera_id')
      .notNull()
      .references(() => cameras.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    index: integer('index').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** When its thumbnail was kept; null: there is none. */
    thumbnailAt: moment('thumbnail_at'),
    createdAt: createdAt(),
  },
  table => [uniqueIndex('presets_camera_index').on(table.cameraId, table.index)],
)

/** Who steers a camera and what it is doing; one row a camera. Outlives a crash, so that a move is always stopped. */
export const cameraHolds = pgTable(
  'camera_holds',
  {
    cameraId: text('camera_id')
      .primaryKey()
      .references(() => cameras.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    heldUntil: moment('held_until').notNull(),
    /** The running move, to be stopped at stopsAt by the server that started it, or by any other a little later. */
    movement: text('movement').$type<Movement>(),
    stopsAt: moment('stops_at'),
    /** Grows with each command, so that a late timer never stops a newer move. */
    turn: integer('turn').notNull().default(0),
    /** Whether the platform's control lock may still be ours to give back. */
    locked: boolean('locked').notNull().default(false),
  },
  table => [index('camera_holds_stop').on(table.stopsAt)],
)

/** Sessions opened on a platform that must be closed there. */
export const playSessions = pgTable(
  'play_sessions',
  {
    id: text('id').primaryKey(),
    cameraId: text('camera_id')
      .notNull()
      .references(() => cameras.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'live' | 'playback'>().notNull(),
    handle: text('handle').notNull(),
    openedAt: moment('opened_at').notNull().defaultNow(),
    keptAt: moment('kept_at').notNull().defaultNow(),
  },
  table => [index('play_sessions_kept').on(table.keptAt), index('play_sessions_user').on(table.userId)],
)

/** Vendor tokens and control locks, shared by all servers; values are encrypted. */
export const vendorMemory = pgTable(
  'vendor_memory',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => cameraAccounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [primaryKey({ columns: [table.accountId, table.key] })],
)

export const walls = pgTable(
  'walls',
  {
    id: serialId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    layout: text('layout').notNull(),
    panes: jsonb('panes')
      .$type<({ cameraId: string; pinned: boolean; fit: 'cover' | 'contain' } | null)[]>()
      .notNull(),
    isPublic: boolean('is_public').notNull().default(false),
    rotateSeconds: integer('rotate_seconds').notNull().default(0),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  table => [index('walls_user').on(table.userId)],
)
