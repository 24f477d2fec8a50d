import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'

/** What a user is told, one row a recipient. */
export const notices = pgTable(
  'notices',
  {
    id: serialId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The same user is told once under one key. */
    key: text('key'),
    kind: text('kind').notNull(),
    titleZh: text('title_zh').notNull(),
    titleEn: text('title_en').notNull(),
    bodyZh: text('body_zh').notNull().default(''),
    bodyEn: text('body_en').notNull().default(''),
    link: text('link').notNull().default(''),
    shopId: text('shop_id'),
    /** 1 unhandled, 2 handled. */
    status: integer('status').$type<1 | 2>().notNull().default(1),
    createdAt: createdAt(),
    handledAt: moment('handled_at'),
  },
  table => [
    uniqueIndex('notices_once').on(table.userId, table.key),
    index('notices_user').on(table.userId, table.status, table.createdAt),
    index('notices_created').on(table.createdAt),
  ],
)
