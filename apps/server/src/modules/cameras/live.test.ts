import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle, eventually, simulatedPlatforms } from '../../../test/aisle.ts'
import { control, demoCamera, watch } from '../../../test/platforms.ts'
import { cameras } from '../../platform/schema/index.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator })
const platforms = control(simulator)
const inspector = await server.as('inspector')
const open = (id: string, body: object = {}) => inspector.call('POST', `/api/cameras/${id}/live`, body)

const kinds = { ezviz: 'httpFlv', shilian: 'wsFlv', huawei: 'httpFlv', huiyan: 'wsFlv' } as const
describe('live video', () => {
  it.each(['ezviz', 'shilian', 'huawei', 'huiyan'] as const)(
    'of %s comes from a platform address',
    async provider => {
      const camera = demoCamera(provider)
      const { status, data } = await open(camera.id)
      expect(status).toBe(200)
      expect(data).toMatchObject({ canReadFrame: true, control: 'player', sessionId: expect.any(String) })
      expect(data.candidates.map((candidate: { kind: string }) => candidate.kind)).toContain(kinds[provider])
      expect(new URL(data.candidates[0].url).port).toBe(new URL(simulator[provider]).port)
      const stream = await watch(data.candidates)
      await eventually(async () => stream.bytes() > 5_000, `video of ${provider} flows`)
      stream.leave()
      expect(
        (await inspector.call('DELETE', `/api/cameras/${camera.id}/live/${data.sessionId}`)).status,
      ).toBe(200)
    },
  )

  it('of a camera without picture yet is noted as a sign of life', async () => {
    const { id } = demoCamera('ezviz', 1)
    const { db } = server.database
    await db.update(cameras).set({ status: 'offline', lastOnlineAt: null }).where(eq(cameras.id, id))
    await open(id)
    const [listed] = (await inspector.call('GET', `/api/cameras?ids=${id}`)).data
    expect(listed.status).toBe('online')
    expect(Date.now() - Date.parse(listed.lastOnlineAt)).toBeLessThan(60_000)
  })

  it('gives another address each time where the platform’s are for one use', async () => {
    const { id } = demoCamera('shilian', 1)
    const urls = [await open(id), await open(id)].map(answer => answer.data.candidates[0].url)
    expect(urls[0]).not.toBe(urls[1])
  })

  it('says when a platform has too many open', async () => {
    const camera = demoCamera('shilian', 4)
    await platforms.switches('shilian', { previewsPerDevice: 1 })
    expect((await open(camera.id)).status).toBe(200)
    expect(await open(camera.id)).toMatchObject({ code: 10001, reason: 'limitReached' })
    await platforms.switches('shilian', { previewsPerDevice: 6 })
  })

  it('needs the authority', async () => {
    const viewer = await server.as('viewer')
    expect(await viewer.call('POST', `/api/cameras/${demoCamera('ezviz').id}/live`)).toMatchObject({
      status: 403,
    })
  })

  it('is asked for in one of three qualities', async () => {
    for (const quality of ['smooth', 'standard', 'high'])
      expect((await open(demoCamera('ezviz').id, { quality })).status).toBe(200)
    expect(await open(demoCamera('ezviz').id, { quality: 'best' })).toMatchObject({
      status: 400,
      errors: [{ path: 'quality' }],
    })
  })
})

describe('the list of cameras', () => {
  it('tells what each can do and how it is, by shop and by id', async () => {
    const camera = demoCamera('ezviz', 2)
    const { data } = await inspector.call('GET', `/api/cameras?shopId=${camera.shopId}`)
    expect(data.length).toBeGreaterThan(3)
    expect(data.every((each: { shopId: string }) => each.shopId === camera.shopId)).toBe(true)
    const ids = [demoCamera('huiyan').id, camera.id]
    const listed = (await inspector.call('GET', `/api/cameras?ids=${ids.join(',')}`)).data
    expect(new Set(listed.map((each: { id: string }) => each.id))).toEqual(new Set(ids))
    expect(listed.find((each: { id: string }) => each.id === camera.id)).toMatchObject({
      ys: 0,
      provider: 'ezviz',
      status: 'online',
      capabilities: { ptz: true, zoom: true, presets: true, certain: true },
    })
  })

  it('asks for a shop or for ids', async () => {
    expect(await inspector.call('GET', '/api/cameras')).toMatchObject({
      status: 400,
      errors: [{ path: 'shopId' }],
    })
  })

  it('is there though a platform is down', async () => {
    const { shopId } = demoCamera('huiyan', 3)
    await platforms.switches('huiyan', { down: true })
    await platforms.switches('ezviz', { down: true })
    expect((await inspector.call('GET', `/api/cameras?shopId=${shopId}`)).status).toBe(200)
    await platforms.switches('huiyan', { down: false })
    await platforms.switches('ezviz', { down: false })
  })
})
