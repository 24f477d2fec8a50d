import { sql } from 'drizzle-orm'
import { text, timestamp } from 'drizzle-orm/pg-core'

/** Ids are texts drawn from one sequence: strings in answers, never mistaken for numbers to add up. */
export const serialId = () => text('id').primaryKey().default(sql`nextval('aisle_ids')::text`)

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const createdAt = () => moment('created_at').notNull().defaultNow()
