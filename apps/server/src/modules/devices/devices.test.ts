import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { deviceLines, entrances, shops, userScopes, users } from '../../platform/schema/index.ts'

const server = await aisle()
const { db } = server.database
const admin = await server.as('admin')
const shopId = '702001'
const [other] = await db.select({ id: shops.id }).from(shops).where(eq(shops.id, '702002'))
const [door] = await db.select({ id: entrances.id }).from(entrances).where(eq(entrances.shopId, shopId))
const sn = () => `SN-${randomUUID()}`
const create = (body: object, who = admin) =>
  who.call('POST', '/api/devices', { sn: sn(), name: '东门计数器', kind: 'counter', shopId, ...body })

describe('a device', () => {
  it('has one line at the door of its shop where none is given', async () => {
    expect((await create({})).data).toMatchObject({
      shopId,
      shopname: '静安寺店',
      lines: [{ line: '1', place: 'entrance', entranceId: null, isSwapped: false }],
    })
  })

  it('is one a serial number, whatever its letter case, until it is taken out', async () => {
    const first = await create({ sn: 'ABC-1' })
    expect(first.data.sn).toBe('abc-1')
    expect(await create({ sn: ' abc-1 ' })).toMatchObject({ code: 10001, reason: 'sameSn' })
    const second = await create({})
    expect(await admin.call('PUT', `/api/devices/${second.data.id}`, { sn: 'ABC-1' })).toMatchObject({
      code: 10001,
      reason: 'sameSn',
    })
    await admin.call('DELETE', `/api/devices/${first.data.id}`)
    expect((await create({ sn: 'abc-1' })).status).toBe(200)
  })

  it('names only parts of its own shop', async () => {
    const line = { line: 'a', entranceId: door?.id }
    expect((await create({ lines: [line] })).data.lines[0]).toMatchObject({ entranceId: door?.id })
    expect(await create({ shopId: other?.id, lines: [line] })).toMatchObject({ reason: 'wrongPlace' })
    expect(await create({ lines: [{ line: 'a' }, { line: 'a' }] })).toMatchObject({ reason: 'sameLine' })
  })

  it('keeps the number of a line that is taken away and comes back', async () => {
    const { data } = await create({ lines: [{ line: 'a' }, { line: 'b' }] })
    const change = (lines: object[]) => admin.call('PUT', `/api/devices/${data.id}`, { lines })
    await change([{ line: 'b', name: '只剩这条' }])
    expect(
      (await change([{ line: 'c' }, { line: 'a' }])).data.lines.map((line: { line: string }) => line.line),
    ).toEqual(['a', 'c'])
    const rows = await db.select().from(deviceLines).where(eq(deviceLines.deviceId, data.id))
    expect(Object.fromEntries(rows.map(row => [row.line, row.number]))).toEqual({ a: 1, b: 2, c: 3 })
  })

  it('stands at the door of the shop that it moves to', async () => {
    const { data } = await create({ lines: [{ line: 'a', entranceId: door?.id }] })
    const moved = await admin.call('PUT', `/api/devices/${data.id}`, { shopId: other?.id })
    expect(moved.data).toMatchObject({ shopId: other?.id, lines: [{ line: '1', entranceId: null }] })
  })

  it('is found by shop, kind, area and words, which are no pattern', async () => {
    const made = (await create({ name: '100%_门', kind: 'probe' })).data
    const list = async (query: Record<string, string>) =>
      (await admin.call('GET', `/api/devices?${new URLSearchParams(query)}`)).data.records.map(
        (device: { id: string }) => device.id,
      )
    expect(await list({ kind: 'probe', shopId })).toEqual([made.id])
    expect(await list({ keyword: '100%_', shopId })).toEqual([made.id])
    expect(await list({ keyword: '1%门', shopId })).toEqual([])
    expect(await list({ kind: 'probe', shopId: other?.id ?? '' })).toEqual([])
  })

  it('is managed only by those allowed, and only in shops of their scope', async () => {
    const { data } = await create({})
    const viewer = await server.as('viewer')
    expect((await create({}, viewer)).status).toBe(403)
    const support = await server.as('support')
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.loginName, 'support'))
    await db.update(users).set({ allShops: false }).where(eq(users.loginName, 'support'))
    await db.delete(userScopes).where(eq(userScopes.userId, user?.id ?? ''))
    await db.insert(userScopes).values({ userId: user?.id ?? '', kind: 'shop', targetId: other?.id ?? '' })
    expect((await create({}, support)).status).toBe(403)
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await support.call(method, `/api/devices/${data.id}`, { name: 'x' })).status).toBe(404)
    expect((await support.call('GET', `/api/devices?shopId=${shopId}`)).data.total).toBe(0)
  })
})
