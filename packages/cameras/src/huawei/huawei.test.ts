import { describe, expect, it } from 'vitest'
import { codeOf, json, localMemory, rig as makeRig, vendorCamera } from '../../test/rig.ts'
import { huawei } from './huawei.ts'

const camera = vendorCamera('SIMHOLO0001', '0')
const gbCamera = vendorCamera('34020000001320000001', '34020000001310000001')
const user = '123456789012345'
const on = ({ deviceCode, channel }: { deviceCode: string; channel: string }) =>
  `/v1/${user}/devices/${deviceCode}/channels/${channel}`
const [spin, lock, live] = [
  `${on(camera)}/ptz-spin`,
  `${on(camera)}/control-lock`,
  `/v1/${user}/devices/channels/cloud-live/web-url`,
]
const login = `/v2/${user}/enterprises/access-token`
const fault = (code: string, status = 400) => json({ error_code: code, error_msg: 'refused' }, status)
const done = json({ device_id: 'SIMHOLO0001', channel_id: '0' })
const base = {
  [login]: json({ access_token: 'sim-ivm-8c1f', expire_time: '604800' }),
  [lock]: json({ control_token: 'lock-1' }),
  [`${on(gbCamera)}/control-lock`]: json({ control_token: 'lock-gb' }),
}
const rig = (replies: Parameters<typeof makeRig>[2], changes: Parameters<typeof makeRig>[3] = {}) =>
  makeRig('huawei', huawei, { ...base, ...replies }, changes)
const liveAnswer = (...urls: (string | null)[]) =>
  json({
    fail_num: 0,
    channels: urls.map(live_url => ({ device_id: 'SIMHOLO0001', channel_id: '0', live_url })),
  })

