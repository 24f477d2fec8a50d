import { ageBandOf, createTables, dayOf, daysOf, textOf, weekdayOf } from '@aisle/analysis'
import type { ClickHouse } from '../src/platform/clickhouse.ts'

/** A small chain with raw facts in memory and in the store: what golden tests count by hand and by question. */
export type FlowRow = {
  shop_id: number
  day: number
  node_kind: 'entrance' | 'outside' | 'floor' | 'zone'
  node_id: number
  floor_id: number
  slot: number
  in_n: number
  out_n: number
  pass_n: number
  has_pass: number
  staff_n: number
  imputed: boolean
}
export type VisitRow = {
  shop_id: number
  day: number
  place_kind: 'shop' | 'floor'
  place_id: number
  floor_id: number
  entrance_id: number
  visit_id: number
  person_id: number
  clerk_id: number
  identity: 'customer' | 'clerk' | 'vip'
  gender: 'man' | 'woman' | 'unknown'
  age_band: number
  is_new: number
  is_returning: number
  since_days: number
  first: number
  slot: number
  dwell_s: number
  key_stops: number
  experiences: number
}
export type SaleRow = {
  shop_id: number
  day: number
  receipt_id: string
  slot: number
  till_id: number
  cashier_id: number
  clerk_id: number
  kind: 'sale' | 'refund' | 'void'
  cents: number
  items: number
  member: number
  goods: { id: number; category: number; cents: number; items: number }[]
}
export type ShopRow = {
  id: number
  region: number
  province: number
  city: number
  county: number
  format: string
  area: number
}

export const shops: readonly ShopRow[] = [
  { id: 11, region: 1, province: 100, city: 1001, county: 10011, format: 'flagship', area: 400 },
  { id: 12, region: 1, province: 100, city: 1001, county: 10012, format: 'standard', area: 120 },
  { id: 13, region: 1, province: 100, city: 1002, county: 10021, format: 'standard', area: 150 },
  { id: 14, region: 2, province: 200, city: 2001, county: 20011, format: 'outlet', area: 300 },
  { id: 15, region: 2, province: 200, city: 2001, county: 20011, format: 'flagship', area: 0 },
]

/** Two autumns with their holidays, and the turn of the leap February. */
export const periods = [
  ['2024-02-20', '2024-03-05'],
  ['2025-02-20', '2025-03-31'],
  ['2025-09-08', '2025-10-20'],
  ['2026-08-24', '2026-10-18'],
] as const
export const worldDays = periods.flatMap(([from, to]) => daysOf({ from: dayOf(from), to: dayOf(to) }))

/** A day on which shop 13 sent nothing, and one on which shop 12 was filled in by calculation. */
export const silentDay = dayOf('2026-09-09')
export const imputedDay = dayOf('2026-09-16')

