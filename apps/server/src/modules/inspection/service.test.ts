import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type InspectionWorld, inspectionWorld } from '../../../test/inspection-world.ts'
import { checkShopRecords, evaluations, problems } from '../../platform/schema/index.ts'

let world: InspectionWorld
beforeAll(async () => {
  world = await inspectionWorld()
}, 60_000)
afterAll(() => world.close())
beforeEach(() => world.at('2026-10-01T02:00:00.000Z'))

const jingan = { shopId: 'jingan' }
const ezviz = { shopId: 'jingan', videoNo: 'ezviz-1', channelNo: 1 }

describe('favourite shops', () => {
  it('keeps a shop once, however often it is saved', async () => {
    const { data: first } = await world.call('inspector', 'POST', 'saveShopCollect', jingan)
    expect(first).toMatchObject({
      shopId: 'jingan',
      shopname: '静安寺店',
      operateTime: '2026-10-01 10:00:00',
    })
    world.at('2026-10-02T02:00:00.000Z')
    const both = await Promise.all([
      world.call('inspector', 'POST', 'saveShopCollect', jingan),
      world.call('inspector', 'POST', 'saveShopCollect', jingan),
    ])
    for (const { data } of both) expect(data).toEqual(first)
    const { data: list } = await world.call('inspector', 'GET', 'getShopCollectsByUserId')
    expect(list).toEqual([first])
  })

  it('shows each user the own ones, latest first', async () => {
    await world.call('colleague', 'POST', 'saveShopCollect', jingan)
    world.at('2026-10-01T02:00:01.000Z')
    await world.call('colleague', 'POST', 'saveShopCollect', { shopId: 'paris' })
    const { data } = await world.call('colleague', 'GET', 'getShopCollectsByUserId')
    expect(data.map((collect: { shopId: string }) => collect.shopId)).toEqual(['paris', 'jingan'])
    expect(data[0].operateTime).toBe('2026-10-01 04:00:01')
  })

  it('keep the order that their user gives them, new ones first', async () => {
    const order = async (who: 'colleague' | 'inspector') =>
      (await world.call(who, 'GET', 'getShopCollectsByUserId')).data.map(
        ({ shopId }: { shopId: string }) => shopId,
      )
    await world.call('colleague', 'POST', 'saveShopCollect', jingan)
    await world.call('colleague', 'POST', 'saveShopCollect', { shopId: 'paris' })
    const sort = (shopIds: string[]) =>
      world.call('colleague', 'PUT', '/api/shop-collects/order', { shopIds })
    for (const first of ['jingan', 'paris', 'jingan']) {
      await sort([first, 'nowhere'])
      expect((await order('colleague'))[0]).toBe(first)
    }
    expect(await order('inspector')).toEqual(['jingan'])
    await world.call('colleague', 'DELETE', `delShopCollectByIds/${(await idOf('paris')) ?? ''}`)
    await world.call('colleague', 'POST', 'saveShopCollect', { shopId: 'paris' })
    expect(await order('colleague')).toEqual(['paris', 'jingan'])
    async function idOf(wanted: string) {
      const { data } = await world.call('colleague', 'GET', 'getShopCollectsByUserId')
      return data.find(({ shopId }: { shopId: string }) => shopId === wanted)?.id
    }
  })

  it('tell their last score, last patrol and open problems', async () => {
    const { db } = world
    await db.insert(checkShopRecords).values({
      shopId: 'jingan',
      userId: 'inspector',
      beganAt: new Date('2026-09-30T02:00:00Z'),
    })
    const evaluation = {
      shopId: 'jingan',
      userId: 'inspector',
      localDate: '2026-09-30',
      isHoliday: false,
      statusUpdatedAt: world.now(),
      formName: '-',
      formVersion: 1,
      earned: 9,
      maximum: 10,
      itemCount: 1,
      passCount: 1,
      deductCount: 0,
      naCount: 0,
      unscoredCount: 0,
    }
    await db.insert(evaluations).values([
      { ...evaluation, score: 80, evaluatedAt: new Date('2026-09-29T02:00:00Z') },
      { ...evaluation, score: 90, evaluatedAt: new Date('2026-09-30T02:00:00Z') },
      { ...evaluation, score: 10, evaluatedAt: new Date('2026-09-30T03:00:00Z'), status: 'revoked' },
    ])
    const problem = {
      shopId: 'jingan',
      itemName: '-',
      raisedBy: 'inspector',
      raisedAt: world.now(),
      raisedDate: '2026-09-30',
      sourceKind: 'evaluation' as const,
      itemKey: '-',
      updatedAt: world.now(),
    }
    await db.insert(problems).values([
      { ...problem, sourceId: '1', dueAt: new Date('2026-09-30T02:00:00Z') },
      { ...problem, sourceId: '2', status: 'pending', dueAt: new Date('2026-09-30T02:00:00Z') },
      { ...problem, sourceId: '3', status: 'closed' },
    ])
    const { data } = await world.call('inspector', 'GET', '/api/shop-collects/figures')
    expect(data).toEqual([
      {
        shopId: 'jingan',
        score: 90,
        scoredAt: '2026-09-30 10:00:00',
        lastPatrol: '2026-09-30 10:00:00',
        openProblems: 2,
        overdueProblems: 1,
      },
    ])
  })

  it('keeps no shop outside the scope, and none that does not exist', async () => {
    expect((await world.call('stranger', 'POST', 'saveShopCollect', jingan)).status).toBe(403)
    expect((await world.call('inspector', 'POST', 'saveShopCollect', { shopId: 'nowhere' })).status).toBe(404)
    expect((await world.call('nobody', 'POST', 'saveShopCollect', jingan)).status).toBe(403)
    expect((await world.call(undefined, 'POST', 'saveShopCollect', jingan)).status).toBe(401)
    expect(await world.call('inspector', 'POST', 'saveShopCollect', {})).toMatchObject({
      status: 400,
      errors: [{ path: 'shopId' }],
    })
  })

  it('removes all or none: one of another user stops it', async () => {
    const { data: own } = await world.call('inspector', 'POST', 'saveShopCollect', jingan)
    const { data: foreign } = await world.call('colleague', 'POST', 'saveShopCollect', jingan)
    const path = `delShopCollectByIds/${own.id},${foreign.id}`
    expect((await world.call('inspector', 'DELETE', path)).status).toBe(403)
    expect((await world.call('inspector', 'GET', 'getShopCollectsByUserId')).data).toHaveLength(1)
    expect((await world.call('inspector', 'DELETE', `delShopCollectByIds/${own.id}`)).status).toBe(200)
    expect((await world.call('inspector', 'GET', 'getShopCollectsByUserId')).data).toEqual([])
    expect((await world.call('colleague', 'GET', 'getShopCollectsByUserId')).data).not.toEqual([])
  })
})

