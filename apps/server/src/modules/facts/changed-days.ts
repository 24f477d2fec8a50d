import { asc, inArray, sql } from 'drizzle-orm'
import { tellFigures } from '../../platform/channels.ts'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import { usualVisits, type VisitRules } from '../../platform/config.ts'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import { changedDays, installation, shops } from '../../platform/schema/index.ts'
import { businessTime } from './business-day.ts'
import type { Rebuild } from './rebuild.ts'
import { everyDay, forgetStatements, rebuildStatements, theseDays } from './rollups.ts'

export type ShopDay = { shopId: number; date: string }

/** As many shop-days are made anew by one run of the statements. */
export const shopDaysAtOnce = 400
/** PostgreSQL takes 65,535 values in a statement. */
const notedAtOnce = 5000
/** Under this key the installation remembers the version of the latest rebuild. */
const versionKey = 'rollupVersion'
/** Clock of shops that the measure store does not know. */
const usualZone = 'Asia/Shanghai'

/**
 * Keeps rollups level with the raw facts. A day is noted after its facts are on disk and before the sender is answered: what was
 * acknowledged is rolled up, whoever dies when.
 */
export function rollupKeeper({
  db,
  measures,
  locks,
  now,
  dayCut = async () => '00:00',
  visits = usualVisits,
}: {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  locks: Locks
  /** HH:MM at which business days begin; left out: midnight. */
  dayCut?(): Promise<string>
  now: () => Date
  /** Left out: as they are by default. */
  visits?: VisitRules
}) {
  /** Higher than every one before it, whatever the clocks of the servers that made them said. */
  async function nextVersion(): Promise<number> {
    const least = now().getTime()
    const [row] = await db
      .insert(installation)
      .values({ key: versionKey, value: least })
      .onConflictDoUpdate({
        target: installation.key,
        set: {
          value: sql`to_jsonb(greatest(${least}::bigint, (${installation.value})::bigint + 1))`,
        },
      })
      .returning({ value: installation.value })
    return Number(row?.value ?? least)
  }

  /** Day and slot now on the clock of each zone that shops keep. */
  async function presents(): Promise<Pick<Rebuild, 'now' | 'elsewhere'>> {
    const [cut, rows] = [await dayCut(), await db.selectDistinct({ zone: shops.timeZone }).from(shops)]
    const at = now()
    const here = businessTime(at, usualZone, cut)
    const others = rows
      .map(({ zone }) => [zone, businessTime(at, zone, cut)] as const)
      .filter(([, there]) => there.date !== here.date || there.slot !== here.slot)
    return { now: here, elsewhere: new Map(others) }
  }

  async function rebuild(days: Pick<Rebuild, 'days' | 'within'>, isFirst = false): Promise<void> {
    const { client } = await measures()
    const whole = { ...days, ...(await presents()), visits, ver: await nextVersion() }
    for (const query of rebuildStatements(whole)) await client.command({ query })
    if (!isFirst) for (const query of forgetStatements(whole)) await client.command({ query })
  }

  return {
    async note(days: readonly ShopDay[]): Promise<void> {
      const unique = new Map(days.map(day => [`${day.shopId} ${day.date}`, day]))
      const values = [...unique.values()].map(({ shopId, date }) => ({ shopId, bizDate: date, at: now() }))
      for (let at = 0; at < values.length; at += notedAtOnce)
        await db.insert(changedDays).values(values.slice(at, at + notedAtOnce))
    },

    /**
     * Makes the rollups of noted days anew, by one server at a time: a snapshot taken earlier must not replace one taken later.
     * @returns how many shop-days were made
     */
    async run(): Promise<number> {
      const [first] = await db.select({ id: changedDays.id }).from(changedDays).limit(1)
      if (!first) return 0
      return locks.exclusive('rollups', async () => {
        let made = 0
        for (;;) {
          const noted = await db
            .select()
            .from(changedDays)
            .orderBy(asc(changedDays.id))
            .limit(shopDaysAtOnce * 4)
          if (noted.length === 0) return made
          const unique = new Map<string, ShopDay>()
          const taken: number[] = []
          for (const { id, shopId, bizDate } of noted) {
            const key = `${shopId} ${bizDate}`
            if (!unique.has(key) && unique.size === shopDaysAtOnce) break
            unique.set(key, { shopId, date: bizDate })
            taken.push(id)
          }
          await rebuild(theseDays([...unique.values()]))
          await db.transaction(async tx => {
            await tx.delete(changedDays).where(inArray(changedDays.id, taken))
            await tellFigures(
              tx,
              [...unique.values()].map(({ shopId }) => shopId),
            )
          })
          made += unique.size
        }
      })
    },

    /** Makes the rollups of some shops for the first time on every day of a span, in one go. */
    async span(shopIds: readonly number[], from: string, to: string): Promise<void> {
      if (shopIds.length > 0)
        await locks.exclusive('rollups', () => rebuild(everyDay(shopIds, from, to), true))
    },
  }
}
export type RollupKeeper = ReturnType<typeof rollupKeeper>
