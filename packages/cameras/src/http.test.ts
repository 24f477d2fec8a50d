import { describe, expect, it } from 'vitest'
import { codeOf, handClock, json, localMemory, rig as makeRig, vendorCamera } from '../test/rig.ts'
import { ezviz } from './ezviz/ezviz.ts'
import { providers } from './index.ts'
import { VendorError } from './provider.ts'
import { shilian } from './shilian/shilian.ts'

// Whatever all adapters share is tried on the one with the plainest calls.
const camera = vendorCamera('SIM00000A', '1')
const at = '/api/lapp/'
const [capacity, start, stop] = [`${at}device/capacity`, `${at}device/ptz/start`, `${at}device/ptz/stop`]
const ok = (data: unknown = {}) => json({ code: '200', msg: 'ok', data })
const week = 7 * 86_400_000
let tokens = 0
const freshToken =
  (lifetimeMs = week) =>
  () => {
    tokens += 1
    return ok({ accessToken: `at.token-${tokens}`, expireTime: handClock().now() + lifetimeMs })
  }
const rig = (replies: Parameters<typeof makeRig>[2], changes: Parameters<typeof makeRig>[3] = {}) =>
  makeRig('ezviz', ezviz, { [`${at}token/get`]: freshToken(), ...replies }, changes)
/** Undici says no more than this when nobody listens. */
const refused = Object.assign(new TypeError('fetch failed'), {
  cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
})

