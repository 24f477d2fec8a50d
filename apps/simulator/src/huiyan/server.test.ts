import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  at,
  firstBytes,
  listAt,
  md5,
  openSocket,
  type Simulated,
  simulated,
  textAt,
  until,
} from '../../test/simulated.ts'
import { account, apiKey } from './devices.ts'

let simulator: Simulated
let token: string

beforeEach(async () => {
  simulator = await simulated()
  token = textAt((await logIn()).body, 'data', 'accessToken')
})
afterEach(() => simulator.close())

type Reply = { status: number; headers: Headers; body: unknown }
async function send(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const answer = await fetch(simulator.addresses.huiyan + path, { method, headers })
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, headers: answer.headers, body: isJson ? await answer.json() : undefined }
}
const logIn = (password = md5(account.password), username: string = account.username) =>
  send('GET', `/api/user/login?username=${username}&password=${password}`)
const get = async (path: string) => (await send('GET', `/api/${path}`, { 'access-token': token })).body
const post = async (path: string) => (await send('POST', `/api/${path}`, { 'access-token': token })).body

const first = '34020000001320000001'
const second = '34020000001320000002'
const door = `${first}/34020000001310000001`
const doorId = `huiyan/${door}`
const doorStream = `${first}_34020000001310000001`
const ignoring = `${first}/34020000001310000002`
const partial = `${first}/34020000001310000003`
const silent = `${second}/34020000001310000004`
const offline = `${second}/34020000001310000006`
const span = (start: string, end: string) => `startTime=2026-06-09%20${start}&endTime=2026-06-09%20${end}`
const done = { code: 0, msg: '成功', data: null }

describe('huiyan sign-in', () => {
  it('gives a token in the body and in the header of that name', async () => {
    const { headers, body } = await logIn()
    expect(body).toMatchObject({ code: 0, data: { accessToken: headers.get('access-token') } })
    expect(
      (await send('POST', `/api/user/login?username=aisle&password=${md5(account.password)}`)).body,
    ).toMatchObject({ code: 0 })
  })

  it('wants the password as MD5', async () => {
    expect(await logIn(account.password)).toMatchObject({ status: 200, body: { code: 401, data: null } })
    expect(await logIn(undefined, 'nobody')).toMatchObject({ status: 200, body: { code: 401 } })
  })

  it('accepts the token as header or parameter, and an API key instead', async () => {
    const path = `/api/play/start/${door}`
    expect((await send('GET', path)).body).toMatchObject({ code: 401 })
    expect((await send('GET', `${path}?access-token=${token}`)).body).toMatchObject({ code: 0 })
    expect((await send('GET', path, { 'api-key': apiKey })).body).toMatchObject({ code: 0 })
  })

  it('ends all tokens as a restart does', async () => {
    simulator.expireTokens('huiyan')
    expect(await get(`play/start/${door}`)).toMatchObject({ code: 401 })
  })
})

