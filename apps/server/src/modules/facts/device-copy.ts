import { eq } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameras, devices, shops } from '../../platform/schema/index.ts'
import { legacyTimeOf } from '../../platform/time.ts'

type Deps = { db: Database; measures: () => Promise<Pick<ClickHouse, 'client'>>; now: () => Date }
type Copy = {
  shop_id: number
  device_id: number
  kind: string
  provider: string
  ptz_channels: number
  first_on: string
  last_on: string
}
const columns = 'shop_id, device_id, kind, provider, ptz_channels, first_on, last_on'
const forEver = '2149-06-06'

/** Keeps which devices and cameras are to be heard of as PostgreSQL has it. Answers the shops whose devices changed. */
export async function copyDevices({ db, measures, now }: Deps): Promise<number[]> {
  const { client } = await measures()
  const answer = await client.query({ query: `SELECT ${columns} FROM device FINAL`, format: 'JSONEachRow' })
  const there = new Map((await answer.json<Copy>()).map(row => [keyOf(row), row]))
  const wanted = new Map((await present(db)).map(row => [keyOf(row), row]))
  const changed = [...wanted].flatMap(([key, row]) => (isSame(row, there.get(key)) ? [] : [row]))
  const gone = [...there].flatMap(([key, row]) => (wanted.has(key) ? [] : [{ ...row, is_deleted: 1 }]))
  const ver = now().getTime()
  const values = [...changed, ...gone].map(row => ({ ...row, ver }))
  if (values.length > 0) await client.insert({ table: 'device', values, format: 'JSONEachRow' })
  return [...new Set(values.map(row => row.shop_id))]
}

async function present(db: Database): Promise<Copy[]> {
  const zone = { timeZone: shops.timeZone, closedAt: shops.closedAt }
  const [own, seen] = await Promise.all([
    db
      .select({ device: devices, ...zone })
      .from(devices)
      .innerJoin(shops, eq(shops.id, devices.shopId)),
    db
      .select({ camera: cameras, ...zone })
      .from(cameras)
      .innerJoin(shops, eq(shops.id, cameras.shopId)),
  ])
  return [
    ...own.map(({ device, timeZone, closedAt }) => ({
      shop_id: Number(device.shopId),
      device_id: Number(device.id),
      kind: device.kind,
      provider: '',
      ptz_channels: 0,
      ...daysOf(device.createdAt, [device.removedAt, closedAt], timeZone),
    })),
    ...seen.map(({ camera, timeZone, closedAt }) => ({
      shop_id: Number(camera.shopId),
      device_id: Number(camera.id),
      kind: 'camera',
      provider: camera.provider,
      ptz_channels: camera.capabilities?.ptz ? 1 : 0,
      ...daysOf(camera.createdAt, [camera.removedAt, closedAt], timeZone),
    })),
  ]
}

/** First and last day of what was there from a moment until the first of some others. */
function daysOf(from: Date, until: readonly (Date | null)[], timeZone: string) {
  const day = (at: Date) => legacyTimeOf(at, timeZone).slice(0, 10)
  const [end] = until.flatMap(at => (at ? [day(at)] : [])).sort()
  return { first_on: day(from), last_on: end ?? forEver }
}

const keyOf = ({ shop_id, device_id }: Copy) => `${shop_id} ${device_id}`
/** Both have their columns in the order of `columns`. */
const isSame = (a: Copy, b: Copy | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)
