import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/postgres.ts'

const rowsAtOnce = 1000

/** A statement takes 65,535 values: rows go in by the thousand. With `keep` rows that are there already stay as they are. */
export async function insertAll<T extends PgTable>(
  db: Queryable,
  table: T,
  rows: readonly T['$inferInsert'][],
  { keep = false } = {},
) {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const inserted = db.insert(table).values(rows.slice(start, start + rowsAtOnce))
    await (keep ? inserted.onConflictDoNothing() : inserted)
  }
}
