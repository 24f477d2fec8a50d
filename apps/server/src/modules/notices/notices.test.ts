import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, aisle, type Someone, type TestAisle } from '../../../test/aisle.ts'
import { notices } from '../../platform/schema/index.ts'
import type { NewNotice } from './service.ts'
import { noticeService } from './service.ts'

let server: TestAisle
let inspector: Someone
let viewer: Someone
let service: ReturnType<typeof noticeService>
let clock = new Date('2026-10-01T02:00:00.000Z')
const inspectorId = '701002'
const viewerId = '701005'

beforeAll(async () => {
  server = await aisle()
  service = noticeService({ db: server.database.db, now: () => clock })
  inspector = await server.as('inspector')
  viewer = await server.as('viewer')
})
beforeEach(() => server.database.db.delete(notices).then(() => undefined))

const hello: Omit<NewNotice, 'to'> = {
  kind: 'plan.missed',
  title: { zh: '计划未执行', en: 'A plan was missed' },
  body: { zh: '静安寺店', en: 'Jing’an' },
  link: '/somewhere',
}
const told = async () =>
  (await server.database.db.select({ userId: notices.userId }).from(notices))
    .map(({ userId }) => userId)
    .sort()
const shopCalled = async (name: string) => {
  const { data } = await inspector.call('POST', '/api/ireportx/shopInfo/findAllShops')
  const all = data.length > 0 ? data : []
  const found = all.find((shop: { shopname: string }) => shop.shopname === name)
  return String(found?.shopid)
}
const tell = (more: Partial<NewNotice> = {}) =>
  service.publish({ ...hello, to: { userIds: [inspectorId] }, ...more })

