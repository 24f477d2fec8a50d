import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { demoCamera, foreignCamera } from '../../../test/platforms.ts'
import { auditLog, pictures } from '../../platform/schema/index.ts'
import type { GalleryRow } from './gallery-store.ts'
import { zipOf } from './zip.ts'

const server = await aisle()
const inspector = await server.as('inspector')
const admin = await server.as('admin')
const camera = demoCamera('ezviz')
const away = foreignCamera('ezviz')

const plain = (colour: string) =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
async function upload(who: typeof inspector, of: typeof camera, data: Buffer, fileTime: string) {
  const answer = await who.call('POST', '/api/monitor/checkShop/uploadCheckShopFile', {
    shopId: of.shopId,
    videoNo: of.deviceCode,
    channelNo: of.channel,
    fileTime,
    file: `data:image/jpeg;base64,${data.toString('base64')}`,
  })
  expect(answer.status).toBe(200)
  return String(answer.data.id)
}
const zip = (who: typeof inspector, body: object, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/pictures/zip',
    headers: { accesstoken: who.token, ...headers },
    payload: body,
  })

/** Names and bytes of a ZIP whose files are stored as they are, by its directory at the end. */
function filesOf(data: Buffer): Map<string, Buffer> {
  const end = data.length - 22
  expect(data.readUInt32LE(end)).toBe(0x06054b50)
  const files = new Map<string, Buffer>()
  let at = data.readUInt32LE(end + 16)
  for (let left = data.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, extra] = [20, 28, 30].map((offset, index) =>
      index === 0 ? data.readUInt32LE(at + offset) : data.readUInt16LE(at + offset),
    )
    const place = data.readUInt32LE(at + 42)
    const name = data.toString('utf8', at + 46, at + 46 + nameLength!)
    const begin = place + 30 + data.readUInt16LE(place + 26) + data.readUInt16LE(place + 28)
    files.set(name, data.subarray(begin, begin + size!))
    at += 46 + nameLength! + extra!
  }
  return files
}

const [red, blue] = [await plain('red'), await plain('blue')]
const first = await upload(inspector, camera, red, '2026-03-01 10:24:36')
const second = await upload(inspector, camera, blue, '2026-03-01 10:24:36')
const foreign = await upload(admin, away, red, '2026-03-01 10:24:36')

describe('pictures as one ZIP', () => {
  it('holds each as it was taken, named after shop, camera and time', async () => {
    const answer = await zip(inspector, { ids: [first, second, first] })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = filesOf(answer.rawPayload)
    const stem = `${camera.shopName}_${camera.number} ${camera.name}_20260301-102436`
    expect([...files.keys()]).toEqual([`${stem}.jpg`, `${stem}_2.jpg`])
    expect([...files.values()].map((data, index) => data.equals([red, blue][index]!))).toEqual([true, true])
    const audited = await server.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'pictures.exported'))
    expect(audited).toMatchObject([{ details: { pictures: 3 } }])
  })

  it('holds what was drawn on a picture, and says what is lost', async () => {
    const drawn = await upload(inspector, camera, blue, '2026-03-02 09:00:00')
    const box = { kind: 'box', x: 0.1, y: 0.1, width: 0.8, height: 0.8, label: '' }
    await inspector.call('PUT', `/api/pictures/${drawn}/annotations`, { version: 0, shapes: [box] })
    const lost = await upload(inspector, camera, red, '2026-03-03 09:00:00')
    await server.database.db.update(pictures).set({ key: '2020/01/01/gone.jpg' }).where(eq(pictures.id, lost))
    const files = filesOf((await zip(inspector, { ids: [lost, drawn] })).rawPayload)
    const [[, withBox], [name, list]] = [...files] as [[string, Buffer], [string, Buffer]]
    expect(withBox.equals(blue)).toBe(false)
    expect((await sharp(withBox).metadata()).width).toBe(64)
    expect(name).toBe('缺失的图片.txt')
    expect(list.toString()).toContain('20260303-090000.jpg')
  })

  it('is refused whole where one picture is foreign, deleted or unknown, and nothing of it leaks', async () => {
    for (const id of [foreign, 'none']) {
      const answer = await zip(inspector, { ids: [first, id] })
      expect(answer.statusCode).toBe(403)
      expect(answer.rawPayload.includes(red.subarray(0, 16))).toBe(false)
      expect(answer.payload).not.toContain(away.shopName)
    }
    expect((await zip(admin, { ids: [first, foreign] })).statusCode).toBe(200)
    const gone = await upload(inspector, camera, red, '2026-03-04 09:00:00')
    await inspector.call('DELETE', `/api/monitor/checkShop/delCheckShopFileByIds/${gone}`)
    expect((await zip(inspector, { ids: [gone] })).statusCode).toBe(403)
  })

  it('needs the authority to export, a session, and a list that makes sense', async () => {
    const viewer = await server.as('viewer')
    expect((await zip(viewer, { ids: [first] })).statusCode).toBe(403)
    expect(
      (await server.app.inject({ method: 'POST', url: '/api/pictures/zip', payload: { ids: [first] } }))
        .statusCode,
    ).toBe(401)
    for (const body of [{}, { ids: [] }, { ids: ['a/b'] }, { ids: 'all' }])
      expect((await zip(inspector, body)).statusCode).toBe(400)
    const many = await zip(inspector, { ids: Array.from({ length: 2001 }, (_, index) => `p${index}`) })
    expect(many.json()).toMatchObject({ code: 10001, reason: 'tooMany' })
    expect(many.json().msg).toContain('2000')
  })
})

describe('the stream of a ZIP', () => {
  it('opens one file at a time, as it is read, and closes it when nobody reads on', async () => {
    const path = join(server.folder, 'large.jpg')
    await writeFile(path, Buffer.alloc(4_000_000, 7))
    const opened: ReturnType<typeof createReadStream>[] = []
    const disk = {
      async read() {
        const stream = createReadStream(path)
        opened.push(stream)
        return stream
      },
    }
    const row = {
      shopName: '店',
      cameraName: '门',
      timeZone: 'Asia/Shanghai',
      takenAt: new Date(),
      mime: 'image/jpeg',
    }
    const rows = Array.from({ length: 50 }, () => row as GalleryRow)
    const stream = zipOf(rows, { disk, annotations: () => [] as never, language: 'zh' })
    let bytes = 0
    for await (const chunk of stream) {
      bytes += chunk.length
      expect(opened.filter(each => !each.destroyed).length).toBeLessThanOrEqual(2)
      if (bytes > 9_000_000) break
    }
    expect(opened.length).toBeLessThanOrEqual(4)
    await expect.poll(() => opened.every(each => each.destroyed)).toBe(true)
  })
})