describe('huawei requests', () => {
  it('sign in with the keys and carry the token in a header', async () => {
    const { provider, platform } = rig({
      [live]: liveAnswer('https://media.test/live/a.flv?t=1', 'https://media.test/live/a.m3u8?t=2'),
    })
    const session = await provider.live(camera, { quality: 'high', secure: true })
    expect(platform.seen.map(({ method, path, json }) => ({ method, path, json }))).toEqual([
      { method: 'POST', path: login, json: { ak: 'the-ak', sk: 'the-secret-key' } },
      {
        method: 'POST',
        path: live,
        json: {
          channels: [
            {
              device_id: 'SIMHOLO0001',
              channel_id: '0',
              stream_type: 'PRIMARY_STREAM',
              live_protocol: 'HTTPS_FLV',
            },
            {
              device_id: 'SIMHOLO0001',
              channel_id: '0',
              stream_type: 'PRIMARY_STREAM',
              live_protocol: 'HLS_HTTPS',
            },
          ],
          expire_time: 3600,
          use_times: 1,
        },
      },
    ])
    expect(platform.seen[1]?.headers['access-token']).toBe('sim-ivm-8c1f')
    expect(platform.seen[0]?.headers['access-token']).toBeUndefined()
    expect(session.candidates.map(({ kind, url }) => [kind, url])).toEqual([
      ['httpFlv', 'https://media.test/live/a.flv?t=1'],
      ['hls', 'https://media.test/live/a.m3u8?t=2'],
    ])
    expect(session.canReadFrame).toBe(true)
  })

  it('ask for plain addresses where the page is plain', async () => {
    const { provider, platform } = rig({
      [live]: liveAnswer('http://media.test/a.flv', 'http://media.test/a.m3u8'),
    })
    await provider.live(camera, { quality: 'smooth', secure: false })
    expect(platform.to(live)[0]?.json).toMatchObject({
      channels: [
        { stream_type: 'SECONDARY_STREAM_1', live_protocol: 'HTTP_FLV' },
        { stream_type: 'SECONDARY_STREAM_1', live_protocol: 'HLS' },
      ],
    })
  })

  it('take an address that is neither FLV nor HLS for one page to be framed, whose frames cannot be read', async () => {
    const { provider } = rig({
      [live]: liveAnswer('https://ivm.test/player?x=1', 'https://ivm.test/player?x=2'),
    })
    expect(await provider.live(camera, { quality: 'high', secure: true })).toMatchObject({
      candidates: [{ kind: 'framedPage', url: 'https://ivm.test/player?x=1' }],
      canReadFrame: false,
    })
  })

  it('offer one address of each form', async () => {
    const { provider } = rig({ [live]: liveAnswer('https://media.test/1.flv', 'https://media.test/2.flv') })
    const { candidates } = await provider.live(camera, { quality: 'high', secure: true })
    expect(candidates.map(({ url }) => url)).toEqual(['https://media.test/1.flv'])
  })

  it('play what there is when one of two forms failed', async () => {
    const { provider } = rig({ [live]: liveAnswer(null, 'https://media.test/a.m3u8') })
    expect((await provider.live(camera, { quality: 'high', secure: true })).candidates).toHaveLength(1)
  })

  it('tell the failure of one camera from a success of the call', async () => {
    const failed = {
      device_id: 'SIMHOLO0001',
      channel_id: '0',
      live_url: null,
      result: { code: 'IVM.20000036', msg: 'off' },
    }
    const { provider } = rig({ [live]: json({ fail_num: 2, channels: [failed, failed] }) })
    expect(await codeOf(provider.live(camera, { quality: 'high', secure: true }))).toBe('offline')
    expect(await provider.isOnline(camera)).toBe(false)
  })

  it.each([
    ['up', 'UP', 'STOP'],
    ['down', 'DOWN', 'STOP'],
    ['left', 'LEFT', 'STOP'],
    ['right', 'RIGHT', 'STOP'],
    ['upLeft', 'UPPER_LEFT', 'STOP'],
    ['upRight', 'UPPER_RIGHT', 'STOP'],
    ['downLeft', 'LOWER_LEFT', 'STOP'],
    ['downRight', 'LOWER_RIGHT', 'STOP'],
    ['zoomIn', 'IN', 'ZOOM_STOP'],
    ['zoomOut', 'OUT', 'ZOOM_STOP'],
    ['focusNear', 'FOCUS_NEAR', 'FI_STOP'],
    ['focusFar', 'FOCUS_FAR', 'FI_STOP'],
    ['irisOpen', 'IRIS_OPEN', 'FI_STOP'],
    ['irisClose', 'IRIS_CLOSE', 'FI_STOP'],
  ] as const)('move %s as %s and end it with %s', async (movement, direction, stop) => {
    const { provider, platform } = rig({ [spin]: done })
    await provider.steering.start(camera, movement, 7)
    await provider.steering.stop(camera)
    expect(platform.to(spin).map(({ method, json }) => [method, json])).toEqual([
      ['POST', { direction, speed: 7, mode: 'NON_POINT', control_lock: 'lock-1' }],
      ['POST', { direction: stop, control_lock: 'lock-1' }],
    ])
  })

  it('end a zoom of a GB28181 device with STOP', async () => {
    const { provider, platform } = rig({ [`${on(gbCamera)}/ptz-spin`]: done })
    await provider.steering.stop(gbCamera, 'zoomIn')
    expect(platform.to(`${on(gbCamera)}/ptz-spin`).map(({ json }) => json)).toEqual([
      { direction: 'STOP', control_lock: 'lock-gb' },
    ])
  })

  it('end everything where it is not known what runs', async () => {
    const { provider, platform } = rig({ [spin]: done })
    await provider.steering.stop(camera)
    expect(platform.to(spin).map(({ json }) => json)).toMatchObject([
      { direction: 'STOP' },
      { direction: 'ZOOM_STOP' },
      { direction: 'FI_STOP' },
    ])
  })

  it('keep 300 ms from the answer of one command to the next', async () => {
    const times: number[] = []
    const { provider, clock } = rig({
      [spin]: () => {
        clock.pass(50)
        times.push(clock.now())
        return done.clone()
      },
    })
    await provider.steering.start(camera, 'left', 5)
    await provider.steering.stop(camera)
    expect(times[1]! - times[0]!).toBe(350)
  })
})