describe('huiyan live', () => {
  const start = (channel = door) => get(`play/start/${channel}`)

  it('answers after a while with all addresses that the media server has', async () => {
    const media = `127.0.0.1:${new URL(simulator.addresses.huiyan).port}`
    expect(await start()).toMatchObject({
      code: 0,
      data: {
        app: 'rtp',
        stream: doorStream,
        flv: `http://${media}/rtp/${doorStream}.live.flv`,
        ws_flv: `ws://${media}/rtp/${doorStream}.live.flv`,
        fmp4: `http://${media}/rtp/${doorStream}.live.mp4`,
        hls: `http://${media}/rtp/${doorStream}/hls.m3u8`,
        rtmp: `rtmp://${media}/rtp/${doorStream}`,
        rtc: `http://${media}/index/api/webrtc?app=rtp&stream=${doorStream}&type=play`,
        https_flv: null,
        wss_flv: null,
        mediaServerId: 'sim-zlm',
        startTime: null,
      },
    })
    expect(simulator.waits).toEqual([900])
    await start()
    expect(simulator.waits).toEqual([900])
  })

  it('brings no media at every fifth first start, and does when asked again', async () => {
    const codes: unknown[] = []
    for (let count = 0; count < 6; count += 1) {
      codes.push(at(await start(), 'code'))
      await get(`play/stop/${door}`)
    }
    expect(codes).toEqual([0, 0, 0, 0, -2, 0])
  })

  it('is as sure as any camera when it was provisioned without that flaw', async () => {
    simulator.world.provision([
      { platform: 'huiyan', deviceCode: '34020000001320000099', channel: '34020000001310000099' },
    ])
    for (let count = 0; count < 6; count += 1) {
      expect(await start('34020000001320000099/34020000001310000099')).toMatchObject({ code: 0 })
      await get('play/stop/34020000001320000099/34020000001310000099')
    }
  })

  it('serves the stream in four ways, open to pages of any origin', async () => {
    const data = at(await start(), 'data')
    const flv = await firstBytes(textAt(data, 'flv'))
    expect(flv.bytes).toMatch(/^FLV/)
    expect(flv.headers.get('access-control-allow-origin')).toBe('*')
    expect(at(await openSocket(textAt(data, 'ws_flv')), 'first')).toMatch(/^FLV/)
    expect((await firstBytes(textAt(data, 'fmp4'))).headers.get('content-type')).toBe('video/mp4')
    const playlist = await (await fetch(textAt(data, 'hls'))).text()
    const segment = playlist.split('\n').find(line => line.startsWith('/'))
    expect(
      (await fetch(simulator.addresses.huiyan + segment)).headers.get('access-control-allow-origin'),
    ).toBe('*')
  })

  it('has no stream before a start, and none a minute after the last viewer left', async () => {
    const flv = `${simulator.addresses.huiyan}/rtp/${doorStream}.live.flv`
    expect((await fetch(flv)).status).toBe(404)
    await start()
    const socket = await openSocket(flv.replace('http', 'ws'))
    simulator.pass(300_000)
    await firstBytes(flv)
    if ('close' in socket) await socket.close()
    await until(() => simulator.state().streams.length === 0)
    simulator.pass(60_000)
    expect((await fetch(flv)).status).toBe(404)
    expect(await openSocket(flv.replace('http', 'ws'))).toEqual({ refused: 403 })
  })

  it('answers -1 for an offline channel and 404 for one that does not exist', async () => {
    expect(await start(offline)).toMatchObject({ code: -1, data: null })
    expect(await start('1/2')).toMatchObject({ code: 404 })
  })

  it('keeps the picture of the moment when the stream started', async () => {
    const snap = () => send('GET', `/api/device/query/snap/${door}`, { 'access-token': token })
    expect((await snap()).status).toBe(404)
    expect(await get(`play/snap?deviceId=${first}&channelId=34020000001310000001`)).toMatchObject({
      code: 100,
    })
    await start()
    expect((await snap()).headers.get('content-type')).toBe('image/jpeg')
    expect(await get(`play/snap?deviceId=${first}&channelId=34020000001310000001`)).toMatchObject({
      code: 0,
      data: `${doorStream}.jpg`,
    })
  })
})

