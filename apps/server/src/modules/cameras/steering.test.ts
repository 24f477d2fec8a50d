import { providerNames } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle, eventually, type Someone, simulatedPlatforms } from '../../../test/aisle.ts'
import { control, type DemoCamera, demoCamera } from '../../../test/platforms.ts'
import { cameraHolds } from '../../platform/schema/index.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator, tickers: true })
const platforms = control(simulator)
const inspector = await server.as('inspector')
const admin = await server.as('admin')

const steer = (who: Someone, { id }: DemoCamera, body: object) =>
  who.call('POST', `/api/cameras/${id}/ptz`, body)
const stands = (camera: DemoCamera) =>
  eventually(async () => (await platforms.movement(camera)) === undefined, `${camera.id} stands still`)
const moves = (camera: DemoCamera, movement: string) =>
  eventually(async () => (await platforms.movement(camera)) === movement, `${camera.id} moves ${movement}`)
/** Starts and stops that the first provider was sent for a camera, in order. */
async function commands({ deviceCode }: DemoCamera) {
  const sent = await platforms.requests('ezviz', /\/ptz\/(start|stop)$/)
  return sent
    .filter(request => request.body.deviceSerial === deviceCode)
    .map(({ path, body, at }) => ({ what: path.split('/').at(-1), direction: String(body.direction), at }))
}

describe('a timed move', () => {
  it.concurrent.each(providerNames)('of %s starts, and is stopped by the server', async provider => {
    const camera = demoCamera(provider)
    const before = Date.now()
    const answer = await steer(inspector, camera, { command: 'zoomIn', durationMs: 1500 })
    expect(answer).toMatchObject({ status: 200, code: 200 })
    const stopsAt = Date.parse(answer.data.stopsAt)
    expect(stopsAt).toBeGreaterThanOrEqual(before + 1500)
    expect(Date.parse(answer.data.heldUntil)).toBeGreaterThan(stopsAt)
    expect(await platforms.movement(camera)).toBe('zoomIn')
    await stands(camera)
    expect(Date.now()).toBeGreaterThanOrEqual(before + 1500)
  })

  it.concurrent('takes a second where nothing is said, no more and not much less', async () => {
    const camera = demoCamera('ezviz', 1)
    await steer(inspector, camera, { command: 'zoomIn' })
    await stands(camera)
    const [start, stop, ...more] = await commands(camera)
    expect([start?.what, stop?.what, more.length]).toEqual(['start', 'stop', 0])
    const lasted = (stop?.at ?? 0) - (start?.at ?? 0)
    expect(lasted).toBeGreaterThan(900)
    expect(lasted).toBeLessThan(4000)
  })

  it.concurrent('is stopped when the caller goes away before the answer', async () => {
    const camera = demoCamera('ezviz', 2)
    // Abilities are asked for first, so that what follows is the command alone.
    await steer(inspector, camera, { command: 'stop' })
    await inspector.call('GET', `/api/cameras?ids=${camera.id}`)
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
    await platforms.faults(camera, { slowMs: 600 })
    const gone = new AbortController()
    const asked = fetch(`${url}/api/cameras/${camera.id}/ptz`, {
      method: 'POST',
      headers: { accesstoken: inspector.token, 'content-type': 'application/json' },
      body: JSON.stringify({ command: 'zoomIn', durationMs: 500 }),
      signal: gone.signal,
    })
    await eventually(
      async () => (await commands(camera)).some(command => command.what === 'start'),
      'the platform is told',
    )
    gone.abort()
    await expect(asked).rejects.toThrow()
    await moves(camera, 'zoomIn')
    await stands(camera)
    await platforms.faults(camera, { slowMs: 0 })
  })

  it.concurrent('goes on while the button is held, and the platform is told once', async () => {
    const camera = demoCamera('ezviz', 3)
    const first = await steer(inspector, camera, { command: 'zoomIn', durationMs: 1500 })
    const again = await steer(inspector, camera, { command: 'zoomIn', durationMs: 3000 })
    expect(Date.parse(again.data.stopsAt)).toBeGreaterThan(Date.parse(first.data.stopsAt))
    await stands(camera)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(again.data.stopsAt) - 50)
    expect((await commands(camera)).map(command => command.what)).toEqual(['start', 'stop'])
  })

  it.concurrent('gives way to another one: the first is stopped before the second starts', async () => {
    const camera = demoCamera('ezviz', 4)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 5000 })
    const second = await steer(inspector, camera, { command: 'zoomOut', durationMs: 800 })
    expect(second.status).toBe(200)
    expect(await platforms.movement(camera)).toBe('zoomOut')
    await stands(camera)
    expect((await commands(camera)).map(({ what, direction }) => `${what} ${direction}`)).toEqual([
      'start 8',
      'stop 8',
      'start 9',
      'stop 9',
    ])
  })

  it.concurrent('ends at once with stop', async () => {
    const camera = demoCamera('ezviz', 5)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 10_000 })
    const answer = await steer(inspector, camera, { command: 'stop' })
    expect(answer).toMatchObject({ status: 200, data: { stopsAt: null } })
    expect(await platforms.movement(camera)).toBeUndefined()
  })

  it.concurrent('is stopped later where the platform failed when it was to stop', async () => {
    const camera = demoCamera('ezviz', 6)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 500 })
    await platforms.faults(camera, { serverError: true })
    await eventually(
      async () => (await commands(camera)).filter(command => command.what === 'stop').length >= 3,
      'the stop is tried and repeated',
    )
    expect(await platforms.movement(camera)).toBe('zoomIn')
    await platforms.faults(camera, { serverError: false })
    await stands(camera)
  })

  it.concurrent('turns a camera of the third provider under its lock, which is given back', async () => {
    const camera = demoCamera('huawei', 1)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 300 })
    await stands(camera)
    const locks = async () => JSON.stringify((await platforms.state()).platforms.huawei)
    expect(await locks()).toContain(camera.deviceCode)
    expect((await inspector.call('DELETE', `/api/cameras/${camera.id}/ptz`)).status).toBe(200)
    expect(await locks()).not.toContain(camera.deviceCode)
  })
})

