import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readBarCode } from '../../../../simulator/src/video/bar-code.ts'
import { aisle, simulatedPlatforms } from '../../../test/aisle.ts'
import { control, demoCamera } from '../../../test/platforms.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator })
const platforms = control(simulator)
const inspector = await server.as('inspector')
const take = (id: string, body: object = {}) => inspector.call('POST', `/api/cameras/${id}/snapshot`, body)

/** The bytes of a saved picture and the time burned into it. */
async function saved(fileAddr: string) {
  const { rawPayload, headers, statusCode } = await server.app.inject({
    method: 'GET',
    url: fileAddr,
    headers: { accesstoken: inspector.token },
  })
  expect(statusCode).toBe(200)
  const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { mime: headers['content-type'], info, burnedIn: readBarCode({ data, ...info }) }
}

describe('a picture taken by the server', () => {
  it.concurrent.each(['ezviz', 'shilian', 'huawei', 'huiyan'] as const)(
    'of %s shows what the camera sees now, and is kept',
    async provider => {
      const camera = demoCamera(provider)
      const asked = Date.now()
      const { status, data } = await take(camera.id)
      expect(status).toBe(200)
      expect(data).toMatchObject({
        cameraId: camera.id,
        shopId: camera.shopId,
        videoNo: camera.deviceCode,
        channelNo: camera.channel,
        fileType: 1,
        fileTypeName: '图片',
        screenshotType: 1,
        userName: '林晓彤',
        delFlag: 0,
      })
      const picture = await saved(data.fileAddr)
      expect(picture.mime).toBe('image/jpeg')
      expect(picture.info).toMatchObject({ width: data.width, height: data.height })
      expect(picture.burnedIn).toBeGreaterThan(asked - 15_000)
      expect(picture.burnedIn).toBeLessThan(Date.now() + 1000)
      const { records } = (
        await inspector.call(
          'GET',
          `/api/monitor/checkShop/findCheckShopFileList2?shopId=${camera.shopId}&videoNo=${camera.deviceCode}&channelNo=${camera.channel}`,
        )
      ).data
      expect(records[0].id).toBe(data.id)
    },
  )

  it('comes from the stream where the platform takes no more', async () => {
    await platforms.switches('ezviz', { capturesPerDay: 0 })
    const since = Date.now()
    const { status, data } = await take(demoCamera('ezviz', 1).id)
    await platforms.switches('ezviz', { capturesPerDay: 50 })
    expect(status).toBe(200)
    expect((await platforms.requests('ezviz', /device\/capture$/, since)).length).toBeGreaterThan(0)
    expect((await saved(data.fileAddr)).burnedIn).toBeGreaterThan(since - 15_000)
  })

  it('is not kept where there is none: the camera is off', async () => {
    const camera = demoCamera('ezviz', 0, { offline: true })
    expect(await take(camera.id)).toMatchObject({
      status: 502,
      code: 10001,
      reason: 'offline',
      msg: '摄像头离线',
    })
    const list = `/api/monitor/checkShop/findCheckShopFileList2?shopId=${camera.shopId}&videoNo=${camera.deviceCode}`
    expect((await inspector.call('GET', list)).data.total).toBe(0)
  })

  it('belongs to a preset of its own camera only', async () => {
    const [one, other] = [demoCamera('huiyan', 1), demoCamera('huiyan', 2)]
    expect(await take(one.id, { presetId: other.presets[0]?.id })).toMatchObject({ status: 404 })
    const { data } = await take(one.id, { presetId: one.presets[0]?.id })
    expect(data.presetId).toBe(one.presets[0]?.id)
  })
})

describe('the picture that stands for a camera', () => {
  const frame = sharp({ create: { width: 640, height: 360, channels: 3, background: '#c33' } }).jpeg()
  const dataUrl = async () => `data:image/jpeg;base64,${(await frame.clone().toBuffer()).toString('base64')}`

  it('is what a viewer had on screen, small, for those who may see the camera', async () => {
    const { id } = demoCamera('ezviz', 2)
    expect((await inspector.call('PUT', `/api/cameras/${id}/poster`, { file: await dataUrl() })).status).toBe(
      200,
    )
    const [{ posterUrl }] = (await inspector.call('GET', `/api/cameras?ids=${id}`)).data
    const get = (headers: Record<string, string>) => server.app.inject({ url: posterUrl, headers })
    const answer = await get({ accesstoken: inspector.token })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 })
    expect((await get({})).statusCode).toBe(401)
    const elsewhere = await server.as('songzihan')
    expect((await get({ accesstoken: elsewhere.token })).statusCode).toBe(404)
  })

  it('is not taken from what is no picture', async () => {
    const { id, presets } = demoCamera('ezviz', 2)
    const file = `data:image/jpeg;base64,${Buffer.from('<svg/>').toString('base64')}`
    for (const path of ['poster', `presets/${presets[0]?.id}/thumbnail`]) {
      expect(await inspector.call('PUT', `/api/cameras/${id}/${path}`, { file })).toMatchObject({
        status: 415,
      })
      expect(await inspector.call('PUT', `/api/cameras/${id}/${path}`, {})).toMatchObject({
        status: 400,
        errors: [{ path: 'file' }],
      })
      const huge = `data:image/jpeg;base64,${'A'.repeat(2_100_000)}`
      expect(await inspector.call('PUT', `/api/cameras/${id}/${path}`, { file: huge })).toMatchObject({
        status: 413,
      })
    }
  })

  it('of a preset is kept with it', async () => {
    const { id, presets } = demoCamera('ezviz', 2)
    const path = `/api/cameras/${id}/presets/${presets[0]?.id}/thumbnail`
    const { data } = await inspector.call('PUT', path, { file: await dataUrl() })
    const answer = await server.app.inject({
      url: data.thumbnailUrl,
      headers: { accesstoken: inspector.token },
    })
    expect(answer.headers['content-type']).toBe('image/webp')
  })
})
