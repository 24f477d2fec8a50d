import type { ClickHouseClient } from '@clickhouse/client'
import type { Chain } from '../chain.ts'
import { type DayKind, shopDays } from './days.ts'
import { engineOf } from './engine.ts'
import { fillFlow } from './flow.ts'
import { profile } from './profile.ts'
import { fillSales } from './sales.ts'
import { doorsOf, traitsOf } from './traits.ts'
import { weatherOf } from './weather.ts'

type Options = {
  client: ClickHouseClient
  chain: Chain
  /** First day, and the moment up to which it goes on. */
  from: string
  now: Date
  kindOf(date: string): DayKind
}

const beijingMs = 8 * 3_600_000
const stages = ['demo_door', 'demo_day', 'demo_profile', 'demo_curve']

/**
 * The demo chain's past in the measure store: the same from the same seed, up to now. Made in the engine from small tables of
 * days, doors and profiles, which are dropped afterwards.
 */
export async function fillHistory({ client, chain, from, now, kindOf }: Options): Promise<void> {
  const engine = engineOf(client)
  const { seed, shops } = chain
  const local = new Date(now.getTime() + beijingMs).toISOString()
  const until = {
    date: local.slice(0, 10),
    slot: Math.floor((Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))) / 5),
  }
  const ver = now.getTime()
  const days = daysBetween(from, until.date)

  for (const stage of stages) await engine.run(`DROP TABLE IF EXISTS ${stage}`)
  await engine.run(
    'CREATE TABLE demo_door (shop_id UInt32, kind String, node_id UInt32, floor_id UInt32, device_id UInt32, share Float64) ENGINE = Memory',
  )
  await engine.run(
    'CREATE TABLE demo_day (shop_id UInt32, biz_date Date, is_free UInt8, visits Float64, bag_rate Float64, ticket Float64, passers Float64, visits_usual Float64, cashiers Array(UInt32), clerks Array(UInt32)) ENGINE = Memory',
  )
  await engine.run(
    'CREATE TABLE demo_profile (shop_id UInt32, is_free UInt8, slot UInt16, weight Float64, late Float64) ENGINE = Memory',
  )
  await engine.run(
    'CREATE TABLE demo_curve (shop_id UInt32, is_free UInt8, slots Array(UInt16), cdf Array(Float64)) ENGINE = Memory',
  )

  const cities = new Map(shops.map(shop => [Number(shop.cityId), shop.latitude]))
  const dates = days.map(day => day)
  const weather = [...cities].flatMap(([cityId, latitude]) => weatherOf(cityId, latitude, dates, seed))
  const weatherAt = new Map(weather.map(row => [`${row.city_id} ${row.biz_date}`, row]))
  await engine.insert(
    'weather_day',
    weather.map(row => ({ ...row, ver })),
  )

  const doors = doorsOf(shops, seed)
  await engine.insert(
    'shop',
    shops.map(shop => ({
      shop_id: shop.id,
      region_id: shop.regionId,
      province_id: shop.provinceId,
      city_id: shop.cityId,
      county_id: shop.countyId,
      format: shop.format,
      time_zone: 'Asia/Shanghai',
      area_m2: shop.areaM2,
      opened_on: new Date(now.getTime() - shop.ageDays * 86_400_000).toISOString().slice(0, 10),
      ver,
    })),
  )
  const hours = new Map(shops.map(shop => [Number(shop.id), traitsOf(shop, seed)]))
  await engine.insert(
    'line',
    doors.map(({ shopId, kind, nodeId, floorId, deviceId }) => ({
      shop_id: shopId,
      node_kind: kind,
      node_id: nodeId,
      floor_id: floorId,
      device_id: deviceId,
      line_id: 1,
      counts_pass: kind === 'outside' ? 1 : 0,
      open_slot: hours.get(shopId)?.open ?? 0,
      close_slot: hours.get(shopId)?.close ?? 288,
      ver,
    })),
  )
  await engine.insert(
    'demo_door',
    doors.map(({ shopId, kind, nodeId, floorId, deviceId, share }) => ({
      shop_id: shopId,
      kind,
      node_id: nodeId,
      floor_id: floorId,
      device_id: deviceId,
      share,
    })),
  )
  for (const shop of shops) {
    const traits = traitsOf(shop, seed)
    const known = days.map(date => ({
      date,
      kind: kindOf(date),
      weather: weatherAt.get(`${traits.cityId} ${date}`),
    }))
    const people = (duty: string) =>
      shop.staff.filter(person => person.duty === duty).map(person => Number(person.id))
    const cashiers = people('cashier')
    const clerks = people('clerk')
    await engine.insert(
      'demo_day',
      shopDays(traits, known, seed).map(row => ({
        ...row,
        passers: traits.passers,
        visits_usual: traits.visits,
        cashiers: cashiers.length > 0 ? cashiers : [0],
        clerks: clerks.length > 0 ? clerks : [0],
      })),
    )
    for (const isFree of [false, true]) {
      const quarters = profile(isFree, traits.open, traits.close)
      const late = (index: number) => quarters[Math.max(0, index - 2)]?.weight ?? 0
      const leftOver = quarters.slice(-2).reduce((sum, { weight }) => sum + weight, 0)
      const early = quarters.slice(0, 2)
      const lateOf = (index: number) =>
        (index < early.length ? 0 : late(index)) + (index === quarters.length - 1 ? leftOver : 0)
      await engine.insert(
        'demo_profile',
        quarters.map(({ slot, weight }, index) => ({
          shop_id: traits.shopId,
          is_free: isFree ? 1 : 0,
          slot,
          weight,
          late: lateOf(index),
        })),
      )
      let reached = 0
      await engine.insert('demo_curve', [
        {
          shop_id: traits.shopId,
          is_free: isFree ? 1 : 0,
          slots: quarters.map(({ slot }) => slot),
          cdf: quarters.map((_, index) => {
            reached += lateOf(index)
            return index === quarters.length - 1 ? 1 : reached
          }),
        },
      ])
    }
  }
  await fillFlow(engine, { seed, until, ver })
  await fillSales(engine, { seed, until, ver })
  for (const stage of stages) await engine.run(`DROP TABLE IF EXISTS ${stage}`)
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
