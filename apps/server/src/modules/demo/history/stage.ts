import type { DeviceKind } from '@aisle/contract'
import type { DemoShop } from '../chain.ts'
import { dayKinds, type ShopDay, shopDays } from './days.ts'
import { type DemoDevice, isFollowed, reach } from './devices.ts'
import type { Engine } from './engine.ts'
import { dayAfter, daysOf, type Span } from './moments.ts'
import { profile } from './profile.ts'
import { type Traits, traitsOf } from './traits.ts'
import { regularDays, visitColumns } from './visits.ts'
import { type WeatherDay, weatherOf } from './weather.ts'

/** What the statements are fed from: small tables that live while they run. */
const stages = {
  demo_line:
    'shop_id UInt32, kind String, node_id UInt32, floor_id UInt32, device_id UInt32, line_id UInt16, is_door UInt8, share Float64',
  demo_day:
    'shop_id UInt32, biz_date Date, is_free UInt8, visits Float64, bag_rate Float64, ticket Float64, passers Float64, visits_usual Float64, cashiers Array(UInt32), clerks Array(UInt32), tills Array(UInt32), open_slot UInt16, close_slot UInt16',
  demo_profile: 'shop_id UInt32, is_free UInt8, step UInt8, slot UInt16, weight Float64, late Float64',
  /** How many came for the first time on a day: also of the year before, since some of them come again. */
  demo_fresh: 'shop_id UInt32, biz_date Date, fresh UInt32',
  demo_shop:
    'shop_id UInt32, is_followed UInt8, has_shelves UInt8, dwell Float64, age Float64, women Float64, floors Array(Tuple(UInt32, Float64)), zones Array(Tuple(UInt32, UInt32, Float64, UInt8, UInt8)), doors Array(UInt32), faces Array(UInt32), shelves Array(UInt32)',
  demo_visit: visitColumns,
  demo_curve: 'shop_id UInt32, is_free UInt8, slots Array(UInt16), early Array(Float64), cdf Array(Float64)',
} as const

export type StagedShop = { shop: DemoShop; traits: Traits; devices: readonly DemoDevice[]; openedOn: string }

export const stagedShop = (
  shop: DemoShop,
  devices: readonly DemoDevice[],
  openedOn: string,
  seed: number,
): StagedShop => ({
  shop,
  traits: traitsOf(shop, seed),
  devices: devices.filter(({ shopId }) => shopId === shop.id),
  openedOn,
})

/** Weather of the cities of some shops over a span. */
export function weatherOver(staged: readonly StagedShop[], span: Span, seed: number): WeatherDay[] {
  const days = daysOf(span)
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return []
  const cities = new Map(staged.map(({ shop }) => [Number(shop.cityId), shop.latitude]))
  return [...cities].flatMap(([cityId, latitude]) => weatherOf(cityId, latitude, { from, to }, seed))
}

/** Makes the small tables for a span, has them used, and takes them away. */
export async function onStage<T>(
  engine: Engine,
  {
    staged,
    span,
    weather,
    seed,
  }: { staged: readonly StagedShop[]; span: Span; weather: WeatherDay[]; seed: number },
  use: () => Promise<T>,
): Promise<T> {
  for (const [name, columns] of Object.entries(stages)) {
    await engine.run(`DROP TABLE IF EXISTS ${name}`)
    await engine.run(`CREATE TABLE ${name} (${columns}) ENGINE = Memory`)
  }
  const kindOf = dayKinds()
  const weatherAt = new Map(weather.map(row => [`${row.city_id} ${row.biz_date}`, row]))
  const days = daysOf(span)
  const [first = ''] = days
  const year = daysOf({ ...span, from: { date: dayAfter(span.from.date, -regularDays), slot: 0 } })
  const rows = staged.flatMap(one => {
    const known = year
      .filter(date => date >= one.openedOn)
      .map(date => ({ date, kind: kindOf(date), weather: weatherAt.get(`${one.traits.cityId} ${date}`) }))
    return shopDays(one.traits, known, seed).map(row => ({ row, one }))
  })
  await engine.insert(
    'demo_day',
    rows.filter(({ row }) => row.biz_date >= first).map(({ row, one }) => dayRow(row, one)),
  )
  await engine.insert(
    'demo_fresh',
    rows.map(({ row }) => ({
      shop_id: row.shop_id,
      biz_date: row.biz_date,
      fresh: Math.round(row.visits * seenShare * freshShare),
    })),
  )
  await engine.insert('demo_shop', staged.map(shopRow))
  await engine.insert('demo_line', staged.flatMap(lineRows))
  const curves = staged.flatMap(({ traits }) => [false, true].map(isFree => ({ traits, isFree })))
  await engine.insert('demo_profile', curves.flatMap(profileRows))
  await engine.insert('demo_curve', curves.map(curveRow))
  const result = await use()
  for (const name of Object.keys(stages)) await engine.run(`DROP TABLE IF EXISTS ${name}`)
  return result
}

function dayRow(row: ShopDay, { shop, traits, devices }: StagedShop) {
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

/** Of those whom the doors count so many pass a face camera that sees them, and of these so many are new. */
const seenShare = 0.48
const freshShare = 0.36

const dwellMinutes = { flagship: 21, mall: 25, standard: 12, community: 8, outlet: 29 } as const
const ages = { flagship: 32, mall: 34, standard: 35, community: 44, outlet: 37 } as const

function shopRow({ shop, traits, devices }: StagedShop) {
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
    floors: several ? shop.floors.map(({ id, level }) => [Number(id), reach(level)]) : [],
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
  }
}

const lineRows = ({ shop, devices }: StagedShop) =>
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
function profileRows(curve: Curve) {
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

function curveRow(curve: Curve) {
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