describe('tokens', () => {
  it('are asked for once, by however many calls begin together', async () => {
    const { provider, platform } = rig({ [capacity]: ok(), [`${at}device/preset/move`]: ok() })
    await Promise.all([
      provider.capabilities(camera),
      provider.capabilities(vendorCamera('SIM00000B', '1')),
      provider.presets.go(camera, 1),
    ])
    expect(platform.to(`${at}token/get`)).toHaveLength(1)
  })

  it('are shared between servers', async () => {
    const memory = localMemory()
    const first = rig({ [capacity]: ok() }, { memory })
    const second = rig({ [capacity]: ok() }, { memory })
    await Promise.all([first.provider.capabilities(camera), second.provider.capabilities(camera)])
    const logins = [...first.platform.to(`${at}token/get`), ...second.platform.to(`${at}token/get`)]
    expect(logins).toHaveLength(1)
    const used = [...first.platform.to(capacity), ...second.platform.to(capacity)].map(
      ({ form }) => form?.accessToken,
    )
    expect(new Set(used).size).toBe(1)
  })

  it('are replaced ten minutes before they end', async () => {
    const { provider, platform, clock } = rig({ [capacity]: ok() }, { settings: { capacityCacheMs: '0' } })
    await provider.capabilities(camera)
    clock.pass(week - 600_001)
    await provider.capabilities(camera)
    expect(platform.to(`${at}token/get`)).toHaveLength(1)
    clock.pass(1)
    await provider.capabilities(camera)
    expect(platform.to(`${at}token/get`)).toHaveLength(2)
  })

  it('are used on when the renewal fails while they still work', async () => {
    const { provider, platform, clock } = rig(
      {
        [`${at}token/get`]: [
          ok({ accessToken: 'at.first', expireTime: handClock().now() + week }),
          json({ code: '49999', msg: 'down' }),
        ],
        [capacity]: ok(),
      },
      { settings: { capacityCacheMs: '0' } },
    )
    await provider.capabilities(camera)
    clock.pass(week - 300_000)
    await provider.capabilities(camera)
    await provider.capabilities(camera)
    expect(platform.to(capacity).map(({ form }) => form?.accessToken)).toEqual([
      'at.first',
      'at.first',
      'at.first',
    ])
    // One login, and one renewal that the platform was asked for twice; the third call leaves it in peace.
    expect(platform.to(`${at}token/get`)).toHaveLength(3)
  })

  it('that are refused are renewed once and the call repeated once, even a start', async () => {
    const { provider, platform } = rig({ [start]: [json({ code: '10002', msg: 'token expired' }), ok()] })
    await provider.steering.start(camera, 'left', 5)
    const sent = platform.to(start).map(({ form }) => form?.accessToken)
    expect(sent).toHaveLength(2)
    expect(sent[0]).not.toBe(sent[1])
  })

  it('that stay refused end as an error, not in a loop', async () => {
    const { provider, platform } = rig({ [capacity]: json({ code: '10002', msg: 'token expired' }) })
    expect(await codeOf(provider.capabilities(camera))).toBe('upstream')
    expect(platform.to(capacity)).toHaveLength(2)
    expect(platform.to(`${at}token/get`)).toHaveLength(2)
  })

  it('are taken from the other server where that renewed first', async () => {
    const memory = localMemory()
    const first = rig({ [capacity]: ok() }, { memory, settings: { capacityCacheMs: '0' } })
    const second = rig(
      { [capacity]: [ok(), json({ code: '10002', msg: 'expired' }), ok()] },
      { memory, settings: { capacityCacheMs: '0' } },
    )
    await second.provider.capabilities(camera)
    await memory.remove('ezviz:account-1:session')
    await first.provider.capabilities(camera)
    await second.provider.capabilities(camera)
    expect(first.platform.to(`${at}token/get`)).toHaveLength(1)
    expect(second.platform.to(`${at}token/get`)).toHaveLength(1)
    expect(second.platform.to(capacity).at(-1)?.form?.accessToken).toBe(
      first.platform.to(capacity).at(-1)?.form?.accessToken,
    )
  })

  it('are not asked for again and again with a wrong secret', async () => {
    const { provider, platform, clock } = rig({
      [`${at}token/get`]: json({ code: '10030', msg: 'secret wrong' }),
    })
    expect(await codeOf(provider.capabilities(camera))).toBe('misconfigured')
    expect(await codeOf(provider.capabilities(camera))).toBe('misconfigured')
    expect(platform.to(`${at}token/get`)).toHaveLength(1)
    clock.pass(60_000)
    expect(await codeOf(provider.capabilities(camera))).toBe('misconfigured')
    expect(platform.to(`${at}token/get`)).toHaveLength(2)
  })

  it('cannot be had without the credentials, which the error names', async () => {
    const { provider } = rig({}, { credentials: { appKey: 'k' } })
    await expect(provider.capabilities(camera)).rejects.toThrow(/appSecret/)
  })
})

describe('repeats', () => {
  it('ask a read again after a lost connection, a little later each time', async () => {
    const { provider, platform, clock } = rig({ [capacity]: [refused, refused, ok({ support_ptz: '1' })] })
    expect(await provider.capabilities(camera)).toMatchObject({ ptz: true })
    expect(platform.to(capacity)).toHaveLength(3)
    expect(clock.slept).toEqual([250, 500])
  })

  it('end after the configured number', async () => {
    const { provider, platform } = rig({ [capacity]: refused }, { settings: { retries: '1' } })
    expect(await codeOf(provider.capabilities(camera))).toBe('upstream')
    expect(platform.to(capacity)).toHaveLength(2)
  })

  it('never start a camera twice: a start that is lost is followed by a stop', async () => {
    const { provider, platform } = rig({ [start]: refused, [stop]: ok() })
    expect(await codeOf(provider.steering.start(camera, 'left', 5))).toBe('upstream')
    expect(platform.to(start)).toHaveLength(1)
    expect(platform.to(stop)).toHaveLength(1)
  })

  it('send no stop after a start that the platform refused', async () => {
    const { provider, platform } = rig({ [start]: json({ code: '60001', msg: 'no right' }) })
    expect(await codeOf(provider.steering.start(camera, 'left', 5))).toBe('notAllowed')
    expect(platform.to(stop)).toHaveLength(0)
  })

  it('repeat a failed stop twice, 300 ms apart', async () => {
    const { provider, platform, clock } = rig({ [stop]: [refused, json({ code: '60006', msg: 'no' }), ok()] })
    await provider.steering.stop(camera, 'left')
    expect(platform.to(stop)).toHaveLength(3)
    expect(clock.slept.filter(ms => ms === 300)).toHaveLength(2)
  })

  it('say so when a stop fails three times', async () => {
    const { provider, platform } = rig({ [stop]: refused })
    expect(await codeOf(provider.steering.stop(camera, 'left'))).toBe('upstream')
    expect(platform.to(stop)).toHaveLength(3)
  })

  it('begin no further one when the user has waited 15 s', async () => {
    const { provider, platform, clock } = rig({
      [capacity]: () => {
        clock.pass(15_000)
        return refused
      },
    })
    expect(await codeOf(provider.capabilities(camera))).toBe('upstream')
    expect(platform.to(capacity)).toHaveLength(1)
  })
})

