import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScoringWorld, scoringWorld } from '../../../test/scoring-world.ts'

let world: ScoringWorld
beforeAll(async () => {
  world = await scoringWorld()
}, 60_000)
afterAll(() => world?.close())
beforeEach(() => world.at('2026-10-03T02:00:00.000Z'))

type Who = 'inspector' | 'colleague' | 'stranger' | 'reader'
const call = (who: Who, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  world.call(who, method, path, body)
const lights = { itemId: 'lights', result: 'abnormal', remark: '两盏射灯不亮', pictureIds: ['p1'] }
const inspect = (body: object = {}, who: Who = 'inspector') =>
  call(who, 'POST', 'saveInspection', {
    shopId: 'jingan',
    inspectionDetails: [lights, { itemId: 'doors', result: 'normal' }],
    ...body,
  })
const note = (body: object = {}, who: Who = 'inspector') =>
  call(who, 'POST', 'saveDailyrecord', {
    shopId: 'jingan',
    typeId: 'delivery',
    content: '到货 12 箱',
    ...body,
  })

describe('an inspection', () => {
  it('says what is in order and what is not, with pictures', async () => {
    const { data } = await inspect({ inspectionTime: '2026-10-03 09:30:00', useTime: 95 })
    expect(data).toMatchObject({
      shopId: 'jingan',
      userName: 'inspector 名',
      inspectionTime: '2026-10-03 09:30:00',
      isHoliday: 1,
      itemCount: 2,
      abnormalCount: 1,
      pictureCount: 1,
      useTime: 95,
      inspectionDetails: [
        { itemId: 'lights', pitemName: '开店检查', result: 'abnormal', pictures: [{ id: 'p1' }] },
        { itemId: 'doors', result: 'normal', pictures: [] },
      ],
    })
    const { data: list } = await call('reader', 'GET', 'getInspectionList?shopid=jingan&checkdate=2026-10-03')
    expect(list).toContainEqual(data)
    expect((await call('reader', 'GET', `/api/inspections/${data.id}`)).data).toEqual(data)
    expect((await call('stranger', 'GET', `/api/inspections/${data.id}`)).status).toBe(403)
  })

  it('with one client key is one inspection, also when sent at once', async () => {
    const both = await Promise.all([inspect({ clientKey: 'i1' }), inspect({ clientKey: 'i1' })])
    expect(new Set(both.map(({ data }) => data.id)).size).toBe(1)
  })

  it('raises a problem about what is not in order, and about nothing else', async () => {
    const raise = { questionType: '设备' }
    const { data } = await inspect({ inspectionDetails: [{ ...lights, raise }] })
    expect(world.raised).toMatchObject([
      {
        by: 'inspector',
        itemId: 'lights',
        questionType: '设备',
        source: { kind: 'inspection', id: data.id },
      },
    ])
    expect(
      await inspect({ inspectionDetails: [{ itemId: 'doors', result: 'normal', raise }] }),
    ).toMatchObject({
      status: 400,
      errors: [{ path: 'inspectionDetails.0.raise' }],
    })
  })

  it.each([
    ['nothing inspected', { inspectionDetails: [] }, 'inspectionDetails'],
    [
      'an item of evaluations',
      { inspectionDetails: [{ itemId: 'desk', result: 'normal' }] },
      'inspectionDetails.0.itemId',
    ],
    ['no result', { inspectionDetails: [{ itemId: 'doors' }] }, 'inspectionDetails.0.result'],
    [
      'a picture of another shop',
      { inspectionDetails: [{ ...lights, pictureIds: ['p2'] }] },
      'inspectionDetails.0.pictureIds',
    ],
  ])('refuses %s by its field', async (_, body, path) => {
    expect(await inspect(body)).toMatchObject({ status: 400, errors: [{ path }] })
  })

  it('is deleted by its own user, all or none, and can be brought back', async () => {
    const { data: own } = await inspect()
    const { data: other } = await inspect({}, 'colleague')
    const remove = (ids: string) => call('inspector', 'DELETE', `delInspectionByIds/${ids}`)
    for (const ids of [`${own.id},${other.id}`, other.id, `${own.id},none`])
      expect((await remove(ids)).status).toBe(403)
    expect((await call('reader', 'GET', `/api/inspections/${own.id}`)).status).toBe(200)
    expect((await remove(own.id)).status).toBe(200)
    expect((await call('reader', 'GET', `/api/inspections/${own.id}`)).status).toBe(404)
    const ids = (data: { id: string }[]) => data.map(({ id }) => id)
    expect(ids((await call('reader', 'GET', 'getInspectionList?shopid=jingan')).data)).not.toContain(own.id)
    expect(ids((await call('reader', 'GET', '/api/inspections')).data.records)).not.toContain(own.id)
    expect((await call('colleague', 'POST', `/api/inspections/${own.id}/restore`, {})).status).toBe(403)
    expect((await call('inspector', 'POST', `/api/inspections/${own.id}/restore`, {})).data).toMatchObject([
      { id: own.id, delFlag: 0 },
    ])
    expect(ids((await call('reader', 'GET', '/api/inspections')).data.records)).toContain(own.id)
  })
})

describe('a daily record', () => {
  it('is a note of a type with pictures, on the clock of the shop', async () => {
    const { data } = await note({ recordTime: '2026-10-02 20:15:00', pictureIds: 'p1' })
    expect(data).toMatchObject({
      typeId: 'delivery',
      typeName: '到货',
      typeNameEn: 'Delivery',
      content: '到货 12 箱',
      pictures: [{ id: 'p1' }],
      userId: 'inspector',
      userName: 'inspector 名',
      recordTime: '2026-10-02 20:15:00',
      isHoliday: 0,
    })
    const day = 'getDailyrecordDetailList?shopid=jingan&checkdate='
    expect((await call('reader', 'GET', `${day}2026-10-02`)).data).toEqual([data])
    expect((await call('reader', 'GET', `${day}2026-10-01`)).data).toEqual([])
    expect((await call('stranger', 'GET', `${day}2026-10-02`)).status).toBe(403)
    expect((await call('inspector', 'GET', 'getDailyrecordDetailList?checkdate=2026-10-02')).status).toBe(400)
  })

  it('with one client key is one record', async () => {
    const both = await Promise.all([note({ clientKey: 'd1' }), note({ clientKey: 'd1' })])
    expect(new Set(both.map(({ data }) => data.id)).size).toBe(1)
    expect(await note({ clientKey: 'd1', shopId: 'paris' }, 'colleague')).toMatchObject({ status: 200 })
  })

  it('refuses a type that is none, an empty note, and foreign shops and pictures', async () => {
    expect((await note({ typeId: 'none' })).status).toBe(404)
    expect((await note({ typeId: 'desk' })).status).toBe(404)
    expect(await note({ content: ' ' })).toMatchObject({ status: 400, errors: [{ path: 'content' }] })
    expect(await note({ pictureIds: ['p2'] })).toMatchObject({
      status: 400,
      errors: [{ path: 'pictureIds' }],
    })
    expect((await note({ shopId: 'paris' })).status).toBe(403)
    expect((await note({}, 'reader')).status).toBe(403)
  })

  it('is listed across shops by type, deleted by its own user, and brought back', async () => {
    const { data } = await note()
    const listed = async () =>
      (
        await call('inspector', 'GET', '/api/daily-records?typeId=delivery&userId=inspector')
      ).data.records.map(({ id }: { id: string }) => id)
    expect(await listed()).toContain(data.id)
    expect((await call('colleague', 'DELETE', `/api/daily-records/${data.id}`)).status).toBe(403)
    expect((await call('inspector', 'DELETE', `/api/daily-records/${data.id}`)).status).toBe(200)
    expect(await listed()).not.toContain(data.id)
    const { data: restored } = await call('inspector', 'POST', `/api/daily-records/${data.id}/restore`, {})
    expect(restored).toEqual([data])
  })
})
