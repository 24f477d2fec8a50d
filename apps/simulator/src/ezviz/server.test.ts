import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, firstBytes, listAt, type Simulated, simulated, textAt } from '../../test/simulated.ts'
import { accounts } from './devices.ts'

let simulator: Simulated
let accessToken: string

beforeEach(async () => {
  simulator = await simulated()
  accessToken = await signIn(accounts[0])
})
afterEach(() => simulator.close())

async function post(path: string, fields: Record<string, string | number>): Promise<unknown> {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  const answer = await fetch(`${simulator.addresses.ezviz}/api/lapp/${path}`, { method: 'POST', body })
  expect(answer.status).toBe(200)
  return answer.json()
}
const call = (path: string, fields: Record<string, string | number>) => post(path, { accessToken, ...fields })
const on = (letter: string) => ({ deviceSerial: `SIM00000${letter}`, channelNo: 1 })
async function liveOf(letter: string): Promise<unknown> {
  return at(await call('live/address/get', { source: `SIM00000${letter}:1` }), 'data', 0)
}
async function signIn({ appKey, appSecret }: { appKey: string; appSecret: string }): Promise<string> {
  return textAt(await post('token/get', { appKey, appSecret }), 'data', 'accessToken')
}
const file = (start: string, end: string) => ({
  recType: 2,
  startTime: Date.parse(`2026-06-09T${start}+08:00`),
  endTime: Date.parse(`2026-06-09T${end}+08:00`),
})

describe('ezviz sign-in', () => {
  it('gives a token for seven days, with its end in epoch milliseconds', async () => {
    const { appKey, appSecret } = accounts[0]
    expect(await post('token/get', { appKey, appSecret })).toEqual({
      code: '200',
      msg: 'ok',
      data: { accessToken: expect.stringMatching(/^at\./), expireTime: simulator.now() + 7 * 86_400_000 },
    })
  })

  it.each([
    [{ appKey: 'nobody', appSecret: 'x' }, '10017'],
    [{ appKey: accounts[0].appKey, appSecret: 'x' }, '10030'],
    [{ appKey: accounts[0].appKey }, '10001'],
  ])('refuses %o with %s', async (fields, code) => {
    expect(await post('token/get', fields as Record<string, string>)).toMatchObject({ code })
  })

  it('answers 10002 for a token that is missing, unknown, expired by time or by the switch', async () => {
    expect(await post('device/capacity', on('A'))).toMatchObject({ code: '10002' })
    expect(await post('device/capacity', { accessToken: 'at.x', ...on('A') })).toMatchObject({
      code: '10002',
    })
    simulator.expireTokens('ezviz')
    expect(await call('device/capacity', on('A'))).toMatchObject({ code: '10002' })
    simulator.world.switch('ezviz', { tokenSeconds: 60 })
    accessToken = await signIn(accounts[0])
    simulator.pass(60_000)
    expect(await call('device/capacity', on('A'))).toMatchObject({ code: '10002' })
  })

  it('takes forms only, by POST only', async () => {
    const url = `${simulator.addresses.ezviz}/api/lapp/device/capacity`
    const json = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken, ...on('A') }),
    })
    expect(await json.json()).toMatchObject({ code: '10001' })
    expect((await fetch(`${url}?accessToken=${accessToken}&deviceSerial=SIM00000A`)).status).toBe(404)
  })
})

describe('ezviz devices', () => {
  it.each([
    ['sim00000a', 1, '20014'],
    ['SIM99999A', 1, '20002'],
    ['SIM00000A', 2, '20032'],
    ['SIM00000A', 0, '10001'],
    ['SIM00000I', 1, '20018'],
    ['SIM00000E', 1, '20007'],
  ])('answers serial %s channel %i with %s', async (deviceSerial, channelNo, code) => {
    expect(await call('device/capacity', { deviceSerial, channelNo })).toMatchObject({ code })
  })

  it('tells abilities as text, and nothing at all for a device that does not say', async () => {
    const ordinary = await call('device/capacity', on('A'))
    expect(at(ordinary, 'data')).toMatchObject({
      support_ptz: '1',
      ptz_45: '1',
      ptz_preset: '1',
      support_capture: '1',
    })
    expect(at(await call('device/capacity', on('C')), 'data', 'ptz_45')).toBe('0')
    expect(at(await call('device/capacity', on('G')), 'data', 'support_ptz')).toBe('0')
    expect(at(await call('device/capacity', on('D')), 'data')).toEqual({})
  })

  it('opens the devices of the second account to it alone', async () => {
    accessToken = await signIn(accounts[1])
    expect(await call('device/capacity', on('I'))).toMatchObject({ code: '200' })
  })
})

