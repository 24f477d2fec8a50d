import { describe, expect, it } from 'vitest'
import { codeOf, json, rig as makeRig, vendorCamera } from '../../test/rig.ts'
import { ezviz } from './ezviz.ts'

const at = '/api/lapp/'
const camera = vendorCamera('sim00000a', '1')
const ok = (data?: unknown) => json({ code: '200', msg: 'ok', data })
const fault = (code: string) => json({ code, msg: 'refused' })
const signIn = {
  [`${at}token/get`]: ok({ accessToken: 'at.sim-7f2c90', expireTime: Date.parse('2026-06-15T00:00:00Z') }),
}
const rig = (replies: Parameters<typeof makeRig>[2], changes: Parameters<typeof makeRig>[3] = {}) =>
  makeRig('ezviz', ezviz, { ...signIn, ...replies }, changes)

const address = {
  deviceSerial: 'SIM00000A',
  channelNo: 1,
  hls: 'https://hls.test/3b1c.m3u8',
  hlsHd: 'https://hls.test/3b1c.hd.m3u8',
  flvAddress: 'https://flv.test:9188/3b1c.flv',
  hdFlvAddress: 'https://flv.test:9188/3b1c.hd.flv',
  status: 1,
  exception: 0,
  ret: '200',
}

describe('ezviz requests', () => {
  it('signs in with key and secret, and sends the token as a form field afterwards', async () => {
    const { provider, platform } = rig({ [`${at}device/ptz/start`]: ok() })
    await provider.steering.start(camera, 'upRight', 5)
    expect(platform.seen.map(({ method, path, form, query }) => ({ method, path, form, query }))).toEqual([
      {
        method: 'POST',
        path: `${at}token/get`,
        form: { appKey: 'the-app-key', appSecret: 'the-app-secret' },
        query: {},
      },
      {
        method: 'POST',
        path: `${at}device/ptz/start`,
        form: {
          accessToken: 'at.sim-7f2c90',
          deviceSerial: 'SIM00000A',
          channelNo: '1',
          direction: '6',
          speed: '1',
        },
        query: {},
      },
    ])
    expect(platform.seen[1]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  it.each([
    ['up', 0],
    ['down', 1],
    ['left', 2],
    ['right', 3],
    ['upLeft', 4],
    ['downLeft', 5],
    ['upRight', 6],
    ['downRight', 7],
    ['zoomIn', 8],
    ['zoomOut', 9],
    ['focusNear', 10],
    ['focusFar', 11],
  ] as const)('moves %s with direction %i', async (movement, direction) => {
    const { provider, platform } = rig({ [`${at}device/ptz/start`]: ok() })
    await provider.steering.start(camera, movement, 5)
    expect(platform.to(`${at}device/ptz/start`)[0]?.form?.direction).toBe(String(direction))
  })

  it.each([
    [1, '1'],
    [5, '1'],
    [6, '2'],
    [10, '2'],
  ])('maps our speed %i to %s and never to 0', async (speed, sent) => {
    const { provider, platform } = rig({ [`${at}device/ptz/start`]: ok() })
    await provider.steering.start(camera, 'left', speed)
    expect(platform.to(`${at}device/ptz/start`)[0]?.form?.speed).toBe(sent)
  })

  it('names the running direction when it stops', async () => {
    const { provider, platform } = rig({ [`${at}device/ptz/start`]: ok(), [`${at}device/ptz/stop`]: ok() })
    await provider.steering.start(camera, 'left', 5)
    await provider.steering.stop(camera)
    await provider.steering.stop(camera)
    expect(platform.to(`${at}device/ptz/stop`).map(({ form }) => form)).toEqual([
      { accessToken: 'at.sim-7f2c90', deviceSerial: 'SIM00000A', channelNo: '1', direction: '2' },
      { accessToken: 'at.sim-7f2c90', deviceSerial: 'SIM00000A', channelNo: '1' },
    ])
  })

  it('refuses an iris movement without asking the platform', async () => {
    const { provider, platform } = rig({})
    expect(await codeOf(provider.steering.start(camera, 'irisOpen', 5))).toBe('notSupported')
    expect(platform.seen).toEqual([])
  })

  it('asks for live addresses by source and offers FLV before HLS', async () => {
    const { provider, platform } = rig({ [`${at}live/address/get`]: ok([address]) })
    const session = await provider.live(camera, { quality: 'high', secure: true })
    expect(platform.to(`${at}live/address/get`)[0]?.form).toEqual({
      accessToken: 'at.sim-7f2c90',
      source: 'SIM00000A:1',
    })
    expect(session.candidates).toEqual([
      { kind: 'httpFlv', url: 'https://flv.test:9188/3b1c.hd.flv', quality: 'high' },
      { kind: 'hls', url: 'https://hls.test/3b1c.hd.m3u8', quality: 'high' },
      { kind: 'httpFlv', url: 'https://flv.test:9188/3b1c.flv', quality: 'smooth' },
      { kind: 'hls', url: 'https://hls.test/3b1c.m3u8', quality: 'smooth' },
    ])
    expect(session).toMatchObject({ canReadFrame: true, control: 'player' })
  })

  it('reads the older names of the two HLS addresses', async () => {
    const older = {
      deviceSerial: 'SIM00000A',
      channelNo: '1',
      liveAddress: 'http://h.test/a.m3u8',
      hdAddress: '',
      status: '1',
    }
    const { provider } = rig({ [`${at}live/address/get`]: ok([older]) })
    const { candidates } = await provider.live(camera, { quality: 'smooth', secure: false })
    expect(candidates).toEqual([{ kind: 'hls', url: 'http://h.test/a.m3u8', quality: 'smooth' }])
  })

  it('switches live on where it is off and asks again once', async () => {
    const off = { deviceSerial: 'SIM00000A', channelNo: 1, status: 0, exception: 0, ret: '200' }
    const { provider, platform } = rig({
      [`${at}live/address/get`]: [ok([off]), ok([address])],
      [`${at}live/video/open`]: ok([
        { deviceSerial: 'SIM00000A', channelNo: 1, ret: '60062', desc: 'open already' },
      ]),
    })
    const { candidates } = await provider.live(camera, { quality: 'smooth', secure: true })
    expect(candidates).toHaveLength(4)
    expect(platform.to(`${at}live/video/open`).map(({ form }) => form?.source)).toEqual(['SIM00000A:1'])
  })

  it('asks for all panes of a wall in one call', async () => {
    const second = vendorCamera('SIM00000B', '2')
    const { provider, platform } = rig({
      [`${at}live/address/get`]: ok([
        address,
        { ...address, deviceSerial: 'SIM00000B', channelNo: 2, exception: 1 },
      ]),
    })
    const [first, other] = await Promise.allSettled([
      provider.live(camera, { quality: 'smooth', secure: true }),
      provider.live(second, { quality: 'smooth', secure: true }),
    ])
    expect(platform.to(`${at}live/address/get`).map(({ form }) => form?.source)).toEqual([
      'SIM00000A:1,SIM00000B:2',
    ])
    expect(first.status).toBe('fulfilled')
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'offline' } })
  })

  it('asks for each pane alone where one camera spoils the call for all', async () => {
    const { provider } = rig({
      [`${at}live/address/get`]: ({ form }) =>
        form?.source?.includes('SIM00000X') ? fault('20002') : ok([address]),
    })
    const [good, bad] = await Promise.allSettled([
      provider.live(camera, { quality: 'smooth', secure: true }),
      provider.live(vendorCamera('SIM00000X', '1'), { quality: 'smooth', secure: true }),
    ])
    expect(good.status).toBe('fulfilled')
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'misconfigured' } })
  })

  it('takes the number of a preset from the platform', async () => {
    const { provider, platform } = rig({
      [`${at}device/preset/add`]: ok({ index: 4 }),
      [`${at}device/preset/move`]: ok(),
      [`${at}device/preset/clear`]: ok(),
    })
    expect(await provider.presets.save(camera, { name: '收银台', taken: [1, 2] })).toEqual({ index: 4 })
    await provider.presets.go(camera, 4)
    await provider.presets.remove(camera, 4)
    const place = { accessToken: 'at.sim-7f2c90', deviceSerial: 'SIM00000A', channelNo: '1' }
    expect(platform.seen.slice(1).map(({ path, form }) => [path, form])).toEqual([
      [`${at}device/preset/add`, place],
      [`${at}device/preset/move`, { ...place, index: '4' }],
      [`${at}device/preset/clear`, { ...place, index: '4' }],
    ])
  })

  it('overwrites by storing anew first and clearing the old one after', async () => {
    const { provider, platform } = rig({
      [`${at}device/preset/add`]: ok({ index: 7 }),
      [`${at}device/preset/clear`]: ok(),
    })
    expect(await provider.presets.save(camera, { name: 'x', taken: [4], overwrite: 4 })).toEqual({ index: 7 })
    expect(platform.seen.slice(1).map(({ path }) => path)).toEqual([
      `${at}device/preset/add`,
      `${at}device/preset/clear`,
    ])
    expect(platform.to(`${at}device/preset/clear`)[0]?.form?.index).toBe('4')
  })

  it('fetches the picture of a capture at once, and the next one 4 s later', async () => {
    const picture = new Response(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1]))
    const { provider, clock } = rig({
      [`${at}device/capture`]: ok({ picUrl: 'https://cap.test/1/f00d.jpg?Expires=1&Signature=x' }),
      '/1/f00d.jpg': picture,
    })
    const taken = await provider.capture!(camera)
    expect([...taken.data]).toEqual([0xff, 0xd8, 0xff, 0xe0, 1])
    expect(taken.mime).toBe('image/jpeg')
    const first = taken.takenAt
    expect((await provider.capture!(camera)).takenAt - first).toBe(4000)
    expect(clock.slept).toContain(4000)
  })
})

