import { type ActivitySpan, dayOf, daysOf, textOf } from '@aisle/analysis'
import { and, asc, eq, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import { activities } from '../../platform/schema/index.ts'
import { everyShop } from '../../platform/scope.ts'
import { type ActivityRow, lastDayOf, placedShops, shopsOf } from './shops.ts'

export type CopyDeps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  locks: Pick<Locks, 'exclusive'>
  now: () => Date
}
const rowsAtOnce = 50_000

/**
 * Puts the days of activities that changed into the measure store; with `all` also of those that go on, whose areas may have new
 * shops. One at a time on all servers: what was read before another change would be written after it. Answers how many activities
 * were looked at.
 */
export const copyActivities = (deps: CopyDeps, all = false): Promise<number> =>
  deps.locks.exclusive('copy activities', () => copy(deps, all))

async function copy({ db, measures, now }: CopyDeps, all: boolean): Promise<number> {
  const today = now().toISOString().slice(0, 10)
  const changed = ne(activities.copiedVersion, activities.version)
  const rows = await db
    .select()
    .from(activities)
    .where(all ? or(changed, gte(activities.toDate, today)) : changed)
    .orderBy(asc(activities.id))
  if (rows.length === 0) return 0
  const placed = await placedShops(db, everyShop)
  const { client } = await measures()
  const ids = rows.map(({ id }) => Number(id))
  const answer = await client.query({
    query:
      'SELECT shop_id, toString(biz_date) AS date, activity_id FROM activity_day FINAL WHERE activity_id IN {ids:Array(UInt32)}',
    query_params: { ids },
    format: 'JSONCompactEachRow',
  })
  const there = new Set((await answer.json<[number, string, number]>()).map(row => row.join(' ')))
  const wanted = new Set(
    rows.flatMap(row => {
      if (row.deletedAt) return []
      const [from, to] = [dayOf(row.fromDate), dayOf(lastDayOf(row))]
      const dates = from <= to ? daysOf({ from, to }).map(textOf) : []
      return shopsOf(row, placed).flatMap(({ id }) => dates.map(date => `${id} ${date} ${row.id}`))
    }),
  )
  // Above whatever was written before, also within one moment and by a server whose clock is ahead.
  const latest = await client.query({
    query: 'SELECT toString(max(ver)) FROM activity_day',
    format: 'JSONCompactEachRow',
  })
  const [[written = '0'] = []] = await latest.json<[string]>()
  const ver = Math.max(now().getTime(), Number(written) + 1)
  const stored = (key: string, gone: boolean) => {
    const [shop, biz_date, activity] = key.split(' ')
    return {
      shop_id: Number(shop),
      biz_date,
      activity_id: Number(activity),
      ver,
      is_deleted: gone ? 1 : 0,
    }
  }
  const values = [
    ...[...wanted].filter(key => !there.has(key)).map(key => stored(key, false)),
    ...[...there].filter(key => !wanted.has(key)).map(key => stored(key, true)),
  ]
  for (let at = 0; at < values.length; at += rowsAtOnce)
    await client.insert({
      table: 'activity_day',
      values: values.slice(at, at + rowsAtOnce),
      format: 'JSONEachRow',
    })
  for (const { id, version } of rows)
    await db
      .update(activities)
      .set({ copiedVersion: version })
      .where(and(eq(activities.id, id), eq(activities.version, version)))
  return rows.length
}

/** Activities with a day in a period, and the shops they are on in: what the model of days is told. */
export async function activitySpans(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<ActivitySpan[]> {
  const rows: ActivityRow[] = await db
    .select()
    .from(activities)
    .where(
      and(
        isNull(activities.deletedAt),
        lte(activities.fromDate, to),
        gte(activities.toDate, from),
        or(isNull(activities.cancelledOn), sql`${activities.cancelledOn} > ${activities.fromDate}`),
      ),
    )
  if (rows.length === 0) return []
  const placed = await placedShops(db, everyShop)
  return rows.map(row => ({
    id: Number(row.id),
    from: dayOf(row.fromDate),
    to: dayOf(lastDayOf(row)),
    shops: shopsOf(row, placed).map(({ id }) => Number(id)),
  }))
}

export const activityJobs = (deps: CopyDeps): Job[] => [
  { name: 'copy-activities', every: '* * * * *', run: () => copyActivities(deps).then(() => undefined) },
  {
    name: 'copy-all-activities',
    every: '23 * * * *',
    run: () => copyActivities(deps, true).then(() => undefined),
  },
]
