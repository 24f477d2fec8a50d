import { asc, inArray } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import { changedDays } from '../../platform/schema/index.ts'
import { businessTime } from './business-day.ts'
import { rebuildStatements, theseDays } from './rollups.ts'

export type ShopDay = { shopId: number; date: string }

const daysAtOnce = 400

/**
 * Keeps rollups level with the raw facts. A day is noted after its facts are on disk and before the sender is answered: what was
 * acknowledged is rolled up, whoever dies when.
 */
export function rollupKeeper({
  db,
  measures,
  locks,
  now,
  timeZone = 'Asia/Shanghai',
}: {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  locks: Locks
  now: () => Date
  /** Clock by which "today" is still going on. */
  timeZone?: string
}) {
  let lastVer = 0
  return {
    async note(days: readonly ShopDay[]): Promise<void> {
      const unique = new Map(days.map(day => [`${day.shopId} ${day.date}`, day]))
      const values = [...unique.values()].map(({ shopId, date }) => ({ shopId, bizDate: date, at: now() }))
      if (values.length > 0) await db.insert(changedDays).values(values)
    },

    /**
     * Makes the rollups of noted days anew, by one server at a time: a snapshot taken earlier must not replace one taken later.
     * @returns how many shop-days were made
     */
    async run(): Promise<number> {
      return locks.exclusive('rollups', async () => {
        let made = 0
        for (;;) {
          const noted = await db
            .select()
            .from(changedDays)
            .orderBy(asc(changedDays.id))
            .limit(daysAtOnce * 4)
          if (noted.length === 0) return made
          const unique = new Map<string, ShopDay>()
          const taken: number[] = []
          for (const { id, shopId, bizDate } of noted) {
            const key = `${shopId} ${bizDate}`
            if (!unique.has(key) && unique.size === daysAtOnce) break
            unique.set(key, { shopId, date: bizDate })
            taken.push(id)
          }
          lastVer = Math.max(lastVer + 1, now().getTime())
          const rebuild = {
            ...theseDays([...unique.values()]),
            now: businessTime(now(), timeZone, '00:00'),
            ver: lastVer,
          }
          const { client } = await measures()
          for (const query of rebuildStatements(rebuild)) await client.command({ query })
          await db.delete(changedDays).where(inArray(changedDays.id, taken))
          made += unique.size
        }
      })
    },
  }
}
export type RollupKeeper = ReturnType<typeof rollupKeeper>