describe('time-outs', () => {
  const never = ({ signal }: { signal: AbortSignal | null | undefined }) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })

  it('end a call that gets no answer, each call with its own', async () => {
    const { options } = rig(
      {},
      { settings: { timeoutMs: '60000', 'timeoutMs.device/capacity': '20', retries: '0' } },
    )
    const slow: typeof fetch = (input, init) =>
      String(input).endsWith('token/get') ? options.fetch(input, init) : never({ signal: init?.signal })
    const provider = ezviz({ ...options, fetch: slow })
    expect(await codeOf(provider.capabilities(camera))).toBe('timeout')
  })

  it('stop a camera whose start got no answer', async () => {
    const { options, platform } = rig({ [stop]: ok() }, { settings: { 'timeoutMs.device/ptz/start': '20' } })
    const slow: typeof fetch = (input, init) =>
      String(input).endsWith('ptz/start') ? never({ signal: init?.signal }) : options.fetch(input, init)
    expect(await codeOf(ezviz({ ...options, fetch: slow }).steering.start(camera, 'down', 5))).toBe('timeout')
    expect(platform.to(stop).map(({ form }) => form?.direction)).toEqual(['1'])
  })
})

describe('garbage', () => {
  it.each([
    ['a page', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['nothing', () => new Response('')],
    ['half an answer', () => new Response('{"code":"200","da')],
    ['another form', () => json([1, 2, 3])],
    ['fields of the wrong kind', () => ok([])],
  ])('in place of an answer (%s) is an error of the platform', async (_what, reply) => {
    const { provider } = rig({ [`${at}device/preset/add`]: reply })
    expect(await codeOf(provider.presets.save(camera, { name: 'a', taken: [] }))).toBe('upstream')
  })

  it('names the field that is wrong and none of its values', async () => {
    const { provider } = rig({ [`${at}device/preset/add`]: ok({ index: 'secret-looking-value' }) })
    const error = await provider.presets.save(camera, { name: 'a', taken: [] }).catch((e: unknown) => e)
    expect(String(error)).toContain('index')
    expect(String(error)).not.toContain('secret-looking-value')
  })

  it('of endless length is given up', async () => {
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: controller => controller.enqueue(new Uint8Array(4 * 1024 * 1024)),
        }),
      )
    const { provider } = rig({ [capacity]: endless }, { settings: { retries: '0' } })
    expect(await codeOf(provider.capabilities(camera))).toBe('upstream')
  })
})

