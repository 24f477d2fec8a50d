import { describe, expect, it } from 'vitest'
import { codeOf, json, rig as makeRig, vendorCamera } from '../../test/rig.ts'
import { huiyan } from './huiyan.ts'

const camera = vendorCamera('34020000001320000001', '34020000001310000001')
const codes = `${camera.deviceCode}/${camera.channel}`
const id = `${camera.deviceCode}_${camera.channel}`
const ok = (data: unknown = null) => json({ code: 0, msg: 'ok', data })
const fault = (code: number, msg = 'refused') => json({ code, msg, data: null })
const signIn = { '/api/user/login': ok({ accessToken: 'jwt-token-1' }) }
const rig = (replies: Parameters<typeof makeRig>[2], changes: Parameters<typeof makeRig>[3] = {}) =>
  makeRig('huiyan', huiyan, { ...signIn, ...replies }, changes)
const current = { settings: { edition: 'current' } }
const play = `/api/play/start/${codes}`
const [ptz, frontEnd] = [`/api/ptz/control/${codes}`, `/api/ptz/front_end_command/${codes}`]

const stream = {
  app: 'rtp',
  stream: id,
  flv: `http://media.test:8080/rtp/${id}.live.flv`,
  https_flv: `https://media.test:8443/rtp/${id}.live.flv`,
  ws_flv: `ws://media.test:8080/rtp/${id}.live.flv`,
  wss_flv: `wss://media.test:8443/rtp/${id}.live.flv`,
  hls: `http://media.test:8080/rtp/${id}/hls.m3u8`,
  https_hls: `https://media.test:8443/rtp/${id}/hls.m3u8`,
  rtmp: `rtmp://media.test:1935/rtp/${id}`,
  tracks: null,
}

