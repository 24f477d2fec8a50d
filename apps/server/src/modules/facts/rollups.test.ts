import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TableName } from '@aisle/analysis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tablesOfTests } from '../../../test/facts-world.ts'
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse.ts'
import { usualVisits } from '../../platform/config.ts'
import { randomFrom } from '../demo/random.ts'
import { shopDaysAtOnce } from './changed-days.ts'
import { everyDay, forgetStatements, rebuildStatements, theseDays } from './rollups.ts'

let store: ClickHouse
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aisle-facts-'))
  store = await openClickHouse({ folder, log: { info() {}, warn() {} } })
  for (const statement of tablesOfTests()) await store.client.command({ query: statement })
}, 60_000)
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const date = '2026-03-02'
const random = randomFrom(7, 'rollups')
type Window = {
  node_id: number
  node_kind: string
  device_id: number
  at: string
  span_s: number
  slot: number
  in_n: number
  out_n: number
  pass_n: number
  has_pass: number
  ver: number
}

/** Windows of one line over 10:00–22:00, of a length in seconds. */
function windowsOf(deviceId: number, nodeId: number, spanS: number, kind = 'entrance'): Window[] {
  const windows: Window[] = []
  for (let second = 10 * 3600; second < 22 * 3600; second += spanS)
    windows.push({
      node_id: nodeId,
      node_kind: kind,
      device_id: deviceId,
      at: new Date(Date.parse(`${date}T00:00:00+08:00`) + second * 1000)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' '),
      span_s: spanS,
      slot: Math.floor(second / 300),
      in_n: kind === 'outside' ? 0 : random.whole(0, 9),
      out_n: kind === 'outside' ? 0 : random.whole(0, 8),
      pass_n: kind === 'outside' ? random.whole(0, 60) : 0,
      has_pass: kind === 'outside' ? 1 : 0,
      ver: 1,
    })
  return windows
}

async function insert(table: TableName, rows: readonly object[]) {
  await store.client.insert({ table, values: rows, format: 'JSONEachRow' })
}
const flow = (shopId: number, rows: readonly Window[]) =>
  insert(
    'flow_raw',
    rows.map(row => ({
      ...row,
      biz_date: date,
      shop_id: shopId,
      line_id: 1,
      quality: 'measured',
      source: 'test',
    })),
  )
const lines = (shopId: number, ...own: { device_id: number; node_id: number; node_kind?: string }[]) =>
  insert(
    'line',
    own.map(line => ({
      node_kind: 'entrance',
      ...line,
      shop_id: shopId,
      line_id: 1,
      open_slot: 120,
      close_slot: 264,
      ver: 1,
    })),
  )
async function rebuild(shopId: number, ver: number, now = { date: '2026-03-03', slot: 0 }) {
  for (const query of rebuildStatements({ ...theseDays([{ shopId, date }]), now, visits: usualVisits, ver }))
    await store.client.command({ query })
}
async function rows<T>(query: string): Promise<T[]> {
  return (await store.client.query({ query, format: 'JSONEachRow' })).json<T>()
}
type Hour = {
  node_id: number
  hour: number
  in_n: number
  out_n: number
  pass_n: number
  got_n: number
  expected_n: number
}
const hoursOf = (shopId: number) =>
  rows<Hour>(
    `SELECT node_id, hour, in_n, out_n, pass_n, got_n, expected_n FROM flow_hour FINAL WHERE shop_id = ${shopId} ORDER BY node_kind, node_id, hour`,
  )
const sum = <T>(list: readonly T[], of: (row: T) => number) => list.reduce((total, row) => total + of(row), 0)