describe('the breaker', () => {
  const settings = { retries: '0', capacityCacheMs: '0' }

  it('opens after five failures in a row and lets one call look after 15 s', async () => {
    let down = true
    const { provider, platform, clock } = rig({ [capacity]: () => (down ? refused : ok()) }, { settings })
    for (let n = 0; n < 5; n++) expect(await codeOf(provider.capabilities(camera))).toBe('upstream')
    clock.pass(5000)
    const closed = await provider.capabilities(camera).catch((error: unknown) => error)
    expect(closed).toMatchObject({ code: 'breakerOpen' })
    expect(closed instanceof VendorError && closed.retryAfterMs).toBeLessThanOrEqual(10_000)
    expect(platform.to(capacity)).toHaveLength(5)

    clock.pass(10_000)
    expect(await codeOf(provider.capabilities(camera))).toBe('upstream')
    expect(await codeOf(provider.capabilities(camera))).toBe('breakerOpen')
    expect(platform.to(capacity)).toHaveLength(6)

    down = false
    clock.pass(15_000)
    await provider.capabilities(camera)
    await provider.capabilities(camera)
    expect(platform.to(capacity)).toHaveLength(8)
  })

  it('lets only one of many calls look', async () => {
    const { provider, platform, clock } = rig({ [capacity]: refused }, { settings })
    for (let n = 0; n < 5; n++) await codeOf(provider.capabilities(camera))
    clock.pass(15_000)
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(provider.capabilities(camera))))
    expect(codes.sort()).toEqual(['breakerOpen', 'breakerOpen', 'upstream'])
    expect(platform.to(capacity)).toHaveLength(6)
  })

  it('is not opened by a platform that answers with errors of its own', async () => {
    const { provider, platform } = rig({ [capacity]: json({ code: '20007', msg: 'offline' }) }, { settings })
    for (let n = 0; n < 8; n++) expect(await codeOf(provider.capabilities(camera))).toBe('offline')
    expect(platform.to(capacity)).toHaveLength(8)
  })

  it('is not opened by one broken camera, whose neighbours go on', async () => {
    const garbage = () => new Response('<html>oops</html>')
    const { provider, platform } = rig(
      { [capacity]: ({ form }) => (form?.deviceSerial === 'SIM00000A' ? garbage() : ok()) },
      { settings },
    )
    for (let n = 0; n < 8; n++) expect(await codeOf(provider.capabilities(camera))).toBe('upstream')
    await provider.capabilities(vendorCamera('SIM00000B', '1'))
    expect(platform.to(capacity)).toHaveLength(9)
  })

  it('opens when several cameras get no proper answer', async () => {
    const { provider, platform } = rig(
      { [capacity]: () => new Response('<html>oops</html>', { status: 503 }) },
      { settings },
    )
    for (let n = 0; n < 5; n++) await codeOf(provider.capabilities(vendorCamera(`SIM0000${n}A`, '1')))
    expect(await codeOf(provider.capabilities(camera))).toBe('breakerOpen')
    expect(platform.to(capacity)).toHaveLength(5)
  })

  it('never holds up a stop', async () => {
    const { provider, platform } = rig({ [capacity]: refused, [stop]: ok() }, { settings })
    for (let n = 0; n < 6; n++) await codeOf(provider.capabilities(camera))
    await provider.steering.stop(camera, 'left')
    expect(platform.to(stop)).toHaveLength(1)
  })
})

