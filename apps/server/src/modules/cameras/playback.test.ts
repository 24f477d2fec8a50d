import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle, eventually, simulatedPlatforms } from '../../../test/aisle.ts'
import { control, type DemoCamera, demoCamera, watch } from '../../../test/platforms.ts'
import { playSessions, roles, userRoles } from '../../platform/schema/index.ts'
import { legacyTimeOf } from '../../platform/time.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator, tickers: true })
const platforms = control(simulator)
const inspector = await server.as('inspector')
const admin = await server.as('admin')

const dayMs = 86_400_000
const beijingMs = 8 * 3_600_000
const yesterday = Math.floor((Date.now() + beijingMs) / dayMs) * dayMs - dayMs - beijingMs
const iso = (ms: number) => new Date(ms).toISOString()
/** Two to three in the afternoon of yesterday: shops are open, and nothing restarts. */
const afternoon = { from: iso(yesterday + 14 * 3_600_000), to: iso(yesterday + 15 * 3_600_000) }
const path = ({ id }: DemoCamera) => `/api/cameras/${id}`
const open = (camera: DemoCamera, body: object = afternoon, who = inspector) =>
  who.call('POST', `${path(camera)}/playback`, body)
const list = (camera: DemoCamera, { from, to } = afternoon) =>
  inspector.call(
    'GET',
    `${path(camera)}/recordings?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`,
  )
const openOn = async (provider: 'shilian' | 'huiyan', { deviceCode, channel }: DemoCamera) =>
  (((await platforms.state()).platforms[provider].playbacks ?? []) as { cameraId: string }[]).filter(
    playback => playback.cameraId === `${provider}/${deviceCode}/${channel}`,
  ).length

describe('recordings', () => {
  it.each(['ezviz', 'shilian', 'huawei', 'huiyan'] as const)('of %s are listed by time', async provider => {
    const camera = demoCamera(provider)
    const { status, data } = await list(camera)
    expect(status).toBe(200)
    const ranges = data.tracks.flatMap((track: { ranges: { from: string; to: string }[] }) => track.ranges)
    expect(ranges.length).toBeGreaterThan(0)
    for (const range of ranges) {
      expect(range.from >= afternoon.from && range.to <= afternoon.to).toBe(true)
      expect(range.from < range.to).toBe(true)
    }
    const month = iso(yesterday + beijingMs).slice(0, 7)
    const days = await inspector.call('GET', `${path(camera)}/recordings/days?month=${month}`)
    expect(days.data).toContain(new Date(yesterday + beijingMs).getUTCDate())
  })

  it.each(['ezviz', 'huawei'] as const)(
    'of %s are listed for cloud and device side by side',
    async provider => {
      const { data } = await list(demoCamera(provider))
      expect(data.tracks.map(({ source }: { source: string }) => source).sort()).toEqual(['cloud', 'device'])
    },
  )

  it('of days that only the device remembers mark their days too', async () => {
    const longAgo = yesterday - 4 * dayMs
    const month = iso(longAgo + beijingMs).slice(0, 7)
    const { data } = await inspector.call(
      'GET',
      `${path(demoCamera('ezviz'))}/recordings/days?month=${month}`,
    )
    expect(data).toContain(new Date(longAgo + beijingMs).getUTCDate())
  })

  it.each(['ezviz', 'huawei', 'huiyan'] as const)('are an empty list where %s has none', async provider => {
    const camera = demoCamera(provider, 0, { recordings: false })
    expect(await list(camera)).toMatchObject({ status: 200, data: { tracks: [] } })
  })

  it.each(['ezviz', 'huawei'] as const)('that %s has not are refused with the message', async provider => {
    expect(await open(demoCamera(provider, 0, { recordings: false }))).toMatchObject({
      status: 400,
      code: 10001,
      reason: 'noRecording',
      msg: '该设备暂无回放录像',
    })
  })

  it('are asked for with an end after the begin, a month at most', async () => {
    const camera = demoCamera('ezviz')
    for (const range of [
      { from: afternoon.to, to: afternoon.from },
      { from: afternoon.from, to: afternoon.from },
      { from: '1900-01-01T00:00:00Z', to: afternoon.to },
    ]) {
      expect(await list(camera, range)).toMatchObject({ status: 400, errors: [{ path: 'to' }] })
      expect(await open(camera, range)).toMatchObject({ status: 400, errors: [{ path: 'to' }] })
    }
  })
})