describe('what short windows cover', () => {
  const slot = (hour: number, index: number) => hour * 12 + index
  const passer = (device_id: number, hour: number, index: number, second: number) => ({
    ...windowsOf(device_id, 1, 300)[0]!,
    at: new Date(Date.parse(`${date}T00:00:00+08:00`) + (slot(hour, index) * 300 + second) * 1000)
      .toISOString()
      .slice(0, 23)
      .replace('T', ' ')
      .replace('Z', ''),
    span_s: 1,
    slot: slot(hour, index),
    in_n: 1,
    out_n: 0,
  })
  const covered = async (shopId: number) =>
    (await hoursOf(shopId)).map(({ hour, in_n, got_n, expected_n }) => [hour, in_n, got_n, expected_n])

  it('is as much as they last, where they last a minute', async () => {
    await lines(151, { device_id: 51, node_id: 1 })
    const windows = windowsOf(51, 1, 60)
    // Of the hour from 11 on a third is missing.
    await flow(
      151,
      windows.filter(row => row.slot < 132 || row.slot >= 136),
    )
    await rebuild(151, 10)
    expect((await covered(151)).slice(0, 3).map(([hour, , ...slots]) => [hour, ...slots])).toEqual([
      [10, 12, 12],
      [11, 8, 12],
      [12, 12, 12],
    ])
  })

  it('is what signs of life say, where they tell of single people; without one only the slots with people in them', async () => {
    await lines(152, { device_id: 52, node_id: 1 })
    await flow(152, [
      passer(52, 10, 0, 5),
      passer(52, 10, 0, 9),
      passer(52, 12, 11, 30),
      passer(52, 23, 1, 0),
    ])
    const beat = (hour: number, index: number) => ({
      biz_date: date,
      shop_id: 152,
      device_id: 52,
      at: `${date} 00:00:${String(hour).padStart(2, '0')}`,
      slot: slot(hour, index),
      state: 'online',
      ver: 1,
    })
    // Signs of life are kept for 90 days, and these are older.
    await store.client.command({ query: 'ALTER TABLE heartbeat REMOVE TTL' })
    // Every quarter of an hour from 10 to 11, once at night; then the network is gone.
    await insert(
      'heartbeat',
      [2, 5, 8, 11].map((index, second) => ({ ...beat(10, index), at: `${date} 02:00:0${second}` })),
    )
    await insert('heartbeat', [beat(3, 3)])
    await rebuild(152, 10)
    expect(await covered(152)).toEqual([
      [10, 2, 12, 12],
      [11, 0, 0, 12],
      [12, 1, 1, 12],
      ...Array.from({ length: 9 }, (_, index) => [13 + index, 0, 0, 12]),
      [23, 1, 0, 0],
    ])
    // Months later, the signs of life no longer kept, somebody is told of late.
    await store.client.command({
      query: 'ALTER TABLE heartbeat DELETE WHERE shop_id = 152 SETTINGS mutations_sync = 2',
    })
    await flow(152, [passer(52, 11, 3, 7)])
    await rebuild(152, 20, { date: '2026-07-01', slot: 0 })
    expect((await covered(152)).slice(0, 3)).toEqual([
      [10, 2, 12, 12],
      [11, 1, 1, 12],
      [12, 1, 1, 12],
    ])
  })
})

