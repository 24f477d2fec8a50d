import type { NewLink } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aisle, eventually } from '../../../../test/aisle.ts'
import { simulatedCounters } from '../../../../test/counters.ts'
import type { Caller } from '../../../platform/http/request.ts'
import { ingestLinks, quarantine, shops } from '../../../platform/schema/index.ts'
import { ingestService } from '../service.ts'
import { dahuaDevice } from './dahua.ts'
import { linkRunner } from './runner.ts'
import { linkService } from './service.ts'
import { linkStore } from './store.ts'

const [server, counters] = await Promise.all([aisle(), simulatedCounters()])
const admin = await server.as('admin')
const { db } = server.database
const [shop] = await db.select({ id: shops.id }).from(shops).where(eq(shops.timeZone, 'Asia/Shanghai'))
const shopId = shop?.id ?? ''
const hourMs = 3_600_000
const fullHour = new Date(Math.floor(Date.now() / hourMs) * hourMs)
const back = (hours: number) => new Date(fullHour.getTime() - hours * hourMs)
const recorderUser = { username: 'admin', password: 'aisle-dahua' }
const brokerUser = { username: 'aisle', password: 'aisle-mqtt' }

const { id: sourceId } = (await admin.call('POST', '/api/ingest/sources', { name: 'links', allShops: true }))
  .data
const register = async (sn: string, ...lines: string[]): Promise<{ id: string }> =>
  (
    await admin.call('POST', '/api/devices', {
      sn,
      name: sn,
      kind: 'counter',
      shopId,
      lines: lines.map(line => ({ line })),
    })
  ).data

const pullLink = (deviceSn: string, more: object = {}) => ({
  sourceId,
  kind: 'pull',
  format: 'dahua',
  name: deviceSn,
  url: counters.recorder,
  ...recorderUser,
  deviceSn,
  channels: [1, 2],
  catchUpDays: 2,
  ...more,
})
const brokerLink = (topics: string[], more: object = {}) => ({
  sourceId,
  kind: 'mqtt',
  format: 'counts',
  name: 'broker',
  url: counters.broker,
  ...brokerUser,
  topics,
  ...more,
})
const make = async (body: object): Promise<string> => {
  const { status, msg, data } = await admin.call('POST', '/api/ingest/links', body)
  expect(status, msg).toBe(200)
  return data.id
}
const shown = async (id: string) =>
  (await admin.call('GET', '/api/ingest/links')).data.find((link: { id: string }) => link.id === id)
/** Up to when a device was asked: the test may run over the full hour. */
const reached = async (id: string) => new Date((await shown(id)).reachedAt)
const again = (id: string, isPaused = false) =>
  admin.call('POST', `/api/ingest/links/${id}/pause`, { isPaused })
const remove = (id: string) => admin.call('DELETE', `/api/ingest/links/${id}`)
/** One turn of this server, and what it asks of devices done. */
async function turn() {
  await server.links.tick()
  await server.links.idle()
}
async function held(deviceId: string) {
  const { client } = await server.measures()
  const answer = await client.query({
    query: `SELECT line_id, toUnixTimestamp64Milli(at) AS begin, in_n, out_n FROM flow_raw FINAL WHERE device_id = ${deviceId} ORDER BY line_id, at`,
    format: 'JSONCompactEachRow',
  })
  return (await answer.json<[number, string, number, number]>()).map(([line, at, ...rest]) => [
    line,
    Number(at),
    ...rest,
  ])
}
const told = async (from: Date, to: Date) =>
  (await counters.rows(from, to)).map(row => [row.channel, row.from, row.entered, row.exited])
const waiting = (kind: string) => db.select().from(quarantine).where(eq(quarantine.kind, kind))

beforeEach(() => counters.reset())

