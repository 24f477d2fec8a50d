import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covered, type FindingWorld, findingWorld, shopPicture } from '../../../test/finding-world.ts'
import {
  findings,
  findingZones,
  pictureChecks,
  pictureReferences,
  pictures,
  problems,
} from '../../platform/schema/index.ts'

let world: FindingWorld
beforeAll(async () => {
  world = await findingWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.at('2026-10-01T04:00:00.000Z')
  await world.db.delete(findings)
  await world.db.delete(pictureReferences)
  await world.db.delete(pictureChecks)
  // Those of the world have no files: they are not looked at.
  await world.db.update(pictures).set({ screenshotType: 9 })
})

/** Three sound pictures and one of a covered camera, as a plan takes them. */
async function coveredCamera() {
  for (const [index, hour] of ['01', '02', '03'].entries())
    await world.capture(await shopPicture(index), `2026-10-01T${hour}:00:00Z`)
  const id = await world.capture(await covered(), '2026-10-01T03:30:00Z')
  await world.checker.checkNew()
  return id
}
const list = async (query = '', who: 'inspector' | 'stranger' | 'reader' = 'inspector') =>
  (await world.call(who, 'GET', `/api/findings?${query}`)).data
const act = (
  id: string,
  action: string,
  body: object,
  who: 'inspector' | 'stranger' | 'reader' = 'inspector',
) => world.call(who, 'POST', `/api/findings/${id}/${action}`, body)

async function newFinding(change: Partial<typeof findings.$inferInsert> = {}): Promise<string> {
  const [row] = await world.db
    .insert(findings)
    .values({
      algorithm: 'moved',
      shopId: 'jingan',
      cameraId: 'ezviz-camera',
      confidence: 0.8,
      foundAt: new Date('2026-10-01T03:00:00Z'),
      localDate: '2026-10-01',
      localHour: 11,
      weekday: 4,
      ...change,
    })
    .returning()
  return row?.id ?? ''
}

describe('captured pictures', () => {
  it('are looked at once, and what is found has its picture, camera and figures', async () => {
    const pictureId = await coveredCamera()
    const { records, total } = await list()
    expect(total).toBe(1)
    expect(records[0]).toMatchObject({
      status: 'new',
      version: 1,
      algorithm: 'covered',
      shopId: 'jingan',
      cameraId: 'ezviz-camera',
      presetName: '收银台',
      picture: { id: pictureId },
      foundAt: '2026-10-01T03:30:00.000Z',
      source: null,
      decidedBy: null,
      actions: ['confirm', 'dismiss', 'raise'],
    })
    expect(records[0].confidence).toBeGreaterThan(0.8)
    expect(records[0].boxes).toHaveLength(1)
    expect(await world.checker.checkNew()).toBe(0)
    await world.checker.checkThese([pictureId])
    expect((await list()).total).toBe(1)
  })

  it('are looked at by one server where two try at once', async () => {
    for (const [index, hour] of ['01', '02'].entries())
      await world.capture(await shopPicture(index), `2026-10-01T${hour}:00:00Z`)
    await world.capture(await covered(), '2026-10-01T03:00:00Z')
    await Promise.all([world.checker.checkNew(), world.checker.checkNew()])
    expect((await list()).total).toBe(1)
    expect(await world.db.select().from(pictureChecks)).toHaveLength(3)
  })

  it('that cannot be read are passed over, and those after them are looked at', async () => {
    const broken = await world.capture(await shopPicture(0), '2026-10-01T01:00:00Z')
    await world.db.update(pictures).set({ key: 'gone.jpg' }).where(eq(pictures.id, broken))
    await world.capture(await covered(), '2026-10-01T02:00:00Z')
    expect(await world.checker.checkNew()).toBe(2)
    const checks = await world.db.select().from(pictureChecks).orderBy(pictureChecks.takenAt)
    expect(checks).toMatchObject([{ failure: 'unreadable', isSound: false }, { failure: '' }])
    expect((await list()).records).toMatchObject([{ algorithm: 'covered' }])
  })

  it('become what later ones are compared with only while they are sound', async () => {
    await world.capture(await covered(), '2026-10-01T00:30:00Z')
    const first = await world.capture(await shopPicture(0), '2026-10-01T01:00:00Z')
    await world.capture(await shopPicture(1), '2026-10-01T02:00:00Z')
    await world.checker.checkNew()
    expect(await world.db.select().from(pictureReferences)).toMatchObject([
      { cameraId: 'ezviz-camera', presetKey: 'till', pictureId: first, setBy: null },
    ])
  })

  it('that were taken by hand away from any preset are no history of the camera', async () => {
    const id = await world.capture(await shopPicture(0), '2026-10-01T01:00:00Z', { screenshotType: 1 })
    await world.db.update(pictures).set({ presetId: null }).where(eq(pictures.id, id))
    expect(await world.checker.checkNew()).toBe(1)
    expect(await world.db.select().from(pictureReferences)).toEqual([])
  })

  it('are looked at on demand, as far as the caller may see them', async () => {
    const id = await world.capture(await covered(), '2026-10-01T02:00:00Z')
    const asked = (who: 'inspector' | 'stranger') =>
      world.call(who, 'POST', '/api/findings/check', { pictureIds: [id] })
    expect((await asked('stranger')).data).toEqual([])
    expect(await world.db.select().from(pictureChecks)).toEqual([])
    expect((await asked('inspector')).data).toMatchObject([{ algorithm: 'covered' }])
  })
})

