import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { changedDays, shops } from '../../platform/schema/index.ts'

const server = await aisle()
const admin = await server.as('admin')
const { db } = server.database
const [shop] = await db.select({ id: shops.id }).from(shops).where(eq(shops.timeZone, 'Asia/Shanghai'))
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
