import { eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { cameras, pictures, planRuns, plans, shops, users } from '../../platform/schema/index.ts'

const server = await aisle()
const { db } = server.database
const inspector = await server.as('inspector')
const admin = await server.as('admin')
await db.delete(pictures)

const visible = (await inspector.call('GET', '/api/monitor/checkShop/getCheckShopList?pageSize=9999')).data
  .records
const [home, away] = visible as { shopid: string; regionid: string }[]
const every = await db.select().from(shops)
const foreign = every.find(shop => !visible.some((row: { shopid: string }) => row.shopid === shop.id))
const camerasOf = (shopId: string) => db.select().from(cameras).where(eq(cameras.shopId, shopId))
const [first, second] = await camerasOf(home!.shopid)
const [third] = await camerasOf(away!.shopid)
const [strange] = await camerasOf(foreign!.id)
const [author] = await db.select().from(users).where(eq(users.loginName, 'inspector'))
const [run] = await db
  .select({ id: planRuns.id, planId: planRuns.planId })
  .from(planRuns)
  .innerJoin(plans, eq(plans.id, planRuns.planId))

const [ezviz] = (await camerasOf('702001')).filter(camera => camera.provider === 'ezviz')

let number = 0
async function taken(
  camera: typeof cameras.$inferSelect,
  at: string,
  more: Partial<typeof pictures.$inferInsert> = {},
) {
  const [row] = await db
    .insert(pictures)
    .values({
      key: `none-${++number}`,
      mime: 'image/jpeg',
      width: 64,
      height: 36,
      sizeBytes: 1,
      shopId: camera.shopId,
      cameraId: camera.id,
      videoNo: camera.deviceCode,
      channelNo: camera.channel,
      takenAt: new Date(at),
      ...more,
    })
    .returning({ id: pictures.id })
  return row!.id
}
// Shanghai: the first is of the evening of the 1st, the second of the small hours of the 2nd.
const a = await taken(first!, '2026-03-01T15:00:00Z', { userId: author!.id, presetId: null })
const b = await taken(first!, '2026-03-01T17:00:00Z', { screenshotType: 2, planRunId: run!.id, mark: 'good' })
const c = await taken(second!, '2026-03-02T02:00:00Z', { mark: 'problem' })
const d = await taken(third!, '2026-03-03T02:00:00Z')
const e = await taken(strange!, '2026-03-03T03:00:00Z')
const f = await taken(first!, '2026-03-04T02:00:00Z', { deletedAt: new Date() })

const found = async (query: string, who = inspector) =>
  (await who.call('GET', `/api/pictures?${query}`)).data.records.map(({ id }: { id: string }) => id)

describe('the gallery', () => {
  it('shows what is in scope and not deleted, latest first, twenty a page', async () => {
    expect((await inspector.call('GET', '/api/pictures')).data).toMatchObject({
      current: 1,
      size: 20,
      total: 4,
    })
    expect(await found('')).toEqual([d, c, b, a])
    expect(await found('', admin)).toEqual([e, d, c, b, a])
    expect(await found('pageSize=1&pageNumber=2')).toEqual([c])
  })

  it('is narrowed by shop, area, camera, person, plan or hand, mark and day on the shop’s clock', async () => {
    expect(await found(`shopId=${home!.shopid}`)).toEqual([c, b, a])
    expect(await found(`type=0&id=${home!.regionid}`)).toEqual(expect.arrayContaining([c, b, a]))
    expect(await found(`cameraId=${first!.id}`)).toEqual([b, a])
    expect(await found(`userId=${author!.id}`)).toEqual([a])
    expect(await found('kind=plan')).toEqual([b])
    expect(await found(`planId=${run!.planId}`)).toEqual([b])
    expect(await found('kind=hand')).toEqual([d, c, a])
    expect(await found('mark=problem')).toEqual([c])
    expect(await found('mark=none')).toEqual([d, a])
    expect(await found('begin=2026-03-02&end=2026-03-02')).toEqual([c, b])
    expect(await found('end=2026-03-01')).toEqual([a])
    expect(await found(`shopId=${foreign!.id}`)).toEqual([])
  })

  it('counts the same pictures by day and shop', async () => {
    const { data } = await inspector.call('GET', '/api/pictures/counts')
    expect(data).toMatchObject({ total: 4, problems: 1 })
    expect(data.byDay).toEqual([
      { date: '2026-03-01', count: 1 },
      { date: '2026-03-02', count: 2 },
      { date: '2026-03-03', count: 1 },
    ])
    expect(
      data.byShop.map(({ shopId, count }: { shopId: string; count: number }) => [shopId, count]),
    ).toEqual([
      [home!.shopid, 3],
      [away!.shopid, 1],
    ])
  })

  it('knows the pictures before and after from the same camera and preset', async () => {
    const { data } = await inspector.call('GET', `/api/pictures/${b}`)
    expect(data).toMatchObject({
      picture: { id: b, planId: run!.planId, mark: 'good' },
      earlierId: a,
      laterId: null,
    })
  })

  it('says nothing of pictures elsewhere, and changes none of them', async () => {
    for (const id of [e, f, 'none']) {
      expect((await inspector.call('GET', `/api/pictures/${id}`)).status).toBe(404)
      const change = { version: 0, shapes: [] }
      expect((await inspector.call('PUT', `/api/pictures/${id}/annotations`, change)).status).toBe(404)
    }
    expect((await inspector.call('POST', '/api/pictures/mark', { ids: [a, e], mark: 'good' })).status).toBe(
      403,
    )
    const marks = await db
      .select({ mark: pictures.mark })
      .from(pictures)
      .where(inArray(pictures.id, [a, e]))
    expect(marks).toEqual([{ mark: null }, { mark: null }])
  })

  it('keeps what people think of a picture, until it is taken back', async () => {
    await inspector.call('POST', '/api/pictures/mark', { ids: [a, d], mark: 'problem' })
    expect(await found('mark=problem')).toEqual([d, c, a])
    await inspector.call('POST', '/api/pictures/mark', { ids: [a, d], mark: null })
    expect(await found('mark=problem')).toEqual([c])
  })
})

describe('drawing on a picture', () => {
  it('keeps the picture, every version, and shows the last', async () => {
    const plain = await sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
    const upload = await inspector.call('POST', '/api/monitor/checkShop/uploadCheckShopFile', {
      shopId: '702001',
      videoNo: ezviz!.deviceCode,
      channelNo: ezviz!.channel,
      file: `data:image/jpeg;base64,${plain.toString('base64')}`,
    })
    const { id, fileAddr } = upload.data
    const box = { kind: 'box', x: 0.25, y: 0.25, width: 0.5, height: 0.5, label: '积灰 <b>&' }
    const draw = (version: number, shapes: object[]) =>
      inspector.call('PUT', `/api/pictures/${id}/annotations`, { version, shapes })
    expect((await draw(0, [box])).data.annotations).toMatchObject([{ version: 1, shapes: [box] }])
    expect(await draw(0, [])).toMatchObject({ status: 409 })
    const blur = { kind: 'blur', x: 0, y: 0, width: 0.2, height: 0.2 }
    const arrow = { kind: 'arrow', from: { x: 0.1, y: 0.9 }, to: { x: 0.4, y: 0.6 }, label: '' }
    const { data } = await draw(1, [
      box,
      blur,
      arrow,
      { kind: 'text', at: { x: 0.5, y: 0.9 }, label: '见此' },
    ])
    expect(data.annotations.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    expect(data.picture.isAnnotated).toBe(true)

    const bytes = async (url: string) =>
      (await server.app.inject({ url, headers: { accesstoken: inspector.token } })).rawPayload
    expect((await bytes(fileAddr)).equals(plain)).toBe(true)
    const drawn = await sharp(await bytes(`/api/pictures/${id}/annotated`))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(drawn.info).toMatchObject({ width: 640, height: 360 })
    const at = (x: number, y: number) => [...drawn.data.subarray((y * 640 + x) * 3, (y * 640 + x) * 3 + 3)]
    // Yellow on the edge of the box, the picture's own colour inside it.
    const [red = 0, green = 0, blue = 255] = at(160, 180)
    expect(red > 180 && green > 130 && blue < 140).toBe(true)
    expect(at(320, 180)[0]).toBeLessThan(40)
    // White letters of the watermark in the corner.
    const corner = Array.from({ length: 150 * 18 }, (_, index) =>
      at(index % 150, 341 + Math.floor(index / 150)),
    )
    expect(corner.some(([red = 0, green = 0, blue = 0]) => Math.min(red, green, blue) > 200)).toBe(true)
  })

  it('takes nothing that lies outside the picture', async () => {
    const outside = { kind: 'box', x: 0.5, y: -0.1, width: 2, height: 0.1, label: '' }
    expect(
      await inspector.call('PUT', `/api/pictures/${a}/annotations`, { version: 0, shapes: [outside] }),
    ).toMatchObject({
      status: 400,
    })
  })
})
