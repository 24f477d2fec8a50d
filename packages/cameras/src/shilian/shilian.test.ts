import { describe, expect, it } from 'vitest'
import { codeOf, json, localMemory, rig as makeRig, vendorCamera } from '../../test/rig.ts'
import { shilian } from './shilian.ts'

const camera = vendorCamera('A00000001J', '1')
const at = '/webapi/v4/'
const ok = (fields: object = {}) => json({ ret: 0, msg: '', ...fields })
const fault = (ret: number) => json({ ret, msg: 'refused' })
const signIn = { '/webapi/login': ok({ tk: 'sim-tk-51d0', session_id: 'sim-tk-51d0' }) }
const rig = (replies: Parameters<typeof makeRig>[2], changes: Parameters<typeof makeRig>[3] = {}) =>
  makeRig('shilian', shilian, { ...signIn, ...replies }, changes)
const chan = { chan_serial: 'A00000001J:1' }

describe('shilian requests', () => {
  it('sign in with JSON and carry the token in the query afterwards', async () => {
    const { provider, platform } = rig({
      [`${at}preview/view`]: ok({
        view_context: 'qy:room=8842;key=f1',
        url: 'wss://media.test/live/A00000001J_1.flv',
      }),
    })
    const session = await provider.live(camera, { quality: 'high', secure: true })
    expect(platform.seen.map(({ method, path, query, json }) => ({ method, path, query, json }))).toEqual([
      {
        method: 'POST',
        path: '/webapi/login',
        query: {},
        json: { user: 'aisle', password: 'the-password', force: 0, login_mode: 0 },
      },
      {
        method: 'POST',
        path: `${at}preview/view`,
        query: { tk: 'sim-tk-51d0' },
        json: { ...chan, type: 2, stream: 0 },
      },
    ])
    expect(session).toMatchObject({
      candidates: [{ kind: 'wsFlv', url: 'wss://media.test/live/A00000001J_1.flv', quality: 'high' }],
      canReadFrame: true,
    })
  })

  it('reads the token under its other name', async () => {
    const { provider, platform } = rig({
      '/webapi/login': ok({ session_id: 'other' }),
      [`${at}channel/ability`]: ok({ ptz: 1 }),
    })
    await provider.capabilities(camera)
    expect(platform.to(`${at}channel/ability`)[0]?.query).toEqual({ tk: 'other' })
  })

  it('takes a player context that is an address, and says so when it is none', async () => {
    const { provider } = rig({
      [`${at}preview/view`]: [
        ok({ view_context: 'https://media.test/a.m3u8' }),
        ok({ view_context: 'qy:room=1' }),
      ],
    })
    const { candidates } = await provider.live(camera, { quality: 'smooth', secure: true })
    expect(candidates).toEqual([{ kind: 'hls', url: 'https://media.test/a.m3u8', quality: 'smooth' }])
    expect(await codeOf(provider.live(camera, { quality: 'smooth', secure: true }))).toBe('notSupported')
  })

  it.each([
    ['zoomIn', 0],
    ['zoomOut', 1],
    ['irisOpen', 2],
    ['irisClose', 3],
    ['focusNear', 4],
    ['focusFar', 5],
    ['up', 6],
    ['down', 7],
    ['left', 8],
    ['right', 9],
    ['upLeft', 10],
    ['upRight', 11],
    ['downLeft', 12],
    ['downRight', 13],
  ] as const)('move %s with action %i', async (movement, action) => {
    const { provider, platform } = rig({ [`${at}ptz/control`]: ok() })
    await provider.steering.start(camera, movement, 5)
    expect(platform.to(`${at}ptz/control`).map(({ json }) => json)).toEqual([
      { ...chan, action: 15, speed: 5 },
      { ...chan, action },
    ])
  })

  it('set the speed only when it changed for this camera, whichever server changed it', async () => {
    const memory = localMemory()
    const first = rig({ [`${at}ptz/control`]: ok() }, { memory })
    const second = rig({ [`${at}ptz/control`]: ok() }, { memory })
    await first.provider.steering.start(camera, 'left', 5)
    await first.provider.steering.stop(camera)
    await second.provider.steering.start(camera, 'up', 5)
    await second.provider.steering.start(vendorCamera('A00000001J', '2'), 'up', 8)
    expect(first.platform.to(`${at}ptz/control`).map(({ json }) => json)).toEqual([
      { ...chan, action: 15, speed: 5 },
      { ...chan, action: 8 },
      { ...chan, action: 14 },
    ])
    expect(second.platform.to(`${at}ptz/control`).map(({ json }) => json)).toEqual([
      { ...chan, action: 6 },
      { chan_serial: 'A00000001J:2', action: 15, speed: 8 },
      { chan_serial: 'A00000001J:2', action: 6 },
    ])
  })

  it('keep 200 ms between the commands of one camera', async () => {
    const times: number[] = []
    const { provider, clock } = rig({
      [`${at}ptz/control`]: () => {
        times.push(clock.now())
        return ok()
      },
    })
    await provider.steering.start(camera, 'left', 5)
    await provider.steering.stop(camera)
    expect(times.map(time => time - times[0]!)).toEqual([0, 200, 400])
  })

  it('use the lowest free number for a preset, and the given one to overwrite', async () => {
    const { provider, platform } = rig({ [`${at}ptz/control`]: ok() })
    expect(await provider.presets.save(camera, { name: 'a', taken: [1, 2, 4] })).toEqual({ index: 3 })
    expect(await provider.presets.save(camera, { name: 'a', taken: [1, 2, 4], overwrite: 2 })).toEqual({
      index: 2,
    })
    await provider.presets.go(camera, 3)
    await provider.presets.remove(camera, 3)
    expect(platform.to(`${at}ptz/control`).map(({ json }) => json)).toEqual([
      { ...chan, action: 17, prepoint: 3 },
      { ...chan, action: 17, prepoint: 2 },
      { ...chan, action: 18, prepoint: 3 },
      { ...chan, action: 19, prepoint: 3 },
    ])
  })

  it('find no number when all twelve are in use', async () => {
    const { provider, platform } = rig({})
    const taken = Array.from({ length: 12 }, (_, n) => n + 1)
    expect(await codeOf(provider.presets.save(camera, { name: 'a', taken }))).toBe('presetsFull')
    expect(platform.seen).toEqual([])
  })

  it('change quality and name', async () => {
    const { provider, platform } = rig({
      [`${at}preview/setcode`]: ok({ code: 3 }),
      [`${at}channel/setinfo`]: ok(),
    })
    await provider.setQuality!(camera, 'high')
    await provider.rename!(camera, '收银台 2')
    expect(platform.seen.slice(1).map(({ path, json }) => [path, json])).toEqual([
      [`${at}preview/setcode`, { ...chan, code: 3 }],
      [`${at}channel/setinfo`, { ...chan, name: '收银台 2' }],
    ])
  })

  it('read abilities, where a missing one is unknown and not absent', async () => {
    const { provider } = rig({
      [`${at}channel/ability`]: [ok({ ptz: 0, zoom: 1, aperture: 0, focus: 1, replay: 1, talk: 0 }), ok()],
    })
    expect(await provider.capabilities(camera)).toMatchObject({
      ptz: false,
      zoom: true,
      movements: ['zoomIn', 'zoomOut', 'focusNear', 'focusFar'],
      certain: true,
      speeds: [0.25, 0.5, 1, 2, 4, 8],
    })
    expect(await provider.capabilities(vendorCamera('B', '1'))).toMatchObject({ ptz: true, certain: false })
  })
})