describe('a camera that is steered', () => {
  const holds = (cameraId: string) => eq(cameraHolds.cameraId, cameraId)

  it.concurrent('is refused to another user, who reads whose it is and for how long', async () => {
    const camera = demoCamera('ezviz', 7)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 3000 })
    const refused = await steer(admin, camera, { command: 'zoomOut' })
    expect(refused).toMatchObject({
      status: 409,
      code: 409,
      reason: 'controlledByOther',
      heldBy: { name: '林晓彤' },
    })
    expect(refused.msg).toContain('林晓彤')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await platforms.movement(camera)).toBe('zoomIn')
  })

  it.concurrent('is not stopped by another user', async () => {
    const camera = demoCamera('ezviz', 8)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 5000 })
    expect(await steer(admin, camera, { command: 'stop' })).toMatchObject({ status: 409 })
    expect(await admin.call('DELETE', `/api/cameras/${camera.id}/ptz`)).toMatchObject({ status: 200 })
    expect(await platforms.movement(camera)).toBe('zoomIn')
    expect((await steer(inspector, camera, { command: 'stop' })).status).toBe(200)
  })

  it.concurrent('is the next one’s as soon as it is given back, standing still', async () => {
    const camera = demoCamera('ezviz', 9)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 8000 })
    await inspector.call('DELETE', `/api/cameras/${camera.id}/ptz`)
    expect(await platforms.movement(camera)).toBeUndefined()
    expect(await steer(admin, camera, { command: 'zoomOut', durationMs: 300 })).toMatchObject({ status: 200 })
    expect(await steer(inspector, camera, { command: 'zoomIn' })).toMatchObject({
      status: 409,
      heldBy: { name: '赵明远' },
    })
  })

  it.concurrent('is free when its hold has run out', async () => {
    const camera = demoCamera('ezviz', 10)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 300 })
    await stands(camera)
    expect((await steer(admin, camera, { command: 'zoomOut' })).status).toBe(409)
    await server.database.db
      .update(cameraHolds)
      .set({ heldUntil: new Date(Date.now() - 1) })
      .where(holds(camera.id))
    expect(await steer(admin, camera, { command: 'zoomOut', durationMs: 300 })).toMatchObject({ status: 200 })
  })

  it.concurrent('is one user’s when two ask at the same moment', async () => {
    const camera = demoCamera('ezviz', 11)
    const answers = await Promise.all([
      steer(inspector, camera, { command: 'zoomIn', durationMs: 500 }),
      steer(admin, camera, { command: 'zoomOut', durationMs: 500 }),
    ])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  })

  it.concurrent('is not turned to a preset by another user', async () => {
    const camera = demoCamera('ezviz', 12)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 3000 })
    const preset = camera.presets[0]
    expect(await admin.call('POST', `/api/cameras/${camera.id}/presets/${preset?.id}/go`)).toMatchObject({
      status: 409,
      heldBy: { name: '林晓彤' },
    })
    expect(await platforms.movement(camera)).toBe('zoomIn')
  })
})

