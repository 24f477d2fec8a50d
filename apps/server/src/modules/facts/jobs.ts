import { and, eq, isNull, ne } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameras, devices, shops } from '../../platform/schema/index.ts'
import { businessTime } from './business-day.ts'
import type { RollupKeeper } from './changed-days.ts'
import { copyDevices } from './device-copy.ts'
import { copyLines } from './line-copy.ts'
import { noteOlderTracks } from './older-tracks.ts'
import { copyRecords } from './record-copy.ts'

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

  async function copy(): Promise<void> {
    const changed = [
      ...(await copyLines({ db, measures, dayCut, now })),
      ...(await copyDevices({ db, measures, now })),
    ]
    if (changed.length > 0) await noteEvery(now())
  }

  /** What the console knows of cameras by asking them counts as their beat. */
  async function hearCameras(): Promise<void> {
    const at = new Date(Math.floor(now().getTime() / 1000) * 1000)
    const cut = await dayCut()
    const rows = await db
      .select({ camera: cameras, timeZone: shops.timeZone })
      .from(cameras)
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .where(and(isNull(cameras.removedAt), isNull(shops.closedAt), ne(cameras.status, 'unknown')))
    const beats = rows.map(({ camera, timeZone }) => {
      const { date, slot } = businessTime(at, timeZone, cut)
      return {
        biz_date: date,
        shop_id: Number(camera.shopId),
        device_id: Number(camera.id),
        at: at.toISOString().slice(0, 19).replace('T', ' '),
        slot,
        state: camera.status,
        ver: at.getTime(),
      }
    })
    if (beats.length === 0) return
    const { client } = await measures()
    await client.insert({ table: 'heartbeat', values: beats, format: 'JSONEachRow' })
    await rollups.note(beats.map(beat => ({ shopId: beat.shop_id, date: beat.biz_date })))
  }

  async function renew(): Promise<void> {
    await noteOlderTracks({ db, measures, rollups })
    await rollups.renew()
  }

  return [
    { name: 'copy-devices', every: '* * * * *', run: copy },
    {
      name: 'copy-records',
      every: '* * * * *',
      run: async () => void (await copyRecords({ db, measures, now })),
    },
    { name: 'hear-cameras', every: '*/5 * * * *', run: hearCameras },
    { name: 'due-slots', every: '1 * * * *', run: () => noteEvery(now()) },
    { name: 'renew-rollups', every: '* * * * *', run: renew },
    {
      name: 'finished-days',
      every: '11 * * * *',
      // The day that was going on an hour ago: over by now where its cut fell in between.
      run: () => noteEvery(new Date(now().getTime() - 3_600_000)),
    },
  ]
}
