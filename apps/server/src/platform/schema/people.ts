import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'

export const ids = pgSequence('aisle_ids', { startWith: 1000 })

export const users = pgTable(
  'users',
  {
    id: serialId(),
    loginName: text('login_name').notNull(),
    realName: text('real_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    passwordChangedAt: moment('password_changed_at').notNull().defaultNow(),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** Hashes of earlier passwords, latest first; at most three are kept. */
    passwordHistory: jsonb('password_history').$type<string[]>().notNull().default([]),
    /** 0 English, 1 Chinese, null: never chosen. */
    language: integer('language'),
    disabled: boolean('disabled').notNull().default(false),
    /** Sees every shop; else what user_scopes says. */
    allShops: boolean('all_shops').notNull().default(false),
    createdAt: createdAt(),
  },
  table => [uniqueIndex('users_login_name').on(table.loginName)],
)

export const roles = pgTable('roles', {
  id: text('id').primaryKey(),
  nameZh: text('name_zh').notNull(),
  nameEn: text('name_en').notNull(),
  authorities: text('authorities').array().notNull(),
})

export const userRoles = pgTable(
  'user_roles',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: text('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
  },
  table => [primaryKey({ columns: [table.userId, table.roleId] })],
)

/** Areas or shops that a user may see. */
export const userScopes = pgTable(
  'user_scopes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'area' | 'shop'>().notNull(),
    targetId: text('target_id').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.kind, table.targetId] })],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token; the token itself is known to the browser alone. */
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    address: text('address').notNull().default(''),
    agent: text('agent').notNull().default(''),
  },
  table => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Failed sign-ins, for throttling: by login name and by address. */
export const loginFailures = pgTable(
  'login_failures',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    key: text('key').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  table => [index('login_failures_key').on(table.key, table.at)],
)

export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull().defaultNow(),
    userId: text('user_id'),
    action: text('action').notNull(),
    target: text('target').notNull().default(''),
    address: text('address').notNull().default(''),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  table => [index('audit_log_at').on(table.at), index('audit_log_user').on(table.userId, table.at)],
)

/** What the console remembers for a user. */
export const userSettings = pgTable(
  'user_settings',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.userId, table.key] })],
)

/** What an installation knows about itself: which seed it was made from, its own secrets' check value. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
})
