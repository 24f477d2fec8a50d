import { eq } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Database } from '../../platform/postgres.ts'
import { devices, shops } from '../../platform/schema/index.ts'
import { businessTime } from './business-day.ts'
import type { RollupKeeper } from './changed-days.ts'
import { copyLines } from './line-copy.ts'

type Deps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  rollups: RollupKeeper
  dayCut(): Promise<string>
  now: () => Date
}

/**
 * What keeps rollups level beside the facts themselves. A shop that hears nothing still has slots due as the day goes on: its day
 * is made anew every hour, and once more when it is over.
 */
export function factJobs({ db, measures, rollups, dayCut, now }: Deps): Job[] {
  async function noteEvery(at: Date): Promise<void> {
    const cut = await dayCut()
    const rows = await db
      .selectDistinct({ id: shops.id, timeZone: shops.timeZone })
      .from(shops)
      .innerJoin(devices, eq(devices.shopId, shops.id))
    await rollups.note(
      rows.map(({ id, timeZone }) => ({ shopId: Number(id), date: businessTime(at, timeZone, cut).date })),
    )
  }

  async function lines(): Promise<void> {
    const changed = await copyLines({ db, measures, dayCut, now })
    if (changed.length > 0) await noteEvery(now())
  }

  return [
    { name: 'copy-lines', every: '* * * * *', run: lines },
    { name: 'due-slots', every: '1 * * * *', run: () => noteEvery(now()) },
    {
      name: 'finished-days',
      every: '11 * * * *',
      // The day that was going on an hour ago: over by now where its cut fell in between.
      run: () => noteEvery(new Date(now().getTime() - 3_600_000)),
    },
  ]
}
