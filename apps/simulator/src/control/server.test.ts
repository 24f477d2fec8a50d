import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, listAt, openSocket, type Simulated, simulated, textAt, until } from '../../test/simulated.ts'
import { accounts } from '../ezviz/devices.ts'

let simulator: Simulated
beforeEach(async () => {
  simulator = await simulated()
})
afterEach(() => simulator.close())

async function control(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(simulator.addresses.control + path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}
async function ezviz(path: string, fields: Record<string, string>): Promise<Response> {
  const url = `${simulator.addresses.ezviz}/api/lapp/${path}`
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
}
async function signIn(): Promise<string> {
  const { appKey, appSecret } = accounts[0]
  return textAt(await (await ezviz('token/get', { appKey, appSecret })).json(), 'data', 'accessToken')
}
const front = '/control/cameras/ezviz%2FSIM00000A%2F1'
const door = { platform: 'shilian', deviceCode: 'DEMO1', channel: '1' }

describe('cameras on the control port', () => {
  it('are added beside the default devices, with what is ordinary for the rest', async () => {
    const before = simulator.world.cameras().length
    expect(await control('PUT', '/control/cameras', [door])).toEqual({
      status: 200,
      body: { provisioned: 1, cameras: before + 1 },
    })
    expect(simulator.world.find('shilian', 'DEMO1', '1')).toMatchObject({ ptz: true, recordingDays: 30 })
  })

  it('keep faults when they are provisioned again, and disappear when replaced', async () => {
    await control('PUT', '/control/cameras', [
      { ...door, faults: { offline: true } },
      { ...door, channel: '2' },
    ])
    await control('PUT', '/control/cameras?replace=true', [{ ...door, name: 'Door' }])
    expect(simulator.world.find('shilian', 'DEMO1', '1')).toMatchObject({
      name: 'Door',
      faults: { offline: true },
    })
    expect(simulator.world.find('shilian', 'DEMO1', '2')).toBeUndefined()
    expect(simulator.world.find('shilian', 'A00000001J', '1')).toBeDefined()
  })

  it.each([
    [{}, 'an array of cameras is expected'],
    [[{ ...door, platform: 'other' }], '[0].platform must be one of ezviz, shilian, huawei, huiyan'],
    [[{ platform: 'ezviz', deviceCode: 'X' }], '[0].channel is missing'],
    [[{ ...door, faults: { ofline: true } }], '[0].faults.ofline is not known'],
    [[{ ...door, ptz: 1 }], '[0].ptz cannot be 1'],
    [[{ ...door, id: 'x' }], '[0].id must be shilian/DEMO1/1 or left out'],
  ])('are refused as %j with the place of the fault', async (body, message) => {
    expect(await control('PUT', '/control/cameras', body)).toMatchObject({ status: 400, body: { message } })
  })

  it('change by name, one fault at a time', async () => {
    await control('PATCH', front, { faults: { frozen: true } })
    const { body } = await control('PATCH', front, { faults: { silent: true } })
    expect(body).toMatchObject({ faults: { frozen: true, silent: true, offline: false } })
    expect(await control('PATCH', '/control/cameras/nobody', {})).toMatchObject({ status: 404 })
    expect(await control('PATCH', front, { serial: 'x' })).toMatchObject({ status: 400 })
  })

  it('show a still', async () => {
    const still = await fetch(`${simulator.addresses.control}${front}/still`)
    expect(still.headers.get('content-type')).toBe('image/jpeg')
  })
})

describe('faults of a camera', () => {
  const device = { deviceSerial: 'SIM00000A', channelNo: '1' }

  it('make its answers late, 503 or no JSON, and those of others not', async () => {
    const accessToken = await signIn()
    const ask = (deviceSerial: string) => ezviz('device/capacity', { ...device, accessToken, deviceSerial })
    await control('PATCH', front, { faults: { slowMs: 700 } })
    expect((await ask('SIM00000A')).status).toBe(200)
    expect(simulator.waits).toEqual([700])
    await control('PATCH', front, { faults: { serverError: true } })
    expect((await ask('SIM00000A')).status).toBe(503)
    expect((await ask('SIM00000B')).status).toBe(200)
    await control('PATCH', front, { faults: { serverError: false, garbage: true } })
    await expect((await ask('SIM00000A')).json()).rejects.toThrow(SyntaxError)
  })

  it('cut its streams when it goes offline', async () => {
    const accessToken = await signIn()
    const live = await (await ezviz('live/address/get', { accessToken, source: 'SIM00000A:1' })).json()
    const stream = await fetch(textAt(live, 'data', 0, 'flvAddress'))
    await control('PATCH', front, { faults: { offline: true } })
    // Ends well or badly, as the cut happens to fall: but it ends.
    await stream.arrayBuffer().catch(() => undefined)
    await until(() => simulator.state().streams.length === 0)
  })
})

describe('switches of a platform', () => {
  const capacity = (accessToken: string) =>
    ezviz('device/capacity', { accessToken, deviceSerial: 'SIM00000A', channelNo: '1' })

  it('take it down and up again', async () => {
    const accessToken = await signIn()
    await control('PATCH', '/control/platforms/ezviz', { down: true })
    await expect(capacity(accessToken)).rejects.toThrow('fetch failed')
    await control('PATCH', '/control/platforms/ezviz', { down: false })
    expect((await capacity(accessToken)).status).toBe(200)
  })

  it('cut open sockets when it goes down', async () => {
    simulator.world.provision([{ platform: 'huiyan', deviceCode: '1', channel: '2' }])
    const key = { headers: { 'api-key': '3a15e0c4d24c5f9b7a3d6e8f102a3133' } }
    const answer = await (await fetch(`${simulator.addresses.huiyan}/api/play/start/1/2`, key)).json()
    await openSocket(textAt(answer, 'data', 'ws_flv'))
    await control('PATCH', '/control/platforms/huiyan', { down: true })
    await until(() => simulator.state().streams.length === 0)
  })

  it('make it slow, faulty and sparing with answers', async () => {
    const accessToken = await signIn()
    await control('PATCH', '/control/platforms/ezviz', { slowMs: 400, callsPerSecond: 1 })
    expect(at(await (await capacity(accessToken)).json(), 'code')).toBe('200')
    expect(at(await (await capacity(accessToken)).json(), 'code')).toBe('10029')
    expect(simulator.waits).toEqual([400, 400])
    simulator.pass(1000)
    await control('PATCH', '/control/platforms/ezviz', { errorRate: 1 })
    expect(at(await (await capacity(accessToken)).json(), 'code')).toBe('49999')
  })

  it('end all its tokens', async () => {
    const accessToken = await signIn()
    expect(await control('POST', '/control/tokens/expire?platform=ezviz')).toMatchObject({ status: 204 })
    expect(at(await (await capacity(accessToken)).json(), 'code')).toBe('10002')
    expect(await control('POST', '/control/tokens/expire?platform=other')).toMatchObject({ status: 400 })
  })

  it('are refused when unknown', async () => {
    expect(await control('PATCH', '/control/platforms/ezviz', { up: true })).toMatchObject({ status: 400 })
    expect(await control('PATCH', '/control/platforms/other', {})).toMatchObject({ status: 400 })
  })
})

describe('the recorded log', () => {
  it('holds what was asked and answered, and no secret', async () => {
    const accessToken = await signIn()
    simulator.pass(1000)
    const since = simulator.now()
    await ezviz('live/address/get', { accessToken, source: 'SIM00000A:1' })
    const requests = listAt(await control('GET', `/control/requests?platform=ezviz&since=${since}`), 'body')
    expect(requests).toMatchObject([
      {
        platform: 'ezviz',
        kind: 'api',
        method: 'POST',
        path: '/api/lapp/live/address/get',
        body: { source: 'SIM00000A:1' },
        status: 200,
        at: since,
        answer: { code: '200' },
      },
    ])
    const all = JSON.stringify(simulator.requests())
    expect(all).toContain('token/get')
    expect(all).not.toContain(accessToken.slice(3))
    expect(all).not.toContain(accounts[0].appSecret)
    const flv = textAt(requests[0], 'answer', 'data', 0, 'flvAddress')
    expect(flv).toMatch(/\/openlive\/masked-[0-9a-f]{8}\.flv/)
  })

  it('masks the same token to the same word', async () => {
    const accessToken = await signIn()
    await ezviz('device/capacity', { accessToken, deviceSerial: 'SIM00000A' })
    const [given, used] = simulator.requests()
    expect(textAt(used, 'body', 'accessToken')).toBe(textAt(given, 'answer', 'data', 'accessToken'))
  })
})

describe('reset', () => {
  it('brings cameras and platforms back as they first were', async () => {
    const accessToken = await signIn()
    await control('PUT', '/control/cameras', [{ ...door, faults: { frozen: true } }])
    await control('PATCH', '/control/cameras/shilian%2FDEMO1%2F1', {
      faults: { frozen: false, silent: true },
    })
    await control('PATCH', front, { faults: { offline: true } })
    await control('PATCH', '/control/platforms/huawei', { slowMs: 5 })
    simulator.world.savePreset('ezviz/SIM00000A/1', 1, {
      name: '',
      position: { x: 0, y: 0, zoom: 1 },
      savedAt: 0,
    })
    expect(await control('POST', '/control/reset')).toMatchObject({ status: 204 })
    expect(simulator.world.find('shilian', 'DEMO1', '1')?.faults).toMatchObject({
      frozen: true,
      silent: false,
    })
    expect(simulator.world.get('ezviz/SIM00000A/1')?.faults.offline).toBe(false)
    expect(simulator.world.get('ezviz/SIM00000E/1')?.faults.offline).toBe(true)
    expect(simulator.world.switches.huawei.slowMs).toBe(0)
    expect(simulator.world.presets('ezviz/SIM00000A/1').size).toBe(0)
    const after = await ezviz('device/capacity', { accessToken, deviceSerial: 'SIM00000A' })
    expect(at(await after.json(), 'code')).toBe('10002')
  })
})

describe('a kept world', () => {
  it('has the cameras, faults and presets of before a restart', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'simulator-'))
    try {
      const before = await simulated({ dataFolder })
      before.world.provision([{ platform: 'huawei', deviceCode: 'KEPT', channel: '0', name: 'Kept' }])
      before.world.change('ezviz/SIM00000A/1', { faults: { frozen: true } })
      before.world.savePreset('huawei/KEPT/0', 7, {
        name: 'Till',
        position: { x: 0.4, y: 0.5, zoom: 2 },
        savedAt: 1,
      })
      await before.close()
      const after = await simulated({ dataFolder })
      expect(after.world.get('huawei/KEPT/0')?.name).toBe('Kept')
      expect(after.world.get('ezviz/SIM00000A/1')?.faults.frozen).toBe(true)
      expect(after.world.presets('huawei/KEPT/0').get(7)).toMatchObject({ name: 'Till' })
      await after.close()
    } finally {
      await rm(dataFolder, { recursive: true })
    }
  })
})