describe('a recorder that is asked', async () => {
  it('is fetched hour by hour from some days back, each hour once however often it is asked', async () => {
    const device = await register('dh-once', '0.1', '1.1')
    const id = await make(pullLink('DH-Once'))
    expect(await shown(id)).toMatchObject({ state: 'waiting', hasPassword: true })
    await turn()
    const link = await shown(id)
    expect(link).toMatchObject({ state: 'working', fault: null })
    expect(Date.parse(link.reachedAt)).toBeGreaterThanOrEqual(fullHour.getTime())
    const rows = await held(device.id)
    expect(rows.length).toBeGreaterThan(90)
    expect(rows).toEqual(await told(new Date(Number(rows[0]?.[1])), await reached(id)))
    await again(id)
    await turn()
    expect((await held(device.id)).slice(0, rows.length / 2)).toEqual(rows.slice(0, rows.length / 2))
    expect(await held(device.id)).toEqual(await told(new Date(Number(rows[0]?.[1])), await reached(id)))
    expect(Date.parse((await shown(id)).nextAt)).toBeGreaterThan(Date.now() + 4 * 60_000)
    await remove(id)
  })

  it('catches up what it counted while nobody could ask it', async () => {
    const device = await register('dh-gap', '0.1', '1.1')
    const id = await make(pullLink('dh-gap', { catchUpDays: 0 }))
    await db
      .update(ingestLinks)
      .set({ reachedAt: back(100) })
      .where(eq(ingestLinks.id, id))
    await counters.recorderFaults({ isDown: true })
    await turn()
    const link = await shown(id)
    expect(link).toMatchObject({ state: 'failing', failures: 1, fault: { code: 'unreachable' } })
    expect(Date.parse(link.nextAt)).toBeGreaterThan(Date.now())
    await counters.recorderFaults({ isDown: false })
    await turn()
    expect(await held(device.id)).toEqual([])
    await again(id)
    await turn()
    expect(await shown(id)).toMatchObject({ state: 'working', failures: 0, fault: null })
    // A little more than was missed: a device whose clock is behind completes its last hours later.
    expect(await held(device.id)).toEqual(await told(back(102), await reached(id)))
    await remove(id)
  })

  it('goes on where it was when it broke off in between', async () => {
    const device = await register('dh-part', '0.1', '1.1')
    const id = await make(pullLink('dh-part', { catchUpDays: 0 }))
    await db
      .update(ingestLinks)
      .set({ reachedAt: back(200) })
      .where(eq(ingestLinks.id, id))
    let asked = 0
    const store = linkStore(db)
    const runner = linkRunner({
      db,
      store,
      secrets: { decrypt: () => recorderUser.password },
      async take() {
        asked += 1
        if (asked > 3) throw new Error('the disk is full')
        return { accepted: 0, duplicates: 0, rejected: [] }
      },
      fetch,
      holder: 'breaks off',
      now: () => new Date(),
      log: () => undefined,
    })
    await runner.tick()
    await runner.idle()
    const link = await shown(id)
    expect(link).toMatchObject({ state: 'failing', fault: { code: 'notStored', detail: 'the disk is full' } })
    // The clock, both channels of the first two days: these were taken.
    expect(link.reachedAt).toBe(back(154).toISOString())
    await again(id)
    await turn()
    const rows = await held(device.id)
    expect(rows).toEqual(await told(back(156), await reached(id)))
    await remove(id)
  })

  it('waits long after a wrong password, which devices lock for, and tells so', async () => {
    await register('dh-wrong', '0.1')
    const id = await make(pullLink('dh-wrong', { password: 'guess' }))
    await turn()
    const link = await shown(id)
    expect(link).toMatchObject({ state: 'failing', fault: { code: 'refused' } })
    expect(Date.parse(link.nextAt)).toBeGreaterThan(Date.now() + 5 * 60_000)
    expect((await counters.state()).recorder.calls).toEqual({})
    await remove(id)
  })

  it('has what is not understood wait in quarantine, and read again once the cause is mended', async () => {
    const device = await register('dh-lines', '0.1')
    const id = await make(pullLink('dh-lines', { catchUpDays: 0 }))
    await turn()
    const rows = await waiting('counts')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows[0]).toMatchObject({ path: 'line', message: 'no such line of the device', sourceId })
    await admin.call('PUT', `/api/devices/${device.id}`, { lines: [{ line: '0.1' }, { line: '1.1' }] })
    const { data } = await admin.call('POST', '/api/ingest/quarantine/replay', { sourceId, kind: 'counts' })
    expect(data).toMatchObject({ accepted: rows.length, remaining: 0 })
    const lines = (await held(device.id)).map(([line]) => line)
    expect(lines.filter(line => line !== 1)).toHaveLength(rows.length)
    await counters.recorderFaults({ isGarbled: true })
    await again(id)
    await turn()
    expect(await shown(id)).toMatchObject({ state: 'failing', fault: { code: 'strange' } })
    await remove(id)
  })

  it('is not believed that it has rows without end', async () => {
    let asked = 0
    const endless: typeof fetch = async () => {
      asked += 1
      return new Response('token=1\r\ntotalCount=999999999\r\n')
    }
    const device = dahuaDevice(
      { url: 'http://192.0.2.1', username: '', password: '', deviceSn: 'x', channels: [1], timeZone: 'UTC' },
      { fetch: endless, signal: new AbortController().signal },
    )
    await expect(device.counts(back(2), back(1)).next()).rejects.toMatchObject({ code: 'strange' })
    expect(asked).toBe(1)
  })

  it('is asked by one of several servers', async () => {
    await register('dh-two', '0.1', '1.1')
    const id = await make(pullLink('dh-two', { catchUpDays: 0 }))
    const other = linkRunner({
      db,
      store: linkStore(db),
      secrets: { decrypt: () => recorderUser.password },
      take: async () => ({ accepted: 0, duplicates: 0, rejected: [] }),
      fetch,
      holder: 'the other server',
      now: () => new Date(),
      log: () => undefined,
    })
    await Promise.all([turn(), other.tick().then(other.idle)])
    expect((await counters.state()).recorder.calls).toMatchObject({
      getCurrentTime: 1,
      startFind: 2,
      stopFind: 2,
    })
    await remove(id)
  })

  it('tells how far its clock is off', async () => {
    const device = await register('dh-clock', '0.1', '1.1')
    const id = await make(pullLink('dh-clock', { catchUpDays: 0 }))
    await counters.recorderFaults({ skewMs: 25 * 60_000 })
    await turn()
    const { client } = await server.measures()
    const answer = await client.query({
      query: `SELECT clock_skew_ms, abs(dateDiff('second', at, now())) AS age FROM heartbeat FINAL WHERE device_id = ${device.id}`,
      format: 'JSONEachRow',
    })
    const [beat] = await answer.json<{ clock_skew_ms: number; age: number }>()
    expect(Math.abs((beat?.clock_skew_ms ?? 0) - 25 * 60_000)).toBeLessThan(20_000)
    expect(Number(beat?.age)).toBeLessThan(120)
    await remove(id)
  })
})