describe('huiyan requests', () => {
  it('sign in with the MD5 of the password and carry the token in a header', async () => {
    const { provider, platform } = rig({ [play]: ok(stream) })
    await provider.live(camera, { quality: 'high', secure: false })
    expect(platform.seen.map(({ method, path, query }) => ({ method, path, query }))).toEqual([
      {
        method: 'GET',
        path: '/api/user/login',
        // md5 of "the-password"
        query: { username: 'aisle', password: '4e052467bff832de4dfa7e0498d6adc8' },
      },
      { method: 'GET', path: play, query: {} },
    ])
    expect(platform.seen[1]?.headers['access-token']).toBe('jwt-token-1')
  })

  it('use an API key without signing in', async () => {
    const { provider, platform } = rig({ [play]: ok(stream) }, { credentials: { apiKey: 'the-api-key' } })
    await provider.live(camera, { quality: 'high', secure: false })
    expect(platform.seen).toHaveLength(1)
    expect(platform.seen[0]?.headers).toMatchObject({ 'api-key': 'the-api-key' })
  })

  it.each([
    [false, ['ws_flv', 'flv', 'hls']],
    [true, ['wss_flv', 'https_flv', 'https_hls']],
  ] as const)('offer WebSocket-FLV, then FLV, then HLS (encrypted: %s)', async (secure, fields) => {
    const { provider } = rig({ [play]: ok(stream) })
    const session = await provider.live(camera, { quality: 'high', secure })
    expect(session.candidates.map(({ kind, url }) => [kind, url])).toEqual([
      ['wsFlv', stream[fields[0]]],
      ['httpFlv', stream[fields[1]]],
      ['hls', stream[fields[2]]],
    ])
    expect(session).toMatchObject({ expiresAt: null, canReadFrame: true })
  })

  it('offer plain addresses where the media server has no others', async () => {
    const { provider } = rig({ [play]: ok({ stream: id, flv: stream.flv, hls: null }) })
    const { candidates } = await provider.live(camera, { quality: 'high', secure: true })
    expect(candidates.map(({ url }) => url)).toEqual([stream.flv])
  })

  it.each([
    ['up', 'up'],
    ['down', 'down'],
    ['left', 'left'],
    ['right', 'right'],
    ['upLeft', 'upleft'],
    ['upRight', 'upright'],
    ['downLeft', 'downleft'],
    ['downRight', 'downright'],
    ['zoomIn', 'zoomin'],
    ['zoomOut', 'zoomout'],
  ] as const)('move %s with command %s, by both editions', async (movement, text) => {
    const old = rig({ [ptz]: ok() })
    await old.provider.steering.start(camera, movement, 5)
    expect(old.platform.to(ptz)[0]).toMatchObject({
      method: 'POST',
      query: { command: text, horizonSpeed: '115', verticalSpeed: '115', zoomSpeed: '115' },
    })
    const path = `/api/front-end/ptz/${codes}`
    const now = rig({ [path]: ok() }, current)
    await now.provider.steering.start(camera, movement, 5)
    expect(now.platform.to(path)[0]).toMatchObject({
      method: 'GET',
      query: { command: text, horizonSpeed: '115', verticalSpeed: '115', zoomSpeed: '7' },
    })
  })

  it.each([
    [1, '23', '1'],
    [5, '115', '7'],
    [10, '230', '14'],
  ])('map our speed %i to %s, and for a zoom of the current edition to %s', async (speed, raw, zoom) => {
    const path = `/api/front-end/ptz/${codes}`
    const { provider, platform } = rig({ [path]: ok() }, current)
    await provider.steering.start(camera, 'zoomIn', speed)
    expect(platform.to(path)[0]?.query).toMatchObject({ horizonSpeed: raw, zoomSpeed: zoom })
  })

  it('stop with command stop and no speed, 200 ms after the start', async () => {
    const { provider, platform, clock } = rig({ [ptz]: ok() })
    await provider.steering.start(camera, 'left', 5)
    await provider.steering.stop(camera)
    expect(platform.to(ptz)[1]?.query).toEqual({
      command: 'stop',
      horizonSpeed: '0',
      verticalSpeed: '0',
      zoomSpeed: '0',
    })
    expect(clock.slept).toContain(200)
  })

  it('refuse what GB28181 has no command for', async () => {
    const { provider, platform } = rig({})
    expect(await codeOf(provider.steering.start(camera, 'focusNear', 5))).toBe('notSupported')
    expect(platform.seen).toEqual([])
  })

  it('keep presets with 129, 130 and 131 in 2.7.0', async () => {
    const { provider, platform } = rig({ [frontEnd]: ok() })
    expect(await provider.presets.save(camera, { name: 'a', taken: [1] })).toEqual({ index: 2 })
    await provider.presets.go(camera, 2)
    await provider.presets.remove(camera, 2)
    const rest = { parameter1: '0', parameter2: '2', combindCode2: '0' }
    expect(platform.to(frontEnd).map(({ method, query }) => [method, query])).toEqual([
      ['POST', { cmdCode: '129', ...rest }],
      ['POST', { cmdCode: '130', ...rest }],
      ['POST', { cmdCode: '131', ...rest }],
    ])
  })

  it('keep presets with calls of their own in the current edition', async () => {
    const path = (verb: string) => `/api/front-end/preset/${verb}/${codes}`
    const { provider, platform } = rig(
      { [path('add')]: ok(), [path('call')]: ok(), [path('delete')]: ok() },
      current,
    )
    expect(await provider.presets.save(camera, { name: 'a', taken: [1, 2], overwrite: 1 })).toEqual({
      index: 1,
    })
    await provider.presets.go(camera, 1)
    await provider.presets.remove(camera, 1)
    expect(platform.seen.slice(1).map(({ method, path, query }) => [method, path, query])).toEqual([
      ['GET', path('add'), { presetId: '1' }],
      ['GET', path('call'), { presetId: '1' }],
      ['GET', path('delete'), { presetId: '1' }],
    ])
  })

  it('take a fresh picture of a running stream', async () => {
    const snap = `/api/device/query/snap/${codes}`
    const { provider, platform } = rig({
      [play]: ok(stream),
      '/api/play/snap': ok(`snap/${id}_20260608080000.jpg`),
      [snap]: new Response(new Uint8Array([0xff, 0xd8, 0xff, 0xe0])),
    })
    expect(await provider.capture!(camera)).toMatchObject({ mime: 'image/jpeg' })
    expect(platform.seen.slice(1).map(({ path, query }) => [path, query])).toEqual([
      [play, {}],
      ['/api/play/snap', { deviceId: camera.deviceCode, channelId: camera.channel }],
      [snap, { mark: '20260608080000' }],
    ])
  })
})

