import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  at,
  firstBytes,
  listAt,
  openSocket,
  type Simulated,
  simulated,
  textAt,
  until,
} from '../../test/simulated.ts'
import { account, disabledUser } from './devices.ts'

let simulator: Simulated
let tk: string

beforeEach(async () => {
  simulator = await simulated()
  tk = textAt(await logIn(), 'tk')
})
afterEach(() => simulator.close())

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${simulator.addresses.shilian}/webapi/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return answer.json()
}
const logIn = (change: object = {}) => post('login', { ...account, force: 0, login_mode: 0, ...change })
const call = (path: string, body: object) => post(`${path}?tk=${tk}`, body)
const entrance = { chan_serial: 'A00000001J:1' }
const offline = { chan_serial: 'A00000002J:4' }
const unrecorded = { chan_serial: 'A00000002J:3' }
const ptz = (values: object) => call('v4/ptz/control', { ...entrance, ...values })
const second = (time: string) => Date.parse(`${time}+08:00`) / 1000
const view = () => call('v4/preview/view', entrance)

describe('shilian sign-in', () => {
  it('names the token twice', async () => {
    const answer = await logIn({ force: 1 })
    expect(answer).toEqual({ ret: 0, msg: '', tk: expect.any(String), session_id: at(answer, 'tk') })
  })

  it('lets one session in, and a second only by force', async () => {
    expect(await logIn()).toMatchObject({ ret: -30005 })
    expect(await call('v4/channel/ability', entrance)).toMatchObject({ ret: 0 })
    expect(await logIn({ force: 1 })).toMatchObject({ ret: 0 })
    expect(await call('v4/channel/ability', entrance)).toMatchObject({ ret: -5 })
  })

  it.each([
    [{ user: 'nobody' }, -30002],
    [{ password: 'wrong' }, -30003],
    [{ user: disabledUser }, -30004],
    [{ user: '' }, -2],
  ])('refuses %o with %i', async (change, ret) => {
    expect(await logIn(change)).toMatchObject({ ret })
  })

  it('keeps the token two hours from its last use', async () => {
    simulator.pass(2 * 3_600_000 - 1)
    expect(await call('v4/channel/ability', entrance)).toMatchObject({ ret: 0 })
    simulator.pass(2 * 3_600_000 - 1)
    expect(await call('v4/channel/ability', entrance)).toMatchObject({ ret: 0 })
    simulator.pass(2 * 3_600_000)
    expect(await call('v4/channel/ability', entrance)).toMatchObject({ ret: -5 })
    expect(await logIn()).toMatchObject({ ret: 0 })
  })

  it('answers -5 without a token and -30001 for a call that does not exist', async () => {
    expect(await post('v4/channel/ability', entrance)).toMatchObject({ ret: -5 })
    expect(await call('v4/record/nothing', entrance)).toMatchObject({ ret: -30001 })
  })
})

