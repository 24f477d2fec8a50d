import { describe, expect, it, type TestContext, vi } from 'vitest'
import { onSimulator, type PlatformTitle } from './on-simulator.ts'
import { codeOf } from './rig.ts'

const titles: PlatformTitle[] = ['ezviz', 'shilian', 'huawei', 'huiyan 2.7.0', 'huiyan current']
const live = { quality: 'smooth', secure: false } as const

/** A simulator of the test's own, so that tests can run side by side; closed when it ends. */
async function enter({ onTestFinished }: TestContext, ...of: Parameters<typeof onSimulator>) {
  const stage = await onSimulator(...of)
  onTestFinished(() => stage.subject.close())
  return stage
}

describe.concurrent.each(titles)('%s, when things go wrong', title => {
  it('calls garbage an error of the platform', async test => {
    const { subject, simulator } = await enter(test, title)
    simulator.world.change(subject.camera.id, { faults: { garbage: true } })
    expect(await codeOf(subject.provider.live(subject.camera, live))).toBe('upstream')
  })

  it('gets over a fault of the platform that passes', async test => {
    const { subject, simulator } = await enter(test, title)
    simulator.world.change(subject.camera.id, { faults: { serverError: true } })
    expect(['upstream', 'timeout']).toContain(await codeOf(subject.provider.live(subject.camera, live)))
    simulator.world.change(subject.camera.id, { faults: { serverError: false } })
    expect((await subject.provider.live(subject.camera, live)).candidates).not.toEqual([])
  })

  it('leaves no camera turning whose start was answered too late', async test => {
    const { subject, simulator } = await enter(test, title, { settings: { timeoutMs: '2000' } })
    const { provider, camera } = subject
    // Token, lock and speed are there, so that the next start is one call.
    await provider.steering.start(camera, 'left', 5)
    await provider.steering.stop(camera, 'left')
    simulator.world.change(camera.id, { faults: { slowMs: 2500 } })
    expect(await codeOf(provider.steering.start(camera, 'left', 5))).toBe('timeout')
    await vi.waitFor(() => expect(subject.observe(camera).moving).toBe(false), {
      timeout: 8000,
      interval: 50,
    })
  }, 60_000)

  it('tells wrong credentials from a platform that is down', async test => {
    const wrong = { appSecret: 'wrong', password: 'wrong', sk: 'wrong' }
    const { subject } = await enter(test, title, { credentials: wrong })
    expect(['misconfigured', 'notAllowed']).toContain(
      await codeOf(subject.provider.live(subject.camera, live)),
    )
  })

  it('opens the breaker when nobody listens any more', async test => {
    const { subject, unplug } = await enter(test, title, {
      settings: { retries: '0', breakerFailures: '3', abilityCacheMs: '0' },
    })
    const { provider, camera } = subject
    await provider.live(camera, live)
    unplug()
    for (let n = 0; n < 3; n++) expect(await codeOf(provider.live(camera, live))).toBe('upstream')
    expect(await codeOf(provider.live(camera, live))).toBe('breakerOpen')
  })

  it('signs in once for two servers, and lets one stop what the other started', async test => {
    const { subject, server, log } = await enter(test, title)
    const { provider, camera } = subject
    const other = server()
    await Promise.all([provider.live(camera, live), other.live(camera, live)])
    expect(log.filter(({ call }) => /login|token/.test(call))).toHaveLength(1)
    await provider.steering.start(camera, 'left', 5)
    await other.steering.stop(camera, 'left')
    await vi.waitFor(() => expect(subject.observe(camera).moving).toBe(false), {
      timeout: 8000,
      interval: 50,
    })
  })
})

describe.concurrent('huawei, when somebody else steers', () => {
  it('says so, and moves nothing', async test => {
    const { subject, simulator } = await enter(test, 'huawei')
    const { provider, camera } = subject
    simulator.world.change(camera.id, { faults: { lockedBy: 'somebody' } })
    const before = subject.observe(camera)
    expect(await codeOf(provider.steering.start(camera, 'left', 5))).toBe('controlledByOther')
    expect(subject.observe(camera)).toEqual(before)
  })

  it('frames a page where the platform gives one', async test => {
    const { subject } = await enter(test, 'huawei')
    const session = await subject.provider.live({ id: 'page', deviceCode: 'SIMHOLO0001', channel: '2' }, live)
    expect(session).toMatchObject({ candidates: [{ kind: 'framedPage' }], canReadFrame: false })
    expect((await fetch(session.candidates[0]!.url)).headers.get('content-type')).toContain('html')
  })

  it('steers and plays a GB28181 device', async test => {
    const { subject } = await enter(test, 'huawei')
    const { provider } = subject
    const place = { deviceCode: '34020000001320000011', channel: '34020000001310000011' }
    const camera = { id: `huawei/${place.deviceCode}/${place.channel}`, ...place }
    await provider.steering.start(camera, 'zoomIn', 5)
    await provider.steering.stop(camera, 'zoomIn')
    await vi.waitFor(() => expect(subject.observe(camera).moving).toBe(false), {
      timeout: 8000,
      interval: 50,
    })
    const { candidates } = await provider.playback.open(camera, subject.recorded, 'device')
    expect(candidates[0]?.kind).toBe('httpFlv')
  })
})

describe.concurrent('ezviz, camera by camera', () => {
  it('tells an encrypted camera, and opens live where it is closed', async test => {
    const { subject } = await enter(test, 'ezviz')
    const { provider } = subject
    const camera = (deviceCode: string) => ({ id: deviceCode, deviceCode, channel: '1' })
    expect(await codeOf(provider.live(camera('SIM00000F'), live))).toBe('encrypted')
    expect((await provider.live(camera('SIM00000B'), live)).candidates).not.toEqual([])
    expect((await provider.capabilities(camera('SIM00000C'))).movements).not.toContain('upLeft')
    expect(await provider.capabilities(camera('SIM00000D'))).toMatchObject({ ptz: true, certain: false })
    expect(await codeOf(provider.steering.start(camera('SIM00000G'), 'left', 5))).toBe('notSupported')
    expect(await codeOf(provider.live(camera('SIM00000I'), live))).toBe('notAllowed')
  })
})

describe.concurrent('huiyan, camera by camera', () => {
  it('shows recordings in part, and a silent camera as perhaps empty', async test => {
    const { subject } = await enter(test, 'huiyan 2.7.0')
    const { start } = subject.recorded
    const day = { start: start - 5 * 3_600_000, end: start + 8 * 3_600_000 }
    const list = (deviceCode: string, channel: string) =>
      subject.provider.playback.list({ id: channel, deviceCode, channel }, day)
    expect((await list('34020000001320000001', '34020000001310000003')).complete).toBe(false)
    expect(await list('34020000001320000002', '34020000001310000004')).toEqual({ spans: [], complete: false })
  })

  it('is told when a device plays as many recordings as it can', async test => {
    const { subject } = await enter(test, 'huiyan 2.7.0')
    const { provider, camera, recorded } = subject
    const part = (n: number) => ({ start: recorded.start + n * 60_000, end: recorded.end })
    const first = await provider.playback.open(camera, part(0))
    await provider.playback.open(camera, part(1))
    expect(await codeOf(provider.playback.open(camera, part(2)))).toBe('limitReached')
    await provider.playback.close(camera, first.handle)
    await provider.playback.open(camera, part(2))
  })
})
