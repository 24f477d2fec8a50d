import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { quarantine } from '../../platform/schema/index.ts'

/** What one source may have wait in quarantine: a sender that is wrong for days fills no disk. */
const most = { rows: 20_000, bytes: 200_000_000 }

/** How many more rows of a source may wait; none where what waits is large already. */
export async function roomInQuarantine(db: Database, sourceId: string): Promise<number> {
  const [there] = await db
    .select({
      rows: sql<number>`count(*)::int`,
      // As they lie on disk: nothing is unpacked to be measured.
      bytes: sql<number>`coalesce(sum(pg_column_size(${quarantine.body})), 0)::float8`,
    })
    .from(quarantine)
    .where(eq(quarantine.sourceId, sourceId))
  return !there || there.bytes < most.bytes ? Math.max(0, most.rows - (there?.rows ?? 0)) : 0
}