describe('a finding', () => {
  it.each([
    ['confirm', 'confirmed'],
    ['dismiss', 'dismissed'],
  ])('takes the step %s once, says who took it and when, and gives it back', async (action, status) => {
    const id = await newFinding()
    const { data } = await act(id, action, { version: 1, remark: '看过了' })
    expect(data).toMatchObject({
      status,
      version: 2,
      decidedBy: { userId: 'inspector', userName: 'inspector 名' },
      decidedAt: '2026-10-01T04:00:00.000Z',
      remark: '看过了',
    })
    expect(world.audited).toContain(`inspector finding.${action} ${id}`)
    expect(await act(id, action, { version: 2 })).toMatchObject({ status: 400, code: 10001 })
    const undone = await act(id, 'undo', { version: 2 })
    expect(undone.data).toMatchObject({ status: 'new', version: 3, decidedBy: null, decidedAt: null })
  })

  it('answers what there is now to somebody who knew something older', async () => {
    const id = await newFinding()
    await act(id, 'confirm', { version: 1 })
    expect(await act(id, 'dismiss', { version: 1 })).toMatchObject({
      status: 409,
      reason: 'changed',
      data: { id, status: 'confirmed', version: 2 },
    })
  })

  it('is decided by one of two who decide at once', async () => {
    const id = await newFinding()
    const answers = await Promise.all([
      act(id, 'confirm', { version: 1 }),
      act(id, 'dismiss', { version: 1 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('becomes a problem with its picture, once, however often it is raised', async () => {
    const pictureId = await world.capture(await covered(), '2026-10-01T02:00:00Z')
    const id = await newFinding({ pictureId, status: 'confirmed', version: 2 })
    const raise = () => act(id, 'raise', { version: 2, remark: '请移开', ownerStaffId: 'manager' })
    const [first, second] = [await raise(), await raise()]
    expect(first.data).toMatchObject({ status: 'raised', problemId: expect.any(String), actions: [] })
    expect(second.data).toEqual(first.data)
    const raised = await world.db.select().from(problems).where(eq(problems.sourceId, id))
    expect(raised).toMatchObject([
      {
        id: first.data.problemId,
        sourceKind: 'finding',
        itemName: '偏离预置位',
        questionType: 'AI 巡店',
        beforePictureIds: [pictureId],
        ownerStaffId: 'manager',
        remark: '请移开',
      },
    ])
  })

  it('is one problem where two raise it at once', async () => {
    const id = await newFinding()
    await Promise.all([act(id, 'raise', { version: 1 }), act(id, 'raise', { version: 1 })])
    expect(await world.db.select().from(problems).where(eq(problems.sourceId, id))).toHaveLength(1)
    expect((await list()).records).toMatchObject([{ status: 'raised' }])
  })

  it('is decided by those who may score, in their own shops', async () => {
    const id = await newFinding()
    expect((await act(id, 'confirm', { version: 1 }, 'reader')).status).toBe(403)
    expect((await act(id, 'confirm', { version: 1 }, 'stranger')).status).toBe(403)
    expect((await world.call('stranger', 'GET', `/api/findings/${id}`)).status).toBe(403)
    expect((await list('', 'stranger')).total).toBe(0)
    expect((await list('', 'reader')).records).toMatchObject([{ actions: [] }])
  })
})

describe('the list', () => {
  it('is narrowed by detector, status, confidence, camera, words and days', async () => {
    await newFinding({ confidence: 0.9 })
    await newFinding({ algorithm: 'black', status: 'dismissed', localDate: '2026-09-30' })
    const totals = async (query: string) => (await list(query)).total
    expect(await totals('algorithm=moved')).toBe(1)
    expect(await totals('algorithm=moved,black')).toBe(2)
    expect(await totals('status=dismissed')).toBe(1)
    expect(await totals('minConfidence=0.85')).toBe(1)
    expect(await totals('cameraId=huawei-camera')).toBe(0)
    expect(await totals('begin=2026-10-01&end=2026-10-01')).toBe(1)
    expect(await totals(`keyword=${encodeURIComponent('静安')}`)).toBe(2)
    expect(await totals(`keyword=${encodeURIComponent('ezviz 门口')}`)).toBe(2)
    expect(await totals('keyword=%25')).toBe(0)
  })
})

describe('statistics', () => {
  it('agree with the list under the same filter', async () => {
    const made: Partial<typeof findings.$inferInsert>[] = [
      { status: 'confirmed' },
      { status: 'raised', localHour: 23 },
      { status: 'dismissed' },
      {},
      { algorithm: 'black', status: 'dismissed', localDate: '2026-09-30', weekday: 3 },
      { shopId: 'paris', cameraId: 'paris-camera' },
    ]
    for (const one of made) await newFinding(one)
    const { data } = await world.call('inspector', 'GET', '/api/findings/statistics')
    expect(data).toMatchObject({ findings: 5, confirmed: 2, dismissed: 2, accuracy: 50, shops: 1 })
    expect(data.byAlgorithm).toEqual([
      { algorithm: 'moved', findings: 4, confirmed: 2, dismissed: 1, accuracy: 66.7 },
      { algorithm: 'black', findings: 1, confirmed: 0, dismissed: 1, accuracy: 0 },
    ])
    expect(data.byDay).toEqual([
      { date: '2026-09-30', algorithm: 'black', findings: 1, confirmed: 0 },
      { date: '2026-10-01', algorithm: 'moved', findings: 4, confirmed: 2 },
    ])
    expect(data.byHour).toEqual([
      { weekday: 3, hour: 11, findings: 1 },
      { weekday: 4, hour: 11, findings: 3 },
      { weekday: 4, hour: 23, findings: 1 },
    ])
    expect(data.byShop).toMatchObject([{ shopId: 'jingan', findings: 5, accuracy: 50 }])
    expect(data.byShopAlgorithm.map((row: { findings: number }) => row.findings)).toEqual([4, 1])
    const whole = await world.call('reader', 'GET', '/api/findings/statistics')
    expect(whole.data).toMatchObject({ findings: 6, shops: 2 })
  })

  it('know no accuracy while nothing is decided, and count shops of which a picture was looked at', async () => {
    await coveredCamera()
    const { data } = await world.call('reader', 'GET', '/api/findings/statistics')
    expect(data).toMatchObject({ findings: 1, accuracy: null, shopsWatched: 1, shops: 2, coverage: 50 })
  })
})

describe('settings', () => {
  it('switch a detector off, and refuse thresholds out of their range', async () => {
    const put = (body: object) => world.call('inspector', 'PUT', '/api/findings/settings/covered', body)
    const usual = { enabled: true, hours: 'always', thresholds: {} }
    expect(await put({ ...usual, thresholds: { flatShare: 7 } })).toMatchObject({ status: 400 })
    expect(await put({ ...usual, thresholds: { other: 0.5 } })).toMatchObject({
      status: 400,
      errors: [{ path: 'thresholds' }],
    })
    expect(await put({ ...usual, enabled: false })).toMatchObject({
      data: { enabled: false, thresholds: { flatShare: 0.6 } },
    })
    await coveredCamera()
    expect((await list()).total).toBe(0)
    await put(usual)
  })

  it('know zones of cameras in scope alone', async () => {
    const body = {
      cameraId: 'ezviz-camera',
      name: '通道',
      polygon: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    }
    const { data } = await world.call('inspector', 'POST', '/api/findings/zones', {
      ...body,
      presetId: 'till',
    })
    expect(data).toMatchObject({ name: '通道', presetId: 'till', share: 0.3 })
    expect((await world.call('stranger', 'POST', '/api/findings/zones', body)).status).toBe(404)
    expect((await world.call('stranger', 'DELETE', `/api/findings/zones/${data.id}`)).status).toBe(404)
    const foreign = { ...body, presetId: 'no-such' }
    expect(await world.call('inspector', 'POST', '/api/findings/zones', foreign)).toMatchObject({
      status: 400,
      errors: [{ path: 'presetId' }],
    })
    const changed = await world.call('inspector', 'PUT', `/api/findings/zones/${data.id}`, {
      ...body,
      name: '收银',
      share: 0.5,
    })
    expect(changed.data).toMatchObject({ name: '收银', share: 0.5, presetId: 'till' })
    await world.call('inspector', 'DELETE', `/api/findings/zones/${data.id}`)
    expect(await world.db.select().from(findingZones)).toEqual([])
  })

  it('take a picture as the reference of its place', async () => {
    const id = await world.capture(await shopPicture(1), '2026-10-01T02:00:00Z')
    const set = (who: 'inspector' | 'stranger', pictureId: string) =>
      world.call(who, 'PUT', '/api/findings/reference', { pictureId })
    expect((await set('stranger', id)).status).toBe(404)
    expect((await set('inspector', id)).status).toBe(200)
    expect(await world.db.select().from(pictureReferences)).toMatchObject([
      { presetKey: 'till', pictureId: id, setBy: 'inspector' },
    ])
    await world.db.update(pictures).set({ presetId: null, screenshotType: 1 }).where(eq(pictures.id, id))
    expect(await set('inspector', id)).toMatchObject({ status: 400, code: 10001 })
  })
})
