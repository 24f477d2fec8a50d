import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type InspectionWorld, inspectionWorld, type Who } from '../../../test/inspection-world.ts'
import { sessionCookie } from '../../platform/http/mount.ts'
import { pictures } from '../../platform/schema/index.ts'

let world: InspectionWorld
let jpeg: Buffer
const start = '2026-10-01T02:00:00.000Z'

beforeAll(async () => {
  world = await inspectionWorld()
  jpeg = await sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
}, 60_000)
afterAll(() => world.close())
beforeEach(async () => {
  world.at(start)
  await world.db.delete(pictures)
})

const ezviz = { shopId: 'jingan', videoNo: 'ezviz-1', channelNo: '1' }
const asDataUrl = (data: Buffer, mime = 'image/jpeg') => `data:${mime};base64,${data.toString('base64')}`
const upload = (fields: object = {}, who: Who | undefined = 'inspector', call = 'uploadCheckShopFile') =>
  world.call(who, 'POST', call, { ...ezviz, file: asDataUrl(jpeg), ...fields })
const list = (query = '', who: Who = 'inspector') => world.call(who, 'GET', `findCheckShopFileList2?${query}`)
const paris = () =>
  world.pictures.save({
    data: jpeg,
    takenAt: new Date(start),
    shopId: 'paris',
    cameraId: 'paris-camera',
    userId: 'stranger',
  })

/** A multipart body as a browser makes it. */
async function multipart(fields: Record<string, string>, file: Buffer | undefined, name = 'shot.txt') {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  if (file) form.set('file', new Blob([new Uint8Array(file)], { type: 'text/plain' }), name)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/monitor/checkShop/uploadCheckShopFile',
    headers: { accesstoken: 'inspector', 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, ...answer.json() }
}

describe('uploading a picture', () => {
  it('answers the saved picture with the addresses to show it from', async () => {
    const { status, data } = await upload({
      presetId: 'till',
      areaname: '收银区',
      fileTime: '2026-10-01 09:58:30',
    })
    expect(status).toBe(200)
    expect(data).toEqual({
      id: expect.any(String),
      fileType: 1,
      fileTypeName: '图片',
      fileAddr: `/api/pictures/${data.id}/content`,
      thumbnailUrl: `/api/pictures/${data.id}/thumbnail`,
      fileTime: '2026-10-01 09:58:30',
      takenAt: '2026-10-01T01:58:30.000Z',
      shopId: 'jingan',
      shopname: '静安寺店',
      videoNo: 'ezviz-1',
      channelNo: '1',
      cameraId: 'ezviz-camera',
      cameraName: 'ezviz 门口',
      cameraNameEn: '',
      presetId: 'till',
      areaname: '收银区',
      delFlag: 0,
      screenshotType: 1,
      userId: 'inspector',
      userName: 'inspector 名',
      width: 640,
      height: 360,
      sizeBytes: jpeg.length,
    })
  })

  it('takes multipart files by their content, whatever their name and type say', async () => {
    const { status, data } = await multipart(ezviz, jpeg)
    expect(status).toBe(200)
    const [row] = await world.db.select().from(pictures).where(eq(pictures.id, data.id))
    expect(row?.mime).toBe('image/jpeg')
    expect(await readFile(join(world.folder, row!.key))).toEqual(jpeg)
  })

  it.each([
    ['uploadCheckShopFile', 'ezviz'],
    ['uploadCheckShopFile_shilian', 'shilian'],
    ['uploadCheckShopFile_huawei', 'huawei'],
    ['uploadHuiyanCheckShopFile', 'huiyan'],
  ])('has %s for cameras of %s and no others', async (call, provider) => {
    for (const each of ['ezviz', 'shilian', 'huawei', 'huiyan']) {
      const { status, code } = await upload({ videoNo: `${each}-1` }, 'inspector', call)
      expect([each, status, code]).toEqual(each === provider ? [each, 200, 200] : [each, 400, 10001])
    }
  })

  it('refuses what is no picture with 415 and what is too large with 413', async () => {
    expect((await upload({ file: asDataUrl(Buffer.from('hello'), 'image/jpeg') })).status).toBe(415)
    expect((await multipart(ezviz, Buffer.from('hello'), 'real.jpg')).status).toBe(415)
    const large = Buffer.concat([jpeg, Buffer.alloc(10_000_001)])
    expect((await upload({ file: asDataUrl(large) })).status).toBe(413)
    expect((await multipart(ezviz, large)).status).toBe(413)
    expect(await world.db.select().from(pictures)).toEqual([])
  })

  it.each([
    ['file', { file: undefined }],
    ['file', { file: 'just text' }],
    ['shopId', { shopId: undefined }],
    ['videoNo', { videoNo: '' }],
    ['presetId', { presetId: 'nowhere' }],
    ['fileTime', { fileTime: '2026-02-30 10:00:00' }],
    ['screenshotType', { screenshotType: 99_999_999_999 }],
    ['areaname', { areaname: 'a\u0000b' }],
  ])('names the field %s that is wrong', async (path, fields) => {
    expect(await upload(fields)).toMatchObject({ status: 400, code: 400, errors: [{ path }] })
  })

  it('needs a session, the authority and a shop in scope', async () => {
    expect((await world.call(undefined, 'POST', 'uploadCheckShopFile', ezviz)).status).toBe(401)
    expect((await upload({}, 'reader')).status).toBe(403)
    expect((await upload({}, 'stranger')).status).toBe(403)
    expect((await upload({ shopId: 'paris', videoNo: 'paris-1' })).status).toBe(403)
    expect((await upload({ videoNo: 'paris-1' })).status).toBe(404)
  })
})