describe('a broker that is listened to', async () => {
  const at = (minute: number) => new Date(back(3).getTime() + minute * 60_000).toISOString()
  const count = (device: string, minute: number, people: number) => ({
    device,
    from: at(minute),
    to: at(minute + 5),
    in: people,
    out: 0,
  })
  const kept = async (id: string) => (await db.select().from(ingestLinks).where(eq(ingestLinks.id, id))).at(0)
  /** Begins to listen, and waits until the broker has granted the topics. */
  async function listening(id: string) {
    await server.links.tick()
    await eventually(async () => {
      const link = await kept(id)
      return link?.holder && link.subscribed.join() === link.topics.join()
    }, 'topics were granted')
  }
  /** Has the server see that something changed, and waits until it has left. */
  async function left(id: string) {
    await server.links.tick()
    await eventually(async () => (await kept(id))?.holder === null, 'it hung up')
  }
  const people = async (deviceId: string) => (await held(deviceId)).map(([, , entered]) => entered)

  it('has its messages taken as posts of the source, each once', async () => {
    const device = await register('mq-1', '1')
    const id = await make(brokerLink(['shop/+/counts']))
    await listening(id)
    await counters.publish('shop/a/counts', count('mq-1', 0, 4))
    await counters.publish('shop/a/counts', count('mq-1', 0, 4))
    await counters.publish('shop/b/counts', [count('mq-1', 5, 6), count('mq-1', 10, 7)])
    await counters.publish('elsewhere', count('mq-1', 15, 9))
    await eventually(async () => (await people(device.id)).length === 3, 'counts are in the store')
    expect(await people(device.id)).toEqual([4, 6, 7])
    expect((await shown(id)).heardAt).not.toBeNull()
    await remove(id)
    await left(id)
  })

  it('keeps what comes while nobody listens, and lets go of topics that are wanted no more', async () => {
    const device = await register('mq-2', '1')
    const id = await make(brokerLink(['old/counts', 'new/counts']))
    await listening(id)
    await again(id, true)
    await left(id)
    expect((await shown(id)).state).toBe('paused')
    for (const minute of [0, 5, 10]) await counters.publish('new/counts', count('mq-2', minute, minute + 1))
    await again(id)
    await listening(id)
    await eventually(async () => (await people(device.id)).length === 3, 'what waited came')
    expect(await people(device.id)).toEqual([1, 6, 11])
    await admin.call('PUT', `/api/ingest/links/${id}`, { topics: ['new/counts'] })
    await left(id)
    await listening(id)
    await counters.publish('old/counts', count('mq-2', 15, 50))
    await counters.publish('new/counts', count('mq-2', 20, 21))
    await eventually(async () => (await people(device.id)).includes(21), 'the new topic is heard')
    expect(await people(device.id)).toEqual([1, 6, 11, 21])
    await remove(id)
    await left(id)
  })

  it('is told that a message was taken once it is on disk, and sends again what was not', async () => {
    const id = await make(brokerLink(['again/counts']))
    const taken: string[] = []
    let isFull = true
    const runner = linkRunner({
      db,
      store: linkStore(db),
      secrets: { decrypt: () => brokerUser.password },
      async take(_format, _source, body) {
        if (isFull) throw new Error('the disk is full')
        taken.push(body)
        return { accepted: 1, duplicates: 0, rejected: [] }
      },
      fetch,
      holder: 'full',
      now: () => new Date(),
      log: () => undefined,
    })
    await runner.tick()
    await eventually(async () => (await shown(id)).state === 'working', 'topics were granted')
    await counters.publish('again/counts', '{"one":1}')
    await eventually(async () => (await shown(id)).fault?.code === 'notStored', 'it was left')
    isFull = false
    await again(id)
    await runner.tick()
    await eventually(async () => taken.length === 1, 'the message came again')
    expect(taken).toEqual(['{"one":1}'])
    await remove(id)
    await runner.close()
  })

  it('comes back by itself after the connection was lost', async () => {
    const device = await register('mq-3', '1')
    const id = await make(brokerLink(['lost/counts']))
    await listening(id)
    await counters.brokerFaults({ isDown: true })
    await eventually(async () => (await shown(id)).state === 'failing', 'the loss was noticed')
    expect(await shown(id)).toMatchObject({ failures: 1, fault: { code: 'unreachable' } })
    await counters.publish('lost/counts', count('mq-3', 0, 3))
    await counters.brokerFaults({ isDown: false })
    await db.update(ingestLinks).set({ nextAt: new Date() }).where(eq(ingestLinks.id, id))
    await listening(id)
    await eventually(async () => (await people(device.id)).length === 1, 'what waited came')
    await remove(id)
    await left(id)
  })

  it('has the messages of sensors understood, and others wait in quarantine', async () => {
    const device = await register('6537d0101test001', '1')
    const id = await make(brokerLink(['milesight/#'], { format: 'milesight' }))
    await listening(id)
    await counters.publish('milesight/x', 'offline')
    const local = (minute: number) =>
      new Date(Date.parse(at(minute)) + 8 * hourMs)
        .toISOString()
        .slice(0, 19)
        .replaceAll('-', '/')
        .replace('T', ' ')
    await counters.publish('milesight/6537D0101TEST001/report', {
      event: 'People Counting',
      report_type: 'interval',
      device_info: { device_sn: '6537D0101TEST001' },
      time_info: { timezone: 'UTC+8:00', dst_status: false, start_time: local(0), end_time: local(5) },
      line_periodic_data: [{ line: 1, in: 12, out: 9 }],
    })
    await eventually(async () => (await people(device.id)).length === 1, 'its report is in the store')
    expect(await people(device.id)).toEqual([12])
    expect(await waiting('milesight')).toMatchObject([
      { sourceId, body: { text: 'offline' }, message: 'not JSON' },
    ])
    await remove(id)
    await left(id)
  })

  it('tells when topics or the password are refused', async () => {
    const wrong = await make(brokerLink(['x'], { password: 'guess' }))
    const secret = await make(brokerLink(['private/x']))
    await server.links.tick()
    await eventually(async () => (await shown(wrong)).fault?.code === 'refused', 'a wrong password')
    await eventually(async () => (await shown(secret)).fault?.code === 'noTopic', 'a topic without leave')
    await remove(wrong)
    await remove(secret)
  })
})