describe('counts by hour and day', () => {
  it('are the sums of the windows, with the slots that were due and received', async () => {
    const windows = [...windowsOf(11, 1, 300), ...windowsOf(12, 2, 900), ...windowsOf(13, 0, 300, 'outside')]
    await lines(
      101,
      { device_id: 11, node_id: 1 },
      { device_id: 12, node_id: 2 },
      { device_id: 13, node_id: 0, node_kind: 'outside' },
    )
    await flow(101, windows)
    await rebuild(101, 10)
    const expected = [1, 2, 0].flatMap(nodeId =>
      Array.from({ length: 12 }, (_, index): Hour => {
        const all = windows.filter(row => Math.floor(row.slot / 12) === 10 + index)
        const own = all.filter(row => row.node_id === nodeId)
        return {
          node_id: nodeId,
          hour: 10 + index,
          // Outside they are those who came in by any door.
          in_n: sum(nodeId === 0 ? all : own, row => row.in_n),
          out_n: sum(own, row => row.out_n),
          pass_n: sum(own, row => row.pass_n),
          got_n: 12,
          expected_n: 12,
        }
      }),
    )
    expect(await hoursOf(101)).toEqual(expected)
    for (const table of ['flow_day', 'flow_shop_day'])
      expect(
        await rows(
          `SELECT sumIf(in_n, node_kind = 'entrance') AS entered, sum(out_n) AS went, sum(got_n) AS got FROM ${table} FINAL WHERE shop_id = 101`,
        ),
      ).toEqual([
        { entered: sum(windows, row => row.in_n), went: sum(windows, row => row.out_n), got: 3 * 144 },
      ])
  })

  it('come out the same however the windows were repeated, cut up, delayed and shuffled', async () => {
    const windows = [...windowsOf(21, 1, 300), ...windowsOf(22, 2, 60)]
    const results = []
    for (const shopId of [201, 202, 203]) {
      await lines(shopId, { device_id: 21, node_id: 1 }, { device_id: 22, node_id: 2 })
      const sent =
        shopId === 201 ? windows : random.shuffled([...windows, ...random.shuffled(windows).slice(0, 200)])
      for (let at = 0; at < sent.length; ) {
        const size = shopId === 201 ? sent.length : random.whole(1, 260)
        await flow(shopId, sent.slice(at, at + size))
        if (random.chance(0.5)) await rebuild(shopId, 10 + at)
        at += size
      }
      await rebuild(shopId, 1_000_000)
      results.push(await hoursOf(shopId))
    }
    expect(results[1]).toEqual(results[0])
    expect(results[2]).toEqual(results[0])
    expect(sum(results[0] ?? [], row => row.in_n)).toBe(sum(windows, row => row.in_n))
  })

  it('take the later word on a window, and forget one that was taken back', async () => {
    const windows = windowsOf(31, 1, 900)
    await lines(301, { device_id: 31, node_id: 1 })
    await flow(301, windows)
    await flow(
      301,
      windows.slice(0, 1).map(row => ({ ...row, in_n: row.in_n + 100, ver: 2 })),
    )
    await insert(
      'flow_raw',
      windows.slice(1, 2).map(row => ({
        ...row,
        biz_date: date,
        shop_id: 301,
        line_id: 1,
        source: 'test',
        ver: 2,
        is_deleted: 1,
      })),
    )
    await rebuild(301, 10)
    const hours = await hoursOf(301)
    expect(sum(hours, row => row.in_n)).toBe(sum(windows, row => row.in_n) + 100 - (windows[1]?.in_n ?? 0))
    expect(sum(hours, row => row.got_n)).toBe(144 - 3)
  })

  it('count nobody twice where a line has windows of several lengths: the length that covers most of the hour counts', async () => {
    const fine = windowsOf(41, 1, 300)
    const coarse = windowsOf(41, 1, 3600)
    await lines(401, { device_id: 41, node_id: 1 })
    // The line was cut off from 14:20 on; what it kept came later as hours.
    const heard = fine.filter(row => row.slot < 172)
    await flow(401, heard)
    await flow(401, coarse)
    await rebuild(401, 10)
    const byHour = (list: Window[], hour: number) =>
      sum(
        list.filter(row => Math.floor(row.slot / 12) === hour),
        row => row.in_n,
      )
    expect((await hoursOf(401)).map(row => row.in_n)).toEqual(
      Array.from({ length: 12 }, (_, index) =>
        index < 4 ? byHour(fine, 10 + index) : byHour(coarse, 10 + index),
      ),
    )
  })

  it('are made for as many shop-days at once as the keeper takes', async () => {
    const days = Array.from({ length: shopDaysAtOnce }, (_, at) => ({
      shopId: 1_000_000 + (at % 40),
      date: new Date(Date.UTC(2025, 0, 1 + Math.floor(at / 40))).toISOString().slice(0, 10),
    }))
    const rebuild = { ...theseDays(days), now: { date, slot: 288 }, visits: usualVisits, ver: 1 }
    for (const query of [...rebuildStatements(rebuild), ...forgetStatements(rebuild)])
      await expect(store.client.command({ query })).resolves.toBeDefined()
  })

  it('have a row for a line that was silent, and nothing due after the present', async () => {
    await lines(501, { device_id: 51, node_id: 1 }, { device_id: 52, node_id: 2 })
    await flow(
      501,
      windowsOf(51, 1, 300).filter(row => row.slot < 150),
    )
    await rebuild(501, 10, { date, slot: 156 })
    const hours = await hoursOf(501)
    expect(hours.filter(row => row.node_id === 2)).toEqual(
      [10, 11, 12].map(hour => ({
        node_id: 2,
        hour,
        in_n: 0,
        out_n: 0,
        pass_n: 0,
        got_n: 0,
        expected_n: 12,
      })),
    )
    expect(hours.filter(row => row.node_id === 1).map(row => [row.got_n, row.expected_n])).toEqual([
      [12, 12],
      [12, 12],
      [6, 12],
    ])
  })
})

