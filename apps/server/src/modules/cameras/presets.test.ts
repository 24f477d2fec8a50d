import { describe, expect, it } from 'vitest'
import { aisle, eventually, simulatedPlatforms } from '../../../test/aisle.ts'
import { control, type DemoCamera, demoCamera, foreignCamera, watch } from '../../../test/platforms.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator })
const platforms = control(simulator)
const inspector = await server.as('inspector')
const admin = await server.as('admin')

type Preset = { id: string; presetName: string; presetIndex: number }
const path = ({ id }: DemoCamera) => `/api/cameras/${id}/presets`
const list = async (camera: DemoCamera): Promise<Preset[]> => (await admin.call('GET', path(camera))).data
const numbers = async (camera: DemoCamera) => (await list(camera)).map(preset => preset.presetIndex)
const save = (camera: DemoCamera, body: object = {}) => inspector.call('POST', path(camera), body)

/** Watches the camera so that the simulator tells where it looks. */
async function watched(camera: DemoCamera) {
  const { data } = await inspector.call('POST', `/api/cameras/${camera.id}/live`, { quality: 'smooth' })
  const { leave } = await watch(data.candidates)
  const position = () => eventually(() => platforms.position(camera), `${camera.id} is watched`)
  return { position, leave }
}

describe('a new preset', () => {
  it('gets the lowest free number from 1 to 12 and the usual name, until all are in use', async () => {
    const camera = demoCamera('shilian')
    const taken = await numbers(camera)
    const gap = await list(camera)
    await inspector.call('DELETE', `${path(camera)}/${gap[1]?.id}`)
    const free = [
      gap[1]?.presetIndex,
      ...[...Array(12).keys()].map(at => at + 1).filter(at => !taken.includes(at)),
    ]
    const given: number[] = []
    for (const _ of free) {
      const { data } = await save(camera)
      expect(data.presetName).toBe('自定义预置位')
      given.push(data.presetIndex)
    }
    expect(given).toEqual(free.sort((one, other) => Number(one) - Number(other)))
    expect(await save(camera)).toMatchObject({
      status: 400,
      code: 10001,
      reason: 'presetsFull',
      msg: '没有空闲的预置位（最多 12 个）',
    })
    expect(await numbers(camera)).toHaveLength(12)
  })

  it.concurrent.each(['ezviz', 'huawei', 'huiyan'] as const)(
    'of %s is on the device under its number',
    async provider => {
      const camera = demoCamera(provider)
      const { data } = await save(camera, { presetName: ' 收银台特写 🛒 ' })
      expect(data).toMatchObject({ presetName: '收银台特写 🛒', thumbnailUrl: null })
      expect(await numbers(camera)).toContain(data.presetIndex)
      expect(await inspector.call('POST', `${path(camera)}/${data.id}/go`)).toMatchObject({ status: 200 })
    },
  )

  it('of the first provider has the number that the platform chose, and that alone', async () => {
    const camera = demoCamera('ezviz', 1)
    // Forgotten here though it is still on the device: only the platform knows that the number is in use.
    await server.database.pool.query('delete from presets where camera_id = $1 and index = 2', [camera.id])
    const { data } = await save(camera)
    expect(data.presetIndex).not.toBe(2)
  })

  it('is refused by a camera without presets', async () => {
    expect(await save(demoCamera('ezviz', 0, { ptz: false }))).toMatchObject({
      status: 400,
      code: 10001,
      reason: 'notSupported',
    })
  })

  it('does not get a number that another user is given at the same moment', async () => {
    const camera = demoCamera('shilian', 1)
    const answers = await Promise.all([
      save(camera, { presetName: 'one' }),
      admin.call('POST', path(camera), { presetName: 'other' }),
    ])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(new Set(answers.map(answer => answer.data.presetIndex)).size).toBe(2)
  })
})