describe('pace', () => {
  it('keeps to five calls in any second per account', async () => {
    const times: number[] = []
    const { provider, clock } = rig({
      [capacity]: () => {
        times.push(clock.now())
        return ok()
      },
    })
    const cameras = Array.from({ length: 12 }, (_, n) => vendorCamera(`SIM0000${n}A`, '1'))
    for (const each of cameras) await provider.capabilities(each)
    for (const [n, time] of times.entries()) {
      if (n >= 5) expect(time - times[n - 5]!).toBeGreaterThanOrEqual(1000)
    }
    expect(times.at(-1)! - times[0]!).toBeLessThanOrEqual(3000)
  })

  it('does not count pictures fetched from where the platform stored them', async () => {
    const { provider, platform, clock } = rig({
      [`${at}device/capture`]: ok({ picUrl: 'https://stored.test/1.jpg' }),
      '/1.jpg': () => new Response(new Uint8Array([0xff, 0xd8, 0xff, 0xe0])),
    })
    // With the call for the token there are five.
    for (let n = 0; n < 4; n++) await provider.capture?.(vendorCamera(`SIM0000${n}A`, '1'))
    expect(platform.to('/1.jpg')).toHaveLength(4)
    expect(clock.slept).toEqual([])
  })

  it('gives a device one command at a time, a start before its stop', async () => {
    const order: string[] = []
    let open = 0
    const slowly = (name: string) => async () => {
      open += 1
      order.push(`${name} with ${open} open`)
      await new Promise(resolve => setImmediate(resolve))
      open -= 1
      return ok()
    }
    const { provider } = rig({
      [start]: slowly('start'),
      [stop]: slowly('stop'),
      [`${at}device/preset/move`]: slowly('go'),
    })
    await Promise.all([
      provider.steering.start(camera, 'left', 5),
      provider.steering.stop(camera, 'left'),
      provider.presets.go({ ...camera, id: 'another channel', channel: '2' }, 1),
    ])
    expect(order.toSorted()).toEqual(['go with 1 open', 'start with 1 open', 'stop with 1 open'])
    expect(order.indexOf('start with 1 open')).toBeLessThan(order.indexOf('stop with 1 open'))
  })
})

describe('the log', () => {
  it('names call, camera, time and outcome, and holds no token and no address', async () => {
    const view = '/webapi/v4/preview/view'
    const { provider, log, clock } = makeRig('shilian', shilian, {
      '/webapi/login': json({ ret: 0, msg: '', tk: 'sim-tk-51d0' }),
      [view]: () => {
        clock.pass(40)
        return json({ ret: -30010, msg: 'denied for sim-tk-51d0 of the-password' })
      },
    })
    const error = await provider.live(camera, { quality: 'high', secure: false }).catch((e: unknown) => e)
    expect(log).toEqual([
      { provider: 'shilian', account: 'account-1', call: 'login', milliseconds: 0, outcome: 'ok' },
      {
        provider: 'shilian',
        account: 'account-1',
        call: 'v4/preview/view',
        camera: camera.id,
        milliseconds: 40,
        outcome: 'notAllowed',
        vendorCode: '-30010',
      },
    ])
    expect(String(error)).toContain('v4/preview/view')
    expect(String(error)).not.toMatch(/sim-tk|the-password|platform\.test/)
  })

  it('says how a connection failed without saying where to', async () => {
    const { provider } = rig({ [capacity]: refused })
    await expect(provider.capabilities(camera)).rejects.toThrow(
      /^ezviz device\/capacity: no connection: ECONNREFUSED$/,
    )
  })
})

describe('settings', () => {
  it('replace what is assumed, by the same names', async () => {
    const { provider, platform } = rig(
      { '/proxy/device/capacity': ok(), '/proxy/token/get': freshToken() },
      { settings: { 'path.prefix': '/proxy' } },
    )
    await provider.capabilities(camera)
    expect(platform.to('/proxy/device/capacity')).toHaveLength(1)
  })

  it('of the wrong kind are refused when the account is opened, by name', () => {
    expect(() => rig({}, { settings: { callsPerSecond: 'many' } })).toThrow(/callsPerSecond/)
    expect(() => makeRig('huiyan', providers.huiyan, {}, { settings: { edition: '3' } })).toThrow(/edition/)
    expect(() => makeRig('huawei', providers.huawei, {}, { settings: { presets: 'yes' } })).toThrow(/presets/)
  })

  it('take a base address with or without the platform prefix', async () => {
    const { provider, platform } = rig({ [capacity]: ok() }, { baseUrl: 'https://platform.test/api/lapp/' })
    await provider.capabilities(camera)
    expect(platform.to(capacity)).toHaveLength(1)
  })

  it('must give an address of http or https', () => {
    expect(() => rig({}, { baseUrl: 'platform.test' })).toThrow(/http/)
  })
})