describe('check-shop records', () => {
  it('begin with the first save and end with a later one', async () => {
    const { data: begun } = await world.call('inspector', 'POST', 'saveCheckshopRecord', jingan)
    expect(begun).toMatchObject({
      ...jingan,
      shopname: '静安寺店',
      userId: 'inspector',
      userName: 'inspector 名',
      checkshopBeg: '2026-10-01 10:00:00',
      checkshopEnd: null,
      durationMinutes: null,
      videoCount: 0,
    })
    world.at('2026-10-01T02:25:00.000Z')
    const { data: ended } = await world.call('inspector', 'POST', 'saveCheckshopRecord', {
      ...jingan,
      id: begun.id,
      checkshopBeg: begun.checkshopBeg,
      checkshopEnd: '2026-10-01 10:24:00',
    })
    expect(ended).toMatchObject({ id: begun.id, checkshopEnd: '2026-10-01 10:24:00', durationMinutes: 24 })
  })

  it('take a begin that nobody told as 10 hours before now', async () => {
    const { data: begun } = await world.call('inspector', 'POST', 'saveCheckshopRecord', jingan)
    world.at('2026-10-01T03:00:00.000Z')
    const { data: ended } = await world.call('inspector', 'PUT', 'updateCheckshopRecord', { id: begun.id })
    expect(ended).toMatchObject({
      checkshopBeg: '2026-10-01 01:00:00',
      checkshopEnd: '2026-10-01 11:00:00',
      durationMinutes: 600,
    })
  })

  it('are told on the clock of their shop', async () => {
    const { data } = await world.call('colleague', 'POST', 'saveCheckshopRecord', {
      shopId: 'paris',
      checkshopBeg: '2026-10-01 03:30:00',
      checkshopEnd: '2026-10-01 04:00:00',
    })
    expect(data).toMatchObject({ checkshopBeg: '2026-10-01 03:30:00', durationMinutes: 30 })
    expect((await world.call('stranger', 'PUT', 'updateCheckshopRecord', { id: data.id })).status).toBe(403)
  })

  it('can be changed by their own user alone', async () => {
    const { data } = await world.call('inspector', 'POST', 'saveCheckshopRecord', jingan)
    expect((await world.call('colleague', 'PUT', 'updateCheckshopRecord', { id: data.id })).status).toBe(403)
    expect((await world.call('inspector', 'PUT', 'updateCheckshopRecord', { id: 'none' })).status).toBe(404)
    expect((await world.call('stranger', 'POST', 'saveCheckshopRecord', jingan)).status).toBe(403)
  })

  it.each([
    [
      'an end before the begin',
      'checkshopEnd',
      { checkshopBeg: '2026-10-01 10:00:00', checkshopEnd: '2026-10-01 09:00:00' },
    ],
    ['a begin that is still to come', 'checkshopBeg', { checkshopBeg: '2026-10-01 11:00:00' }],
    ['a day that no calendar has', 'checkshopBeg', { checkshopBeg: '2026-02-30 10:00:00' }],
    ['a time in another form', 'checkshopBeg', { checkshopBeg: '2026-10-01T10:00:00Z' }],
  ])('refuse %s by its field', async (_, path, times) => {
    const answer = await world.call('inspector', 'POST', 'saveCheckshopRecord', { ...jingan, ...times })
    expect(answer).toMatchObject({ status: 400, code: 400, errors: [{ path }] })
  })

  it('refuse to move to another shop', async () => {
    const { data } = await world.call('colleague', 'POST', 'saveCheckshopRecord', jingan)
    const answer = await world.call('colleague', 'PUT', 'updateCheckshopRecord', {
      id: data.id,
      shopId: 'paris',
    })
    expect(answer).toMatchObject({ status: 400, errors: [{ path: 'shopId' }] })
  })
})