describe('the list of pictures', () => {
  it('is newest first, in pages, within the scope', async () => {
    for (const fileTime of ['2026-10-01 08:00:00', '2026-10-01 09:00:00', '2026-10-01 07:00:00'])
      await upload({ fileTime })
    await paris()
    const { data } = await list('pageSize=2')
    expect(data).toMatchObject({ current: 1, size: 2, total: 3 })
    expect(data.records.map((each: { fileTime: string }) => each.fileTime.slice(11))).toEqual([
      '09:00:00',
      '08:00:00',
    ])
    expect((await list('pageSize=2&pageNumber=2')).data.records).toHaveLength(1)
    expect((await list('', 'colleague')).data.total).toBe(4)
    expect((await list('', 'stranger')).data.records).toMatchObject([{ shopId: 'paris' }])
    expect((await list('shopId=paris')).data.total).toBe(0)
    expect((await list('', 'nobody')).status).toBe(403)
  })

  it('is narrowed by every filter', async () => {
    await upload({ presetId: 'till', screenshotType: 2, fileTime: '2026-10-01 08:00:00' })
    await upload(
      { videoNo: 'huiyan-1', fileTime: '2026-10-01 09:00:00' },
      'inspector',
      'uploadHuiyanCheckShopFile',
    )
    for (const [query, total] of [
      ['shopId=jingan', 2],
      ['videoNo=huiyan-1', 1],
      ['videoNo=huiyan-1&channelNo=2', 0],
      ['channelNo=1', 2],
      ['presetId=till', 1],
      ['screenshotType=2', 1],
      ['beg=2026-10-01%2008:00:00', 2],
      ['beg=2026-10-01%2008:00:01', 1],
      ['end=2026-10-01%2008:00:00', 1],
      ['beg=2026-10-01%2008:30:00&end=2026-10-01%2009:30:00', 1],
    ] as const)
      expect([query, (await list(query)).data.total]).toEqual([query, total])
  })

  it('takes times on the clock of the picture’s own shop', async () => {
    await paris()
    await upload({ fileTime: '2026-10-01 10:00:00' })
    // Both were taken at the same moment: ten in Shanghai is four in Paris.
    const { data } = await list('beg=2026-10-01%2004:00:00&end=2026-10-01%2004:00:00', 'colleague')
    expect(data.records).toMatchObject([{ shopId: 'paris', fileTime: '2026-10-01 04:00:00' }])
  })

  it.each([
    ['beg', 'beg=2026-02-30%2000:00:00'],
    ['end', 'end=yesterday'],
    ['pageSize', 'pageSize=10000'],
    ['pageNumber', 'pageNumber=0'],
    ['screenshotType', 'screenshotType=many'],
  ])('names the field %s that is wrong', async (path, query) => {
    expect(await list(query)).toMatchObject({ status: 400, errors: [{ path }] })
  })

  it('is empty on a page far beyond the last', async () => {
    await upload()
    const { status, data } = await list(`pageNumber=1000000&pageSize=9999`)
    expect([status, data.records]).toEqual([200, []])
  })
})

describe('the bytes of a picture', () => {
  const fetch = (path: string, headers: Record<string, string>) =>
    world.app.inject({ method: 'GET', url: path, headers })

  it('come with the session in the header or in the cookie, and to nobody else', async () => {
    const { data } = await upload()
    const byHeader = await fetch(data.fileAddr, { accesstoken: 'inspector' })
    const byCookie = await fetch(data.fileAddr, { cookie: `${sessionCookie}=inspector` })
    for (const answer of [byHeader, byCookie]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload).toEqual(jpeg)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(jpeg.length),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
      })
    }
    expect((await fetch(data.fileAddr, {})).statusCode).toBe(401)
    expect((await fetch(data.fileAddr, { cookie: `${sessionCookie}=wrong` })).statusCode).toBe(401)
    expect((await fetch(data.fileAddr, { accesstoken: 'nobody' })).statusCode).toBe(403)
    expect((await fetch(data.fileAddr, { accesstoken: 'stranger' })).statusCode).toBe(404)
  })

  it('come small as a thumbnail', async () => {
    const { data } = await upload()
    const { headers, rawPayload } = await fetch(data.thumbnailUrl, { accesstoken: 'inspector' })
    expect(headers['content-type']).toBe('image/webp')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 320, height: 180 })
  })

  it('are not sent again to whoever holds them', async () => {
    const { data } = await upload()
    const { headers } = await fetch(data.fileAddr, { accesstoken: 'inspector' })
    const again = { accesstoken: 'inspector', 'if-none-match': String(headers.etag) }
    expect((await fetch(data.fileAddr, again)).statusCode).toBe(304)
    expect((await fetch(data.thumbnailUrl, again)).statusCode).toBe(200)
    expect((await fetch(data.fileAddr, { ...again, accesstoken: 'wrong' })).statusCode).toBe(401)
  })

  it.each(['..%2f..%2fsecret', '%00', 'a b', '9'.repeat(300), 'unknown'])(
    'are not found for %s',
    async id => {
      expect((await fetch(`/api/pictures/${id}/content`, { accesstoken: 'inspector' })).statusCode).toBe(404)
    },
  )
})