describe('playing a recording', () => {
  it.each([
    ['ezviz', 'reopen'],
    ['shilian', 'server'],
    ['huawei', 'reopen'],
    ['huiyan', 'server'],
  ] as const)('of %s gives addresses, goes to a time, and ends', async (provider, way) => {
    const camera = demoCamera(provider, 1)
    const { status, data } = await open(camera)
    expect(status).toBe(200)
    expect(data.control).toBe(way)
    expect(data.candidates.length).toBeGreaterThan(0)
    const session = `${path(camera)}/playback/${data.sessionId}`
    const at = iso(Date.parse(afternoon.from) + 600_000)
    const sought = await inspector.call('POST', `${session}/seek`, { at })
    expect(sought).toMatchObject({ status: 200, data: { sessionId: data.sessionId } })
    for (const [call, body] of [
      ['speed', { rate: 2 }],
      ['pause', {}],
      ['pause', { paused: false }],
    ] as const)
      expect(await inspector.call('POST', `${session}/${call}`, body)).toMatchObject(
        way === 'server' ? { status: 200 } : { status: 400, code: 10001, reason: 'notSupported' },
      )
    expect(await inspector.call('POST', `${session}/seek`, { at: iso(yesterday) })).toMatchObject({
      status: 400,
    })
    if (provider === 'shilian' || provider === 'huiyan') expect(await openOn(provider, camera)).toBe(1)
    expect((await inspector.call('DELETE', session)).status).toBe(200)
    if (provider === 'shilian' || provider === 'huiyan') expect(await openOn(provider, camera)).toBe(0)
    expect(await inspector.call('POST', `${session}/keep`)).toMatchObject({
      status: 404,
      reason: 'sessionGone',
    })
    expect((await inspector.call('DELETE', session)).status).toBe(200)
  })

  it('brings moving pictures', async () => {
    const { data } = await open(demoCamera('shilian', 2))
    const stream = await watch(data.candidates)
    await eventually(async () => stream.bytes() > 5_000, 'the recording flows')
    stream.leave()
  })

  it('is the business of the one who opened it', async () => {
    const camera = demoCamera('huiyan', 2)
    const { data } = await open(camera)
    const session = `${path(camera)}/playback/${data.sessionId}`
    expect(await admin.call('POST', `${session}/pause`, {})).toMatchObject({ status: 404 })
    await admin.call('DELETE', session)
    expect(await openOn('huiyan', camera)).toBe(1)
    const other = demoCamera('huiyan', 3)
    expect(await inspector.call('POST', `${path(other)}/playback/${data.sessionId}/pause`, {})).toMatchObject(
      { status: 404 },
    )
  })

  it('goes on for one viewer when another who plays the same leaves', async () => {
    const camera = demoCamera('huiyan', 4)
    const [mine, theirs] = [await open(camera), await open(camera, afternoon, admin)]
    await admin.call('DELETE', `${path(camera)}/playback/${theirs.data.sessionId}`)
    expect(await openOn('huiyan', camera)).toBe(1)
    await inspector.call('DELETE', `${path(camera)}/playback/${mine.data.sessionId}`)
    expect(await openOn('huiyan', camera)).toBe(0)
  })

  it('is closed on the platform when its tab is gone, and only then', async () => {
    const [watched, left] = [demoCamera('shilian', 3), demoCamera('huiyan', 5)]
    const kept = (await open(watched)).data.sessionId
    const forgotten = (await open(left)).data.sessionId
    const { db } = server.database
    for (const id of [kept, forgotten])
      await db
        .update(playSessions)
        .set({ keptAt: new Date(Date.now() - 59_000) })
        .where(eq(playSessions.id, id))
    expect((await inspector.call('POST', `${path(watched)}/playback/${kept}/keep`)).status).toBe(200)
    await eventually(async () => (await openOn('huiyan', left)) === 0, 'the forgotten one is closed', 20_000)
    expect(await openOn('shilian', watched)).toBe(1)
  })

  it('names the vendor’s own player only to those who may have its token', async () => {
    const { db } = server.database
    await db
      .insert(roles)
      .values({ id: 'watcher', nameZh: '看录像', nameEn: 'Watcher', authorities: ['inspect.playback'] })
    await db.update(userRoles).set({ roleId: 'watcher' }).where(eq(userRoles.userId, '701005'))
    const watcher = await server.as('viewer')
    const camera = demoCamera('ezviz', 2)
    const kindsFor = async (who: typeof watcher) =>
      (await open(camera, afternoon, who)).data.candidates.map(
        (candidate: { kind: string }) => candidate.kind,
      )
    expect(await kindsFor(inspector)).toContain('pluginPlayer')
    expect(await kindsFor(watcher)).not.toContain('pluginPlayer')
  })
})