describe('a preset is on the device and here, or on neither', () => {
  it.concurrent.each(['ezviz', 'shilian', 'huawei', 'huiyan'] as const)(
    'when %s fails to store it',
    async provider => {
      const camera = demoCamera(provider, 2)
      const before = await list(camera)
      expect(before.length).toBeGreaterThan(0)
      await platforms.faults(camera, { serverError: true })
      expect(await save(camera)).toMatchObject({ status: 502, code: 10001 })
      const removed = await inspector.call('DELETE', `${path(camera)}/${before[0]?.id}`)
      expect(removed).toMatchObject({ status: 502, code: 10001 })
      expect(await list(camera)).toEqual(before)
      await platforms.faults(camera, { serverError: false })
    },
  )

  it('when it cannot be written down here', async () => {
    const camera = demoCamera('shilian', 3)
    const before = await list(camera)
    const { pool } = server.database
    await pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`,
    )
    await pool.query('create trigger refuse before insert on presets for each row execute function refuse()')
    const since = Date.now()
    expect((await save(camera)).status).toBe(500)
    await pool.query('drop trigger refuse on presets')
    const sent = await platforms.requests('shilian', /ptz\/control$/, since)
    // 17 stores, 19 deletes.
    expect(sent.map(request => request.body.action)).toEqual([17, 19])
    expect(sent[1]?.body.prepoint).toBe(sent[0]?.body.prepoint)
    expect(await list(camera)).toEqual(before)
  })

  it('when it is removed', async () => {
    const camera = demoCamera('shilian', 4)
    const [preset] = await list(camera)
    expect((await inspector.call('DELETE', `${path(camera)}/${preset?.id}`)).status).toBe(200)
    const deleted = (await platforms.requests('shilian', /ptz\/control$/)).filter(
      request =>
        request.body.action === 19 && request.body.chan_serial === `${camera.deviceCode}:${camera.channel}`,
    )
    expect(deleted.map(request => request.body.prepoint)).toEqual([preset?.presetIndex])
    expect((await inspector.call('POST', `${path(camera)}/${preset?.id}/go`)).status).toBe(404)
  })
})

describe('going to a preset', () => {
  it.concurrent.each(['ezviz', 'shilian', 'huiyan'] as const)(
    'of %s gives the earlier picture back',
    async provider => {
      const camera = demoCamera(provider, 5)
      const view = await watched(camera)
      const near = async (wanted: { x: number; y: number; zoom: number }) => {
        const { x, y, zoom } = await view.position()
        return Math.hypot(x - wanted.x, y - wanted.y, zoom - wanted.zoom) < 0.01
      }
      const start = await view.position()
      const { data: preset } = await save(camera, { presetName: '原位' })
      await inspector.call('POST', `/api/cameras/${camera.id}/ptz`, {
        command: 'zoomIn',
        speed: 10,
        durationMs: 900,
      })
      await eventually(async () => !(await platforms.movement(camera)), 'the move ends')
      expect(await near(start)).toBe(false)
      expect(await inspector.call('POST', `${path(camera)}/${preset.id}/go`)).toMatchObject({ status: 200 })
      await eventually(() => near(start), 'the earlier picture is back')
      view.leave()
    },
  )

  it('stops a running move first', async () => {
    const camera = demoCamera('shilian', 6)
    await inspector.call('POST', `/api/cameras/${camera.id}/ptz`, { command: 'zoomIn', durationMs: 8000 })
    const [preset] = await list(camera)
    const since = Date.now()
    await inspector.call('POST', `${path(camera)}/${preset?.id}/go`)
    const actions = (await platforms.requests('shilian', /ptz\/control$/, since)).map(
      sent => sent.body.action,
    )
    expect(actions).toEqual([14, 18])
    expect(await platforms.movement(camera)).toBeUndefined()
  })

  it('to one that another camera has finds nothing', async () => {
    const [one, other] = [demoCamera('shilian', 5), demoCamera('shilian', 6)]
    const [preset] = await list(other)
    for (const [method, rest] of [
      ['POST', '/go'],
      ['PUT', ''],
      ['DELETE', ''],
    ] as const)
      expect(
        await inspector.call(method, `${path(one)}/${preset?.id}${rest}`, { presetName: 'mine' }),
      ).toMatchObject({ status: 404, code: 404 })
  })
})

describe('storing under a number again', () => {
  it.each(['shilian', 'ezviz'] as const)('of %s replaces what was there', async provider => {
    const camera = demoCamera(provider, 7)
    const before = await list(camera)
    const [first] = before
    const { data } = await save(camera, { presetIndex: first?.presetIndex })
    expect(data.presetName).toBe(first?.presetName)
    const after = await list(camera)
    expect(after).toHaveLength(before.length)
    expect(new Set(after.map(preset => preset.presetIndex)).size).toBe(after.length)
    expect((await inspector.call('POST', `${path(camera)}/${data.id}/go`)).status).toBe(200)
  })

  it('takes numbers from 1 to 12 only', async () => {
    for (const presetIndex of [0, 13, -1, 1.5, 'x'])
      expect(await save(demoCamera('shilian', 7), { presetIndex })).toMatchObject({
        status: 400,
        code: 400,
        errors: [{ path: 'presetIndex' }],
      })
  })
})

describe('removing several at once', () => {
  const remove = (ids: (string | undefined)[]) =>
    inspector.call('DELETE', `/api/monitor/checkShop/delPresetByIds/${ids.join(',')}`)

  it('removes none when one is outside the scope, or unknown', async () => {
    const camera = demoCamera('shilian', 8)
    const before = await list(camera)
    const foreign = foreignCamera().presets[0]?.id
    const since = Date.now()
    for (const stranger of [foreign, '999999'])
      expect(await remove([before[0]?.id, stranger])).toMatchObject({ status: 403, code: 403 })
    expect(await list(camera)).toEqual(before)
    expect(await list(foreignCamera())).toHaveLength(foreignCamera().presets.length)
    expect(await platforms.requests('shilian', /ptz\/control$/, since)).toEqual([])
  })

  it('removes those of several cameras, once each', async () => {
    const cameras = [demoCamera('shilian', 9), demoCamera('huiyan', 6)]
    const firsts = await Promise.all(cameras.map(async camera => (await list(camera))[0]?.id))
    expect(await remove([...firsts, firsts[0]])).toMatchObject({ status: 200, code: 200 })
    for (const [at, camera] of cameras.entries())
      expect((await list(camera)).map(preset => preset.id)).not.toContain(firsts[at])
  })

  it('forgets none here when one platform fails', async () => {
    const cameras = [demoCamera('shilian', 10), demoCamera('huiyan', 7)] as const
    const before = await Promise.all(cameras.map(list))
    await platforms.faults(cameras[1], { serverError: true })
    expect((await remove(before.map(presets => presets[0]?.id))).status).toBe(502)
    await platforms.faults(cameras[1], { serverError: false })
    expect(await Promise.all(cameras.map(list))).toEqual(before)
  })
})

it('a preset is renamed, and keeps its number', async () => {
  const camera = demoCamera('shilian', 11)
  const [preset] = await list(camera)
  const { data } = await inspector.call('PUT', `${path(camera)}/${preset?.id}`, { presetName: '新名字' })
  expect(data).toMatchObject({ id: preset?.id, presetName: '新名字', presetIndex: preset?.presetIndex })
})