describe('the control lock', () => {
  it('is taken at the first move by GET, kept, and given back by POST', async () => {
    const { provider, platform } = rig({ [spin]: done })
    await provider.steering.start(camera, 'left', 5)
    await provider.steering.stop(camera)
    await provider.steering.start(camera, 'right', 5)
    await provider.steering.release(camera)
    await provider.steering.release(camera)
    expect(platform.to(lock).map(({ method, json }) => [method, json])).toEqual([
      ['GET', undefined],
      ['POST', undefined],
    ])
  })

  it('is known to the other server, which can stop what this one started', async () => {
    const memory = localMemory()
    const first = rig({ [spin]: done }, { memory })
    const second = rig({ [spin]: done }, { memory })
    await first.provider.steering.start(camera, 'left', 5)
    await second.provider.steering.stop(camera, 'left')
    expect(second.platform.to(lock)).toHaveLength(0)
    expect(second.platform.to(spin)[0]?.json).toEqual({ direction: 'STOP', control_lock: 'lock-1' })
  })

  it('is renewed by every command and taken anew after two minutes without one', async () => {
    const { provider, platform, clock } = rig({ [spin]: done })
    await provider.steering.start(camera, 'left', 5)
    clock.pass(100_000)
    await provider.steering.stop(camera)
    clock.pass(100_000)
    await provider.steering.start(camera, 'left', 5)
    expect(platform.to(lock)).toHaveLength(1)
    clock.pass(120_000)
    await provider.steering.start(camera, 'left', 5)
    expect(platform.to(lock)).toHaveLength(2)
  })

  it('held by somebody else is an error of its own, and nothing is sent to the camera', async () => {
    const { provider, platform } = rig({ [lock]: fault('IVM.20030001', 409) })
    expect(await codeOf(provider.steering.start(camera, 'left', 5))).toBe('controlledByOther')
    expect(platform.to(spin)).toHaveLength(0)
  })

  it('that was lost on the platform is taken once more', async () => {
    const { provider, platform } = rig({
      [lock]: [json({ control_token: 'lock-1' }), json({ control_token: 'lock-2' })],
      [spin]: [done, fault('IVM.20030001', 409), done],
    })
    await provider.steering.start(camera, 'left', 5)
    await provider.steering.stop(camera)
    expect(platform.to(spin).map(({ json }) => json)).toMatchObject([
      { control_lock: 'lock-1' },
      { direction: 'STOP', control_lock: 'lock-1' },
      { direction: 'STOP', control_lock: 'lock-2' },
    ])
  })

  it('can be taken the older way', async () => {
    const { provider, platform } = rig({ [spin]: done }, { settings: { lockTake: 'POST' } })
    await provider.steering.start(camera, 'left', 5)
    expect(platform.to(lock).map(({ method, json }) => [method, json])).toEqual([
      ['POST', { action: 'acquire' }],
    ])
  })
})