describe('ezviz live', () => {
  it('answers each source by itself, with flags for offline and encrypted devices', async () => {
    const source = 'SIM00000A:1,SIM00000E:1,SIM00000F:1,SIM99999A:1,SIM00000I:1'
    const answer = await call('live/address/get', { source })
    const items = listAt(answer, 'data')
    expect(items.map(item => [at(item, 'ret'), at(item, 'status'), at(item, 'exception')])).toEqual([
      ['200', 1, 0],
      ['200', 1, 1],
      ['200', 1, 2],
      ['20002', undefined, undefined],
      ['20018', undefined, undefined],
    ])
    expect(Object.keys(Object(items[0])).sort()).toEqual(
      [
        ...['channelNo', 'desc', 'deviceName', 'deviceSerial', 'exception', 'flvAddress', 'hdFlvAddress'],
        ...['hls', 'hlsHd', 'ret', 'rtmp', 'rtmpHd', 'status'],
      ].sort(),
    )
  })

  it('gives no address before live is switched on, once', async () => {
    const source = 'SIM00000B:1'
    const closed = at(await call('live/address/get', { source }), 'data', 0)
    expect(closed).toMatchObject({ status: 0, ret: '200' })
    expect(closed).not.toHaveProperty('hls')
    expect(at(await call('live/video/open', { source }), 'data', 0, 'ret')).toBe('200')
    expect(at(await call('live/video/open', { source }), 'data', 0, 'ret')).toBe('60062')
    const open = at(await call('live/address/get', { source }), 'data', 0)
    expect(open).toMatchObject({ status: 1 })
    expect((await firstBytes(textAt(open, 'flvAddress'))).bytes).toMatch(/^FLV/)
  })

  it('refuses more than fifty sources, or none', async () => {
    const source = Array.from({ length: 51 }, () => 'SIM00000A:1').join()
    expect(await call('live/address/get', { source })).toMatchObject({ code: '10001' })
    expect(await call('live/address/get', {})).toMatchObject({ code: '10001' })
  })

  it('serves FLV in two qualities and HLS, open to pages of any origin', async () => {
    const item = await liveOf('A')
    const flv = await firstBytes(textAt(item, 'flvAddress'))
    expect(flv.bytes).toMatch(/^FLV/)
    expect(flv.headers.get('access-control-allow-origin')).toBe('*')
    await firstBytes(textAt(item, 'hdFlvAddress'))
    expect(simulator.media.asked).toEqual(['live ezviz/SIM00000A/1 sub', 'live ezviz/SIM00000A/1 main'])
    const playlist = await (await fetch(textAt(item, 'hlsHd'))).text()
    const segment = playlist.split('\n').find(line => line.startsWith('/'))
    const answer = await fetch(simulator.addresses.ezviz + segment)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('refuses addresses after two hours, when told that they are expired, and of a device gone offline', async () => {
    const hls = textAt(await liveOf('A'), 'hls')
    expect((await fetch(hls)).status).toBe(200)
    simulator.world.change('ezviz/SIM00000A/1', { faults: { offline: true } })
    expect((await fetch(hls)).status).toBe(403)
    simulator.world.change('ezviz/SIM00000A/1', { faults: { offline: false, expiredAddress: true } })
    expect((await fetch(hls)).status).toBe(403)
    simulator.world.change('ezviz/SIM00000A/1', { faults: { expiredAddress: false } })
    simulator.pass(2 * 3_600_000)
    expect((await fetch(hls)).status).toBe(403)
  })

  it('gives one address per call in the second generation, its end as text', async () => {
    const flv = await call('v2/live/address/get', { ...on('A'), protocol: 4, quality: 2, expireTime: 600 })
    expect(at(flv, 'data', 'expireTime')).toBe('2026-06-09 12:10:00')
    expect((await firstBytes(textAt(flv, 'data', 'url'))).bytes).toMatch(/^FLV/)
    const ezopen = await call('v2/live/address/get', { ...on('A'), protocol: 1 })
    expect(at(ezopen, 'data', 'url')).toBe('ezopen://open.ys7.com/SIM00000A/1.hd.live')
    expect(await call('v2/live/address/get', { ...on('A'), protocol: 9 })).toMatchObject({ code: '10001' })
    expect(await call('v2/live/address/get', on('E'))).toMatchObject({ code: '20007' })
  })

  it('plays recordings by text times, not by epoch values', async () => {
    const times = { startTime: '2026-06-09 08:00:00', stopTime: '2026-06-09 08:10:00' }
    const flv = await call('v2/live/address/get', { ...on('A'), protocol: 4, type: 2, ...times })
    expect((await firstBytes(textAt(flv, 'data', 'url'))).bytes).toMatch(/^FLV/)
    expect(simulator.media.senders[0]).toBe(
      `ezviz/SIM00000A/1 open ${Date.parse('2026-06-09T08:00:00+08:00')} ${Date.parse('2026-06-09T08:10:00+08:00')}`,
    )
    const hls = await call('v2/live/address/get', { ...on('A'), protocol: 2, type: 2, ...times })
    expect(await (await fetch(textAt(hls, 'data', 'url'))).text()).toContain('#EXT-X-ENDLIST')
    const epoch = { startTime: '1780963200000', stopTime: '1780966800000' }
    expect(await call('v2/live/address/get', { ...on('A'), type: 2, ...epoch })).toMatchObject({
      code: '10001',
    })
    const none = await call('v2/live/address/get', { ...on('H'), protocol: 4, type: 2, ...times })
    expect((await fetch(textAt(none, 'data', 'url'))).status).toBe(404)
  })

  it('sends nothing a player could decode from an encrypted device', async () => {
    const item = await liveOf('F')
    expect((await firstBytes(textAt(item, 'flvAddress'))).bytes).not.toMatch(/^FLV/)
  })
})

describe('ezviz movement', () => {
  it('accepts only stop after a start', async () => {
    const start = { ...on('A'), direction: 2, speed: 1 }
    expect(await call('device/ptz/start', start)).toEqual({ code: '200', msg: 'ok' })
    expect(await call('device/ptz/start', { ...start, direction: 3 })).toMatchObject({ code: '60006' })
    expect(await call('device/ptz/stop', on('A'))).toMatchObject({ code: '200' })
    expect(await call('device/ptz/start', { ...start, direction: 6 })).toMatchObject({ code: '200' })
    expect(simulator.media.asked).toEqual([
      'move ezviz/SIM00000A/1 left 0.4',
      'move ezviz/SIM00000A/1 stop 0',
      'move ezviz/SIM00000A/1 upRight 0.4',
    ])
  })

  it.each([
    ['A', { direction: 2, speed: 0 }, '10001'],
    ['A', { direction: 12, speed: 1 }, '10001'],
    ['A', { direction: 2 }, '10001'],
    ['G', { direction: 2, speed: 1 }, '60000'],
    ['C', { direction: 4, speed: 1 }, '60000'],
    ['E', { direction: 2, speed: 1 }, '20007'],
  ])('refuses on device %s %o with %s', async (letter, fields, code) => {
    expect(await call('device/ptz/start', { ...on(letter), ...fields })).toMatchObject({ code })
  })

  it.each([
    [0, { x: 0.5, y: 0.175, zoom: 2 }, '60002'],
    [1, { x: 0.5, y: 0.825, zoom: 2 }, '60003'],
    [2, { x: 0.175, y: 0.5, zoom: 2 }, '60004'],
    [3, { x: 0.825, y: 0.5, zoom: 2 }, '60005'],
  ])('tells that direction %i is at its end', async (direction, position, code) => {
    simulator.media.goTo(simulator.world.get('ezviz/SIM00000A/1')!, position)
    expect(await call('device/ptz/start', { ...on('A'), direction, speed: 1 })).toMatchObject({ code })
  })

  it('numbers presets itself, up to twelve, and returns to them', async () => {
    const positions = Array.from({ length: 12 }, (_, index) => index + 1)
    for (const index of positions) {
      expect(at(await call('device/preset/add', on('A')), 'data')).toEqual({ index })
    }
    expect(await call('device/preset/add', on('A'))).toMatchObject({ code: '60008' })
    expect(await call('device/preset/clear', { ...on('A'), index: 4 })).toMatchObject({ code: '200' })
    expect(await call('device/preset/move', { ...on('A'), index: 4 })).toMatchObject({ code: '10001' })
    expect(at(await call('device/preset/add', on('A')), 'data')).toEqual({ index: 4 })
    expect(await call('device/preset/move', { ...on('A'), index: 4 })).toMatchObject({ code: '200' })
    expect(await call('device/preset/move', { ...on('A'), index: 5 })).toMatchObject({ code: '60009' })
    expect(simulator.media.asked).toEqual(['goTo ezviz/SIM00000A/1'])
    expect(await call('device/preset/add', on('G'))).toMatchObject({ code: '60000' })
  })
})

describe('ezviz capture', () => {
  it('serves a picture behind a signed address for two hours', async () => {
    const picUrl = textAt(await call('device/capture', on('A')), 'data', 'picUrl')
    const picture = await fetch(picUrl)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect((await fetch(picUrl.replace(/Signature=.*/, 'Signature=x'))).status).toBe(403)
    simulator.pass(2 * 3_600_000)
    expect((await fetch(picUrl)).status).toBe(403)
  })

  it('wants four seconds between pictures, and gives so many a day', async () => {
    simulator.world.switch('ezviz', { capturesPerDay: 2 })
    expect(await call('device/capture', on('A'))).toMatchObject({ code: '200' })
    simulator.pass(3999)
    expect(await call('device/capture', on('A'))).toMatchObject({ code: '20008' })
    simulator.pass(1)
    expect(await call('device/capture', on('A'))).toMatchObject({ code: '200' })
    simulator.pass(4000)
    expect(await call('device/capture', on('A'))).toMatchObject({ code: '10028' })
    simulator.pass(12 * 3_600_000)
    accessToken = await signIn(accounts[0])
    expect(await call('device/capture', on('A'))).toMatchObject({ code: '200' })
  })
})

describe('ezviz recordings', () => {
  const morning = {
    startTime: Date.parse('2026-06-09T08:30:00+08:00'),
    endTime: Date.parse('2026-06-09T10:00:00+08:00'),
  }

  it('lists whole files that touch the span, plainly', async () => {
    const files = listAt(await call('video/by/time', { ...on('A'), ...morning }), 'data')
    expect(files).toMatchObject([file('08:00', '09:00'), file('09:00', '10:00')])
    expect(files[0]).toMatchObject({ channelNo: 1, fileSize: null })
  })

  it('lists today up to now when no span is given', async () => {
    const files = listAt(await call('video/by/time', on('A')), 'data')
    expect(files.at(-1)).toMatchObject({ endTime: simulator.now() })
    expect(files[0]).toMatchObject({ startTime: Date.parse('2026-06-09T00:00:00+08:00') })
  })

  it('answers null when there is nothing', async () => {
    expect(await call('video/by/time', { ...on('H'), ...morning })).toEqual({
      code: '200',
      msg: 'ok',
      data: null,
    })
  })

  it('pages with version 2.0, which device storage requires', async () => {
    const device = { ...on('A'), ...morning, recType: 2 }
    expect(await call('video/by/time', device)).toMatchObject({ code: '10001' })
    const first = await call('video/by/time', { ...device, version: '2.0', pageSize: 1 })
    const nextFileTime = Date.parse('2026-06-09T09:00:00+08:00')
    expect(at(first, 'data')).toMatchObject({ files: [file('08:00', '09:00')], isAll: false, nextFileTime })
    const rest = await call('video/by/time', {
      ...device,
      startTime: nextFileTime,
      version: '2.0',
      pageSize: 500,
    })
    expect(at(rest, 'data')).toMatchObject({
      files: [file('09:00', '10:00')],
      isAll: true,
      nextFileTime: null,
    })
    expect(await call('video/by/time', { ...device, version: '2.0', pageSize: 501 })).toMatchObject({
      code: '10001',
    })
  })

  it('refuses times that are not milliseconds', async () => {
    expect(await call('video/by/time', { ...on('A'), startTime: '2026-06-09 08:00:00' })).toMatchObject({
      code: '10001',
    })
  })
})
