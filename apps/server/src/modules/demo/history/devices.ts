import type { DeviceKind, LinePlace } from '@aisle/contract'
import type { Database } from '../../../platform/postgres.ts'
import { deviceLines, devices } from '../../../platform/schema/index.ts'
import type { Chain, DemoShop } from '../chain.ts'
import { insertAll } from '../insert-all.ts'
import { randomFrom } from '../random.ts'

/** A line that counts, with the share of the shop's visits that cross it. */
export type DemoLine = {
  line: string
  number: number
  place: LinePlace
  entranceId?: string
  floorId?: string
  zoneId?: string
  /** Doors tell of five minutes, sensors on ceilings of a quarter of an hour. */
  isDoor: boolean
  share: number
}
export type DemoDevice = {
  id: string
  sn: string
  name: string
  nameEn: string
  kind: DeviceKind
  shopId: string
  lines: DemoLine[]
}

/** Ids of devices in the demo: beside those of cameras, never among them. */
const firstDevice = 900_000
const mostOfShop = 50

/** Shops whose ceilings hold sensors that follow people: zones, stays and tracks are known there. */
export const isFollowed = ({ format, code }: Pick<DemoShop, 'format' | 'code'>): boolean =>
  format === 'flagship' || format === 'outlet' || (format === 'mall' && Number(code.slice(-1)) % 3 === 0)

/** What counts, recognises, sells and listens in each shop of the demo; a shop's devices do not depend on the other shops. */
export function demoDevices({ shops, seed }: Pick<Chain, 'shops' | 'seed'>): DemoDevice[] {
  return shops.flatMap(shop => devicesOf(shop, seed))
}

function devicesOf(shop: DemoShop, seed: number): DemoDevice[] {
  const random = randomFrom(seed, `devices ${shop.id}`)
  let next = firstDevice + ((Number(shop.id) - 702_001) % 1000) * mostOfShop
  const list: DemoDevice[] = []
  const add = (kind: DeviceKind, name: string, nameEn: string, lines: DemoLine[] = []) => {
    next++
    const sn = `${prefix[kind]}${shop.code.toLowerCase()}${String(next % mostOfShop).padStart(2, '0')}`
    list.push({ id: String(next), sn, name, nameEn, kind, shopId: shop.id, lines })
  }
  const weights = shop.entrances.map((_, index) => (index === 0 ? 1 : 0.25 + random.next() * 0.5))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const floorAt = (level: number) => shop.floors.find(floor => floor.level === level)?.id
  const on = (level: number) => {
    const floorId = floorAt(level)
    return floorId === undefined ? {} : { floorId }
  }
  shop.entrances.forEach((door, index) => {
    const share = (weights[index] ?? 0) / whole
    const line = {
      line: '1',
      number: 1,
      place: 'entrance' as const,
      entranceId: door.id,
      isDoor: true,
      share,
    }
    add('counter', `${door.zh}客流`, `${door.en}, counter`, [{ ...line, ...on(door.level) }])
  })
  add('counter', '店外客流', 'Passers outside', [
    { line: '1', number: 1, place: 'outside', isDoor: true, share: 1 },
  ])
  const several = shop.floors.length > 1
  for (const floor of shop.floors) {
    const lines: DemoLine[] = []
    const line = (place: LinePlace, share: number, part: Partial<DemoLine>) => {
      const number = lines.length + 1
      lines.push({ line: String(number), number, place, isDoor: false, share, floorId: floor.id, ...part })
    }
    if (several) line('floor', reach(floor.level) * (0.9 + random.next() * 0.2), {})
    if (several && floor.level > 1) line('inner', reach(floor.level) * 0.8, {})
    if (isFollowed(shop))
      for (const zone of shop.zones.filter(one => one.level === floor.level && one.kind !== 'stock'))
        line('zone', zoneShare(zone.kind, random.next()) * reach(floor.level), { zoneId: zone.id })
    if (lines.length > 0) add('counter', `${floor.zh}吊顶传感器`, `${floor.en}, ceiling sensor`, lines)
  }
  shop.entrances.slice(0, 2).forEach(door => {
    add('face', `${door.zh}人脸`, `${door.en}, faces`)
  })
  const tills = Math.max(2, shop.staff.filter(({ duty }) => duty === 'cashier').length)
  for (let till = 1; till <= tills; till++) add('till', `${till} 号收银台`, `Till ${till}`)
  add('probe', 'WiFi 探针', 'WiFi probe')
  if (isFollowed(shop) || random.chance(0.4)) {
    add('shelf', '中岛货架传感器', 'Island shelf sensor')
    add('shelf', '新品货架传感器', 'New-arrivals shelf sensor')
  }
  add('gateway', '数据网关', 'Data gateway')
  return list
}

const prefix: Record<DeviceKind, string> = {
  counter: 'pc',
  face: 'fc',
  till: 'pos',
  probe: 'wf',
  shelf: 'sh',
  gateway: 'gw',
}

/** Share of visitors who reach a floor. */
export const reach = (level: number) => (level === 1 ? 0.94 : level < 0 ? 0.34 : 0.62 ** (level - 1))
const zoneShare = (kind: string, chance: number) =>
  kind === 'door' ? 0.9 : kind === 'checkout' ? 0.3 : kind === 'fitting' ? 0.16 : 0.2 + chance * 0.25

/** Puts the devices into PostgreSQL, as if they had been there from `since` on; those that are there stay as they are. */
export async function insertDevices(
  db: Database,
  list: readonly DemoDevice[],
  since: (shopId: string) => Date,
): Promise<void> {
  await db.transaction(async transaction => {
    await insertAll(
      transaction,
      devices,
      list.map(({ lines: _, ...device }) => ({ ...device, createdAt: since(device.shopId) })),
      { keep: true },
    )
    await insertAll(
      transaction,
      deviceLines,
      list.flatMap(({ id, lines }) =>
        lines.map(({ line, number, place, entranceId = null, floorId = null, zoneId = null }) => ({
          deviceId: id,
          line,
          number,
          place,
          entranceId,
          floorId,
          zoneId,
        })),
      ),
      { keep: true },
    )
  })
}
