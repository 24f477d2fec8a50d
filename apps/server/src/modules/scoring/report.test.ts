import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScoringWorld, scoringWorld } from '../../../test/scoring-world.ts'
import type { Report } from './report-layout.ts'
import { reportDocument } from './report-layout.ts'

let world: ScoringWorld
beforeAll(async () => {
  world = await scoringWorld()
}, 60_000)
afterAll(() => world?.close())
beforeEach(() => world.at('2026-10-01T02:00:00.000Z'))

/** Noise, which no compression makes small: a picture that is in the report is seen in its size. */
async function noisePicture(): Promise<string> {
  const raw = { width: 400, height: 300, channels: 3 as const }
  const data = await sharp(randomBytes(400 * 300 * 3), { raw })
    .webp({ quality: 95 })
    .toBuffer()
  const { id } = await world.pictures.save({
    data,
    takenAt: world.now(),
    shopId: 'jingan',
    cameraId: 'ezviz-camera',
    userId: 'inspector',
  })
  return id
}
async function saved(pictureIds: string[]) {
  const { data } = await world.call('inspector', 'POST', 'saveEvaluation', {
    shopId: 'jingan',
    evaluationDetails: [
      { itemId: 'desk', severity: 'medium', remark: '纸箱未归位', pictureIds, cameraId: 'ezviz-camera' },
      { itemId: 'queue', result: 'pass' },
      { itemId: 'exit', result: 'na' },
    ],
  })
  return data
}
const report = (id: string, token: string | undefined, path = '/api/evaluations', query = '') =>
  world.app.inject({
    method: 'GET',
    url: `${path}/${id}/report.pdf${query}`,
    ...(token === undefined ? {} : { headers: { accesstoken: token } }),
  })

describe('the printed report', () => {
  it('is a PDF with its pictures, whatever kind of picture they are', async () => {
    const without = await report((await saved([])).id, 'inspector')
    const withPicture = await report((await saved([await noisePicture()])).id, 'inspector')
    for (const answer of [without, withPicture]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect(withPicture.rawPayload.length - without.rawPayload.length).toBeGreaterThan(30_000)
    expect(withPicture.rawPayload.includes('/DCTDecode')).toBe(true)
    expect(decodeURIComponent(String(without.headers['content-disposition']))).toContain(
      '巡店评估报告_静安寺店_20261001.pdf',
    )
  })

  it('is also had by a plain link, whose request carries the cookie alone', async () => {
    const { id } = await saved([])
    const answer = await world.app.inject({
      method: 'GET',
      url: `/api/pictures/evaluations/${id}/report.pdf?language=en`,
      cookies: { aisle_session: 'reader' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain('Evaluation_')
  })

  it('belongs to the scope, and to those signed in', async () => {
    const { id } = await saved([])
    expect((await report(id, 'stranger')).statusCode).toBe(403)
    expect((await report(id, 'nobody')).statusCode).toBe(403)
    expect((await report(id, undefined)).statusCode).toBe(401)
    expect((await report('none', 'inspector')).statusCode).toBe(404)
  })

  it('leaves out a picture whose file is gone', async () => {
    const { id } = await saved(['p1'])
    expect((await report(id, 'inspector')).statusCode).toBe(200)
  })

  it('says in both languages what was scored, with the names of its day', async () => {
    const evaluation = await saved([])
    const of = (language: Report['language']) =>
      JSON.stringify(
        reportDocument({
          evaluation,
          shop: { code: 'SH0127', address: '南京西路 1618 号', manager: '周敏' },
          places: new Map(),
          pictures: new Map(),
          printedAt: '2026-10-01 10:00:00',
          language,
        }),
      )
    for (const word of [
      '巡店评估报告',
      '静安寺店',
      '收银台台面整洁',
      '纸箱未归位',
      '−2',
      '77.8',
      '不适用',
      '周敏',
    ])
      expect(of('zh')).toContain(word)
    for (const word of ['Shop evaluation report', 'Checkout', 'Not applicable', '1 item, 2 points lost'])
      expect(of('en')).toContain(word)
  })
})
