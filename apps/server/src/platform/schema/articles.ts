import type { ArticleContent, ArticleStatus } from '@aisle/contract'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'

/** The knowledge base. */
export const articles = pgTable('articles', {
  id: serialId(),
  status: text('status').$type<ArticleStatus>().notNull().default('draft'),
  content: jsonb('content').$type<ArticleContent>().notNull(),
  /** What readers see; null before the first time and while it is archived. */
  published: jsonb('published').$type<ArticleContent>(),
  reads: integer('reads').notNull().default(0),
  /** Grows with each change: a save that knows an older one is refused. */
  version: integer('version').notNull().default(1),
  updatedBy: text('updated_by').references(() => users.id, { onDelete: 'set null' }),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  createdAt: createdAt(),
})