describe('shilian recordings', () => {
  const start = Date.parse('2026-06-08T20:00:00+08:00')
  const range = { start, end: start + 8 * 3_600_000 }
  const seconds = (at: number) => at / 1000

  it('ask day by Beijing day, in the cloud first', async () => {
    const { provider, platform } = rig({
      [`${at}record/index`]: [
        ok({ times: [] }),
        ok({}),
        ok({ times: [{ start_ts: seconds(start) - 60, end_ts: seconds(start) + 3600 }] }),
        ok({ times: [{ start_ts: seconds(start) + 5 * 3600, end_ts: seconds(start) + 6 * 3600 }] }),
      ],
    })
    expect(await provider.playback.list(camera, range)).toEqual({
      spans: [
        { start, end: start + 3_600_000, store: 'device', trigger: 'unknown' },
        { start: start + 5 * 3_600_000, end: start + 6 * 3_600_000, store: 'device', trigger: 'unknown' },
      ],
      complete: true,
    })
    const day = { ...chan, type: 1, year: 2026, month: 6 }
    expect(platform.to(`${at}record/index`).map(({ json }) => json)).toEqual([
      { ...day, day: 8, cloud: 1 },
      { ...day, day: 9, cloud: 1 },
      { ...day, day: 8, cloud: 0 },
      { ...day, day: 9, cloud: 0 },
    ])
  })

  it('know the days of a month, of both stores', async () => {
    const { provider, platform } = rig({
      [`${at}record/index`]: [ok({ days: [9, 3] }), ok({ days: [3, 4] })],
    })
    expect(await provider.playback.days!(camera, { year: 2026, month: 6 })).toEqual([3, 4, 9])
    expect(platform.to(`${at}record/index`)[0]?.json).toEqual({
      ...chan,
      type: 0,
      year: 2026,
      month: 6,
      cloud: 1,
    })
  })

  it('play, pause, resume, seek, change speed and end', async () => {
    const { provider, platform } = rig({
      [`${at}record/playback`]: ok({ play_id: 'pb-771', url: 'wss://media.test/vod/pb-771.flv' }),
      [`${at}record/control`]: ok(),
      [`${at}record/speed`]: ok(),
    })
    const { playback } = provider
    const session = await playback.open(camera, range, 'device')
    expect(session).toMatchObject({
      candidates: [{ kind: 'wsFlv', url: 'wss://media.test/vod/pb-771.flv' }],
      control: 'server',
    })
    await playback.pause!(camera, session.handle)
    await playback.resume!(camera, session.handle)
    const same = await playback.seek(camera, session.handle, start + 65_500)
    expect(same).toMatchObject({ handle: session.handle, candidates: session.candidates })
    await playback.setSpeed!(camera, session.handle, 2)
    await playback.close(camera, session.handle)
    expect(platform.seen.slice(1).map(({ path, json }) => [path.slice(at.length), json])).toEqual([
      ['record/playback', { ...chan, start_ts: seconds(range.start), end_ts: seconds(range.end), cloud: 0 }],
      ['record/control', { play_id: 'pb-771', ctrl: 2 }],
      ['record/control', { play_id: 'pb-771', ctrl: 3 }],
      ['record/control', { play_id: 'pb-771', ctrl: 1, ts: seconds(start) + 65 }],
      ['record/speed', { play_id: 'pb-771', speed: 2 }],
      ['record/control', { play_id: 'pb-771', ctrl: 0 }],
    ])
    expect(await codeOf(playback.setSpeed!(camera, session.handle, 3))).toBe('invalidRequest')
    expect(await codeOf(playback.seek(camera, session.handle, range.end))).toBe('invalidRequest')
    expect(await codeOf(playback.pause!(camera, 'made up'))).toBe('invalidRequest')
  })

  it('end what was opened when it cannot be shown', async () => {
    const { provider, platform } = rig({
      [`${at}record/playback`]: ok({ play_id: 'pb-1', view_context: 'qy:room=1' }),
      [`${at}record/control`]: ok(),
    })
    expect(await codeOf(provider.playback.open(camera, range, 'device'))).toBe('notSupported')
    expect(platform.to(`${at}record/control`).map(({ json }) => json)).toEqual([{ play_id: 'pb-1', ctrl: 0 }])
  })

  it('may be ended twice', async () => {
    const { provider } = rig({
      [`${at}record/playback`]: ok({ play_id: 'pb-1', url: 'wss://media.test/a.flv' }),
      [`${at}record/control`]: [ok(), fault(-2)],
    })
    const { handle } = await provider.playback.open(camera, range, 'device')
    await provider.playback.close(camera, handle)
    await expect(provider.playback.close(camera, handle)).resolves.toBeUndefined()
  })
})