describe('ezviz abilities', () => {
  it('reads them from the device and asks once', async () => {
    const { provider, platform } = rig({
      [`${at}device/capacity`]: ok({
        support_ptz: '1',
        ptz_top_bottom: '1',
        ptz_left_right: '1',
        ptz_45: '0',
        ptz_preset: '1',
        support_capture: '0',
        support_talk: '1',
      }),
    })
    const found = await provider.capabilities(camera)
    expect(await provider.capabilities(camera)).toEqual(found)
    expect(platform.to(`${at}device/capacity`).map(({ form }) => form)).toEqual([
      { accessToken: 'at.sim-7f2c90', deviceSerial: 'SIM00000A' },
    ])
    expect(found).toMatchObject({ ptz: true, presets: true, capture: false, talk: true, certain: true })
    expect(found.movements).toEqual([
      'up',
      'down',
      'left',
      'right',
      'zoomIn',
      'zoomOut',
      'focusNear',
      'focusFar',
    ])
  })

  it('takes an empty answer for unknown and not for none', async () => {
    const { provider } = rig({ [`${at}device/capacity`]: ok({}) })
    expect(await provider.capabilities(camera)).toMatchObject({ ptz: true, capture: true, certain: false })
  })

  it('shows no steering for a camera without it', async () => {
    const { provider } = rig({ [`${at}device/capacity`]: ok({ support_ptz: '0', ptz_preset: '1' }) })
    expect(await provider.capabilities(camera)).toMatchObject({
      ptz: false,
      zoom: false,
      presets: false,
      movements: [],
    })
  })

  it('tells offline cameras by their address', async () => {
    const { provider } = rig({
      [`${at}live/address/get`]: [ok([{ ...address, exception: 1 }]), ok([address])],
    })
    expect(await provider.isOnline(camera)).toBe(false)
    expect(await provider.isOnline(camera)).toBe(true)
  })

  it('gives the token to the vendor player only through its own call', async () => {
    const { provider } = rig({ [`${at}live/address/get`]: ok([address]) })
    const session = await provider.live(camera, { quality: 'high', secure: true })
    expect(JSON.stringify(session)).not.toContain('at.sim')
    expect(await provider.browserToken!()).toEqual({
      token: 'at.sim-7f2c90',
      expiresAt: Date.parse('2026-06-15T00:00:00Z'),
    })
  })
})