describe('a link in the console', async () => {
  it('never tells its password, which is encrypted at rest', async () => {
    const id = await make(pullLink('dh-secret'))
    const list = await admin.call('GET', '/api/ingest/links')
    expect(JSON.stringify(list.data)).not.toContain(recorderUser.password)
    const [row] = await db.select().from(ingestLinks).where(eq(ingestLinks.id, id))
    expect(row?.password).toMatch(/^v1\./)
    await remove(id)
  })

  it('does not tell its password to another address that is put in its place', async () => {
    const id = await make(pullLink('dh-moved'))
    const change = (body: object) => admin.call('PUT', `/api/ingest/links/${id}`, body)
    expect(await change({ url: 'http://192.0.2.9' })).toMatchObject({ status: 400, code: 10001 })
    expect(await change({ name: 'other', url: `${counters.recorder}/` })).toMatchObject({ status: 200 })
    expect(await change({ url: 'http://192.0.2.9', password: 'new' })).toMatchObject({
      status: 200,
      data: { url: 'http://192.0.2.9', name: 'other' },
    })
    await remove(id)
  })

  it('is tried at once, and keeps nothing of what comes', async () => {
    const device = await register('dh-try', '0.1', '1.1')
    const pull = await make(pullLink('dh-try'))
    const broker = await make(brokerLink(['milesight/#']))
    const nobody = await make(pullLink('dh-try', { url: 'http://127.0.0.1:9' }))
    const tryIt = async (id: string) => (await admin.call('POST', `/api/ingest/links/${id}/try`)).data
    const asked = await tryIt(pull)
    expect(asked).toMatchObject({ isReached: true, fault: null, count: 48 })
    expect(asked.sample).toContain('info[0].EnteredSubtotal=')
    const trial = tryIt(broker)
    await eventually(
      async () => (await counters.state()).broker.clients.some(id => id.endsWith('-try')),
      'it came',
    )
    await counters.publish('milesight/x', 'hello')
    expect(await trial).toMatchObject({ isReached: true })
    expect(await tryIt(nobody)).toMatchObject({ isReached: false, fault: { code: 'unreachable' } })
    expect(await held(device.id)).toEqual([])
    for (const id of [pull, broker, nobody]) await remove(id)
  })

  it.each([
    ['a broker without topics', brokerLink([])],
    ['a topic with a sign in the wrong place', brokerLink(['a#b'])],
    ['a device without channels', pullLink('x', { channels: [] })],
    ['a make that cannot be asked', pullLink('x', { format: 'axis' })],
    ['an address of another kind', pullLink('x', { url: 'ftp://192.0.2.1' })],
    ['a password in the address', pullLink('x', { url: 'http://admin:secret@192.0.2.1' })],
    [
      'an address that goes on with a question of its own',
      pullLink('x', { url: 'http://192.0.2.1/keys?a=' }),
    ],
    ['an address that cuts off what is asked', pullLink('x', { url: 'http://192.0.2.1/keys#' })],
    ['the address at which clouds tell keys', pullLink('x', { url: 'http://169.254.169.254' })],
    ['the same address written otherwise', pullLink('x', { url: 'http://0xa9fea9fe' })],
    ['the same address in six groups', pullLink('x', { url: 'http://[::ffff:169.254.169.254]' })],
    ['a broker with a client of its own choice', brokerLink(['x'], { url: 'ws://192.0.2.1/?clientId=a' })],
  ])('is refused: %s', async (_, body) => {
    const answer = await admin.call('POST', '/api/ingest/links', body)
    expect(answer).toMatchObject({ status: 400, code: 10001 })
  })

  it('is not there for who does not manage its source', async () => {
    const id = await make(pullLink('dh-foreign'))
    const now = () => new Date()
    const links = linkService({
      db,
      store: linkStore(db),
      sources: ingestService({ db, now }),
      secrets: { encrypt: text => text, decrypt: text => text, sign: text => text },
      fetch,
      now,
    })
    const caller = { userId: 'somebody', scope: { all: false, areaIds: [], shopIds: [shopId] } } as Caller &
      object
    expect(await links.list(caller)).toEqual([])
    await expect(links.remove(caller, id)).rejects.toMatchObject({ problem: 'notFound' })
    await expect(links.create(caller, { ...pullLink('dh-foreign') } as NewLink)).rejects.toMatchObject({
      problem: 'notFound',
    })
    await remove(id)
  })
})
