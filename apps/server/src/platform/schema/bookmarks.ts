import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cameras } from './cameras.ts'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'

/** Moments of recordings that people marked; one a person, camera and moment. */
export const bookmarks = pgTable(
  'bookmarks',
  {
    id: serialId(),
    cameraId: text('camera_id')
      .notNull()
      .references(() => cameras.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    title: text('title').notNull().default(''),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('bookmarks_once').on(table.userId, table.cameraId, table.at),
    index('bookmarks_camera').on(table.cameraId, table.at),
  ],
)
