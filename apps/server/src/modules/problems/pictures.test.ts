import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callerOf, type ProblemWorld, problemWorld } from '../../../test/problem-world.ts'
import { handleErrors } from '../../platform/http/errors.ts'
import { mounter } from '../../platform/http/mount.ts'
import { pictureRoutes } from '../pictures/routes.ts'

let world: ProblemWorld
let file = ''
beforeAll(async () => {
  world = await problemWorld()
  const image = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#386' } })
    .jpeg()
    .toBuffer()
  file = `data:image/jpeg;base64,${image.toString('base64')}`
})
afterAll(() => world.close())
beforeEach(() => world.at('2026-10-01T02:00:00.000Z'))

const raise = async (body: object = {}) =>
  (
    await world.call('inspector', 'POST', '/api/problems', {
      shopId: 'jingan',
      itemName: '通道堆物',
      ...body,
    })
  ).data

/** The addresses of pictures, for whoever the token names. */
async function viewer() {
  const app = Fastify()
  await app.register(cookie)
  handleErrors(app)
  const known = ['inspector', 'colleague', 'stranger', 'nobody'] as const
  const authenticate = async (token: string) => {
    const who = known.find(name => name === token)
    return who && callerOf(who)
  }
  const mount = mounter(app, { authenticate, audit: async () => undefined, checkAnswers: true })
  pictureRoutes(app, mount, { pictures: world.pictures, authenticate })
  return async (who: string, address: string) =>
    (await app.inject({ url: address, headers: { accesstoken: who } })).statusCode
}

describe('a picture for a problem', () => {
  it('comes from who puts it right without any right to inspect, and goes into the next step', async () => {
    const { id } = await raise({ cameraId: 'ezviz-camera' })
    const sent = await world.call('colleague', 'POST', `/api/problems/${id}/pictures`, { file })
    expect(sent).toMatchObject({
      status: 200,
      data: { shopId: 'jingan', cameraId: 'ezviz-camera', userId: 'colleague', screenshotType: 3 },
    })
    const { data } = await world.call('colleague', 'POST', `/api/problems/${id}/submit`, {
      version: 1,
      pictureIds: [sent.data.id],
    })
    expect(data.afterPictures).toMatchObject([{ id: sent.data.id, width: 64, height: 36 }])
    expect(world.audited).toContain(`colleague problem.picture ${id}`)
  })

  it('belongs to the shop alone where the problem has no camera', async () => {
    const { id } = await raise()
    const { data } = await world.call('colleague', 'POST', `/api/problems/${id}/pictures`, { file })
    expect(data).toMatchObject({ shopId: 'jingan', cameraId: null, cameraName: '' })
  })

  it('is refused beyond the scope, to who may only read, and where it is no picture', async () => {
    const { id } = await raise()
    const address = `/api/problems/${id}/pictures`
    expect(await world.call('stranger', 'POST', address, { file })).toMatchObject({ status: 403 })
    expect(await world.call('reader', 'POST', address, { file })).toMatchObject({ status: 403 })
    expect(await world.call('colleague', 'POST', address, {})).toMatchObject({ status: 400 })
    const text = `data:image/jpeg;base64,${Buffer.from('not a picture').toString('base64')}`
    expect(await world.call('colleague', 'POST', address, { file: text })).toMatchObject({ status: 415 })
    expect(await world.call('colleague', 'POST', '/api/problems/none/pictures', { file })).toMatchObject({
      status: 404,
    })
  })

  it('is seen by who puts problems right; other pictures of the shop are not', async () => {
    const status = await viewer()
    const { id } = await raise({ cameraId: 'ezviz-camera' })
    const { data } = await world.call('colleague', 'POST', `/api/problems/${id}/pictures`, { file })
    const image = Buffer.from(file.slice(file.indexOf(',') + 1), 'base64')
    const other = await world.pictures.save({
      data: image,
      takenAt: world.now(),
      shopId: 'jingan',
      cameraId: 'ezviz-camera',
      userId: 'inspector',
    })
    expect(await status('colleague', data.fileAddr)).toBe(200)
    expect(await status('colleague', data.thumbnailUrl)).toBe(200)
    expect(await status('colleague', other.fileAddr)).toBe(403)
    expect(await status('inspector', other.fileAddr)).toBe(200)
    expect(await status('stranger', data.fileAddr)).toBe(404)
    expect(await status('nobody', data.fileAddr)).toBe(403)
    await world.call('inspector', 'POST', '/api/problems', {
      shopId: 'jingan',
      itemName: '价签',
      pictureIds: [other.id],
    })
    expect(await status('colleague', other.fileAddr)).toBe(200)
  })
})