describe('the inherited calls of recordings on the fourth platform', () => {
  const camera = demoCamera('huiyan', 1)
  const call = (name: string, query: Record<string, string>, who = inspector) =>
    who.call(
      'GET',
      `/api/monitor/huiyan/${name}?${new URLSearchParams({
        deviceCode: camera.deviceCode,
        channelId: camera.channel,
        ...query,
      })}`,
    )
  const times = {
    startTime: legacyTimeOf(new Date(afternoon.from), 'Asia/Shanghai'),
    endTime: legacyTimeOf(new Date(afternoon.to), 'Asia/Shanghai'),
  }

  it('list what the unified call lists, in the time of the shop', async () => {
    const { data } = await call('gb/record/query', times)
    const unified = (await list(camera)).data.tracks.flatMap(
      (track: { ranges: { from: string; to: string }[] }) => track.ranges,
    )
    expect(data.recordList.length).toBeGreaterThan(0)
    expect(data.recordList.map(({ startTime, endTime }: typeof times) => [startTime, endTime])).toEqual(
      unified.map(({ from, to }: { from: string; to: string }) => [
        legacyTimeOf(new Date(from), 'Asia/Shanghai'),
        legacyTimeOf(new Date(to), 'Asia/Shanghai'),
      ]),
    )
  })

  it('open one, which stays open unasked until it would have ended, and close it', async () => {
    const before = await openOn('huiyan', camera)
    const { data } = await call('playback/start', times)
    expect(data).toMatchObject({ flv: expect.any(String), stream: expect.any(String) })
    expect(await openOn('huiyan', camera)).toBe(before + 1)
    const [row] = await server.database.db.select().from(playSessions).where(eq(playSessions.id, data.stream))
    expect((row?.keptAt.getTime() ?? 0) - (row?.openedAt.getTime() ?? 0)).toBe(3_600_000)
    for (let twice = 0; twice < 2; twice++)
      expect((await call('playback/stop', { stream: data.stream })).status).toBe(200)
    expect(await openOn('huiyan', camera)).toBe(before)
  })

  it('refuse times that the calendar has not, an end before the begin, and cameras of other platforms', async () => {
    for (const name of ['playback/start', 'gb/record/query']) {
      expect(await call(name, { ...times, startTime: '2026-02-30 00:00:00' })).toMatchObject({
        status: 400,
        errors: [{ path: 'startTime' }],
      })
      expect(await call(name, { startTime: times.endTime, endTime: times.startTime })).toMatchObject({
        status: 400,
        errors: [{ path: 'endTime' }],
      })
      const { deviceCode, channel } = demoCamera('ezviz')
      expect((await call(name, { ...times, deviceCode, channelId: channel })).status).toBe(404)
    }
  })
})