describe('ezviz recordings', () => {
  const day = { start: Date.parse('2026-06-08T00:00:00+08:00'), end: Date.parse('2026-06-09T00:00:00+08:00') }
  const hour = (n: number) => day.start + n * 3_600_000

  it('asks the cloud first and then the device, page by page', async () => {
    const { provider, platform } = rig({
      [`${at}video/by/time`]: [
        ok(null),
        ok({
          files: [{ recType: 2, startTime: hour(8), endTime: hour(9) }],
          isAll: false,
          nextFileTime: hour(9),
        }),
        ok({ files: [{ recType: 2, startTime: hour(9), endTime: hour(10) }], isAll: true, nextFileTime: 0 }),
      ],
    })
    expect(await provider.playback.list(camera, day)).toEqual({
      spans: [{ start: hour(8), end: hour(10), store: 'device', trigger: 'unknown' }],
      complete: true,
    })
    const place = { accessToken: 'at.sim-7f2c90', deviceSerial: 'SIM00000A', channelNo: '1', version: '2.0' }
    const end = String(day.end)
    expect(platform.to(`${at}video/by/time`).map(({ form }) => form)).toEqual([
      { ...place, startTime: String(day.start), endTime: end, recType: '1', pageSize: '1000' },
      { ...place, startTime: String(day.start), endTime: end, recType: '2', pageSize: '500' },
      { ...place, startTime: String(hour(9)), endTime: end, recType: '2', pageSize: '500' },
    ])
  })

  it('answers an empty timeline where nothing is recorded, and reads the plain form', async () => {
    const { provider } = rig({
      [`${at}video/by/time`]: [
        ok(null),
        ok(null),
        ok([{ recType: 1, startTime: String(hour(1)), endTime: hour(2) }]),
      ],
    })
    expect(await provider.playback.list(camera, day)).toEqual({ spans: [], complete: true })
    expect((await provider.playback.list(camera, day, 'cloud')).spans).toEqual([
      { start: hour(1), end: hour(2), store: 'cloud', trigger: 'unknown' },
    ])
  })

  it('does not turn in circles when a platform gives the same page again', async () => {
    const page = ok({
      files: [{ startTime: hour(8), endTime: hour(9) }],
      isAll: false,
      nextFileTime: day.start,
    })
    const { provider, platform } = rig({ [`${at}video/by/time`]: page })
    expect((await provider.playback.list(camera, day, 'device')).complete).toBe(false)
    expect(platform.to(`${at}video/by/time`)).toHaveLength(1)
  })

  it('opens a recording as FLV and for the vendor player, and seeks within the whole of it', async () => {
    const { provider, platform } = rig({
      [`${at}v2/live/address/get`]: ok({
        id: '1',
        url: 'https://flv.test/rec.flv',
        expireTime: '2026-06-08 10:00:00',
      }),
    })
    const session = await provider.playback.open(camera, { start: hour(8), end: hour(9) }, 'device')
    expect(session.candidates).toEqual([
      { kind: 'httpFlv', url: 'https://flv.test/rec.flv', quality: 'high' },
      {
        kind: 'pluginPlayer',
        url: 'ezopen://open.ys7.com/SIM00000A/1.rec?begin=20260608080000',
        quality: 'high',
        player: 'ezuikit',
      },
    ])
    expect(session.control).toBe('reopen')
    const later = await provider.playback.seek(camera, session.handle, hour(8) + 60_000)
    await provider.playback.seek(camera, later.handle, hour(8))
    expect(platform.to(`${at}v2/live/address/get`).map(({ form }) => form)).toEqual([
      {
        accessToken: 'at.sim-7f2c90',
        deviceSerial: 'SIM00000A',
        channelNo: '1',
        protocol: '4',
        quality: '1',
        type: '2',
        startTime: '2026-06-08 08:00:00',
        stopTime: '2026-06-08 09:00:00',
        expireTime: '3600',
      },
      expect.objectContaining({ startTime: '2026-06-08 08:01:00', stopTime: '2026-06-08 09:00:00' }),
      expect.objectContaining({ startTime: '2026-06-08 08:00:00' }),
    ])
    expect(await codeOf(provider.playback.seek(camera, session.handle, hour(9)))).toBe('invalidRequest')
  })

  it('leaves the vendor player where the account may not use the second generation', async () => {
    const { provider } = rig({ [`${at}v2/live/address/get`]: fault('10001') })
    const session = await provider.playback.open(camera, { start: hour(8), end: hour(9) }, 'cloud')
    expect(session.candidates.map(({ kind, url }) => [kind, url])).toEqual([
      ['pluginPlayer', 'ezopen://open.ys7.com/SIM00000A/1.cloud.rec?begin=20260608080000'],
    ])
    expect(session.control).toBe('player')
  })

  it('says that nothing is recorded when a time without recordings is opened', async () => {
    const { provider } = rig({ [`${at}video/by/time`]: ok(null) })
    expect(await codeOf(provider.playback.open(camera, day))).toBe('noRecording')
  })
})