describe('huiyan movement', () => {
  const old = (
    command: string,
    speeds = 'horizonSpeed=115&verticalSpeed=115&zoomSpeed=115',
    channel = door,
  ) => post(`ptz/control/${channel}?command=${command}&${speeds}`)
  const current = (query: string) => get(`front-end/ptz/${door}?${query}`)
  const speeds = (zoom: number) => `horizonSpeed=0&verticalSpeed=0&zoomSpeed=${zoom}`

  it.each([
    ['left', 'left'],
    ['right', 'right'],
    ['up', 'up'],
    ['down', 'down'],
    ['upleft', 'upLeft'],
    ['upright', 'upRight'],
    ['downleft', 'downLeft'],
    ['downright', 'downRight'],
  ])('moves for the command %s of both editions', async (command, movement) => {
    expect(await old(command, 'horizonSpeed=255&verticalSpeed=255&zoomSpeed=0')).toEqual(done)
    expect(await old('stop', speeds(0))).toEqual(done)
    expect(await current(`command=${command}&horizonSpeed=51&verticalSpeed=51&zoomSpeed=0`)).toEqual(done)
    expect(simulator.media.asked).toEqual([
      `move ${doorId} ${movement} 1`,
      `move ${doorId} stop 0`,
      `move ${doorId} ${movement} 0.2`,
    ])
  })

  it('zooms by the upper digit in 2.7.0, where 1 to 15 are all the slowest', async () => {
    const speedOf = async (zoom: number) => {
      await old('zoomin', speeds(zoom))
      return simulator.state().moves[0]?.speed
    }
    expect(await speedOf(255)).toBe(1)
    expect(await speedOf(115)).toBe(7 / 15)
    expect(await speedOf(15)).toBe(1 / 15)
    expect(await speedOf(16)).toBe(1 / 15)
  })

  it('zooms by the value itself in the current edition and refuses more than 15', async () => {
    expect(await current(`command=zoomout&${speeds(7)}`)).toEqual(done)
    expect(simulator.state().moves).toMatchObject([{ movement: 'zoomOut', speed: 7 / 15 }])
    expect(await current(`command=zoomout&${speeds(16)}`)).toMatchObject({ code: 100 })
  })

  it('requires all values in 2.7.0, by POST', async () => {
    const answer = await send('POST', `/api/ptz/control/${door}?command=left`, { 'access-token': token })
    expect(answer).toMatchObject({ status: 400, body: { code: 400 } })
    expect(
      (await send('GET', `/api/ptz/control/${door}?command=left&${speeds(0)}`, { 'access-token': token }))
        .status,
    ).toBe(404)
    expect(await current('command=left')).toEqual(done)
    expect(await old('left', 'horizonSpeed=256&verticalSpeed=0&zoomSpeed=0')).toMatchObject({ code: 100 })
  })

  it('takes an unknown command for stop', async () => {
    await old('left')
    expect(await old('sideways')).toEqual(done)
    expect(simulator.state().moves).toEqual([])
  })

  it('says that all is well when a camera ignores it', async () => {
    expect(await old('left', undefined, ignoring)).toEqual(done)
    expect(simulator.state().moves).toEqual([])
    expect(await old('left', undefined, offline)).toMatchObject({ code: -1 })
  })

  it.each([
    [
      '2.7.0',
      (code: number, index: number) =>
        post(`ptz/front_end_command/${door}?cmdCode=${code}&parameter1=0&parameter2=${index}&combindCode2=0`),
    ],
    [
      'the current edition',
      (code: number, index: number) =>
        get(`front-end/common/${door}?cmdCode=${code}&parameter1=1&parameter2=${index}&combindCode2=0`),
    ],
    [
      'the preset calls of the current edition',
      (code: number, index: number) =>
        get(
          `front-end/preset/${code === 129 ? 'add' : code === 130 ? 'call' : 'delete'}/${door}?presetId=${index}`,
        ),
    ],
  ])('sets, calls and deletes presets with %s', async (_edition, command) => {
    expect(await command(129, 5)).toEqual(done)
    expect(simulator.world.presets(doorId).has(5)).toBe(true)
    expect(await command(130, 5)).toEqual(done)
    expect(await command(130, 6)).toEqual(done)
    expect(simulator.media.asked).toEqual([`goTo ${doorId}`])
    expect(await get(`ptz/preset/query/${door}`)).toMatchObject({ data: [{ presetId: '5' }] })
    expect(await command(131, 5)).toEqual(done)
    expect(simulator.world.presets(doorId).size).toBe(0)
    expect(await command(129, 0)).toMatchObject({ code: 100 })
    expect(await command(129, 256)).toMatchObject({ code: 100 })
  })
})

