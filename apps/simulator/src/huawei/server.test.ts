import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, firstBytes, listAt, type Simulated, simulated, textAt } from '../../test/simulated.ts'
import { keyPairs, userId } from './devices.ts'

let simulator: Simulated
let token: string

beforeEach(async () => {
  simulator = await simulated()
  token = await signIn(keyPairs[0])
})
afterEach(() => simulator.close())

type Reply = { status: number; body: unknown }
async function send(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const answer = await fetch(simulator.addresses.huawei + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}
const tokenPath = `/v2/${userId}/enterprises/access-token`
async function signIn({ ak, sk }: { ak: string; sk: string }): Promise<string> {
  return textAt((await send('POST', tokenPath, { ak, sk })).body, 'access_token')
}
const call = (method: string, path: string, body?: object, as = token) =>
  send(method, `/v1/${userId}/${path}`, body, { 'Access-Token': as })
const channelPath = (device = 'SIMHOLO0001', channel = '0') => `devices/${device}/channels/${channel}`
const national = ['34020000001320000011', '34020000001310000011'] as const
const times = (start: string, end: string) =>
  `start_time=${encodeURIComponent(`2026-06-0${start}`)}&end_time=${encodeURIComponent(`2026-06-0${end}`)}`
const refused = (status: number, code: string) => ({
  status,
  body: { error_code: code, error_msg: expect.any(String) },
})

describe('huawei sign-in', () => {
  it('gives the remaining seconds as text, and the same token again', async () => {
    simulator.pass(1000)
    expect(await send('POST', tokenPath, keyPairs[0])).toEqual({
      status: 200,
      body: { access_token: token, expire_time: '604799' },
    })
    expect((await send('POST', `/v1/${userId}/enterprises/access-token`, keyPairs[0])).status).toBe(200)
  })

  it('gives a second token by force only when two days or less are left, and no third', async () => {
    const forced = async () =>
      textAt((await send('POST', tokenPath, { ...keyPairs[0], force_update: true })).body, 'access_token')
    expect(await forced()).toBe(token)
    simulator.pass(5 * 86_400_000)
    const second = await forced()
    expect(second).not.toBe(token)
    expect(await forced()).toBe(second)
    expect((await call('GET', `${channelPath()}/control-lock`)).status).toBe(200)
  })

  it('refuses wrong keys, missing ones, and another enterprise', async () => {
    expect(await send('POST', tokenPath, { ...keyPairs[0], sk: 'x' })).toEqual(refused(401, 'IVM.10000001'))
    expect(await send('POST', tokenPath, { ak: 'x' })).toEqual(refused(400, 'IVM.10020001'))
    expect(await send('POST', '/v2/123/enterprises/access-token', keyPairs[0])).toEqual(
      refused(400, 'IVM.10020000'),
    )
  })

  it('tells a missing token from an unknown and an expired one', async () => {
    const path = `/v1/${userId}/${channelPath()}/control-lock`
    expect(await send('GET', path)).toEqual(refused(401, 'IVM.10000004'))
    expect(await send('GET', path, undefined, { 'Access-Token': 'x' })).toEqual(refused(401, 'IVM.10000005'))
    simulator.expireTokens()
    expect(await call('GET', `${channelPath()}/control-lock`)).toEqual(refused(401, 'IVM.10000002'))
  })
})

describe('huawei live', () => {
  const live = (body: object) => call('POST', 'devices/channels/cloud-live/web-url', body)
  const one = (channel_id: string, rest: object = {}) => ({
    channels: [{ device_id: 'SIMHOLO0001', channel_id, ...rest }],
  })
  const urlOf = async (body: object) => textAt((await live(body)).body, 'channels', 0, 'live_url')

  it('answers 200 for a batch of which some failed, and counts them', async () => {
    const channels = [
      { device_id: 'SIMHOLO0001', channel_id: '0' },
      { device_id: 'SIMHOLO0002', channel_id: '0' },
    ]
    expect(await live({ channels })).toEqual({
      status: 200,
      body: {
        fail_num: 1,
        request_id: expect.any(String),
        channels: [
          { ...channels[0], live_url: expect.stringMatching(/\/live\/SIMHOLO0001_0\.m3u8\?t=/) },
          { ...channels[1], live_url: null, result: { code: 'IVM.20000036', msg: 'device offline' } },
        ],
      },
    })
  })

  it('gives an address for thirty seconds and one use', async () => {
    const url = await urlOf(one('1'))
    expect((await firstBytes(url)).bytes).toMatch(/^FLV/)
    expect((await fetch(url)).status).toBe(403)
    const late = await urlOf(one('1'))
    simulator.pass(30_000)
    expect((await fetch(late)).status).toBe(403)
  })

  it('honours a longer life and any number of uses', async () => {
    const url = await urlOf({ ...one('1'), expire_time: 3600, use_times: 1 })
    await firstBytes(url)
    simulator.pass(3_599_000)
    expect((await firstBytes(url)).bytes).toMatch(/^FLV/)
    simulator.pass(1000)
    expect((await fetch(url)).status).toBe(403)
  })

  it.each([{ expire_time: 29 }, { expire_time: 86_401 }, { use_times: 2 }, { channels: [] }])(
    'refuses %o',
    async change => {
      expect(await live({ ...one('1'), ...change })).toEqual(refused(400, 'IVM.10020001'))
    },
  )

  it('lets one HLS viewer go on for as long as it comes back within a minute', async () => {
    const url = await urlOf(one('0'))
    const master = await (await fetch(url)).text()
    expect((await fetch(url)).status).toBe(403)
    const playlist = simulator.addresses.huawei + master.split('\n').find(line => line.startsWith('/'))
    simulator.pass(50_000)
    const segments = await (await fetch(playlist)).text()
    simulator.pass(50_000)
    const segment = simulator.addresses.huawei + segments.split('\n').find(line => line.startsWith('/'))
    expect((await fetch(segment)).status).toBe(200)
    simulator.pass(60_000)
    expect((await fetch(playlist)).status).toBe(403)
  })

  it('gives the protocol asked for, and a page where the camera has only that', async () => {
    expect(await urlOf(one('0', { live_protocol: 'HTTP_FLV' }))).toContain('.flv?')
    expect(await urlOf(one('1', { live_protocol: 'HLS_HTTPS' }))).toContain('.m3u8?')
    const page = await fetch(await urlOf(one('2', { live_protocol: 'HLS' })))
    expect(page.headers.get('content-type')).toContain('text/html')
    const stream = /[0-9a-f]{32}\/stream\.mp4/.exec(await page.text())?.[0]
    expect((await firstBytes(`${simulator.addresses.huawei}/player/${stream}`)).status).toBe(200)
    expect(simulator.media.asked.at(-1)).toBe('fmp4 huawei/SIMHOLO0001/2 main')
  })

  it('tells one channel of a batch that its protocol or device is not known', async () => {
    const codeOf = async (body: object) => at((await live(body)).body, 'channels', 0, 'result', 'code')
    expect(await codeOf(one('0', { live_protocol: 'HOLO' }))).toBe('IVM.10020001')
    expect(await codeOf(one('9'))).toBe('IVM.20030003')
  })

  it('takes the stream asked for', async () => {
    await firstBytes(await urlOf(one('1', { stream_type: 'SECONDARY_STREAM_1' })))
    expect(simulator.media.asked).toEqual(['live huawei/SIMHOLO0001/1 sub'])
  })
})

describe('huawei control', () => {
  const path = channelPath()
  const take = async (as = token) =>
    textAt((await call('GET', `${path}/control-lock`, undefined, as)).body, 'control_token')
  const spin = (control_lock: string, values: object) =>
    call('POST', `${path}/ptz-spin`, { control_lock, ...values })
  const ok = { status: 200, body: { device_id: 'SIMHOLO0001', channel_id: '0' } }

  it('lends a channel to one key pair for two minutes', async () => {
    const other = await signIn(keyPairs[1])
    const lock = await take()
    expect(await call('GET', `${path}/control-lock`, undefined, other)).toEqual(refused(409, 'IVM.20030001'))
    simulator.pass(119_000)
    expect(await spin(lock, { direction: 'UP' })).toEqual(ok)
    simulator.pass(119_000)
    expect(await call('GET', `${path}/control-lock`, undefined, other)).toEqual(refused(409, 'IVM.20030001'))
    simulator.pass(1000)
    expect((await call('GET', `${path}/control-lock`, undefined, other)).status).toBe(200)
    expect(await spin(lock, { direction: 'UP' })).toEqual(refused(409, 'IVM.20030001'))
  })

  it('is released by POST, and taken by POST with an action', async () => {
    const lock = await take()
    expect(await call('POST', `${path}/control-lock`)).toEqual(ok)
    expect(await spin(lock, { direction: 'UP' })).toEqual(refused(403, 'IVM.20030005'))
    expect((await call('POST', `${path}/control-lock`, { action: 'acquire' })).body).toEqual({
      control_token: expect.any(String),
    })
  })

  it('answers as locked while somebody else holds the camera', async () => {
    simulator.world.change('huawei/SIMHOLO0001/0', { faults: { lockedBy: 'guard' } })
    expect(await call('GET', `${path}/control-lock`)).toEqual(refused(409, 'IVM.20030001'))
  })

  it('takes a short step by default and turns on for thirty seconds otherwise', async () => {
    const lock = await take()
    await spin(lock, { direction: 'LEFT' })
    expect(simulator.state().moves).toMatchObject([
      { movement: 'left', speed: 1, stopsAt: simulator.now() + 300 },
    ])
    simulator.pass(300)
    await spin(lock, { direction: 'LOWER_RIGHT', speed: 5, mode: 'NON_POINT' })
    expect(simulator.state().moves).toMatchObject([
      { movement: 'downRight', speed: 0.5, stopsAt: simulator.now() + 30_000 },
    ])
  })

  it('wants 300 ms between commands', async () => {
    const lock = await take()
    await spin(lock, { direction: 'LEFT', mode: 'NON_POINT' })
    expect(await spin(lock, { direction: 'STOP' })).toEqual(refused(429, 'IVM.20030002'))
    simulator.pass(300)
    expect(await spin(lock, { direction: 'STOP' })).toEqual(ok)
    expect(simulator.state().moves).toEqual([])
  })

  it('needs the stop of its kind on a direct camera', async () => {
    const lock = await take()
    await spin(lock, { direction: 'IN', mode: 'NON_POINT' })
    simulator.pass(300)
    await spin(lock, { direction: 'STOP' })
    expect(simulator.state().moves).toHaveLength(1)
    simulator.pass(300)
    await spin(lock, { direction: 'ZOOM_STOP' })
    expect(simulator.state().moves).toEqual([])
  })

  it('only turns a GB28181 device on and on, and stops it altogether', async () => {
    const device = channelPath(...national)
    const lock = textAt((await call('GET', `${device}/control-lock`)).body, 'control_token')
    const command = (values: object) => {
      simulator.pass(300)
      return call('POST', `${device}/ptz-spin`, { control_lock: lock, ...values })
    }
    expect(await command({ direction: 'UP' })).toEqual(refused(400, 'IVM.10020001'))
    expect((await command({ direction: 'IN', mode: 'NON_POINT' })).status).toBe(200)
    await command({ direction: 'STOP' })
    expect(simulator.state().moves).toEqual([])
  })

  it.each([{ direction: 'SIDEWAYS' }, { direction: 'UP', speed: 11 }, { direction: 'UP', mode: 'FAST' }])(
    'refuses %o',
    async values => {
      expect(await spin(await take(), values)).toEqual(refused(400, 'IVM.10020001'))
    },
  )

  it('refuses a command without a lock, on an offline device and on a fixed camera', async () => {
    expect(await call('POST', `${path}/ptz-spin`, { direction: 'UP' })).toEqual(refused(403, 'IVM.20030005'))
    expect(await call('GET', `${channelPath('SIMHOLO0002')}/control-lock`)).toEqual(
      refused(400, 'IVM.20000036'),
    )
    expect(await call('GET', `${channelPath('SIMHOLO0001', '3')}/control-lock`)).toEqual(
      refused(400, 'IVM.20030004'),
    )
    expect(await call('GET', `${channelPath('NOBODY')}/control-lock`)).toEqual(refused(404, 'IVM.20030003'))
  })
})

describe('huawei recordings', () => {
  const morning = times('9 00:00:00', '9 12:00:00')

  it('pages ten at a time, and does not count device recordings', async () => {
    const path = `${channelPath()}/device-records?${morning}`
    const first = await call('GET', path)
    expect(first.body).toMatchObject({ total: 0 })
    expect(first.body).not.toHaveProperty('device_id')
    expect(listAt(first.body, 'records')).toHaveLength(10)
    expect(at(first.body, 'records', 0)).toEqual({
      record_name: expect.any(String),
      record_type: expect.stringMatching(/^(NORMAL|ALRAM)_RECORD$/),
      start_time: '2026-06-09 00:00:00',
      end_time: '2026-06-09 01:00:00',
    })
    expect(listAt((await call('GET', `${path}&offset=10`)).body, 'records')).toHaveLength(2)
    expect(listAt((await call('GET', `${path}&limit=1000`)).body, 'records')).toHaveLength(12)
  })

  it('keeps opening hours in the cloud, by kind', async () => {
    const path = `${channelPath()}/cloud-records?${times('8 00:00:00', '9 00:00:00')}&limit=100`
    const all = await call('GET', path)
    expect(all.body).toMatchObject({ total: 12, device_id: 'SIMHOLO0001', channel_id: '0' })
    expect(at(all.body, 'records', 0)).toMatchObject({
      record_id: expect.any(String),
      record_size: expect.any(Number),
    })
    const kinds = listAt(all.body, 'records').map(record => at(record, 'record_type'))
    expect(new Set(kinds)).toEqual(new Set(['NORMAL_RECORD', 'MOTION_RECORD']))
    const motion = await call('GET', `${path}&record_type=MOTION_RECORD`)
    expect(listAt(motion.body, 'records')).toHaveLength(kinds.filter(kind => kind === 'MOTION_RECORD').length)
    expect((await call('GET', `${channelPath(...national)}/cloud-records?${morning}`)).body).toMatchObject({
      total: 0,
      records: [],
    })
  })

  it('answers IVM.20020012 where nothing is recorded, an empty list where nothing lies in the span', async () => {
    for (const store of ['cloud-records', 'device-records']) {
      const path = `${channelPath('SIMHOLO0003')}/${store}`
      expect(await call('GET', `${path}?${morning}`)).toEqual(refused(404, 'IVM.20020012'))
      const future = `${channelPath()}/${store}?${times('9 13:00:00', '9 14:00:00')}`
      expect((await call('GET', future)).body).toMatchObject({ records: [] })
    }
  })

  it.each([
    '',
    'start_time=20260609000000&end_time=20260609010000',
    `${morning}&limit=1001`,
    `${morning}&offset=-1`,
  ])('refuses ?%s', async query => {
    expect(await call('GET', `${channelPath()}/device-records?${query}`)).toEqual(
      refused(400, 'IVM.10020001'),
    )
  })

  it('plays from both stores by the protocols of each', async () => {
    const url = async (path: string) => (await call('GET', path)).body
    const hour = times('9 10:00:00', '9 11:00:00')
    const cloud = await url(`${channelPath()}/cloud-records/web-playback-url?${hour}&playback_protocol=HLS`)
    expect(await (await fetch(textAt(cloud, 'playback_url'))).text()).toContain('#EXT-X-STREAM-INF')
    const device = await url(`${channelPath()}/device-records/web-playback-url?${hour}&protocol=HLS_DEV`)
    expect(textAt(device, 'playback_url')).toMatch(/\/vod\/SIMHOLO0001_0\.m3u8\?t=/)
    const flv = await url(
      `${channelPath(...national)}/device-records/web-playback-url?${hour}&protocol=HTTP_FLV_DEV`,
    )
    expect((await firstBytes(textAt(flv, 'playback_url'))).bytes).toMatch(/^FLV/)
    const direct = `${channelPath()}/device-records/web-playback-url?${hour}&protocol=HTTP_FLV_DEV`
    expect(await call('GET', direct)).toEqual(refused(400, 'IVM.10020001'))
    const none = `${channelPath('SIMHOLO0003')}/device-records/web-playback-url?${hour}&protocol=HLS_DEV`
    expect(await call('GET', none)).toEqual(refused(404, 'IVM.20020012'))
  })
})

describe('huawei presets and snapshots', () => {
  const path = `${channelPath()}/preset-position`

  it('adds, lists, renames, calls and deletes presets of a HoloSens device', async () => {
    expect((await call('POST', path, { preset_name: 'Till' })).body).toMatchObject({ preset_index: 1 })
    await call('PUT', path, { preset_index: 1, preset_name: 'Till 2' })
    expect((await call('GET', path)).body).toMatchObject({
      preset_positions: [
        { preset_index: 1, preset_name: 'Till 2', jpg_base64: expect.stringMatching(/^\/9j\//) },
      ],
    })
    const control_token = textAt((await call('GET', `${channelPath()}/control-lock`)).body, 'control_token')
    expect((await call('POST', `${path}/move`, { preset_index: 1, control_token })).status).toBe(200)
    expect(simulator.media.asked).toEqual(['goTo huawei/SIMHOLO0001/0'])
    expect((await call('DELETE', path, { preset_index: 1 })).status).toBe(200)
    expect(await call('DELETE', path, { preset_index: 1 })).toEqual(refused(404, 'IVM.20030007'))
    expect(await call('GET', `${channelPath(...national)}/preset-position`)).toEqual(
      refused(400, 'IVM.20030004'),
    )
  })

  it('takes a picture every ten seconds, at once or stored behind the token', async () => {
    const snap = (rest: string) =>
      call('GET', `devices/snap?device_id=SIMHOLO0001&channel_id=0&storage=${rest}`)
    expect((await snap('false')).body).toMatchObject({ pic_data: expect.stringMatching(/^\/9j\//) })
    simulator.pass(9999)
    expect(await snap('false')).toEqual(refused(429, 'IVM.20030002'))
    simulator.pass(1)
    const url = textAt((await snap('true')).body, 'pic_url')
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { 'Access-Token': token } })).headers.get('content-type')).toBe(
      'image/jpeg',
    )
  })

  it('gives the address of a stored picture even of an offline device', async () => {
    const snap = (storage: string) =>
      call('GET', `devices/snap?device_id=SIMHOLO0002&channel_id=0&storage=${storage}`)
    expect(await snap('false')).toEqual(refused(400, 'IVM.20000036'))
    const url = textAt((await snap('true')).body, 'pic_url')
    expect((await fetch(url, { headers: { 'Access-Token': token } })).status).toBe(404)
  })
})
