import type { RecordKind } from '@aisle/analysis'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Database } from '../../platform/postgres.ts'
import { installation, shops } from '../../platform/schema/index.ts'
import { businessTime } from './business-day.ts'
import { type RecordSource, recordSources } from './record-kinds.ts'

type Deps = { db: Database; measures: () => Promise<Pick<ClickHouse, 'client'>>; now: () => Date }

/** Under this key the installation remembers up to when records were copied. */
const copiedKey = 'recordsCopied'
/** What was begun before and saved only now carries an older time: looked at once more. */
const overlapMs = 10 * 60_000
const rowsAtOnce = 20_000

const found = z
  .object({ shop_id: z.string(), record_id: z.string(), happened: z.coerce.date(), gone: z.boolean() })
  .catchall(z.unknown())

/**
 * Copies what people and rules wrote in the console since the last time, so that one question can stand beside counts and sales. A
 * record is one row with its latest state, on the day on which it happened. Answers how many rows were written.
 */
export async function copyRecords({ db, measures, now }: Deps): Promise<number> {
  const began = now()
  const [kept] = await db.select().from(installation).where(eq(installation.key, copiedKey))
  const since = new Date(kept ? Date.parse(z.string().parse(kept.value)) - overlapMs : 0)
  const zones = new Map(
    (await db.select({ id: shops.id, timeZone: shops.timeZone }).from(shops)).map(row => [
      row.id,
      row.timeZone,
    ]),
  )
  const { client } = await measures()
  let written = 0
  for (const [kind, source] of Object.entries(recordSources) as [RecordKind, RecordSource][]) {
    for (let from = 0; ; from += rowsAtOnce) {
      const rows = await changedRows(db, source, since, from)
      const values = rows.flatMap(row => {
        const zone = zones.get(row.shop_id)
        return zone === undefined ? [] : [stored(kind, row, zone, began)]
      })
      if (values.length > 0) await client.insert({ table: 'record', values, format: 'JSONEachRow' })
      written += values.length
      if (rows.length < rowsAtOnce) break
    }
  }
  await db
    .insert(installation)
    .values({ key: copiedKey, value: began.toISOString() })
    .onConflictDoUpdate({ target: installation.key, set: { value: began.toISOString() } })
  return written
}

type Found = z.infer<typeof found>

async function changedRows(
  db: Database,
  { rows, changed }: RecordSource,
  since: Date,
  from: number,
): Promise<Found[]> {
  const isNew = sql`${changed} >= ${since.toISOString()}::timestamptz`
  const hasCondition = / where /.test(JSON.stringify(rows.queryChunks))
  const answer = await db.execute(
    sql`${rows} ${hasCondition ? sql`and` : sql`where`} ${isNew} order by happened, record_id offset ${from} limit ${rowsAtOnce}`,
  )
  return z.array(found).parse(answer.rows)
}

function stored(
  kind: RecordKind,
  { shop_id, record_id, happened, gone, ...rest }: Found,
  zone: string,
  at: Date,
) {
  const { date, slot } = businessTime(happened, zone, '00:00')
  return {
    ...rest,
    kind,
    biz_date: date,
    shop_id: Number(shop_id),
    record_id: Number(record_id),
    slot,
    is_deleted: gone ? 1 : 0,
    ver: at.getTime(),
  }
}