describe('huiyan recordings', () => {
  const records = (channel: string, query = span('08:30:00', '10:00:00')) =>
    get(`gb_record/query/${channel}?${query}`)

  it('lists whole files by text times', async () => {
    const item = { deviceId: '34020000001310000001', fileSize: '0', secrecy: 0, type: 'time' }
    expect(await records(door)).toMatchObject({
      code: 0,
      data: {
        deviceId: first,
        channelId: '34020000001310000001',
        sumNum: 2,
        count: 2,
        recordList: [
          { ...item, startTime: '2026-06-09 08:00:00', endTime: '2026-06-09 09:00:00' },
          { ...item, startTime: '2026-06-09 09:00:00', endTime: '2026-06-09 10:00:00' },
        ],
      },
    })
  })

  it('counts more than it lists for a camera that answers in part', async () => {
    const answer = await records(partial)
    expect(answer).toMatchObject({ code: 0, data: { sumNum: 2, count: 1 } })
    expect(listAt(answer, 'data', 'recordList')).toHaveLength(1)
  })

  it('times out for a camera that says nothing', async () => {
    expect(await records(silent)).toEqual({ code: 100, msg: 'timeout', data: null })
  })

  it('refuses another form of time with 100 and a missing one with 400', async () => {
    expect(await records(door, 'startTime=2026-06-09T08:00:00&endTime=2026-06-09T09:00:00')).toMatchObject({
      code: 100,
    })
    expect(await records(door, 'startTime=2026-06-09%2008:00:00')).toMatchObject({ code: 400 })
  })
})

describe('huiyan playback', () => {
  const start = (from: string, to: string) => get(`playback/start/${door}?${span(from, to)}`)
  const stream = `${doorStream}_20260609080000_20260609090000`

  it('plays under an id of device, channel and times, and obeys its calls', async () => {
    const answer = await start('08:00:00', '09:00:00')
    expect(answer).toMatchObject({
      data: { stream, startTime: '2026-06-09 08:00:00', endTime: '2026-06-09 09:00:00' },
    })
    expect(at(await openSocket(textAt(answer, 'data', 'ws_flv')), 'first')).toMatch(/^FLV/)
    expect(await get(`playback/pause/${stream}`)).toEqual(done)
    expect(await get(`playback/resume/${stream}`)).toEqual(done)
    expect(await get(`playback/seek/${stream}/90`)).toEqual(done)
    expect(await get(`playback/seek/${stream}/3600`)).toMatchObject({ code: 100 })
    expect(await get(`playback/speed/${stream}/0.25`)).toEqual(done)
    expect(await get(`playback/speed/${stream}/8`)).toMatchObject({ code: 100 })
    expect(await get(`playback/stop/${door}/${stream}`)).toEqual(done)
    expect(await get(`playback/pause/${stream}`)).toMatchObject({ code: 100 })
    const eight = Date.parse('2026-06-09T08:00:00+08:00')
    expect(simulator.media.senders).toEqual([
      `${doorId} open ${eight} ${eight + 3_600_000}`,
      `${doorId} pause`,
      `${doorId} resume`,
      `${doorId} seek ${eight + 90_000}`,
      `${doorId} speed 0.25`,
      `${doorId} close`,
    ])
  })

  it('allows two sessions per device, freed by stop or by a minute without viewers', async () => {
    await start('08:00:00', '09:00:00')
    await start('09:00:00', '10:00:00')
    expect(await start('10:00:00', '11:00:00')).toMatchObject({ code: -3 })
    await get(`playback/stop/${door}/${stream}`)
    expect(await start('10:00:00', '11:00:00')).toMatchObject({ code: 0 })
    simulator.pass(60_001)
    expect(await start('11:00:00', '11:30:00')).toMatchObject({ code: 0 })
  })

  it('brings no media where nothing was recorded', async () => {
    expect(await start('13:00:00', '14:00:00')).toMatchObject({ code: -2 })
  })
})