describe('huawei presets', () => {
  const place = `${on(camera)}/preset-position`

  it('are numbered by the platform and moved to under the lock', async () => {
    const { provider, platform } = rig({
      [place]: [
        json({ presets: [] }),
        json({ preset_index: 3 }),
        json({ presets: [{ preset_index: 3 }] }),
        json({}),
      ],
      [`${place}/move`]: done,
    })
    expect(await provider.presets.save(camera, { name: '收银台', taken: [1, 2] })).toEqual({ index: 3 })
    await provider.presets.go(camera, 3)
    await provider.presets.remove(camera, 3)
    expect(platform.to(place).map(({ method, json }) => [method, json])).toEqual([
      ['GET', undefined],
      ['POST', { preset_name: '收银台' }],
      ['GET', undefined],
      ['DELETE', { preset_index: 3 }],
    ])
    expect(platform.to(`${place}/move`)[0]?.json).toEqual({ control_token: 'lock-1', preset_index: 3 })
  })

  it('are found in the list where the platform does not answer the number', async () => {
    const { provider } = rig({
      [place]: [
        json({ presets: [{ preset_index: 1 }] }),
        json({ device_id: 'SIMHOLO0001' }),
        json({ presets: [{ preset_index: 1 }, { preset_index: 2 }] }),
      ],
    })
    expect(await provider.presets.save(camera, { name: 'a', taken: [1] })).toEqual({ index: 2 })
  })

  it('beyond twelve are taken back', async () => {
    const { provider, platform } = rig({
      [place]: [
        json({ presets: [] }),
        json({ preset_index: 13 }),
        json({ presets: [{ preset_index: 13 }] }),
        json({}),
      ],
    })
    expect(await codeOf(provider.presets.save(camera, { name: 'a', taken: [] }))).toBe('presetsFull')
    expect(platform.to(place).at(-1)).toMatchObject({ method: 'DELETE', json: { preset_index: 13 } })
  })

  it('that are not there are removed already', async () => {
    const { provider, platform } = rig({ [place]: json({ presets: [] }) })
    await provider.presets.remove(camera, 5)
    expect(platform.to(place)).toHaveLength(1)
  })

  it('are for HoloSens devices only, and can be switched off', async () => {
    const { provider } = rig({})
    expect(await provider.capabilities(camera)).toMatchObject({ presets: true, ptz: true, certain: false })
    expect(await provider.capabilities(gbCamera)).toMatchObject({ presets: false })
    expect(await codeOf(provider.presets.go(gbCamera, 1))).toBe('notSupported')
    const off = rig({}, { settings: { presets: 'false' } })
    expect(await off.provider.capabilities(camera)).toMatchObject({ presets: false })
  })
})