describe('ezviz errors', () => {
  it.each([
    ['10001', 'invalidRequest'],
    ['10005', 'frozen'],
    ['10017', 'misconfigured'],
    ['10030', 'misconfigured'],
    ['10028', 'quotaExceeded'],
    ['10029', 'quotaExceeded'],
    ['10031', 'notAllowed'],
    ['10051', 'notAllowed'],
    ['20018', 'notAllowed'],
    ['20002', 'misconfigured'],
    ['20014', 'misconfigured'],
    ['20032', 'misconfigured'],
    ['20006', 'offline'],
    ['20007', 'offline'],
    ['20008', 'timeout'],
    ['49999', 'upstream'],
    ['60000', 'notSupported'],
    ['60020', 'notSupported'],
    ['60001', 'notAllowed'],
    ['60002', 'atEndStop'],
    ['60003', 'atEndStop'],
    ['60004', 'atEndStop'],
    ['60005', 'atEndStop'],
    ['60006', 'busy'],
    ['60007', 'presetsFull'],
    ['60008', 'presetsFull'],
    ['60009', 'busy'],
    ['60058', 'frozen'],
    ['60061', 'quotaExceeded'],
    ['60068', 'timeout'],
    ['77777', 'upstream'],
  ])('maps %s to %s and keeps the number for the log', async (code, ours) => {
    const { provider, log } = rig({ [`${at}device/preset/move`]: fault(code) })
    expect(await codeOf(provider.presets.go(camera, 1))).toBe(ours)
    expect(log.at(-1)).toMatchObject({
      call: 'device/preset/move',
      camera: camera.id,
      outcome: ours,
      vendorCode: code,
    })
  })

  it.each([
    [1, 'offline'],
    [2, 'encrypted'],
    [3, 'misconfigured'],
    [6, 'quotaExceeded'],
  ])('maps exception %i of an address to %s', async (exception, ours) => {
    const { provider } = rig({ [`${at}live/address/get`]: ok([{ ...address, exception }]) })
    expect(await codeOf(provider.live(camera, { quality: 'smooth', secure: true }))).toBe(ours)
  })

  it('repeats a read after 4 s when the device is too slow, but never a start', async () => {
    const { provider, platform, clock } = rig({
      [`${at}device/capacity`]: [fault('20008'), ok({})],
      [`${at}device/ptz/start`]: fault('20008'),
      [`${at}device/ptz/stop`]: ok(),
    })
    await provider.capabilities(camera)
    expect(clock.slept).toContain(4000)
    expect(await codeOf(provider.steering.start(camera, 'left', 5))).toBe('timeout')
    expect(platform.to(`${at}device/ptz/start`)).toHaveLength(1)
    expect(platform.to(`${at}device/ptz/stop`)).toHaveLength(1)
  })

  it('waits for a preset that is being called, as the platform did nothing yet', async () => {
    const { provider, platform } = rig({ [`${at}device/preset/move`]: [fault('60009'), ok()] })
    await provider.presets.go(camera, 3)
    expect(platform.to(`${at}device/preset/move`)).toHaveLength(2)
  })

  it('counts a stop at the end of the range as stopped', async () => {
    const { provider, platform } = rig({ [`${at}device/ptz/stop`]: fault('60004') })
    await provider.steering.stop(camera, 'left')
    expect(platform.to(`${at}device/ptz/stop`)).toHaveLength(1)
  })

  it('moves to the domain that the account lives at', async () => {
    const { provider, platform } = rig({
      [`${at}token/get`]: ok({
        accessToken: 'at.sim-1234',
        expireTime: String(Date.parse('2026-06-15T00:00:00Z')),
        areaDomain: 'https://isgp.test',
      }),
      [`${at}device/capacity`]: ok({}),
    })
    await provider.capabilities(camera)
    expect(platform.seen.map(({ origin, path }) => `${origin}${path}`)).toEqual([
      `https://platform.test${at}token/get`,
      `https://isgp.test${at}device/capacity`,
    ])
  })
})