describe('a camera that is taken before any move', () => {
  const control = (who: Someone, { id }: DemoCamera, method: 'GET' | 'POST' = 'GET') =>
    who.call(method, `/api/cameras/${id}/control`)
  const giveBack = (who: Someone, { id }: DemoCamera) => who.call('DELETE', `/api/cameras/${id}/ptz`)
  const locks = async () => JSON.stringify((await platforms.state()).platforms.huawei)

  it.concurrent('shows its holder to others, who may not steer it until it is given back', async () => {
    const camera = demoCamera('huawei', 2)
    expect((await control(admin, camera)).data).toBeNull()
    const taken = await control(inspector, camera, 'POST')
    expect(taken).toMatchObject({ status: 200, data: { name: '林晓彤', isOwn: true } })
    expect(Date.parse(taken.data.until) - Date.now()).toBeGreaterThan(30_000)
    expect(await locks()).toContain(camera.deviceCode)
    expect((await control(admin, camera)).data).toMatchObject({ name: '林晓彤', isOwn: false })
    for (const refused of [
      await control(admin, camera, 'POST'),
      await steer(admin, camera, { command: 'zoomIn' }),
    ])
      expect(refused).toMatchObject({ status: 409, heldBy: { name: '林晓彤' } })
    await giveBack(inspector, camera)
    expect((await control(inspector, camera)).data).toBeNull()
    expect(await locks()).not.toContain(camera.deviceCode)
    expect(await control(admin, camera, 'POST')).toMatchObject({ status: 200 })
  })

  it.concurrent('and taken again in the middle of a move goes on moving, and is stopped in time', async () => {
    const camera = demoCamera('ezviz', 13)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 1500 })
    expect((await control(inspector, camera, 'POST')).status).toBe(200)
    expect(await platforms.movement(camera)).toBe('zoomIn')
    await stands(camera)
  })

  it.concurrent('is nobody’s where its platform refused', async () => {
    const camera = demoCamera('huawei', 3)
    await platforms.faults(camera, { offline: true })
    expect((await control(inspector, camera, 'POST')).status).toBeGreaterThanOrEqual(400)
    expect((await control(admin, camera)).data).toBeNull()
    await platforms.faults(camera, { offline: false })
  })
})

describe('the picture that a camera makes', () => {
  const encode = ({ id }: DemoCamera, quality: string) =>
    inspector.call('PUT', `/api/cameras/${id}/encoding`, { quality })

  it('is set on the platform for everybody', async () => {
    const camera = demoCamera('shilian')
    expect((await encode(camera, 'high')).status).toBe(200)
    const sent = await platforms.requests('shilian', /preview\/setcode$/)
    expect(JSON.stringify(sent.at(-1)?.body)).toContain('code')
  })

  it('is refused with a message where the platform has no call for it', async () => {
    expect(await encode(demoCamera('ezviz'), 'high')).toMatchObject({
      status: 400,
      code: 10001,
      reason: 'notSupported',
      msg: '该平台不能设置画面',
    })
  })
})

describe('whether a camera can be steered', () => {
  it.each(['ezviz', 'shilian'] as const)(
    'is asked per device: a fixed one of %s refuses with a message for the user',
    async provider => {
      const camera = demoCamera(provider, 0, { ptz: false })
      const since = Date.now()
      expect(await steer(inspector, camera, { command: 'left' })).toMatchObject({
        status: 400,
        code: 10001,
        reason: 'notSupported',
        msg: '该摄像头不支持此云台操作',
      })
      const [listed] = (await inspector.call('GET', `/api/cameras?ids=${camera.id}`)).data
      expect(listed.capabilities).toMatchObject({ ptz: false, movements: [] })
      expect(await platforms.requests(provider, /ptz\/(start|control)$/, since)).toEqual([])
    },
  )

  it.each(['huawei', 'huiyan'] as const)('is always said of %s', async provider => {
    const camera = demoCamera(provider, 0, { ptz: false })
    const [listed] = (await inspector.call('GET', `/api/cameras?ids=${camera.id}`)).data
    expect(listed.capabilities).toMatchObject({ ptz: true, certain: false })
  })

  it('is not offered to someone who may only look', async () => {
    const analyst = await server.as('analyst')
    const { id } = demoCamera('ezviz')
    const [listed] = (await analyst.call('GET', `/api/cameras?ids=${id}`)).data
    expect(listed.capabilities).toMatchObject({ ptz: false, movements: [], presets: false })
    expect(await analyst.call('POST', `/api/cameras/${id}/ptz`, { command: 'left' })).toMatchObject({
      status: 403,
      code: 403,
    })
  })

  it('is refused in the language of the caller', async () => {
    const { id } = demoCamera('ezviz', 0, { ptz: false })
    const answer = await server.call(
      'POST',
      `/api/cameras/${id}/ptz`,
      { command: 'left' },
      { accesstoken: inspector.token, 'accept-language': 'en-GB,en;q=0.9' },
    )
    expect(answer.msg).toBe('This camera cannot move that way')
  })
})
