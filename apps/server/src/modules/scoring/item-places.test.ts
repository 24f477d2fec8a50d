import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScoringWorld, scoringWorld } from '../../../test/scoring-world.ts'
import { cameras, pictures, presets } from '../../platform/schema/index.ts'

let world: ScoringWorld
beforeEach(async () => {
  await world?.close()
  world = await scoringWorld()
  await world.db.insert(cameras).values({
    id: 'queue-camera',
    shopId: 'jingan',
    accountId: 'ezviz',
    provider: 'ezviz',
    deviceCode: 'ezviz-1',
    channel: '2',
    number: '09',
    name: '收银台',
    group: 'checkout',
  })
  await world.db.insert(presets).values({ id: 'side', cameraId: 'queue-camera', name: '侧面', index: 4 })
}, 60_000)
afterAll(() => world?.close())

const say = (item: string, body: object) => world.call('colleague', 'PUT', `/api/check-items/${item}`, body)
const places = async (who: 'inspector' | 'stranger' = 'inspector') =>
  world.call(who, 'GET', '/api/check-item-places/jingan')
const bind = (item: string, body: object) =>
  world.call('colleague', 'PUT', `/api/check-item-places/jingan/${item}`, body)

describe('where an item is seen in a shop', () => {
  it('follows from the part of the shop and the name of the preset', async () => {
    expect((await places()).data).toEqual([])
    await say('desk', { cameraGroup: 'checkout', presetName: '侧面' })
    await say('queue', { cameraGroup: 'checkout', presetName: '没有这个' })
    await say('exit', { presetName: '收银台' })
    expect((await places()).data).toMatchObject([
      { itemId: 'desk', cameraId: 'queue-camera', presetId: 'side', presetIndex: 4, isBound: false },
      { itemId: 'queue', cameraId: 'queue-camera', presetId: null, presetIndex: null },
      { itemId: 'exit', cameraId: 'ezviz-camera', presetId: 'till', presetName: '收银台' },
    ])
  })

  it('is what somebody chose for the shop, until that camera goes or the choice is taken back', async () => {
    await say('desk', { cameraGroup: 'checkout' })
    expect((await bind('desk', { cameraId: 'ezviz-camera', presetId: 'till' })).data).toMatchObject({
      cameraId: 'ezviz-camera',
      presetId: 'till',
      isBound: true,
    })
    await bind('desk', { cameraId: 'huawei-camera' })
    expect((await places()).data).toMatchObject([
      { cameraId: 'huawei-camera', presetId: null, isBound: true },
    ])
    await world.call('colleague', 'DELETE', '/api/check-item-places/jingan/desk')
    expect((await places()).data).toMatchObject([{ cameraId: 'queue-camera', isBound: false }])
    await bind('desk', { cameraId: 'huawei-camera' })
    await world.db.update(cameras).set({ removedAt: new Date() }).where(eq(cameras.id, 'huawei-camera'))
    expect((await places()).data).toMatchObject([{ cameraId: 'queue-camera', isBound: false }])
  })

  it('is refused for cameras and presets that are not there, groups, and shops out of scope', async () => {
    expect(await bind('desk', { cameraId: 'paris-camera' })).toMatchObject({
      status: 400,
      errors: [{ path: 'cameraId' }],
    })
    expect(await bind('desk', { cameraId: 'huawei-camera', presetId: 'till' })).toMatchObject({
      status: 400,
      errors: [{ path: 'presetId' }],
    })
    expect((await bind('till', { cameraId: 'huawei-camera' })).status).toBe(404)
    expect((await places('stranger')).status).toBe(403)
    const mayNot = await world.call('inspector', 'PUT', '/api/check-item-places/jingan/desk', {
      cameraId: 'huawei-camera',
    })
    expect(mayNot.status).toBe(403)
  })
})

describe('the standard picture of an item', () => {
  const jpeg = () =>
    sharp({ create: { width: 1600, height: 900, channels: 3, background: '#26a' } })
      .jpeg()
      .toBuffer()
  const upload = async (item: string) =>
    world.call('colleague', 'POST', `/api/check-items/${item}/standard-picture`, {
      file: `data:image/jpeg;base64,${(await jpeg()).toString('base64')}`,
    })
  const shown = (url: string) =>
    world.app.inject({ method: 'GET', url, headers: { accesstoken: 'inspector' } })

  it('is kept small, shown by its address, and stays with the versions that had it', async () => {
    const { data } = await upload('desk')
    const picture = await shown(data.standardPictureUrl)
    expect(picture.headers['content-type']).toBe('image/webp')
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(1280)
    const removed = await world.call('colleague', 'DELETE', '/api/check-items/desk/standard-picture')
    expect(removed.data.standardPictureUrl).toBeNull()
    const { data: versions } = await world.call('reader', 'GET', '/api/check-items/desk/versions')
    expect(versions[1].item.standardPictureUrl).toBe(data.standardPictureUrl)
    expect((await shown(versions[1].item.standardPictureUrl)).statusCode).toBe(200)
  })

  it('may be a picture of the gallery', async () => {
    await world.disk.put('2026/10/01/a.jpg', await jpeg(), 'image/jpeg')
    await world.db.update(pictures).set({ key: '2026/10/01/a.jpg' }).where(eq(pictures.id, 'p1'))
    const { data } = await world.call('colleague', 'POST', '/api/check-items/desk/standard-picture', {
      pictureId: 'p1',
    })
    expect((await shown(data.standardPictureUrl)).statusCode).toBe(200)
    const missing = await world.call('colleague', 'POST', '/api/check-items/desk/standard-picture', {
      pictureId: 'none',
    })
    expect(missing.status).toBe(404)
  })

  it('is refused for groups, unknown items, and what is no picture', async () => {
    expect((await upload('till')).status).toBe(400)
    expect((await upload('..%2F..%2Fx')).status).toBe(404)
    const text = await world.call('colleague', 'POST', '/api/check-items/desk/standard-picture', {
      file: `data:image/jpeg;base64,${Buffer.from('no picture').toString('base64')}`,
    })
    expect(text.status).toBe(415)
    expect((await shown('/api/pictures/standard/desk/1')).statusCode).toBe(404)
  })
})