describe('huawei recordings', () => {
  const range = {
    start: Date.parse('2026-06-08T00:00:00+08:00'),
    end: Date.parse('2026-06-09T00:00:00+08:00'),
  }
  const [cloud, device] = [`${on(camera)}/cloud-records`, `${on(camera)}/device-records`]
  const record = (id: string | undefined, type: string | undefined, from: string, to: string) => ({
    ...(id ? { record_id: id } : {}),
    ...(type ? { record_type: type } : {}),
    start_time: `2026-06-08 ${from}`,
    end_time: `2026-06-08 ${to}`,
  })

  it('are listed with their triggers, page by page until one is not full', async () => {
    const { provider, platform } = rig(
      {
        [cloud]: [
          json({
            total: 0,
            records: [
              record('501', 'NORMAL_RECORD', '08:00:00', '09:00:00'),
              record('502', 'MOTION_RECORD', '09:12:00', '09:19:30'),
            ],
          }),
          json({ total: 0, records: [record('503', 'ALRAM_RECORD', '10:00:00', '10:01:00')] }),
        ],
      },
      { settings: { recordsPerPage: '2' } },
    )
    const at = (time: string) => Date.parse(`2026-06-08T${time}+08:00`)
    expect(await provider.playback.list(camera, range)).toEqual({
      spans: [
        { start: at('08:00:00'), end: at('09:00:00'), store: 'cloud', trigger: 'plan', id: '501' },
        { start: at('09:12:00'), end: at('09:19:30'), store: 'cloud', trigger: 'motion', id: '502' },
        { start: at('10:00:00'), end: at('10:01:00'), store: 'cloud', trigger: 'alarm', id: '503' },
      ],
      complete: true,
    })
    const query = { start_time: '2026-06-08 00:00:00', end_time: '2026-06-09 00:00:00', limit: '2' }
    expect(platform.to(cloud).map(({ method, query }) => [method, query])).toEqual([
      ['GET', { ...query, offset: '0' }],
      ['GET', { ...query, offset: '2' }],
    ])
  })

  it('of the device are asked for when the cloud has none; none at all is an empty timeline', async () => {
    const { provider } = rig({
      [cloud]: [fault('IVM.20020012'), json({ records: [] })],
      [device]: [
        json({ records: [record(undefined, undefined, '08:00:00', '09:00:00')] }),
        fault('IVM.20020012'),
      ],
    })
    expect((await provider.playback.list(camera, range)).spans).toMatchObject([
      { store: 'device', trigger: 'unknown' },
    ])
    expect(await provider.playback.list(camera, range)).toEqual({ spans: [], complete: true })
  })

  it('open from the cloud, else from the device, with the protocol of each', async () => {
    const url = 'https://media.test/vod/a.m3u8?b=1'
    const { provider, platform } = rig({
      [`${cloud}/web-playback-url`]: fault('IVM.20020012'),
      [`${device}/web-playback-url`]: json({ playback_url: url }),
    })
    const hour = { start: range.start, end: range.start + 3_600_000 }
    const session = await provider.playback.open(camera, hour)
    expect(session).toMatchObject({
      candidates: [{ kind: 'hls', url }],
      control: 'reopen',
      canReadFrame: true,
    })
    const times = { start_time: '2026-06-08 00:00:00', end_time: '2026-06-08 01:00:00' }
    const wish = { stream_type: 'PRIMARY_STREAM', expire_time: '3600', use_times: '1' }
    expect(platform.to(`${cloud}/web-playback-url`)[0]?.query).toEqual({
      playback_protocol: 'HLS_HTTPS',
      ...times,
      ...wish,
    })
    expect(platform.to(`${device}/web-playback-url`)[0]?.query).toEqual({
      protocol: 'HLS_DEV_HTTPS',
      playback_protocol: 'HLS_DEV_HTTPS',
      ...times,
      ...wish,
    })
    await provider.playback.seek(camera, session.handle, hour.start + 90_000)
    expect(platform.to(`${device}/web-playback-url`)[1]?.query).toMatchObject({
      start_time: '2026-06-08 00:01:30',
      end_time: '2026-06-08 01:00:00',
    })
    await expect(provider.playback.close(camera, session.handle)).resolves.toBeUndefined()
  })

  it('of GB28181 devices come as FLV', async () => {
    const path = `${on(gbCamera)}/device-records/web-playback-url`
    const { provider, platform } = rig({ [path]: json({ playback_url: 'http://media.test/vod/a.flv' }) })
    const { candidates } = await provider.playback.open(gbCamera, range, 'device', false)
    expect(candidates[0]?.kind).toBe('httpFlv')
    expect(platform.to(path)[0]?.query.protocol).toBe('HTTP_FLV_DEV')
  })

  it('that do not exist are said so when opened', async () => {
    const none = fault('IVM.20020012')
    const { provider } = rig({ [`${cloud}/web-playback-url`]: none, [`${device}/web-playback-url`]: none })
    expect(await codeOf(provider.playback.open(camera, range))).toBe('noRecording')
  })
})

describe('huawei pictures', () => {
  it('come from the platform, 10 s apart', async () => {
    const snap = `/v1/${user}/devices/snap`
    const data = Buffer.from([0xff, 0xd8, 0xff, 0xdb]).toString('base64')
    const { provider, platform } = rig({ [snap]: json({ pic_data: data }) })
    const first = await provider.capture!(camera)
    const second = await provider.capture!(camera)
    expect(first).toMatchObject({ mime: 'image/jpeg' })
    expect(second.takenAt - first.takenAt).toBe(10_000)
    expect(platform.to(snap)[0]).toMatchObject({
      method: 'GET',
      query: { device_id: 'SIMHOLO0001', channel_id: '0', storage: 'false' },
    })
  })

  it('are refused at once to whoever would not wait that long', async () => {
    const data = Buffer.from([0xff, 0xd8, 0xff, 0xdb]).toString('base64')
    const { provider } = rig({ [`/v1/${user}/devices/snap`]: json({ pic_data: data }) })
    await provider.capture!(camera)
    expect(await codeOf(provider.capture!(camera, { patienceMs: 500 }))).toBe('busy')
  })
})