describe('publishing', () => {
  it('reaches users by id, each once a key, also all at once', async () => {
    const notice = { ...hello, to: { userIds: [inspectorId, viewerId, 'nobody'] }, key: 'k' }
    await Promise.all(Array.from({ length: 6 }, () => service.publish(notice)))
    expect(await told()).toEqual([inspectorId, viewerId])
    await service.publish({ ...notice, key: 'other' })
    await service.publish({ ...hello, to: { userIds: [] } })
    await service.publish({ ...hello, to: {} })
    expect(await told()).toHaveLength(4)
  })

  it('reaches everyone with an authority whose scope includes the shop, by area and by all shops', async () => {
    const shopId = await shopCalled('静安寺店')
    await service.publish({ ...hello, to: { shopId, authority: 'inspect.score' } })
    // The administrator, and the inspectors of East China: 林晓彤 and 陈嘉豪.
    expect(await told()).toEqual(['701001', inspectorId, '701006'])
  })

  it('leaves out who did it, and those named who may not see the shop', async () => {
    const shopId = await shopCalled('静安寺店')
    await service.publish({
      ...hello,
      to: { userIds: [inspectorId, viewerId, '701008'], shopId, exceptUserIds: [viewerId] },
    })
    expect(await told()).toEqual([inspectorId])
  })

  it('on a transaction that fails tells nobody', async () => {
    const failing = server.database.db.transaction(async on => {
      await service.publish({ ...hello, to: { userIds: [inspectorId] } }, on)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await told()).toEqual([])
  })
})

describe('a user', () => {
  const idOf = ({ data }: Answer) => data.records[0].id as string

  it('marks a notice as handled with status 2 at either path, and takes it back', async () => {
    await tell()
    const id = idOf(await inspector.call('GET', '/api/notices'))
    for (const base of ['/api', '']) {
      const done = await inspector.call('POST', `${base}/monitor/notice/updateStatus/${id}`, { status: '2' })
      expect(done).toMatchObject({ status: 200, data: { id, status: 2, handledAt: expect.any(String) } })
      const again = await inspector.call('POST', `${base}/monitor/notice/updateStatus/${id}`, { status: 2 })
      expect(again.data).toEqual(done.data)
      const back = await inspector.call('POST', `${base}/monitor/notice/updateStatus/${id}`, { status: 1 })
      expect(back.data).toMatchObject({ status: 1, handledAt: null })
    }
    for (const status of [3, -1, 'x', ''])
      expect(
        await inspector.call('POST', `/api/monitor/notice/updateStatus/${id}`, { status }),
        String(status),
      ).toMatchObject({ status: 400, errors: [{ path: 'status' }] })
  })

  it('neither reads nor handles what is another’s', async () => {
    await tell()
    const id = idOf(await inspector.call('GET', '/api/notices'))
    const update = (who: Someone, noticeId: string) =>
      who.call('POST', `/api/monitor/notice/updateStatus/${noticeId}`, { status: 2 })
    expect(await update(viewer, id)).toMatchObject({ status: 403, code: 403 })
    expect(await update(viewer, 'none')).toMatchObject({ status: 404 })
    for (const base of ['/api', ''])
      expect(
        await viewer.call('GET', `${base}/ticket/findByUserIdAndNoticeStatus?userid=${inspectorId}`),
      ).toMatchObject({ status: 403, data: null })
    expect((await viewer.call('GET', '/api/notices')).data.total).toBe(0)
    expect((await viewer.call('POST', '/api/notices/handle-all', {})).data).toEqual({ handled: 0 })
    expect((await inspector.call('GET', '/api/notices/count')).data.unhandled).toBe(1)
  })

  it('finds own notices by status at either path', async () => {
    await tell({ title: { zh: '一', en: 'one' } })
    clock = new Date('2026-10-01T03:00:00.000Z')
    await tell({ title: { zh: '二', en: 'two' } })
    const first = (await inspector.call('GET', '/api/notices?latest=1')).data.records[1]
    await inspector.call('POST', `/monitor/notice/updateStatus/${first.id}`, { status: 2 })
    const found = async (query: string) =>
      (
        await inspector.call('GET', `/ticket/findByUserIdAndNoticeStatus?userid=${inspectorId}${query}`)
      ).data.map(({ title }: { title: { zh: string } }) => title.zh)
    expect(await found('')).toEqual(['二', '一'])
    expect(await found('&status=1')).toEqual(['二'])
    expect(await found('&status=2')).toEqual(['一'])
    expect(await inspector.call('GET', '/ticket/findByUserIdAndNoticeStatus')).toMatchObject({
      status: 400,
      errors: [{ path: 'userid' }],
    })
  })

  it('lists them by status, kind family, words and time, unhandled first', async () => {
    const at = (day: number) => {
      clock = new Date(`2026-10-0${day}T02:00:00.000Z`)
    }
    at(1)
    await tell({ kind: 'problem.due', title: { zh: '灯未开', en: 'Lights' } })
    at(2)
    await tell({ kind: 'problem.closed', title: { zh: '通道%', en: 'Aisle' } })
    at(3)
    await tell({ kind: 'problems', title: { zh: '别的', en: 'Other' } })
    const titles = async (query: string) => {
      const { data } = await inspector.call('GET', `/api/notices?${query}`)
      expect(data.total).toBe(data.records.length)
      return data.records.map(({ title }: { title: { en: string } }) => title.en)
    }
    const other = (await inspector.call('GET', '/api/notices?kind=problems')).data.records[0]
    await inspector.call('POST', `/api/monitor/notice/updateStatus/${other.id}`, { status: 2 })
    expect(await titles('')).toEqual(['Aisle', 'Lights', 'Other'])
    expect(await titles('latest=1')).toEqual(['Other', 'Aisle', 'Lights'])
    expect(await titles('status=2')).toEqual(['Other'])
    expect(await titles('kind=problem')).toEqual(['Aisle', 'Lights'])
    expect(await titles('keyword=%25')).toEqual(['Aisle'])
    expect(await titles('keyword=lights')).toEqual(['Lights'])
    expect(await titles('from=2026-10-02T00:00:00Z&to=2026-10-02T23:59:59Z')).toEqual(['Aisle'])
    expect((await inspector.call('GET', '/api/notices/count')).data).toEqual({
      unhandled: 2,
      handled: 1,
      total: 3,
      byKind: [
        { kind: 'problem.closed', unhandled: 1, total: 1 },
        { kind: 'problem.due', unhandled: 1, total: 1 },
        { kind: 'problems', unhandled: 0, total: 1 },
      ],
    })
    const all = (kind?: string) => inspector.call('POST', '/api/notices/handle-all', { kind })
    expect((await all('problem.due')).data).toEqual({ handled: 1 })
    expect((await all()).data).toEqual({ handled: 1 })
    expect((await all()).data).toEqual({ handled: 0 })
  })

  it('no more sees what is about a shop that left the scope', async () => {
    const shopId = await shopCalled('静安寺店')
    await service.publish({ ...hello, to: { userIds: [inspectorId], shopId } })
    const { db } = server.database
    await db.update(notices).set({ shopId: 'far away' })
    expect((await inspector.call('GET', '/api/notices')).data.total).toBe(0)
    expect((await inspector.call('GET', '/api/notices/count')).data.total).toBe(0)
  })
})

it('what was handled long ago is forgotten, what waits is kept for a year', async () => {
  clock = new Date('2026-01-01T00:00:00.000Z')
  await tell({ key: 'a' })
  await inspector.call('POST', '/api/notices/handle-all', {})
  await server.database.db.update(notices).set({ handledAt: clock })
  await tell({ key: 'b' })
  clock = new Date('2026-06-01T00:00:00.000Z')
  await service.forget()
  expect(await told()).toHaveLength(1)
  clock = new Date('2027-01-02T00:00:00.000Z')
  await service.forget()
  expect(await told()).toEqual([])
})