describe('deleting pictures', () => {
  const remove = (ids: string[], who: Who = 'inspector') =>
    world.call(who, 'DELETE', `delCheckShopFileByIds/${ids.join(',')}`)
  const restore = (ids: string[], who: Who = 'inspector') =>
    world.call(who, 'POST', `/api/pictures/${ids.join(',')}/restore`)

  it('takes them out of the list and from their address; restoring brings them back', async () => {
    const { data } = await upload()
    expect((await remove([data.id])).status).toBe(200)
    expect((await list()).data.total).toBe(0)
    const gone = await world.app.inject({ url: data.fileAddr, headers: { accesstoken: 'inspector' } })
    expect(gone.statusCode).toBe(404)
    expect((await restore([data.id])).data).toEqual([data])
    expect((await list()).data.records).toEqual([data])
    expect(world.audited).toEqual(
      expect.arrayContaining([
        `inspector pictures.deleted ${data.id}`,
        `inspector pictures.restored ${data.id}`,
      ]),
    )
  })

  it('is done to all or to none', async () => {
    const { data: own } = await upload()
    const foreign = await paris()
    for (const other of [foreign.id, 'unknown']) {
      expect((await remove([own.id, other])).status).toBe(403)
      expect((await list()).data.total).toBe(1)
    }
    expect((await remove([own.id, own.id])).status).toBe(200)
    expect((await restore([own.id, foreign.id])).status).toBe(403)
    expect((await list()).data.total).toBe(0)
    expect((await remove([foreign.id], 'stranger')).status).toBe(200)
  })

  it('needs the authority to operate', async () => {
    const { data } = await upload()
    expect((await remove([data.id], 'reader')).status).toBe(403)
    expect((await restore([data.id], 'reader')).status).toBe(403)
  })

  it('twice does not put off the day on which they go', async () => {
    const { data } = await upload()
    await remove([data.id])
    world.at('2026-10-20T02:00:00.000Z')
    expect((await remove([data.id])).status).toBe(200)
    world.at('2026-10-31T04:00:00.000Z')
    expect(await world.pictures.purge()).toBe(1)
  })

  it('is final after 30 days', async () => {
    const { data: first } = await upload()
    const { data: second } = await upload()
    const { data: kept } = await upload()
    await remove([first.id])
    world.at('2026-10-02T02:00:00.000Z')
    await remove([second.id])
    world.at('2026-10-31T02:00:00.000Z')
    expect((await restore([first.id])).status).toBe(404)
    world.at('2026-10-31T04:00:00.000Z')
    const rows = new Map((await world.db.select().from(pictures)).map(row => [row.id, row]))
    const folder = join(world.folder, '2026/10/01')
    const before = await readdir(folder)
    expect(await world.pictures.purge()).toBe(1)
    const left = await readdir(folder)
    expect(before.length - left.length).toBe(2)
    expect(left).not.toContain(rows.get(first.id)!.key.split('/').at(-1))
    expect((await restore([second.id])).status).toBe(200)
    expect((await world.db.select().from(pictures)).map(row => row.id).toSorted()).toEqual(
      [second.id, kept.id].toSorted(),
    )
  })
})

describe('the sweep', () => {
  it('removes files that a crash left without a row, and no others', async () => {
    const { data } = await upload()
    const [row] = await world.db.select().from(pictures).where(eq(pictures.id, data.id))
    const folder = join(world.folder, '2026/10/01')
    await mkdir(folder, { recursive: true })
    const orphans = ['0a.jpg', '0a.320.webp', '0b.png.1c.part', '0c.webp']
    for (const name of [...orphans, '0d.jpg']) await writeFile(join(folder, name), 'x')
    const old = new Date('2026-10-01T00:00:00.000Z')
    const young = new Date('2026-10-01T01:59:00.000Z')
    for (const name of await readdir(folder)) await utimes(join(folder, name), old, old)
    await utimes(join(folder, '0d.jpg'), young, young)
    const stem = row!.key.split('/').at(-1)!.replace('.jpg', '')
    await world.pictures.sweep()
    const left = await readdir(folder)
    expect(left).toEqual(expect.arrayContaining([`${stem}.jpg`, `${stem}.320.webp`, '0d.jpg']))
    for (const name of orphans) expect(left).not.toContain(name)
    const shown = await world.app.inject({ url: data.fileAddr, headers: { accesstoken: 'inspector' } })
    expect(shown.rawPayload).toEqual(jpeg)
  })
})
