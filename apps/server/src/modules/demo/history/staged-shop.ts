import type { DeviceKind } from '@aisle/contract'
import type { DemoShop } from '../chain.ts'
import { type WalkedFloor, walkedFloors } from '../floor-plans/floors.ts'
import type { ShopDay } from './days.ts'
import { type DemoDevice, isFollowed, reach } from './devices.ts'
import { zonesOfGoods } from './goods.ts'
import { profile } from './profile.ts'
import { type Town, townOf } from './town.ts'
import { type Traits, traitsOf } from './traits.ts'

export type StagedShop = {
  shop: DemoShop
  traits: Traits
  devices: readonly DemoDevice[]
  openedOn: string
  /** The other shops of its city, as people go on to them. */
  town: Town
  /** Of shops whose ceilings follow people. */
  walked: readonly WalkedFloor[]
}

export const stagedShop = (
  shop: DemoShop,
  devices: readonly DemoDevice[],
  openedOn: string,
  seed: number,
  chain: readonly DemoShop[] = [],
): StagedShop => {
  const own = devices.filter(({ shopId }) => shopId === shop.id)
  const shares = new Map(own.flatMap(({ lines }) => lines.map(line => [line.zoneId, line.share])))
  return {
    shop,
    traits: traitsOf(shop, seed),
    devices: own,
    openedOn,
    town: townOf(shop, chain, seed),
    walked: isFollowed(shop) ? walkedFloors(shop, zoneId => shares.get(zoneId) ?? 0, seed) : [],
  }
}

export function dayRow(row: ShopDay, { shop, traits, devices }: StagedShop) {
  const people = (duty: string) => shop.staff.filter(one => one.duty === duty).map(one => Number(one.id))
  const orNobody = (ids: number[]) => (ids.length > 0 ? ids : [0])
  return {
    ...row,
    passers: traits.passers,
    visits_usual: traits.visits,
    cashiers: orNobody(people('cashier')),
    clerks: orNobody(people('clerk')),
    tills: orNobody(devices.filter(({ kind }) => kind === 'till').map(({ id }) => Number(id))),
    open_slot: traits.open,
    close_slot: traits.close,
  }
}

const dwellMinutes = { flagship: 21, mall: 25, standard: 12, community: 8, outlet: 29 } as const
const ages = { flagship: 32, mall: 34, standard: 35, community: 44, outlet: 37 } as const

export function shopRow({ shop, traits, devices, town, walked }: StagedShop) {
  const isSeen = isFollowed(shop)
  const ofKind = (kind: DeviceKind) => devices.filter(one => one.kind === kind).map(({ id }) => Number(id))
  const lines = devices.flatMap(one => one.lines)
  const several = shop.floors.length > 1
  return {
    shop_id: traits.shopId,
    is_followed: isSeen ? 1 : 0,
    has_shelves: ofKind('shelf').length > 0 ? 1 : 0,
    dwell: dwellMinutes[shop.format],
    age: ages[shop.format],
    women: traits.women,
    floors:
      several && (isSeen || shop.format === 'mall')
        ? shop.floors.map(({ id, level }) => [Number(id), reach(level)])
        : [],
    zones: lines
      .filter(({ place }) => place === 'zone')
      .map(({ zoneId, floorId, share }) => {
        const kind = shop.zones.find(({ id }) => id === zoneId)?.kind
        const turn = kind === 'door' ? 0 : kind === 'checkout' ? 2 : 1
        return [Number(zoneId), Number(floorId), share, kind === 'shelf' ? 1 : 0, turn]
      }),
    doors: shop.entrances.length > 0 ? shop.entrances.map(({ id }) => Number(id)) : [0],
    faces: ofKind('face').length > 0 ? ofKind('face') : [0],
    shelves: ofKind('shelf').length > 0 ? ofKind('shelf') : [0],
    point: ofKind('probe')[0] ?? 0,
    town,
    sold: zonesOfGoods(shop),
    legs: Object.fromEntries(walked.flatMap(({ ways }) => [...ways.legs])),
    walks: Object.fromEntries(walked.flatMap(({ ways }) => [...ways.walks])),
    devices: devices.map(({ id, kind }) => [Number(id), kind]),
    cameras: shop.cameras.map(({ id, provider }) => [Number(id), provider]),
  }
}

/** The floors on which people are followed: where the time of those who came goes. */
export const mapRows = ({ shop, walked }: StagedShop) =>
  walked.map(({ drawing: { floorId, level, cols, rows }, warmth }) => ({
    shop_id: Number(shop.id),
    map_id: Number(floorId),
    reach: reach(level),
    seconds: (dwellMinutes[shop.format] * 60) / shop.floors.length,
    cols,
    rows,
    ...warmth,
  }))

export const lineRows = ({ shop, devices }: StagedShop) =>
  devices.flatMap(({ id, lines }) =>
    lines.map(({ place, number, entranceId, floorId, zoneId, isDoor, share }) => ({
      shop_id: Number(shop.id),
      kind: place,
      node_id: Number((place === 'floor' ? floorId : place === 'zone' ? zoneId : entranceId) ?? 0),
      floor_id: Number(floorId ?? 0),
      device_id: Number(id),
      line_id: number,
      is_door: isDoor ? 1 : 0,
      share,
    })),
  )

type Curve = { traits: Traits; isFree: boolean }

/** Quarter hours with those who come in each, and those who leave: the same half an hour later, all gone at closing time. */
function quartersOf({ traits, isFree }: Curve) {
  const quarters = profile(isFree, traits.open, traits.close)
  const leftOver = quarters.slice(-2).reduce((sum, { weight }) => sum + weight, 0)
  return quarters.map(({ slot, weight }, index) => ({
    slot,
    weight,
    late: (quarters[index - 2]?.weight ?? 0) + (index === quarters.length - 1 ? leftOver : 0),
  }))
}

/** By quarter hours and by hours. */
export function profileRows(curve: Curve) {
  const quarters = quartersOf(curve)
  const key = { shop_id: curve.traits.shopId, is_free: curve.isFree ? 1 : 0 }
  const hours = Map.groupBy(quarters, ({ slot }) => Math.floor(slot / 12) * 12)
  const sum = (rows: typeof quarters, of: 'weight' | 'late') =>
    rows.reduce((total, row) => total + row[of], 0)
  return [
    ...quarters.map(row => ({ ...key, step: 3, ...row })),
    ...[...hours].map(([slot, rows]) => ({
      ...key,
      step: 12,
      slot,
      weight: sum(rows, 'weight'),
      late: sum(rows, 'late'),
    })),
  ]
}

export function curveRow(curve: Curve) {
  const quarters = quartersOf(curve)
  const reached = (weights: number[]) => {
    let sum = 0
    return weights.map((weight, index) => {
      sum += weight
      return index === weights.length - 1 ? 1 : sum
    })
  }
  return {
    shop_id: curve.traits.shopId,
    is_free: curve.isFree ? 1 : 0,
    slots: quarters.map(({ slot }) => slot),
    early: reached(quarters.map(({ weight }) => weight)),
    cdf: reached(quarters.map(({ late }) => late)),
  }
}
