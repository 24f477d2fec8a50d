import { gzipSync } from 'node:zlib'
import { type FactKind, factKindNames } from '@aisle/contract'
import { eq, ne } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { changedDays, outsideCodes, quarantine, shops, zones } from '../../platform/schema/index.ts'

const server = await aisle()
const admin = await server.as('admin')
const { db } = server.database
const [shop] = await db
  .select({ id: shops.id, code: shops.code, cityId: shops.cityId })
  .from(shops)
  .where(eq(shops.timeZone, 'Asia/Shanghai'))
const shopId = shop?.id ?? ''
await admin.call('POST', '/api/devices', { sn: 'DOOR-1', name: '门', kind: 'counter', shopId })
const source = async (body: object = { allShops: true }) =>
  (await admin.call('POST', '/api/ingest/sources', { name: '盒子', ...body })).data
const { token } = await source()

const begin = Date.parse('2026-03-02T02:00:00Z')
const window = (index: number, figures: object = {}) => ({
  device: 'door-1',
  from: new Date(begin + index * 300_000).toISOString(),
  to: new Date(begin + (index + 1) * 300_000).toISOString(),
  in: 3,
  out: 2,
  ...figures,
})
async function post(kind: string, payload: string | Buffer | object, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/ingest/${kind}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    payload,
  })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json() }
}
async function rows<T>(query: string): Promise<T[]> {
  const { client } = await server.measures()
  return (await client.query({ query, format: 'JSONEachRow' })).json<T>()
}
const entered = async () =>
  (await rows<{ n: number }>(`SELECT sum(in_n) AS n FROM flow_raw FINAL WHERE biz_date = '2026-03-02'`))[0]?.n

describe('counts over HTTP', () => {
  it('are taken as an array, as lines, and packed', async () => {
    expect(await post('counts', [window(0)])).toMatchObject({
      status: 200,
      data: { accepted: 1, duplicates: 0, rejected: [] },
    })
    const lines = `${JSON.stringify(window(1))}\n{"device":\n${JSON.stringify(window(2))}\n`
    expect((await post('counts', lines, { 'content-type': 'application/x-ndjson' })).data).toMatchObject({
      accepted: 2,
      rejected: [{ index: 1, path: '', message: 'not a JSON object' }],
    })
    const packed = { 'content-encoding': 'gzip' }
    expect((await post('counts', gzipSync(JSON.stringify([window(3)])), packed)).data.accepted).toBe(1)
    const both = { 'content-type': 'application/x-ndjson', ...packed }
    expect((await post('counts', gzipSync(lines), both)).data).toMatchObject({ accepted: 0, duplicates: 2 })
    expect(await entered()).toBe(12)
    const noted = await db.select().from(changedDays)
    expect(new Set(noted.map(day => `${day.shopId} ${day.bizDate}`))).toEqual(
      new Set([`${shopId} 2026-03-02`]),
    )
  })

  it('are refused as a whole without a token, when they are no list, and beyond the limit', async () => {
    expect((await post('counts', [window(0)], { authorization: 'Bearer none' })).status).toBe(401)
    expect((await post('counts', {})).status).toBe(400)
    expect((await post('counts', [])).status).toBe(400)
    const bomb = gzipSync(Buffer.alloc(25_000_000, ' '))
    expect((await post('counts', bomb, { 'content-encoding': 'gzip' })).status).toBe(413)
    expect((await post('counts', 'no gzip', { 'content-encoding': 'gzip' })).status).toBe(400)
  })
})