/** Repeatable numbers from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

export type World = { flow: FlowRow[]; visits: VisitRow[]; sales: SaleRow[] }

export function makeWorld(): World {
  const random = randomNumbers(20261121)
  const upTo = (n: number) => Math.floor(random() * n)
  const pick = <T>(values: readonly T[]): T => values[upTo(values.length)]!
  const flow: FlowRow[] = []
  const visits: VisitRow[] = []
  const sales: SaleRow[] = []
  const lastSeen = new Map<string, number>()
  const firstSeen = new Map<string, number>()
  let visitId = 1
  for (const day of worldDays)
    for (const shop of shops) {
      const isSilent = day === silentDay && shop.id === 13
      const busy = (weekdayOf(day) > 5 ? 3 : 2) + (shop.id % 3)
      for (let slot = 120; slot < 264; slot += 6) {
        if (isSilent) continue
        const imputed = day === imputedDay && shop.id === 12
        for (const door of [1, 2]) {
          const base = {
            shop_id: shop.id,
            day,
            node_id: shop.id * 10 + door,
            floor_id: shop.id * 100 + door,
            slot,
            imputed,
          }
          const in_n = upTo(busy * 4)
          flow.push({
            ...base,
            node_kind: 'entrance',
            in_n,
            out_n: upTo(busy * 4),
            pass_n: upTo(busy * 9),
            has_pass: 1,
            staff_n: Math.min(in_n, upTo(2)),
          })
          flow.push({
            ...base,
            node_kind: 'floor',
            node_id: base.floor_id,
            in_n: upTo(busy * 5),
            out_n: upTo(busy * 5),
            pass_n: 0,
            has_pass: 0,
            staff_n: 0,
          })
        }
        flow.push({
          shop_id: shop.id,
          day,
          node_kind: 'zone',
          node_id: shop.id * 10 + 7,
          floor_id: shop.id * 100 + 1,
          slot,
          imputed,
          in_n: upTo(busy * 3),
          out_n: 0,
          pass_n: 0,
          has_pass: 0,
          staff_n: 0,
        })
      }
      for (let count = 0; count < 8 + upTo(10); count++) {
        const person = random() < 0.1 ? 0 : 1 + upTo(160)
        const key = `${shop.id}:${person}`
        const before = person === 0 ? undefined : lastSeen.get(key)
        const first = firstSeen.get(key) ?? day
        const since = before === undefined || before === day ? 0 : day - before
        const identity = person > 0 && person <= 6 ? 'clerk' : person > 150 ? 'vip' : 'customer'
        const visit: VisitRow = {
          shop_id: shop.id,
          day,
          place_kind: 'shop',
          place_id: 0,
          floor_id: 0,
          entrance_id: shop.id * 10 + 1 + upTo(2),
          visit_id: visitId++,
          person_id: person,
          clerk_id: identity === 'clerk' ? person : 0,
          identity,
          gender: person === 0 ? 'unknown' : person % 3 === 0 ? 'man' : 'woman',
          age_band: person === 0 ? 255 : ageBandOf(person % 90),
          is_new: person > 0 && first === day ? 1 : 0,
          is_returning: since > 0 && since <= 90 ? 1 : 0,
          since_days: since,
          first,
          slot: 120 + upTo(144),
          dwell_s: 5 + upTo(5400),
          key_stops: upTo(7),
          experiences: upTo(3),
        }
        visits.push(visit)
        for (const floor of random() < 0.5 ? [1] : [1, 2]) {
          const place_id = shop.id * 100 + floor
          visits.push({
            ...visit,
            place_kind: 'floor',
            place_id,
            floor_id: place_id,
            dwell_s: 5 + upTo(1800),
          })
        }
        if (person > 0) {
          firstSeen.set(key, first)
          lastSeen.set(key, day)
        }
      }
      for (let count = 0; count < 3 + upTo(6); count++) {
        const kind = random() < 0.08 ? 'refund' : random() < 0.05 ? 'void' : 'sale'
        const sign = kind === 'refund' ? -1 : kind === 'void' ? 0 : 1
        const goods = Array.from({ length: 1 + upTo(3) }, () => {
          const id = 1 + upTo(12)
          const items = sign * (1 + upTo(3))
          return { id, category: 1 + (id % 4), items, cents: items * (500 + id * 199) }
        })
        sales.push({
          shop_id: shop.id,
          day,
          receipt_id: `${shop.id}-${day}-${count}`,
          slot: 120 + upTo(144),
          till_id: shop.id * 10 + upTo(2),
          cashier_id: pick([501, 502, 503]),
          clerk_id: pick([0, 601, 602]),
          kind,
          cents: goods.reduce((sum, one) => sum + one.cents, 0),
          items: goods.reduce((sum, one) => sum + one.items, 0),
          member: random() < 0.4 ? 1 + upTo(40) : 0,
          goods,
        })
      }
    }
  return { flow, visits, sales }
}

const money = (cents: number) => (cents / 100).toFixed(2)
const at = (day: number, slot: number) =>
  `${textOf(day)} ${String(Math.floor(slot / 12)).padStart(2, '0')}:${String((slot % 12) * 5).padStart(2, '0')}:00`

/** Makes the tables and puts the world in, rollups worked out here and not by the product. */
export async function fillStore({ client }: ClickHouse, { flow, visits, sales }: World): Promise<void> {
  for (const query of createTables({ kind: 'single' }, { face_visit: null, stay: null, move: null }))
    await client.command({ query })
  const insert = (table: string, values: object[]) => client.insert({ table, values, format: 'JSONEachRow' })
  await insert(
    'shop',
    shops.map(({ id, region, province, city, county, format, area }) => ({
      shop_id: id,
      region_id: region,
      province_id: province,
      city_id: city,
      county_id: county,
      format,
      area_m2: area,
      ver: 1,
    })),
  )
  await insert(
    'flow_raw',
    flow.map(({ day, imputed, ...row }, index) => ({
      ...row,
      biz_date: textOf(day),
      device_id: row.node_id,
      line_id: index % 2,
      at: at(day, row.slot),
      span_s: 300,
      quality: imputed ? 'imputed' : 'measured',
      ver: 1,
    })),
  )
  // Written twice, the first time wrong: only the newest version may count.
  for (const [ver, wrong] of [
    [1, 5],
    [2, 0],
  ] as const)
    for (const [table, keys] of [
      ['flow_hour', true],
      ['flow_day', false],
      ['flow_shop_day', false],
    ] as const)
      await insert(
        table,
        rolledUp(flow, keys, wrong).map(row => ({ ...row, ver })),
      )
  // Due, and nothing came.
  const silent = {
    biz_date: textOf(silentDay),
    shop_id: 13,
    node_kind: 'entrance',
    in_n: 0,
    out_n: 0,
    pass_n: 0,
    staff_n: 0,
    imputed_n: 0,
    pass_got_n: 0,
    expected_n: 24,
    got_n: 0,
    ver: 2,
  }
  for (const table of ['flow_day', 'flow_shop_day'])
    await insert(
      table,
      [131, 132].map(node_id => ({ ...silent, node_id, floor_id: 1300 + (node_id % 10) })),
    )
  await insert(
    'face_visit',
    visits.map(({ day, first, ...row }) => ({
      ...row,
      biz_date: textOf(day),
      first_date: textOf(first),
      enter_at: at(day, row.slot),
      age: 0,
      ver: 1,
    })),
  )
  await client.command({
    query: `INSERT INTO people_day (biz_date, shop_id, place_kind, place_id, floor_id, persons, new_persons, returning_persons, visit_n, dwell_sum_s, ver)
      SELECT biz_date, shop_id, place_kind, place_id, any(floor_id), groupBitmapStateIf(person_id, person_id > 0),
        groupBitmapStateIf(person_id, person_id > 0 AND is_new = 1), groupBitmapStateIf(person_id, person_id > 0 AND is_returning = 1), count(), sum(dwell_s), 1
      FROM face_visit FINAL WHERE identity != 'clerk' GROUP BY biz_date, shop_id, place_kind, place_id`,
  })
  await insert(
    'sale',
    sales.map(({ day, cents, goods: _, ...row }) => ({
      ...row,
      biz_date: textOf(day),
      at: at(day, row.slot),
      net: money(cents),
      gross: money(cents),
      discount: '0',
      tender: 'card',
      ver: 1,
    })),
  )
  for (const [table, hour] of [
    ['sale_day', ''],
    ['sale_hour', 'hour,'],
  ] as const)
    await client.command({
      query: `INSERT INTO ${table} (biz_date, shop_id, ${hour} net, gross, discount, refunded, deals, items, buyers, ver)
        SELECT biz_date, shop_id, ${hour} sum(net), sum(gross), sum(discount), sum(refunded), sum(deals), sum(items), uniqExactStateIf(buyer, is_deal = 1), 1
        FROM sale FINAL GROUP BY biz_date, shop_id ${hour ? ', hour' : ''}`,
    })
  const lines = sales.flatMap(sale =>
    sale.goods.map((one, line) => ({
      shop_id: sale.shop_id,
      biz_date: textOf(sale.day),
      receipt_id: sale.receipt_id,
      line,
      slot: sale.slot,
      till_id: sale.till_id,
      cashier_id: sale.cashier_id,
      clerk_id: sale.clerk_id,
      goods_id: one.id,
      category_id: one.category,
      is_deal: sale.kind === 'sale' ? 1 : 0,
      items: one.items,
      net: money(one.cents),
      ver: 1,
    })),
  )
  await insert('sale_line', lines)
  await client.command({
    query: `INSERT INTO goods_day (biz_date, shop_id, goods_id, category_id, brand_id, items, net, ver)
      SELECT biz_date, shop_id, goods_id, any(category_id), 0, sum(items), sum(net), 1 FROM sale_line FINAL GROUP BY biz_date, shop_id, goods_id`,
  })
  await insert(
    'source_day',
    worldDays.flatMap(day =>
      shops.flatMap(({ id }) =>
        ['face', 'sales', 'flow'].map(source => ({
          biz_date: textOf(day),
          shop_id: id,
          source,
          expected_n: 1,
          got_n: 1,
          last_at: `${textOf(day)} 22:00:00`,
          ver: 1,
        })),
      ),
    ),
  )
}

function rolledUp(flow: readonly FlowRow[], byHour: boolean, wrong: number): object[] {
  const groups = Map.groupBy(flow, row =>
    [row.day, row.shop_id, row.node_kind, row.node_id, byHour ? Math.floor(row.slot / 12) : ''].join(),
  )
  return [...groups.values()].map(rows => {
    const [first] = rows
    const sum = (of: (row: FlowRow) => number) => rows.reduce((total, row) => total + of(row), 0)
    return {
      biz_date: textOf(first!.day),
      shop_id: first!.shop_id,
      node_kind: first!.node_kind,
      node_id: first!.node_id,
      floor_id: first!.floor_id,
      ...(byHour ? { hour: Math.floor(first!.slot / 12) } : {}),
      in_n: sum(row => row.in_n) + wrong,
      out_n: sum(row => row.out_n),
      pass_n: sum(row => row.pass_n),
      staff_n: sum(row => row.staff_n),
      imputed_n: sum(row => (row.imputed ? row.in_n : 0)),
      pass_got_n: sum(row => row.has_pass),
      expected_n: rows.length,
      got_n: sum(row => (row.imputed ? 0 : 1)),
    }
  })
}