describe('shilian live', () => {
  it('gives a context and an address that is opened once', async () => {
    const answer = await view()
    expect(answer).toEqual({
      ret: 0,
      msg: '',
      view_context: expect.stringMatching(/^qy:room=/),
      url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/live\/A00000001J_1\.flv\?key=/),
      protocol: 'ws-flv',
    })
    const socket = await openSocket(textAt(answer, 'url'))
    expect(at(socket, 'first')).toMatch(/^FLV/)
    expect(await openSocket(textAt(answer, 'url'))).toEqual({ refused: 403 })
  })

  it('gives no address for the native player', async () => {
    expect(await call('v4/preview/view', { ...entrance, type: 1 })).not.toHaveProperty('url')
  })

  it('keeps an unopened address for a minute', async () => {
    const url = textAt(await view(), 'url')
    simulator.pass(60_000)
    expect(await openSocket(url)).toEqual({ refused: 403 })
  })

  it('shows six views of a device at a time, and takes back those that end', async () => {
    const urls: string[] = []
    for (let count = 0; count < 6; count += 1) urls.push(textAt(await view(), 'url'))
    expect(await view()).toMatchObject({ ret: -9 })
    expect(await call('v4/preview/view', { chan_serial: 'A00000002J:1' })).toMatchObject({ ret: 0 })
    const socket = await openSocket(urls[0]!)
    expect(await view()).toMatchObject({ ret: -9 })
    if ('close' in socket) await socket.close()
    await until(() => simulator.state().streams.length === 0)
    expect(await view()).toMatchObject({ ret: 0 })
  })

  it('serves the same address over plain HTTP', async () => {
    const url = textAt(await view(), 'url').replace(/^ws/, 'http')
    expect((await firstBytes(url)).bytes).toMatch(/^FLV/)
    expect((await fetch(url)).status).toBe(403)
  })

  it('chooses the stream, and the main one for all after a high quality level', async () => {
    const watch = async (values: object) => {
      const url = textAt(await call('v4/preview/view', { ...entrance, ...values }), 'url')
      await firstBytes(url.replace(/^ws/, 'http'))
      return simulator.media.asked.at(-1)
    }
    expect(await watch({})).toBe('live shilian/A00000001J/1 sub')
    expect(await watch({ stream: 0 })).toBe('live shilian/A00000001J/1 main')
    expect(await call('v4/preview/setcode', { ...entrance, code: 3 })).toEqual({ ret: 0, msg: '', code: 3 })
    expect(await watch({})).toBe('live shilian/A00000001J/1 main')
    expect(await call('v4/preview/setcode', { ...entrance, code: 5 })).toMatchObject({ ret: -2 })
  })

  it('answers -1 for an offline channel and -2 for one that does not exist', async () => {
    expect(await call('v4/preview/view', offline)).toMatchObject({ ret: -1 })
    expect(await call('v4/preview/view', { chan_serial: 'A00000001J' })).toMatchObject({ ret: -2 })
  })
})

describe('shilian movement', () => {
  it('moves at the speed set before, until action 14', async () => {
    await ptz({ action: 8 })
    expect(await ptz({ action: 15, speed: 10 })).toEqual({ ret: 0, msg: '' })
    await ptz({ action: 13 })
    await ptz({ action: 14 })
    expect(simulator.media.asked).toEqual([
      'move shilian/A00000001J/1 left 0.5',
      'move shilian/A00000001J/1 stop 0',
      'move shilian/A00000001J/1 downRight 1',
      'move shilian/A00000001J/1 stop 0',
    ])
  })

  it.each([
    ['zoomIn', 0],
    ['zoomOut', 1],
    ['up', 6],
    ['down', 7],
    ['right', 9],
    ['upLeft', 10],
    ['upRight', 11],
    ['downLeft', 12],
  ])('turns %s for action %i', async (movement, action) => {
    await ptz({ action })
    expect(simulator.media.asked).toEqual([`move shilian/A00000001J/1 ${movement} 0.5`])
  })

  it('would stop by itself after a minute', async () => {
    await ptz({ action: 6 })
    expect(simulator.state().moves).toMatchObject([{ movement: 'up', stopsAt: simulator.now() + 60_000 }])
  })

  it.each([
    { action: 15, speed: 0 },
    { action: 15, speed: 11 },
    { action: 17, prepoint: 0 },
    { action: 17, prepoint: 65 },
    { action: 20 },
    {},
  ])('refuses %o with -2', async values => {
    expect(await ptz(values)).toMatchObject({ ret: -2 })
  })

  it('sets, calls and deletes presets numbered by the caller', async () => {
    expect(await ptz({ action: 18, prepoint: 3 })).toMatchObject({ ret: -2 })
    expect(await ptz({ action: 17, prepoint: 3 })).toMatchObject({ ret: 0 })
    expect(await ptz({ action: 18, prepoint: 3 })).toMatchObject({ ret: 0 })
    expect(simulator.media.asked).toEqual(['goTo shilian/A00000001J/1'])
    await ptz({ action: 19, prepoint: 3 })
    expect(simulator.world.presets('shilian/A00000001J/1').size).toBe(0)
  })

  it('goes home to where it looked at first', async () => {
    await ptz({ action: 6 })
    simulator.media.goTo(simulator.world.get('shilian/A00000001J/1')!, { x: 0.2, y: 0.2, zoom: 4 })
    await ptz({ action: 16 })
    expect(simulator.media.position(simulator.world.get('shilian/A00000001J/1')!)).toEqual({
      x: 0.5,
      y: 0.5,
      zoom: 2,
    })
  })
})