const at = '2026-03-03T04:05:06Z'
/** Where rows are kept for some weeks only. */
const lately = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T04:05:06Z`
const [zone] = await db.select({ id: zones.id }).from(zones).where(eq(zones.shopId, shopId))
const [foreignZone] = await db.select({ id: zones.id }).from(zones).where(ne(zones.shopId, shopId))

/** A row of each kind, the same told otherwise, and what the store has then. */
const told: Record<FactKind, { row: object; again: object; sql: string; stored: object[] }> = {
  counts: {
    row: { device: 'door-1', from: at, to: '2026-03-03T04:10:06Z', in: 3, out: 1 },
    again: { in: 4 },
    sql: "SELECT in_n, slot, toString(at) AS at FROM flow_raw FINAL WHERE biz_date = '2026-03-03'",
    stored: [{ in_n: 4, slot: 145, at: '2026-03-03 04:05:06.000' }],
  },
  faces: {
    row: { device: 'door-1', at, person: 'p-7', gender: 'F', age: 31, id: 'c-1' },
    again: { age: 33, clerk: 'e-5' },
    sql: 'SELECT gender, age, identity, person_id > 0 AS is_known FROM face_capture FINAL',
    stored: [{ gender: 'woman', age: 33, identity: 'clerk', is_known: 1 }],
  },
  sales: {
    row: {
      id: 'r-1',
      shop: shopId,
      at,
      net: 42.5,
      discount: 3,
      cashier: 'e-5',
      member: '13800000000',
      lines: [
        { goods: 'sku-1', net: 42.5, name: '杯' },
        { goods: 'sku-2', net: 0 },
      ],
    },
    again: { at: '2026-03-02T04:05:06Z', kind: 'refund', lines: [{ goods: 'sku-1', net: 42.5 }] },
    sql: "SELECT toString(biz_date) AS day, kind, net, gross, discount, items, (SELECT count() FROM sale_line FINAL) AS lines FROM sale FINAL WHERE receipt_id = 'r-1'",
    stored: [
      { day: '2026-03-02', kind: 'refund', net: -42.5, gross: -45.5, discount: 3, items: -1, lines: 1 },
    ],
  },
  posEvents: {
    row: { shop: shopId, at, till: '2', kind: 'drawer_open', cashier: 'e-5', amount: 0 },
    again: { amount: 12.34, exception: 'no-sale' },
    sql: "SELECT kind, amount, exception, till_id > 0 AS has_till FROM till_event FINAL WHERE kind = 'drawer_open'",
    stored: [{ kind: 'drawer_open', amount: 12.34, exception: 'no-sale', has_till: 1 }],
  },
  pos: {
    row: {
      transactionId: 'x-1',
      locationId: shopId,
      registerId: '3',
      startTime: Date.parse('2026-04-01T04:00:00Z'),
      employeeId: 'e-9',
      employeeName: '周',
      items: [
        { quantity: 2, unitPrice: 10, description: '茶' },
        { unitPrice: -3, type: 'DISCOUNT' },
        { unitPrice: 8, type: 'VOID', description: '糕' },
      ],
    },
    again: { status: 'Return', items: [{ quantity: 1, unitPrice: 10, description: '茶' }], seq: 2 },
    sql: "SELECT kind, net, items, (SELECT groupArray(kind) FROM till_event FINAL WHERE receipt_id = 'x-1') AS events, (SELECT sum(net) FROM sale_line FINAL WHERE receipt_id = 'x-1') AS lines FROM sale FINAL WHERE receipt_id = 'x-1'",
    stored: [{ kind: 'refund', net: -10, items: -1, events: ['refund', 'item'], lines: -10 }],
  },
  touches: {
    row: { id: 't-1', shop: shopId, at, goods: 'sku-1', seconds: 8, zoneId: zone?.id },
    again: { seconds: 9, by: 'video' },
    sql: 'SELECT kind, seconds, zone_id FROM touch FINAL',
    stored: [{ kind: 'video', seconds: 9, zone_id: Number(zone?.id) }],
  },
  probes: {
    row: { shop: shopId, at: lately, point: 'ap', phone: '02:11:22:33:44:55', signal: -60 },
    again: { phone: '021122334455', seen: 4 },
    sql: 'SELECT seen_n, is_random, is_inside, signal FROM probe FINAL',
    stored: [{ seen_n: 4, is_random: 1, is_inside: 1, signal: -60 }],
  },
  heat: {
    row: { shop: shopId, map: 'ground', at, cols: 2, rows: 1, seconds: [1, 2] },
    again: { at: '2026-03-03T04:55:00Z', seconds: [3, 4], hits: [1, 1] },
    sql: 'SELECT hour, seconds, hits FROM heat_hour FINAL',
    stored: [{ hour: 12, seconds: [3, 4], hits: [1, 1] }],
  },
  tracks: {
    row: {
      id: 'w-1',
      shop: shopId,
      map: 'ground',
      at: lately,
      points: [
        [500, 30, 40],
        [0, 10, 20],
      ],
      zoneIds: [zone?.id],
    },
    again: { identity: 'vip' },
    sql: 'SELECT dt_ms, x_cm, y_cm, identity, zone_path FROM track FINAL',
    stored: [
      { dt_ms: [0, 500], x_cm: [10, 30], y_cm: [20, 40], identity: 'vip', zone_path: [Number(zone?.id)] },
    ],
  },
  weather: {
    row: {
      cityId: shop?.cityId,
      date: '2026-03-03',
      hour: 10,
      weather: 'rain',
      temperature: 12.5,
      rainMm: 2,
    },
    again: { temperature: 13.5 },
    sql: "SELECT weather, temperature, rain_mm FROM weather_day FINAL WHERE biz_date = '2026-03-03'",
    stored: [{ weather: 'rain', temperature: 13.5, rain_mm: 2 }],
  },
  heartbeats: {
    row: { device: 'door-1', at: lately, firmware: '1.2', sentAt: lately },
    again: { state: 'degraded', fps: 12.5 },
    sql: 'SELECT state, fps, firmware FROM heartbeat FINAL',
    stored: [{ state: 'degraded', fps: 12.5, firmware: '1.2' }],
  },
}

describe('every kind of fact', () => {
  it.each(factKindNames)('%s: sent again is a duplicate; told otherwise replaces what it was', async name => {
    const { row, again, sql, stored } = told[name]
    expect((await post(name, [row])).data).toEqual({ accepted: 1, duplicates: 0, rejected: [] })
    expect((await post(name, [row])).data).toEqual({ accepted: 0, duplicates: 1, rejected: [] })
    expect((await post(name, [{ ...row, ...again }])).data).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
    })
    expect((await post(name, [{ ...row, ...again }])).data).toMatchObject({ duplicates: 1 })
    expect(await rows(sql)).toEqual(stored)
  })

  it('counts an older word, by its number, for nothing, in whatever order they come', async () => {
    const touch = { id: 't-9', shop: shopId, at: '2026-03-04T04:00:00Z', goods: 'sku-1' }
    expect((await post('touches', [{ ...touch, seconds: 5, seq: 2 }])).data.accepted).toBe(1)
    expect((await post('touches', [{ ...touch, seconds: 4, seq: 1 }])).data.duplicates).toBe(1)
    const both = [
      { ...touch, seconds: 7, seq: 4 },
      { ...touch, seconds: 6, seq: 3 },
    ]
    expect((await post('touches', both)).data).toMatchObject({ accepted: 1, duplicates: 1 })
    expect(await rows("SELECT seconds FROM touch FINAL WHERE biz_date = '2026-03-04'")).toEqual([
      { seconds: 7 },
    ])
  })

  it('knows shops by their code, and parts only of their own shop', async () => {
    const touch = { id: 't-10', shop: shop?.code, at: '2026-03-05T04:00:00Z', goods: 'sku-1' }
    const { data } = await post('touches', [
      touch,
      { ...touch, id: 't-11', zoneId: foreignZone?.id },
      { ...touch, id: 't-12', shop: 'nowhere' },
      { ...touch, id: 't-13', shop: undefined },
    ])
    expect(data).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 1, path: 'zoneId' },
        { index: 2, path: 'shop' },
        { index: 3, path: 'device' },
      ],
    })
    const waiting = await db.select().from(quarantine).where(eq(quarantine.kind, 'touches'))
    expect(waiting.map(row => row.path).sort()).toEqual(['device', 'shop', 'zoneId'])
  })

  it('refuses what is older than it is kept', async () => {
    const old = { shop: shopId, at: '2020-03-05T04:00:00Z', phone: 'x' }
    expect((await post('probes', [old])).data.rejected).toMatchObject([{ path: 'at' }])
  })

  it('refuses a moment of a till that no calendar has by itself, and takes the others', async () => {
    const sold = (transactionId: string, startTime: number) => ({
      transactionId,
      locationId: shopId,
      startTime,
    })
    const { status, data } = await post('pos', [
      sold('x-20', 2 ** 53 - 1),
      sold('x-21', Date.parse('2026-04-02T04:00:00Z')),
    ])
    expect({ status, data }).toMatchObject({
      status: 200,
      data: { accepted: 1, rejected: [{ index: 0, path: 'startTime' }] },
    })
  })

  it('gives what sources name one number for ever, and its newest name', async () => {
    const [before] = await db.select().from(outsideCodes).where(eq(outsideCodes.code, 'sku-1'))
    expect(before?.name).toBe('杯')
    await post('touches', [{ id: 't-20', shop: shopId, at, goods: 'sku-1', name: '马克杯' }])
    const [after] = await db.select().from(outsideCodes).where(eq(outsideCodes.code, 'sku-1'))
    expect(after).toMatchObject({ number: before?.number, name: '马克杯' })
  })

  it('keeps no address of a phone and no number of a member', async () => {
    const kept = JSON.stringify([await rows('SELECT * FROM probe'), await rows('SELECT * FROM sale')])
    expect(kept).not.toMatch(/021122334455|02:11|13800000000/)
  })

  it('is taken only from sources of that kind', async () => {
    const { token } = await source({ allShops: true, kind: 'sales' })
    const by = { authorization: `Bearer ${token}` }
    expect((await post('sales', [told.sales.row], by)).status).toBe(200)
    expect(await post('counts', [window(0)], by)).toMatchObject({ status: 403, reason: 'sales' })
  })
})

it('more posts at once than can be kept up with are told when to come again, and a sender that does loses nothing', async () => {
  await admin.call('POST', '/api/devices', { sn: 'CROWD', name: '门', kind: 'counter', shopId })
  const day = Date.parse('2026-03-09T01:00:00Z')
  const row = (index: number) => ({
    ...window(0),
    device: 'crowd',
    from: new Date(day + index * 60_000).toISOString(),
    to: new Date(day + (index + 1) * 60_000).toISOString(),
  })
  const waits: number[] = []
  async function send(index: number): Promise<number> {
    for (;;) {
      const { status, code, headers, data } = await post('counts', [row(index)])
      if (status === 200) return data.accepted
      expect([status, code]).toEqual([429, 429])
      const seconds = Number(headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      waits.push(seconds)
      await new Promise(resolve => setTimeout(resolve, seconds * 1000))
    }
  }
  const accepted = await Promise.all(Array.from({ length: 120 }, (_, index) => send(index)))
  expect(waits.length).toBeGreaterThan(0)
  expect(accepted).toEqual(accepted.map(() => 1))
  const [held] = await rows<{ n: number }>(
    `SELECT toUInt32(count()) AS n FROM flow_raw FINAL WHERE biz_date = '2026-03-09'`,
  )
  expect(held?.n).toBe(120)
})
