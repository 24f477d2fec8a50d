import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covered, type FindingWorld, findingWorld } from '../../../test/finding-world.ts'
import { findings, ingestSources } from '../../platform/schema/index.ts'

let world: FindingWorld
beforeAll(async () => {
  world = await findingWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.at('2026-10-01T04:00:00.000Z')
  await world.db.delete(findings)
  await world.db.delete(ingestSources)
})

const create = async (body: object = {}) =>
  (
    await world.call('colleague', 'POST', '/api/ingest/sources', {
      name: '盒子',
      shopIds: ['jingan'],
      ...body,
    })
  ).data
const row = (id: string, more: object = {}) => ({
  id,
  algorithm: 'queue',
  at: '2026-10-01T03:00:00Z',
  confidence: 0.82,
  cameraId: 'ezviz-camera',
  boxes: [{ x: 0.2, y: 0.3, width: 0.4, height: 0.5, label: '6 人', confidence: 0.9 }],
  ...more,
})

async function post(token: string | undefined, payload: string | object, type = 'application/json') {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/ingest/findings',
    headers: { 'content-type': type, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    payload,
  })
  return { status: answer.statusCode, ...answer.json() }
}

describe('a source', () => {
  it('gets a token once; its hash alone is kept', async () => {
    const { id, token, tokenEnd } = await create()
    expect(token).toMatch(/^ais_[\w-]{43}$/)
    expect(token.endsWith(tokenEnd)).toBe(true)
    const [kept] = await world.db.select().from(ingestSources)
    expect(JSON.stringify(kept)).not.toContain(token)
    const listed = (await world.call('colleague', 'GET', '/api/ingest/sources')).data
    expect(listed).toMatchObject([{ id, name: '盒子', shopIds: ['jingan'], lastUsedAt: null }])
    expect(JSON.stringify(listed)).not.toContain(token)
    expect(world.audited).toContain(`colleague ingest.create ${id}`)
  })

  it('may post with its newest token alone, and with none once that was revoked', async () => {
    const { id, token } = await create()
    const rotated = (await world.call('colleague', 'POST', `/api/ingest/sources/${id}/rotate`)).data
    expect(await post(token, [row('1')])).toMatchObject({ status: 401, code: 401 })
    expect(await post(rotated.token, [row('1')])).toMatchObject({ status: 200, data: { accepted: 1 } })
    await world.call('colleague', 'POST', `/api/ingest/sources/${id}/revoke`)
    expect((await post(rotated.token, [row('2')])).status).toBe(401)
    expect((await world.call('colleague', 'POST', `/api/ingest/sources/${id}/rotate`)).status).toBe(404)
    expect(await world.db.select().from(findings)).toHaveLength(1)
  })

  it('is made by those who manage devices, for no more than they see', async () => {
    const of = (who: 'inspector' | 'stranger', body: object) =>
      world.call(who, 'POST', '/api/ingest/sources', { name: '盒子', ...body })
    expect((await of('inspector', { shopIds: ['jingan'] })).status).toBe(403)
    expect(await of('stranger', { shopIds: ['jingan'] })).toMatchObject({ errors: [{ path: 'shopIds' }] })
    expect(await of('stranger', { allShops: true })).toMatchObject({ errors: [{ path: 'allShops' }] })
    expect(await of('stranger', {})).toMatchObject({ status: 400, code: 10001 })
    expect((await of('stranger', { shopIds: ['paris'] })).status).toBe(200)
  })

  it('is not let in by the token of a user, nor a user by that of a source', async () => {
    const { token } = await create()
    expect((await post('colleague', [row('1')])).status).toBe(401)
    expect((await post(undefined, [row('1')])).status).toBe(401)
    const asUser = await world.app.inject({
      url: '/api/findings',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(asUser.statusCode).toBe(401)
  })
})

describe('posted findings', () => {
  it('are kept with boxes, labels and the source, on the clock of the shop', async () => {
    const { token, id } = await create()
    expect(await post(token, [row('a')])).toMatchObject({
      data: { accepted: 1, duplicates: 0, rejected: [] },
    })
    const { records } = (await world.call('inspector', 'GET', '/api/findings')).data
    expect(records).toMatchObject([
      {
        algorithm: 'queue',
        status: 'new',
        confidence: 0.82,
        source: { id, name: '盒子' },
        boxes: [{ x: 0.2, y: 0.3, width: 0.4, height: 0.5, label: '6 人', confidence: 0.9 }],
        picture: null,
      },
    ])
    const [kept] = await world.db.select().from(findings)
    expect(kept).toMatchObject({ localDate: '2026-10-01', localHour: 11, weekday: 4 })
  })

  it('posted again, in the same call or another, are duplicates', async () => {
    const { token } = await create()
    expect((await post(token, [row('a'), row('a'), row('b')])).data).toMatchObject({
      accepted: 2,
      duplicates: 1,
    })
    expect((await post(token, [row('a'), row('c')])).data).toMatchObject({ accepted: 1, duplicates: 1 })
    const other = await create({ name: '另一台' })
    expect((await post(other.token, [row('a')])).data).toMatchObject({ accepted: 1, duplicates: 0 })
  })

  it('posted by two calls at once are kept once', async () => {
    const { token } = await create()
    const rows = Array.from({ length: 50 }, (_, index) => row(String(index)))
    const answers = await Promise.all([post(token, rows), post(token, rows)])
    expect(answers.reduce((sum, { data }) => sum + data.accepted, 0)).toBe(50)
    expect(await world.db.select().from(findings)).toHaveLength(50)
  })

  it('are judged row by row: what is wrong with each is said, and the sound ones are kept', async () => {
    const { token } = await create()
    const { data } = await post(token, [
      row('good'),
      row('outside', { cameraId: 'paris-camera' }),
      row('unknown', { algorithm: 'covered' }),
      row('sure', { confidence: 1.5 }),
      row('box', { boxes: [{ x: 0.8, y: 0, width: 0.5, height: 0.1 }] }),
      row('late', { at: '2026-10-02T00:00:00Z' }),
      row('when', { at: 'yesterday' }),
      row('place', { cameraId: undefined, shopId: 'paris' }),
      row('nowhere', { cameraId: undefined }),
      row('preset', { presetId: 'no-such' }),
      row('picture', { pictureId: 'foreign' }),
      row('file', { picture: 'bm90IGEgcGljdHVyZQ==' }),
      'text',
    ])
    expect(data.accepted).toBe(1)
    expect(data.duplicates).toBe(0)
    expect(data.rejected.map(({ index, path }: { index: number; path: string }) => [index, path])).toEqual([
      [1, 'cameraId'],
      [2, 'algorithm'],
      [3, 'confidence'],
      [4, 'boxes.0'],
      [5, 'at'],
      [6, 'at'],
      [7, 'shopId'],
      [8, 'cameraId'],
      [9, 'presetId'],
      [10, 'pictureId'],
      [11, 'picture'],
      [12, ''],
    ])
  })

  it('come as lines too, and a broken line harms no other', async () => {
    const { token } = await create()
    const lines = `${JSON.stringify(row('1'))}\n{"id":\n\n${JSON.stringify(row('2'))}\n`
    const { data } = await post(token, lines, 'application/x-ndjson')
    expect(data).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: [{ index: 1, path: '', message: 'not a JSON object' }],
    })
  })

  it('name their camera by shop, device and channel where they do not know its id', async () => {
    const { token } = await create()
    const named = { cameraId: undefined, shopId: 'jingan', deviceCode: 'huawei-1', channel: '1' }
    expect((await post(token, [row('1', named)])).data.accepted).toBe(1)
    const [kept] = await world.db.select().from(findings)
    expect(kept?.cameraId).toBe('huawei-camera')
    const wrong = await post(token, [row('2', { ...named, channel: '9' })])
    expect(wrong.data.rejected).toMatchObject([{ path: 'deviceCode' }])
  })

  it('carry a picture of their own, which our detectors leave alone, or name one that is here', async () => {
    const { token } = await create()
    const jpeg = (await covered()).toString('base64')
    const posted = [
      row('1', { picture: `data:image/jpeg;base64,${jpeg}` }),
      row('2', { pictureId: 'before' }),
    ]
    expect((await post(token, posted)).data).toMatchObject({ accepted: 2 })
    const { records } = (await world.call('inspector', 'GET', '/api/findings')).data
    const own = records.find((each: { picture: { id: string } }) => each.picture.id !== 'before').picture
    expect(own).toMatchObject({ cameraId: 'ezviz-camera', takenAt: '2026-10-01T03:00:00.000Z', width: 1280 })
    await world.checker.checkThese([own.id])
    expect(await world.db.select().from(findings)).toHaveLength(2)
  })

  it('are refused as a whole only where they are no list', async () => {
    const { token } = await create()
    for (const body of [{}, [], { id: '1' }]) expect((await post(token, body)).status).toBe(400)
  })
})
