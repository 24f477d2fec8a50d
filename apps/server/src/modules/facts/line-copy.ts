import type { nodeKinds } from '@aisle/analysis'
import { eq } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Database } from '../../platform/postgres.ts'
import { deviceLines, devices, shops } from '../../platform/schema/index.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { slotOf } from './business-day.ts'
import { nodeIdOf } from './places.ts'

type Deps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  dayCut(): Promise<string>
  now: () => Date
}
type Copy = {
  shop_id: number
  node_kind: keyof typeof nodeKinds
  node_id: number
  floor_id: number
  device_id: number
  line_id: number
  counts_pass: number
  first_on: string
  last_on: string
  open_slot: number
  close_slot: number
}
const columns =
  'shop_id, node_kind, node_id, floor_id, device_id, line_id, counts_pass, first_on, last_on, open_slot, close_slot'
const forEver = '2149-06-06'

/**
 * Keeps what is due of counters as PostgreSQL has it: a line is due in the open hours of its shop, from the day its device was
 * added until the day it or its device was taken out. Answers the shops whose lines changed.
 */
export async function copyLines({ db, measures, dayCut, now }: Deps): Promise<number[]> {
  const { client } = await measures()
  const answer = await client.query({ query: `SELECT ${columns} FROM line FINAL`, format: 'JSONEachRow' })
  const there = new Map((await answer.json<Copy>()).map(row => [keyOf(row), row]))
  const cut = slotOf(await dayCut())
  const rows = await db
    .select({ device: devices, line: deviceLines, shop: shops })
    .from(deviceLines)
    .innerJoin(devices, eq(devices.id, deviceLines.deviceId))
    .innerJoin(shops, eq(shops.id, devices.shopId))
  const wanted = rows
    .filter(({ device }) => device.kind === 'counter')
    .map(({ device, line, shop }): Copy => {
      const day = (at: Date) => legacyTimeOf(at, shop.timeZone).slice(0, 10)
      const ends = [device.removedAt, line.removedAt, shop.closedAt].flatMap(at => (at ? [day(at)] : []))
      return {
        shop_id: Number(shop.id),
        node_kind: line.place,
        node_id: Number(nodeIdOf(line) ?? 0),
        floor_id: Number(line.floorId ?? 0),
        device_id: Number(device.id),
        line_id: line.number,
        counts_pass: line.place === 'outside' ? 1 : 0,
        first_on: day(device.createdAt),
        last_on: ends.sort()[0] ?? forEver,
        ...openSlots(shop.openTime, shop.closeTime, cut),
      }
    })
  const changed = wanted.filter(row => JSON.stringify(row) !== JSON.stringify(there.get(keyOf(row))))
  const ver = now().getTime()
  if (changed.length > 0)
    await client.insert({
      table: 'line',
      values: changed.map(row => ({ ...row, ver })),
      format: 'JSONEachRow',
    })
  return [...new Set(changed.map(row => row.shop_id))]
}

const keyOf = ({ shop_id, device_id, line_id }: Copy) => `${shop_id} ${device_id} ${line_id}`

/** Five-minute slots of the business day between which a shop is open; one that closes after midnight is open past the cut. */
function openSlots(open: string, close: string, cut: number): { open_slot: number; close_slot: number } {
  const from = (slotOf(open) - cut + 288) % 288
  const to = (slotOf(close) - cut + 288) % 288
  return { open_slot: from, close_slot: to > from ? to : 288 }
}
