import { asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { tellFigures } from '../../platform/channels.ts'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import { usualVisits, type VisitRules } from '../../platform/config.ts'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import { changedDays, installation, shops } from '../../platform/schema/index.ts'
import { dayAfter, dayBefore } from '../../platform/time.ts'
import { businessTime } from './business-day.ts'
import { outlinesOf } from './outlines.ts'
import type { Rebuild } from './rebuild.ts'
import { everyDay, forgetStatements, rebuildStatements, theseDays } from './rollups.ts'
import { mapsWithTracks } from './stay-rollups.ts'

export type ShopDay = { shopId: number; date: string }

/** As many shop-days are made anew by one run of the statements. */
export const shopDaysAtOnce = 400
/** Days that are made anew before it is written down how far it went. */
const renewedAtOnce = 7
/** PostgreSQL takes 65,535 values in a statement. */
const notedAtOnce = 5000
/** Under this key the installation remembers the version of the latest rebuild. */
const versionKey = 'rollupVersion'
/** Under this one by which rules the rollups were made, and how far they are made anew where these changed. */
const rulesKey = 'rollupRules'
/** Raised whenever the statements of a rebuild come to count otherwise: what older ones made is made anew by itself. */
const rulesVersion = 3
/** Tables that between them have a row of every shop-day that was rolled up. */
const everyRollup = ['source_day', 'flow_shop_day', 'sale_day', 'people_day', 'device_day'] as const
const renewalState = z.object({
  rules: z.string(),
  /** Days before this one are still to be made anew. */
  before: z.iso.date().nullable(),
})
/** Outlines of zones are told within statements: those of thousands of zones are more than the usual 256 kB. */
const longestStatement = `${64 * 1024 ** 2}`
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

  const rules = `${rulesVersion} gap ${visits.gapSeconds} return ${visits.returnDays}`
  let isMarked = false
  const saveRules = (before: string | null) =>
    db
      .insert(installation)
      .values({ key: rulesKey, value: { rules, before } })
      .onConflictDoUpdate({ target: installation.key, set: { value: { rules, before } } })

  /** First and last day of which there are rollups. */
  async function spanOfRollups(): Promise<{ first: string; last: string } | undefined> {
    const { client } = await measures()
    const days = everyRollup.map(
      name => `SELECT min(biz_date) AS a, max(biz_date) AS b, count() AS n FROM ${name}`,
    )
    const query = `SELECT toString(min(a)) AS first, toString(max(b)) AS last FROM (${days.join(' UNION ALL ')}) WHERE n > 0 HAVING count() > 0`
    const [span] = await (await client.query({ query, format: 'JSONEachRow' })).json<{
      first: string
      last: string
    }>()
    return span
  }

  /** Whoever makes the first rollups makes them by the rules of now. */
  async function markFirst(): Promise<void> {
    if (isMarked) return
    if (!(await spanOfRollups()))
      await db
        .insert(installation)
        .values({ key: rulesKey, value: { rules, before: null } })
        .onConflictDoNothing()
    isMarked = true
  }

  async function daysWithRollups(from: string, to: string): Promise<ShopDay[]> {
    const { client } = await measures()
    const days = everyRollup.map(
      name => `SELECT shop_id, biz_date FROM ${name} WHERE biz_date BETWEEN '${from}' AND '${to}'`,
    )
    const query = `SELECT DISTINCT shop_id, toString(biz_date) AS date FROM (${days.join(' UNION ALL ')}) ORDER BY date DESC, shop_id`
    const answer = await client.query({ query, format: 'JSONEachRow' })
    return (await answer.json<{ shop_id: number; date: string }>()).map(({ shop_id, date }) => ({
      shopId: shop_id,
      date,
    }))
  }

  async function rebuild(days: Pick<Rebuild, 'days' | 'within'>, isFirst = false): Promise<void> {
    await markFirst()
    const { client } = await measures()
    const plain = { ...days, ...(await presents()), visits, ver: await nextVersion() }
    const maps = await client.query({ query: mapsWithTracks(plain), format: 'JSONEachRow' })
    const mapIds = (await maps.json<{ map_id: number }>()).map(({ map_id }) => map_id)
    const whole = { ...plain, outlines: await outlinesOf(db, mapIds) }
    for (const query of rebuildStatements(whole))
      await client.command({ query, clickhouse_settings: { max_query_size: longestStatement } })
    if (!isFirst) for (const query of forgetStatements(whole)) await client.command({ query })
  }

  return {
    /** Whether anything was counted: then its days and hours are those of the cut of the business day at that time. */
    async hasFacts(): Promise<boolean> {
      const [noted] = await db.select({ id: changedDays.id }).from(changedDays).limit(1)
      return noted !== undefined || (await spanOfRollups()) !== undefined
    },

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

    /**
     * Makes rollups anew that were made by other rules than those of now, the latest days first and a week at a time, as far as it
     * comes within the time given; the next call goes on. Of days whose raw rows are gone they stay as they are.
     * @returns how many shop-days were made
     */
    async renew(mostMs = 20_000): Promise<number> {
      return locks.exclusive('renewal', async () => {
        const [row] = await db.select().from(installation).where(eq(installation.key, rulesKey))
        const known = renewalState.safeParse(row?.value).data
        if (known?.rules === rules && known.before === null) return 0
        const span = await spanOfRollups()
        if (!span) {
          await saveRules(null)
          return 0
        }
        const ends = performance.now() + mostMs
        let before = known?.rules === rules && known.before !== null ? known.before : dayAfter(span.last, 1)
        let made = 0
        while (before > span.first && performance.now() < ends) {
          const from = dayBefore(before, renewedAtOnce)
          const days = await daysWithRollups(from, dayBefore(before, 1))
          for (let at = 0; at < days.length; at += shopDaysAtOnce) {
            const some = days.slice(at, at + shopDaysAtOnce)
            await locks.exclusive('rollups', () => rebuild(theseDays(some)))
            made += some.length
          }
          before = from
          await saveRules(before)
        }
        if (before <= span.first) await saveRules(null)
        return made
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