describe('huawei errors', () => {
  it.each([
    ['IVM.20000036', 400, 'offline'],
    ['IVM.10000003', 401, 'frozen'],
    ['IVM.10000006', 401, 'frozen'],
    ['IVM.10000012', 403, 'frozen'],
    ['IVM.10000007', 403, 'misconfigured'],
    ['IVM.10000008', 403, 'misconfigured'],
    ['IVM.10020000', 400, 'misconfigured'],
    ['IVM.10020001', 400, 'invalidRequest'],
    ['IVM.99999999', 400, 'upstream'],
  ])('map %s to %s %s', async (code, status, ours) => {
    const { provider } = rig({ [live]: fault(code, status) })
    expect(await codeOf(provider.live(camera, { quality: 'high', secure: true }))).toBe(ours)
  })

  it('read the text under both of its names', async () => {
    const { provider } = rig({ [live]: json({ error_code: 'IVM.1', error_message: 'the other name' }, 400) })
    await expect(provider.live(camera, { quality: 'high', secure: true })).rejects.toThrow(/the other name/)
  })

  it('take IVM.0 for success', async () => {
    const { provider } = rig({ [spin]: json({ error_code: 'IVM.0', error_msg: 'ok' }) })
    await expect(provider.steering.start(camera, 'left', 5)).resolves.toBeUndefined()
  })

  it.each(['IVM.10000001', 'IVM.10000002', 'IVM.10000004', 'IVM.10000005'])(
    'ask for a new token on %s, by force, and repeat once',
    async code => {
      const { provider, platform } = rig({
        [login]: [
          json({ access_token: 'first-token', expire_time: '604800' }),
          json({ access_token: 'second-token', expire_time: '604800' }),
        ],
        [spin]: [fault(code, 401), done],
      })
      await provider.steering.start(camera, 'left', 5)
      expect(platform.to(login).map(({ json }) => json)).toEqual([
        { ak: 'the-ak', sk: 'the-secret-key' },
        { ak: 'the-ak', sk: 'the-secret-key', force_update: true },
      ])
      expect(platform.to(spin).map(({ headers }) => headers['access-token'])).toEqual([
        'first-token',
        'second-token',
      ])
    },
  )

  it('renew the token at two days left, and a short one after two thirds of its life', async () => {
    const { provider, platform, clock } = rig({ [spin]: done })
    await provider.steering.start(camera, 'left', 5)
    clock.pass(5 * 86_400_000 - 2000)
    await provider.steering.stop(camera)
    expect(platform.to(login)).toHaveLength(1)
    clock.pass(2000)
    await provider.steering.stop(camera)
    expect(platform.to(login)).toHaveLength(2)

    const short = rig({ [spin]: done, [login]: json({ access_token: 'short-lived', expire_time: '60' }) })
    await short.provider.steering.start(camera, 'left', 5)
    short.clock.pass(39_000)
    await short.provider.steering.stop(camera)
    expect(short.platform.to(login)).toHaveLength(1)
    short.clock.pass(2000)
    await short.provider.steering.stop(camera)
    expect(short.platform.to(login)).toHaveLength(2)
  })

  it('wait 300 ms and send a command again that came too soon', async () => {
    const { provider, platform } = rig({ [spin]: [fault('IVM.20030002', 429), done] })
    await provider.steering.start(camera, 'left', 5)
    expect(platform.to(spin)).toHaveLength(2)
  })

  it('stop a camera whose start ended in a fault of the platform', async () => {
    const { provider, platform } = rig({ [spin]: [json({}, 502), done] })
    expect(await codeOf(provider.steering.start(camera, 'left', 5))).toBe('upstream')
    expect(platform.to(spin).map(({ json }) => json)).toMatchObject([
      { direction: 'LEFT' },
      { direction: 'STOP' },
    ])
  })
})