describe('shilian errors', () => {
  it.each([
    [-1, 'offline'],
    [-2, 'invalidRequest'],
    [-30007, 'invalidRequest'],
    [-3, 'upstream'],
    [-9, 'limitReached'],
    [-30001, 'notSupported'],
    [-30004, 'frozen'],
    [-30010, 'notAllowed'],
    [-30011, 'offline'],
    [-30013, 'offline'],
    [-99, 'upstream'],
  ])('map %i to %s', async (ret, ours) => {
    const { provider } = rig({ [`${at}preview/view`]: fault(ret) })
    expect(await codeOf(provider.live(camera, { quality: 'high', secure: false }))).toBe(ours)
  })

  it.each([-4, -5])('sign in again on %i and repeat once', async ret => {
    const { provider, platform } = rig({ [`${at}preview/setcode`]: [fault(ret), ok()] })
    await provider.setQuality!(camera, 'smooth')
    expect(platform.to('/webapi/login')).toHaveLength(2)
    expect(platform.to(`${at}preview/setcode`)).toHaveLength(2)
  })

  it.each([
    [-30002, 'misconfigured'],
    [-30003, 'misconfigured'],
    [-30008, 'misconfigured'],
  ])('stop signing in on %i', async (ret, ours) => {
    const { provider, platform } = rig({ '/webapi/login': fault(ret) })
    expect(await codeOf(provider.capabilities(camera))).toBe(ours)
    expect(await codeOf(provider.capabilities(camera))).toBe(ours)
    expect(platform.to('/webapi/login')).toHaveLength(1)
  })

  it('end a foreign session at most once an hour', async () => {
    const login = [fault(-30005), ok({ tk: 'one' }), fault(-30005), fault(-30005), ok({ tk: 'two' })]
    const { provider, platform, clock } = rig({
      '/webapi/login': login,
      [`${at}preview/setcode`]: [fault(-5), fault(-5), ok()],
    })
    await expect(provider.setQuality!(camera, 'high')).rejects.toMatchObject({ code: 'busy' })
    expect(platform.to('/webapi/login').map(({ json }) => json)).toMatchObject([
      { force: 0 },
      { force: 1 },
      { force: 0 },
    ])
    clock.pass(3_600_000)
    await provider.setQuality!(camera, 'high')
    expect(platform.to('/webapi/login').map(({ json }) => json)).toMatchObject([
      { force: 0 },
      { force: 1 },
      { force: 0 },
      { force: 0 },
      { force: 1 },
    ])
  })

  it('keep one session for as long as it is used', async () => {
    const { provider, platform, clock } = rig({ [`${at}preview/setcode`]: ok() })
    for (let n = 0; n < 5; n++) {
      await provider.setQuality!(camera, 'high')
      clock.pass(3_600_000)
    }
    expect(platform.to('/webapi/login')).toHaveLength(1)
    clock.pass(7_200_000)
    await provider.setQuality!(camera, 'high')
    expect(platform.to('/webapi/login')).toHaveLength(2)
  })

  it('tell a camera that is off', async () => {
    const { provider } = rig({ [`${at}channel/ability`]: [fault(-1), fault(-1), ok({ ptz: 1 })] })
    expect(await provider.isOnline(camera)).toBe(false)
    expect(await provider.isOnline(camera)).toBe(true)
  })
})