describe('shilian channels', () => {
  it('tells abilities as 1 and 0', async () => {
    expect(await call('v4/channel/ability', { chan_serial: 'A00000001J:4' })).toMatchObject({
      ptz: 0,
      zoom: 0,
      replay: 1,
    })
    expect(await call('v4/channel/ability', unrecorded)).toMatchObject({ ptz: 1, replay: 0 })
  })

  it('renames a channel', async () => {
    expect(await call('v4/channel/setinfo', { ...entrance, name: 'Cash desk 2' })).toEqual({
      ret: 0,
      msg: '',
    })
    expect(simulator.world.get('shilian/A00000001J/1')?.name).toBe('Cash desk 2')
    expect(await call('v4/channel/setinfo', entrance)).toMatchObject({ ret: -2 })
  })
})

describe('shilian recordings', () => {
  const index = (values: object) => call('v4/record/index', { ...entrance, year: 2026, month: 6, ...values })
  const span = { start_ts: second('2026-06-08T09:00:00'), end_ts: second('2026-06-08T10:00:00') }
  const playback = () => call('v4/record/playback', { ...entrance, ...span })

  it('names the days of a month that have recordings', async () => {
    expect(await index({ type: 0 })).toEqual({ ret: 0, msg: '', days: [1, 2, 3, 4, 5, 6, 7, 8, 9] })
    expect(await index({ type: 0, cloud: 1 })).toMatchObject({ days: [7, 8, 9] })
    expect(await call('v4/record/index', { ...unrecorded, type: 0, year: 2026, month: 6 })).toMatchObject({
      days: [],
    })
  })

  it('names the stretches of a day in seconds, joined, with the nightly gap', async () => {
    const times = listAt(await index({ type: 1, day: 8 }), 'times')
    expect(times).toHaveLength(2)
    expect(times[0]).toMatchObject({ start_ts: second('2026-06-08T00:00:00') })
    expect(times[1]).toMatchObject({ end_ts: second('2026-06-09T00:00:00') })
    expect(Number(at(times, 1, 'start_ts')) - Number(at(times, 0, 'end_ts'))).toBe(20 * 60)
  })

  it('refuses a day that does not exist', async () => {
    expect(await index({ type: 1, day: 31 })).toMatchObject({ ret: -2 })
    expect(await index({ type: 2, day: 1 })).toMatchObject({ ret: -2 })
  })

  it('plays a stretch and is steered by the id it gave', async () => {
    const answer = await playback()
    expect(answer).toMatchObject({ ret: 0, url: expect.stringMatching(/^ws:.*\/vod\/pb-\d+\.flv/) })
    const play_id = textAt(answer, 'play_id')
    expect(at(await openSocket(textAt(answer, 'url')), 'first')).toMatch(/^FLV/)
    const control = (values: object) => call('v4/record/control', { play_id, ...values })
    expect(await control({ ctrl: 2 })).toMatchObject({ ret: 0 })
    expect(await control({ ctrl: 3 })).toMatchObject({ ret: 0 })
    expect(await control({ ctrl: 1, ts: span.start_ts + 60 })).toMatchObject({ ret: 0 })
    expect(await control({ ctrl: 1, ts: span.end_ts })).toMatchObject({ ret: -2 })
    expect(await call('v4/record/speed', { play_id, speed: 0.25 })).toMatchObject({ ret: 0 })
    expect(await call('v4/record/speed', { play_id, speed: 3 })).toMatchObject({ ret: -2 })
    expect(await control({ ctrl: 0 })).toMatchObject({ ret: 0 })
    expect(await control({ ctrl: 2 })).toMatchObject({ ret: -2 })
    const id = 'shilian/A00000001J/1'
    expect(simulator.media.senders).toEqual([
      `${id} open ${span.start_ts * 1000} ${span.end_ts * 1000}`,
      `${id} pause`,
      `${id} resume`,
      `${id} seek ${(span.start_ts + 60) * 1000}`,
      `${id} resume`,
      `${id} speed 0.25`,
      `${id} close`,
    ])
  })

  it('forgets a playback when its viewer leaves', async () => {
    const answer = await playback()
    const socket = await openSocket(textAt(answer, 'url'))
    if ('close' in socket) await socket.close()
    await until(() => simulator.state().streams.length === 0)
    expect(await call('v4/record/control', { play_id: textAt(answer, 'play_id'), ctrl: 2 })).toMatchObject({
      ret: -2,
    })
  })
})
