import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { quarantine, shops, userScopes, users } from '../../platform/schema/index.ts'

const server = await aisle()
const admin = await server.as('admin')
const { db } = server.database
const [shop, other] = await db.select({ id: shops.id }).from(shops).where(eq(shops.timeZone, 'Asia/Shanghai'))
const shopId = shop?.id ?? ''
const { id: sourceId, token } = (
  await admin.call('POST', '/api/ingest/sources', { name: '网关', shopIds: [shopId] })
).data
const post = async (path: string, payload: object | string) =>
  (
    await server.app.inject({
      method: 'POST',
      url: `/api/ingest/${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload,
    })
  ).json().data
const window = (device: string, at: string, entered = 3) => ({
  device,
  from: at,
  to: new Date(Date.parse(at) + 300_000).toISOString(),
  in: entered,
  out: 1,
})
const register = (sn: string) => admin.call('POST', '/api/devices', { sn, name: sn, kind: 'counter', shopId })
const groups = async (who = admin) => (await who.call('GET', '/api/ingest/quarantine')).data
const replay = async (body: object) =>
  (await admin.call('POST', '/api/ingest/quarantine/replay', { sourceId, ...body })).data
const entered = async (date: string) => {
  const { client } = await server.measures()
  const answer = await client.query({
    query: `SELECT sum(in_n) AS n FROM flow_raw FINAL WHERE biz_date = '${date}'`,
    format: 'JSONEachRow',
  })
  return (await answer.json<{ n: number }>())[0]?.n
}
beforeEach(() => db.delete(quarantine))

describe('what is not understood', () => {
  it('waits, by reason, and is counted once its device is known', async () => {
    const rows = [window('new-1', '2026-03-02T02:00:00Z'), window('new-1', '2026-03-02T02:05:00Z')]
    await post('counts', rows)
    await post('counts', [...rows, { device: 'new-1', in: 1 }])
    const found = (await groups()) as { path: string }[]
    expect(found.toSorted((a, b) => (a.path < b.path ? 1 : -1))).toMatchObject([
      { sourceName: '网关', kind: 'counts', path: 'from', rows: 1, times: 1 },
      { sourceName: '网关', kind: 'counts', path: 'device', rows: 2, times: 4 },
    ])
    const query = new URLSearchParams({ sourceId, kind: 'counts', path: 'device' })
    const listed = (await admin.call('GET', `/api/ingest/quarantine/rows?${query}`)).data
    expect(listed.total).toBe(2)
    expect(JSON.parse(listed.records[0].body)).toMatchObject({ device: 'new-1' })

    expect(await replay({ kind: 'counts', path: 'device' })).toEqual({
      accepted: 0,
      duplicates: 0,
      remaining: 2,
    })
    await register('new-1')
    expect(await replay({ kind: 'counts', path: 'device' })).toEqual({
      accepted: 2,
      duplicates: 0,
      remaining: 0,
    })
    expect(await entered('2026-03-02')).toBe(6)
    expect(await groups()).toHaveLength(1)
    // What was sent again by itself meanwhile is nothing new.
    expect((await post('counts', rows)).duplicates).toBe(2)
  })

  it('from a clock that is ahead is put right by so much', async () => {
    await register('fast-1')
    const ahead = new Date(Math.floor(Date.now() / 300_000) * 300_000 + 7_200_000)
    const right = new Date(ahead.getTime() - 10_800_000)
    expect((await post('counts', [window('fast-1', ahead.toISOString(), 8)])).rejected).toMatchObject([
      { path: 'to', message: 'in the future' },
    ])
    const [waiting] = await groups()
    // Its end lies five minutes after its beginning, two hours ahead of this slot's.
    expect(waiting.aheadSeconds).toBeGreaterThan(7_190)
    expect(waiting.aheadSeconds).toBeLessThanOrEqual(7_500)
    expect(await replay({ kind: 'counts' })).toMatchObject({ accepted: 0, remaining: 1 })
    expect(await replay({ kind: 'counts', shiftSeconds: -10_800 })).toMatchObject({
      accepted: 1,
      remaining: 0,
    })
    const { client } = await server.measures()
    const answer = await client.query({
      query: 'SELECT toUnixTimestamp(toDateTime(at)) * 1000 AS at FROM flow_raw FINAL WHERE in_n = 8',
      format: 'JSONEachRow',
    })
    expect(await answer.json()).toEqual([{ at: right.getTime() }])
  })

  it('of a sensor is read as a body again', async () => {
    const body = (at: string, into: number) => ({
      live_data: {
        sensor_info: { serial_number: 'xv-1' },
        frames: [
          {
            time: Date.parse(at),
            events: [{ category: 'COUNT', attributes: { counter_id: 1001, counter_value: into } }],
          },
        ],
      },
    })
    await post('xovis/push', body('2026-03-04T02:00:00Z', 10))
    await post('xovis/push', body('2026-03-04T02:04:00Z', 15))
    expect(await groups()).toMatchObject([{ kind: 'xovis', rows: 2 }])
    await register('xv-1')
    expect(await replay({ kind: 'xovis' })).toEqual({ accepted: 2, duplicates: 0, remaining: 0 })
    expect(await entered('2026-03-04')).toBe(5)
  })

  it('is kept up to a bound, whatever a source goes on sending', async () => {
    const receivedAt = new Date()
    // Noise: what packs well takes no room.
    const body = { text: randomBytes(1_500_000).toString('base64') }
    const large = Array.from({ length: 100 }, (_, index) => index)
    for (let at = 0; at < large.length; at += 10)
      await db.insert(quarantine).values(
        large.slice(at, at + 10).map(index => ({
          sourceId,
          kind: 'xovis',
          path: '',
          message: 'not JSON',
          body,
          digest: `large ${index}`,
          receivedAt,
        })),
      )
    await post('xovis/push', 'not understood')
    await post('counts', [window('nobody', '2026-03-02T02:00:00Z')])
    const [waiting] = await groups()
    expect(await groups()).toHaveLength(1)
    expect(waiting).toMatchObject({ kind: 'xovis', rows: 100 })
  })

  it('can be thrown away, row by row or as a whole', async () => {
    await post(
      'touches',
      [1, 2, 3].map(id => ({ id: `t${id}`, shop: 'none', at: '2026-03-02T02:00:00Z', goods: 'a' })),
    )
    const query = new URLSearchParams({ sourceId, kind: 'touches' })
    const { records } = (await admin.call('GET', `/api/ingest/quarantine/rows?${query}`)).data
    const discard = async (body: object) =>
      (await admin.call('POST', '/api/ingest/quarantine/discard', { sourceId, kind: 'touches', ...body }))
        .data
    expect(await discard({ ids: [records[0].id] })).toEqual({ discarded: 1 })
    expect(await discard({})).toEqual({ discarded: 2 })
    expect(await groups()).toEqual([])
  })

  it('is shown to those who see all that its source speaks of', async () => {
    await post('counts', [window('nobody', '2026-03-02T02:00:00Z')])
    const support = await server.as('support')
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.loginName, 'support'))
    await db.update(users).set({ allShops: false }).where(eq(users.loginName, 'support'))
    const sees = async (targetId: string) => {
      await db.delete(userScopes).where(eq(userScopes.userId, user?.id ?? ''))
      await db.insert(userScopes).values({ userId: user?.id ?? '', kind: 'shop', targetId })
    }
    await sees(other?.id ?? '')
    expect(await groups(support)).toEqual([])
    expect((await support.call('GET', '/api/ingest/sources')).data).toEqual([])
    expect((await support.call('POST', `/api/ingest/sources/${sourceId}/revoke`)).status).toBe(404)
    for (const act of ['replay', 'discard'])
      expect(
        (await support.call('POST', `/api/ingest/quarantine/${act}`, { sourceId, kind: 'counts' })).status,
      ).toBe(404)
    await sees(shopId)
    expect(await groups(support)).toHaveLength(1)
    expect((await support.call('GET', '/api/ingest/sources')).data).toHaveLength(1)
  })
})