describe('huiyan recordings', () => {
  const query = `/api/gb_record/query/${codes}`
  const at = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`)
  const item = (startTime: string, endTime: string, type = 'time') => ({
    startTime,
    endTime,
    type,
    fileSize: '0',
  })
  const list = (items: object[], sumNum = items.length) =>
    ok({ sumNum, count: items.length, recordList: items })
  const day = { start: at('2026-06-08 00:00:00'), end: at('2026-06-09 00:00:00') }

  it('are listed day by day in Beijing time, and joined over midnight', async () => {
    const { provider, platform } = rig({
      [query]: [
        list([
          item('2026-06-08 22:00:00', '2026-06-09 00:00:00'),
          item('2026-06-08 23:00:00', '2026-06-08 23:01:00', 'alarm'),
        ]),
        list([item('2026-06-09 00:00:00', '2026-06-09 01:00:00')]),
      ],
    })
    const range = { start: at('2026-06-08 12:00:00'), end: at('2026-06-09 12:00:00') }
    expect(await provider.playback.list(camera, range)).toEqual({
      spans: [
        {
          start: at('2026-06-08 22:00:00'),
          end: at('2026-06-09 01:00:00'),
          store: 'device',
          trigger: 'plan',
        },
        {
          start: at('2026-06-08 23:00:00'),
          end: at('2026-06-08 23:01:00'),
          store: 'device',
          trigger: 'alarm',
        },
      ],
      complete: true,
    })
    expect(platform.to(query).map(({ method, query }) => [method, query])).toEqual([
      ['GET', { startTime: '2026-06-08 12:00:00', endTime: '2026-06-09 00:00:00' }],
      ['GET', { startTime: '2026-06-09 00:00:00', endTime: '2026-06-09 12:00:00' }],
    ])
  })

  it('are called incomplete when the camera sent only a part', async () => {
    const { provider } = rig({ [query]: list([item('2026-06-08 08:00:00', '2026-06-08 09:00:00')], 5) })
    expect(await provider.playback.list(camera, day)).toMatchObject({ spans: [{}], complete: false })
  })

  it('of a camera that stays silent are an empty list that may not be all', async () => {
    const { provider } = rig({ [query]: fault(100, 'timeout') })
    expect(await provider.playback.list(camera, day)).toEqual({ spans: [], complete: false })
  })

  it('are none in the cloud, which the platform is not asked for', async () => {
    const { provider, platform } = rig({})
    expect(await provider.playback.list(camera, day, 'cloud')).toEqual({ spans: [], complete: true })
    expect(await codeOf(provider.playback.open(camera, day, 'cloud'))).toBe('noRecording')
    expect(platform.seen).toEqual([])
  })

  it('are played by the platform, which must be told to end them', async () => {
    const opened = `${id}_20260608080000_20260608090000`
    const at = (verb: string, tail = '') => `/api/playback/${verb}/${opened}${tail}`
    const [start, stop] = [`/api/playback/start/${codes}`, `/api/playback/stop/${codes}/${opened}`]
    const { provider, platform } = rig({
      [start]: ok({ ...stream, stream: opened }),
      [at('pause')]: ok(),
      [at('resume')]: ok(),
      [at('seek', '/90')]: ok(),
      [at('speed', '/2')]: ok(),
      [stop]: [ok(), fault(100, 'no such stream')],
    })
    const { playback } = provider
    const range = { start: Date.parse('2026-06-08T00:00:00Z'), end: Date.parse('2026-06-08T01:00:00Z') }
    const session = await playback.open(camera, range, 'device', true)
    expect(session).toMatchObject({ control: 'server', expiresAt: null })
    expect(session.candidates[0]).toMatchObject({ kind: 'wsFlv', url: stream.wss_flv })
    await playback.pause!(camera, session.handle)
    await playback.resume!(camera, session.handle)
    expect(await playback.seek(camera, session.handle, range.start + 90_000)).toMatchObject({
      handle: session.handle,
      candidates: session.candidates,
    })
    await playback.setSpeed!(camera, session.handle, 2)
    await playback.close(camera, session.handle)
    await playback.close(camera, session.handle)
    expect(platform.seen.slice(1).map(({ path }) => path)).toEqual([
      start,
      at('pause'),
      at('resume'),
      at('seek', '/90'),
      at('speed', '/2'),
      stop,
      stop,
    ])
    expect(platform.to(start)[0]?.query).toEqual({
      startTime: '2026-06-08 08:00:00',
      endTime: '2026-06-08 09:00:00',
    })
    expect(await codeOf(playback.setSpeed!(camera, session.handle, 8))).toBe('invalidRequest')
  })
})

describe('huiyan errors', () => {
  it.each([
    [100, 'upstream'],
    [-100, 'upstream'],
    [400, 'misconfigured'],
    [404, 'misconfigured'],
    [403, 'notAllowed'],
    [500, 'upstream'],
    [-1, 'offline'],
    [-2, 'timeout'],
    [-3, 'limitReached'],
    [-5, 'offline'],
    [-10, 'offline'],
    [-6, 'upstream'],
    [-9, 'upstream'],
    [-11, 'notSupported'],
    [-13, 'invalidRequest'],
    [77, 'upstream'],
  ])('map %i to %s', async (code, ours) => {
    const { provider } = rig({ [play]: fault(code) })
    expect(await codeOf(provider.live(camera, { quality: 'high', secure: false }))).toBe(ours)
  })

  it('try once more after 2 s when no media arrived', async () => {
    const { provider, platform, clock } = rig({ [play]: [fault(-2), ok(stream)] })
    await provider.live(camera, { quality: 'high', secure: false })
    expect(platform.to(play)).toHaveLength(2)
    expect(clock.slept).toContain(2000)
  })

  it.each([
    ['an envelope', fault(401)],
    ['the HTTP status', json({ status: 401, error: 'Unauthorized' }, 401)],
  ])('sign in again when %s says 401, and repeat once', async (_how, refusal) => {
    const { provider, platform } = rig({
      '/api/user/login': [ok({ accessToken: 'jwt-token-1' }), ok({ accessToken: 'jwt-token-2' })],
      [ptz]: [refusal, ok()],
    })
    await provider.steering.start(camera, 'left', 5)
    expect(platform.to(ptz).map(({ headers }) => headers['access-token'])).toEqual([
      'jwt-token-1',
      'jwt-token-2',
    ])
  })

  it('are asked for once with a wrong password, which is a fault of the account', async () => {
    const { provider, platform } = rig({ '/api/user/login': fault(100, '用户名或密码错误') })
    expect(await codeOf(provider.live(camera, { quality: 'high', secure: false }))).toBe('misconfigured')
    expect(await codeOf(provider.live(camera, { quality: 'high', secure: false }))).toBe('misconfigured')
    expect(platform.seen).toHaveLength(1)
  })

  it('never show a password that the platform repeats', async () => {
    const { provider } = rig({ '/api/user/login': fault(100, 'no user with the-password') })
    await expect(provider.live(camera, { quality: 'high', secure: false })).rejects.toThrow(
      /no user with \*\*\*/,
    )
  })

  it('cannot tell whether a camera is on without opening its stream', async () => {
    const { provider } = rig({})
    expect(await provider.isOnline(camera)).toBeNull()
    expect(await provider.capabilities(camera)).toMatchObject({ ptz: true, certain: false })
  })
})
