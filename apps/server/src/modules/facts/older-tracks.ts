import { eq } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Database } from '../../platform/postgres.ts'
import { installation } from '../../platform/schema/index.ts'
import type { RollupKeeper } from './changed-days.ts'
import { daysWithTracks } from './stay-rollups.ts'

/** Under this key the installation remembers that the days of tracks were noted which came before stays were made of them. */
const notedKey = 'olderTracksNoted'

/** Notes, once, the days on which sensors told tracks: only these have stays that older versions did not make. */
export async function noteOlderTracks({
  db,
  measures,
  rollups,
}: {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  rollups: Pick<RollupKeeper, 'note'>
}): Promise<void> {
  const [noted] = await db.select().from(installation).where(eq(installation.key, notedKey))
  if (noted) return
  const { client } = await measures()
  const answer = await client.query({ query: daysWithTracks, format: 'JSONEachRow' })
  const days = await answer.json<{ shop_id: number; date: string }>()
  await rollups.note(days.map(({ shop_id, date }) => ({ shopId: shop_id, date })))
  await db.insert(installation).values({ key: notedKey, value: true }).onConflictDoNothing()
}