describe('check-video records', () => {
  it('count in the check that they name', async () => {
    const { data: check } = await world.call('inspector', 'POST', 'saveCheckshopRecord', jingan)
    const { data } = await world.call('inspector', 'POST', 'saveCheckvideoRecord', {
      ...ezviz,
      recordId: check.id,
    })
    expect(data).toMatchObject({
      ...jingan,
      userId: 'inspector',
      videoNo: 'ezviz-1',
      channelNo: '1',
      operateTime: '2026-10-01 10:00:00',
      recordId: check.id,
    })
    await world.call('inspector', 'POST', 'saveCheckvideoRecord', { ...ezviz, recordId: check.id })
    const { data: ended } = await world.call('inspector', 'PUT', 'updateCheckshopRecord', { id: check.id })
    expect(ended.videoCount).toBe(2)
  })

  it('need a camera of the shop and a check of the user', async () => {
    const { data: check } = await world.call('colleague', 'POST', 'saveCheckshopRecord', jingan)
    const note = (body: object) =>
      world.call('inspector', 'POST', 'saveCheckvideoRecord', { ...ezviz, ...body })
    expect((await note({ videoNo: 'paris-1' })).status).toBe(404)
    expect((await note({ shopId: 'paris', videoNo: 'paris-1' })).status).toBe(403)
    expect((await note({ recordId: check.id })).status).toBe(403)
    expect((await note({ recordId: 'none' })).status).toBe(404)
    expect((await note({})).data.recordId).toBeNull()
  })
})