it('what a counter sends at night fills no gap of its day', async () => {
  await lines(551, { device_id: 1, node_id: 1 })
  const night = windowsOf(1, 1, 300).map(row => ({
    ...row,
    slot: row.slot - 120,
    at: new Date(Date.parse(`${row.at.replace(' ', 'T')}Z`) - 36_000_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
  }))
  await flow(551, [
    ...night.filter(row => row.slot < 100),
    ...windowsOf(1, 1, 300).filter(row => row.slot < 180),
  ])
  await rebuild(551, 10)
  expect(await rows('SELECT got_n, expected_n FROM flow_shop_day FINAL WHERE shop_id = 551')).toEqual([
    { got_n: 60, expected_n: 144 },
  ])
})

describe('who was outside', () => {
  const came = (from: number, to: number, ...windows: Window[][]) =>
    sum(
      windows.flat().filter(row => row.slot >= from * 12 && row.slot < to * 12),
      row => row.in_n,
    )
  const outsideOf = async (shopId: number) =>
    rows<{ node_id: number; hour: number; in_n: number; pass_n: number }>(
      `SELECT node_id, hour, in_n, pass_n FROM flow_hour FINAL WHERE shop_id = ${shopId} AND node_kind = 'outside' ORDER BY node_id, hour`,
    )

  it('is who walked past and who came in by any door meanwhile, where the line belongs to none', async () => {
    await lines(
      521,
      { device_id: 1, node_id: 1 },
      { device_id: 2, node_id: 2 },
      { device_id: 3, node_id: 0, node_kind: 'outside' },
    )
    const [one, other] = [windowsOf(1, 1, 300), windowsOf(2, 2, 900)]
    // From 15:00 on nobody looked.
    const outside = windowsOf(3, 0, 300, 'outside').filter(row => row.slot < 180)
    await flow(521, [...one, ...other, ...outside])
    await rebuild(521, 10)
    const told = await outsideOf(521)
    expect(told.map(row => row.in_n)).toEqual(
      Array.from({ length: 12 }, (_, at) => (at < 5 ? came(10 + at, 11 + at, one, other) : 0)),
    )
    const [day] = await rows(
      "SELECT in_n, pass_n FROM flow_shop_day FINAL WHERE shop_id = 521 AND node_kind = 'outside'",
    )
    expect(day).toEqual({ in_n: came(10, 15, one, other), pass_n: sum(outside, row => row.pass_n) })
  })

  it('is told as filled in where it was estimated', async () => {
    const outside = windowsOf(3, 0, 300, 'outside')
    const [seen, missing] = [outside.filter(row => row.slot < 180), outside.filter(row => row.slot >= 180)]
    await flow(523, seen)
    const estimate = { biz_date: date, shop_id: 523, line_id: 1, quality: 'imputed', source: 'test' }
    await insert(
      'flow_raw',
      missing.map(row => ({ ...row, ...estimate })),
    )
    await rebuild(523, 10)
    const [day] = await rows(
      "SELECT pass_n, imputed_n FROM flow_shop_day FINAL WHERE shop_id = 523 AND node_kind = 'outside'",
    )
    expect(day).toEqual({
      pass_n: sum(outside, row => row.pass_n),
      imputed_n: sum(missing, row => row.pass_n),
    })
  })

  it('is who came in by its own door, and a line of no door faces the others', async () => {
    const [one, other] = [windowsOf(1, 1, 300), windowsOf(2, 2, 300)]
    await flow(522, [
      ...one,
      ...other,
      ...windowsOf(3, 1, 300, 'outside'),
      ...windowsOf(4, 0, 300, 'outside'),
    ])
    await rebuild(522, 10)
    const told = await outsideOf(522)
    const inOf = (node: number) =>
      sum(
        told.filter(row => row.node_id === node),
        row => row.in_n,
      )
    expect([inOf(1), inOf(0)]).toEqual([came(10, 22, one), came(10, 22, other)])
  })
})

describe('what is due', () => {
  it('goes by the clock of each shop', async () => {
    await lines(531, { device_id: 1, node_id: 1 })
    await lines(532, { device_id: 2, node_id: 1 })
    const shop = { region_id: 1, province_id: 1, city_id: 1, county_id: 1, format: 'standard', ver: 1 }
    await insert('shop', [
      { ...shop, shop_id: 531, time_zone: 'Asia/Shanghai' },
      { ...shop, shop_id: 532, time_zone: 'Europe/London' },
    ])
    for (const query of rebuildStatements({
      ...theseDays([531, 532].map(shopId => ({ shopId, date }))),
      now: { date: '2026-03-03', slot: 0 },
      elsewhere: new Map([['Europe/London', { date, slot: 192 }]]),
      visits: usualVisits,
      ver: 10,
    }))
      await store.client.command({ query })
    expect(
      await rows(
        'SELECT shop_id, expected_n FROM flow_shop_day FINAL WHERE shop_id IN (531, 532) ORDER BY shop_id',
      ),
    ).toEqual([
      { shop_id: 531, expected_n: 144 },
      { shop_id: 532, expected_n: 72 },
    ])
  })
})

describe('what arrives of sources', () => {
  it('is due once the shop has been open for an hour, and of a day that is over', async () => {
    await lines(551, { device_id: 1, node_id: 1 })
    await insert('device', [{ shop_id: 551, device_id: 2, kind: 'till', provider: '', ver: 1 }])
    const dueAt = async (now: { date: string; slot: number }, ver: number) => {
      await rebuild(551, ver, now)
      const found = await rows<{ expected_n: number; got_n: number }>(
        "SELECT expected_n, got_n FROM source_day FINAL WHERE shop_id = 551 AND source = 'sales'",
      )
      return found.map(row => [row.expected_n, row.got_n])
    }
    expect(await dueAt({ date, slot: 30 }, 10)).toEqual([[0, 0]])
    expect(await dueAt({ date, slot: 132 }, 20)).toEqual([[0, 0]])
    expect(await dueAt({ date, slot: 133 }, 30)).toEqual([[1, 0]])
    expect(await dueAt({ date: '2026-03-03', slot: 0 }, 40)).toEqual([[1, 0]])
  })
})

describe('a day whose beats are no longer kept', () => {
  it('keeps how long its devices were on line', async () => {
    await lines(541, { device_id: 1, node_id: 1 })
    await insert('device', [{ shop_id: 541, device_id: 1, kind: 'counter', provider: '', ver: 1 }])
    await insert(
      'heartbeat',
      Array.from({ length: 100 }, (_, slot) => ({
        biz_date: date,
        shop_id: 541,
        device_id: 1,
        at: new Date(Date.parse(`${date}T00:00:00+08:00`) + slot * 300_000)
          .toISOString()
          .slice(0, 19)
          .replace('T', ' '),
        slot,
        state: 'online',
        ver: 1,
      })),
    )
    const told = () =>
      rows<{ online_s: number; due_s: number; got_n: number }>(
        'SELECT online_s, due_s, got_n FROM device_day FINAL WHERE shop_id = 541',
      )
    await rebuild(541, 10)
    const [before] = await told()
    expect(before?.online_s).toBeGreaterThan(0)
    await store.client.command({
      query: 'ALTER TABLE heartbeat DELETE WHERE shop_id = 541 SETTINGS mutations_sync = 2',
    })
    // Months later counts come in that had been lost.
    await flow(541, windowsOf(1, 1, 300))
    await rebuild(541, 20, { date: '2026-07-01', slot: 0 })
    expect(await told()).toEqual([{ ...before, got_n: 144 }])
  })
})

describe('people inside', () => {
  it('are who came less who went since the cut of the day, never below 0', async () => {
    const windows = windowsOf(61, 1, 300)
    await lines(601, { device_id: 61, node_id: 1 })
    await flow(601, windows)
    await rebuild(601, 10)
    let balance = 0
    const inside = windows.map(row => {
      balance += row.in_n - row.out_n
      return { hour: Math.floor(row.slot / 12), inside: Math.max(0, balance) }
    })
    const told = await rows<{ hour: number; total: number; slots: number; peak: number; last: number }>(
      'SELECT hour, inside_sum AS total, slots, inside_peak AS peak, inside_last AS last FROM presence_hour FINAL WHERE shop_id = 601 ORDER BY hour',
    )
    expect(told).toEqual(
      Array.from({ length: 12 }, (_, index) => {
        const own = inside.filter(row => row.hour === 10 + index).map(row => row.inside)
        return {
          hour: 10 + index,
          total: sum(own, n => n),
          slots: 12,
          peak: Math.max(...own),
          last: own.at(-1),
        }
      }),
    )
  })
})

describe('takings', () => {
  it('are the sums of the receipts: refunds taken off, buyers told apart by member', async () => {
    const receipts = Array.from({ length: 200 }, (_, index) => {
      const kind = random.pick(['sale', 'sale', 'sale', 'refund', 'void', 'no_sale'])
      const sign = kind === 'sale' ? 1 : kind === 'refund' ? -1 : 0
      const net = random.whole(100, 90_000) / 100
      return {
        receipt_id: `r${index}`,
        kind,
        net: net * sign,
        gross: net * sign,
        discount: 0,
        items: random.whole(1, 5) * sign,
        member: random.whole(0, 30),
        slot: random.whole(120, 263),
      }
    })
    await insert('shop', [
      {
        shop_id: 701,
        region_id: 1,
        province_id: 1,
        city_id: 1,
        county_id: 1,
        format: 'standard',
        time_zone: 'Asia/Shanghai',
        ver: 1,
      },
    ])
    await insert(
      'sale',
      receipts.map(row => ({
        ...row,
        biz_date: date,
        shop_id: 701,
        at: `${date} 03:00:00`,
        till_id: 1,
        tender: 'cash',
        ver: 1,
      })),
    )
    for (const query of rebuildStatements({
      ...everyDay([701], date, date),
      now: { date: '2026-03-03', slot: 0 },
      visits: usualVisits,
      ver: 5,
    }))
      await store.client.command({ query })
    const deals = receipts.filter(row => row.kind === 'sale')
    const [day] = await rows<Record<string, number>>(
      'SELECT toFloat64(any(net)) AS net, toFloat64(any(refunded)) AS refunded, any(deals) AS deals, any(items) AS items, uniqExactMerge(buyers) AS buyers FROM sale_day FINAL WHERE shop_id = 701',
    )
    expect(day?.net).toBeCloseTo(
      sum(receipts, row => row.net),
      6,
    )
    expect(day?.refunded).toBeCloseTo(
      -sum(
        receipts.filter(row => row.kind === 'refund'),
        row => row.net,
      ),
      6,
    )
    expect(day).toMatchObject({
      deals: deals.length,
      items: sum(receipts, row => row.items),
      buyers: new Set(deals.map(row => (row.member === 0 ? row.receipt_id : row.member))).size,
    })
    expect(await rows('SELECT sum(deals) AS deals FROM sale_hour FINAL WHERE shop_id = 701')).toEqual([
      { deals: deals.length },
    ])
  })
})
