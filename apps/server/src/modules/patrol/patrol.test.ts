import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callerOf, type ProblemWorld, problemWorld } from '../../../test/problem-world.ts'
import {
  cameras,
  checkShopRecords,
  checkVideoRecords,
  deskTallies,
  flowWarnings,
  patrolRounds,
  planRuns,
  plans,
  shops,
} from '../../platform/schema/index.ts'
import { deskService } from './desk.ts'
import { openWarnings } from './open-things.ts'
import { patrolRoundService } from './rounds.ts'
import { cameraTurns } from './turns.ts'

let world: ProblemWorld
beforeAll(async () => {
  world = await problemWorld()
})
afterAll(() => world.close())
beforeEach(() => world.at('2026-10-01T02:00:00.000Z'))

const inspector = callerOf('inspector')
const colleague = callerOf('colleague')
const stranger = callerOf('stranger')
const area = { kind: 'area' as const, name: '华东' }
const rounds = () => patrolRoundService({ db: world.db, now: world.now })
const states = (round: { stops: { shopId: string; state: string }[] }) =>
  round.stops.map(stop => [stop.shopId, stop.state])

describe('the round of a day', () => {
  beforeEach(async () => {
    await world.db.delete(patrolRounds)
  })

  it('is kept for its day and person, in the order that was asked for', async () => {
    const made = await rounds().save(colleague, {
      day: '2026-10-01',
      source: area,
      shopIds: ['paris', 'jingan'],
    })
    expect(states(made)).toEqual([
      ['paris', 'left'],
      ['jingan', 'left'],
    ])
    expect(await rounds().ofDay(colleague, '2026-10-01')).toEqual(made)
    expect(await rounds().ofDay(colleague, '2026-10-02')).toBeUndefined()
    expect(await rounds().ofDay(inspector, '2026-10-01')).toBeUndefined()
  })

  it('knows what was done when, and takes it back', async () => {
    const { id } = await rounds().save(colleague, { day: '2026-10-01', source: area, shopIds: ['jingan'] })
    const done = await rounds().mark(colleague, id, 'jingan', 'done')
    expect(done.stops[0]).toMatchObject({ state: 'done', at: '2026-10-01T02:00:00.000Z', cameraCount: 4 })
    const left = await rounds().mark(colleague, id, 'jingan', 'left')
    expect(left.stops[0]).toMatchObject({ state: 'left', at: null })
  })

  it('given other shops keeps the state of those that stay', async () => {
    const { id } = await rounds().save(colleague, {
      day: '2026-10-01',
      source: area,
      shopIds: ['jingan', 'paris'],
    })
    await rounds().mark(colleague, id, 'paris', 'skipped')
    const changed = await rounds().save(colleague, {
      day: '2026-10-01',
      source: { kind: 'hand', name: '' },
      shopIds: ['paris'],
    })
    expect(changed).toMatchObject({ id, source: { kind: 'hand' } })
    expect(states(changed)).toEqual([['paris', 'skipped']])
  })

  it('leaves out shops beyond the scope, and is refused where none is left', async () => {
    const mixed = { day: '2026-10-01', source: area, shopIds: ['paris', 'jingan', 'nowhere'] }
    expect(states(await rounds().save(inspector, mixed))).toEqual([['jingan', 'left']])
    await expect(rounds().save(inspector, { ...mixed, shopIds: ['paris'] })).rejects.toMatchObject({
      problem: 'ruleBroken',
    })
  })

  it('of an earlier day can be walked again: the latest one, with shops that are still in sight', async () => {
    for (const [day, shopIds] of [
      ['2026-09-28', ['paris']],
      ['2026-09-30', ['paris', 'jingan']],
      ['2026-10-01', ['jingan']],
    ] as const)
      await rounds().save(colleague, { day, source: area, shopIds })
    const last = await rounds().last(colleague, '2026-10-01')
    expect(last).toMatchObject({ day: '2026-09-30', source: area })
    expect(last && states(last)).toEqual([
      ['paris', 'left'],
      ['jingan', 'left'],
    ])
    expect(await rounds().last(colleague, '2026-09-28')).toBeUndefined()
    expect(await rounds().last(inspector, '2026-10-01')).toBeUndefined()
  })

  it('is nobody else’s to mark or to remove', async () => {
    const { id } = await rounds().save(inspector, { day: '2026-10-01', source: area, shopIds: ['jingan'] })
    await expect(rounds().mark(colleague, id, 'jingan', 'done')).rejects.toMatchObject({
      problem: 'notFound',
    })
    await expect(rounds().remove(colleague, id)).rejects.toMatchObject({ problem: 'notFound' })
    await expect(rounds().mark(inspector, id, 'paris', 'done')).rejects.toMatchObject({ problem: 'notFound' })
    await rounds().remove(inspector, id)
    expect(await rounds().ofDay(inspector, '2026-10-01')).toBeUndefined()
  })

  it('marked at two computers at once keeps both marks', async () => {
    const { id } = await rounds().save(colleague, {
      day: '2026-10-01',
      source: area,
      shopIds: ['jingan', 'paris'],
    })
    await Promise.all([
      rounds().mark(colleague, id, 'jingan', 'done'),
      rounds().mark(colleague, id, 'paris', 'skipped'),
    ])
    const round = await rounds().ofDay(colleague, '2026-10-01')
    expect(round && states(round)).toEqual([
      ['jingan', 'done'],
      ['paris', 'skipped'],
    ])
  })
})

describe('what cameras looked at', () => {
  beforeEach(async () => {
    const { db } = world
    await db.delete(planRuns)
    await db.delete(plans)
    await db.delete(checkVideoRecords)
    await db.delete(checkShopRecords)
  })

  it('is told by plan and by person, oldest first, on the day of the shop’s clock', async () => {
    const { db } = world
    const at = (time: string) => new Date(`2026-10-01T${time}Z`)
    const [plan] = await db
      .insert(plans)
      .values({
        kind: 'screenshot',
        shopId: 'jingan',
        cameraId: 'ezviz-camera',
        userId: 'inspector',
        updatedAt: at('00:00:00'),
      })
      .returning()
    const run = {
      planId: plan?.id ?? '',
      kind: 'screenshot' as const,
      shopId: 'jingan',
      cameraId: 'ezviz-camera',
      accountId: 'ezviz',
      presetName: '收银台',
      notBefore: at('03:00:00'),
      expiresAt: at('04:00:00'),
    }
    await db.insert(planRuns).values([
      { ...run, dueAt: at('03:00:00'), startedAt: at('03:00:02'), endedAt: at('03:00:08'), state: 'done' },
      // 00:30 of the next day in Shanghai.
      { ...run, dueAt: at('16:30:00'), state: 'done' },
    ])
    const [record] = await db
      .insert(checkShopRecords)
      .values({ shopId: 'jingan', userId: 'inspector', beganAt: at('02:00:00'), endedAt: at('02:10:00') })
      .returning()
    const watch = { recordId: record?.id ?? '', shopId: 'jingan', userId: 'inspector', channelNo: '1' }
    await db.insert(checkVideoRecords).values([
      { ...watch, cameraId: 'ezviz-camera', videoNo: 'ezviz-1', operatedAt: at('02:00:00') },
      { ...watch, cameraId: 'huawei-camera', videoNo: 'huawei-1', operatedAt: at('02:04:00') },
    ])
    const turns = await cameraTurns(db)(inspector, 'jingan', '2026-10-01')
    expect(
      turns.map(turn => [turn.kind, turn.cameraId, turn.at.slice(11, 19), turn.until?.slice(11, 19)]),
    ).toEqual([
      ['watched', 'ezviz-camera', '02:00:00', '02:04:00'],
      ['watched', 'huawei-camera', '02:04:00', '02:10:00'],
      ['plan', 'ezviz-camera', '03:00:02', '03:00:08'],
    ])
    expect(turns[2]).toMatchObject({ presetName: '收银台', outcome: 'done' })
    expect(turns[0]).toMatchObject({ userName: 'inspector 名' })
  })

  it('is refused for a shop beyond the scope', async () => {
    await expect(cameraTurns(world.db)(inspector, 'paris', '2026-10-01')).rejects.toMatchObject({
      problem: 'forbidden',
    })
  })
})

describe('the desk', () => {
  const finding = {
    id: 'f1',
    shopId: 'jingan',
    cameraId: 'ezviz-camera',
    at: new Date('2026-10-01T01:30:00Z'),
    what: { zh: '画面被遮挡', en: 'Camera covered' },
  }
  const desk = () =>
    deskService({
      db: world.db,
      findings: async () => [finding],
      warnings: openWarnings(world.db),
      now: world.now,
    })
  beforeEach(async () => {
    const { db } = world
    await db.delete(deskTallies)
    await db.delete(checkVideoRecords)
    await db.delete(checkShopRecords)
    await db.update(cameras).set({ status: 'online' })
    await db
      .update(cameras)
      .set({ status: 'offline', lastOnlineAt: new Date('2026-10-01T00:11:00Z') })
      .where(eq(cameras.id, 'huiyan-camera'))
  })

  it('counts what is open and names it, latest first', async () => {
    const raised = await world.call('inspector', 'POST', '/api/problems', {
      shopId: 'jingan',
      itemName: '通道堆物',
      dueAt: '2026-10-01T03:00:00Z',
    })
    world.at('2026-10-01T04:00:00.000Z')
    const look = await desk().look(inspector, {})
    expect(look.shops.map(shop => shop.shopId)).toEqual(['jingan'])
    expect(look.shops[0]).toMatchObject({ cameras: 4, online: 3, offline: 1, overdue: 1, findings: 1 })
    expect(look.attention.map(each => [each.kind, each.id, each.at])).toEqual([
      ['overdue', raised.data.id, '2026-10-01T03:00:00.000Z'],
      ['finding', 'f1', '2026-10-01T01:30:00.000Z'],
      ['offline', 'huiyan-camera', '2026-10-01T00:11:00.000Z'],
    ])
    expect(look.figures).toMatchObject({ devices: { value: 4, compared: null }, warnings: { value: 3 } })
    await world.call('colleague', 'POST', `/api/problems/${raised.data.id}/submit`, { version: 1 })
  })

  it('shows nothing beyond the scope, nor closed shops', async () => {
    const foreign = await desk().look(stranger, {})
    expect(foreign.shops.map(shop => shop.shopId)).toEqual(['paris'])
    expect(foreign.attention.every(each => each.shopId === 'paris')).toBe(true)
    await world.db.update(shops).set({ closedAt: world.now() }).where(eq(shops.id, 'paris'))
    expect((await desk().look(stranger, {})).shops).toEqual([])
    await world.db.update(shops).set({ closedAt: null }).where(eq(shops.id, 'paris'))
  })

  it('names warnings about flow to those who may see them, at the door, until somebody deals with them', async () => {
    const { db } = world
    const warning = {
      key: 'crowding jingan',
      kind: 'crowding' as const,
      shopId: 'jingan',
      nodeKind: 'shop' as const,
      bizDate: '2026-10-01',
      fromSlot: 100,
      toSlot: 110,
      value: 180,
      limit: 150,
      severity: 'high' as const,
      raisedAt: new Date('2026-10-01T01:50:00Z'),
      updatedAt: world.now(),
    }
    const days = (count: number) => new Date(warning.raisedAt.getTime() - count * 86_400_000)
    await db
      .insert(flowWarnings)
      .values([
        warning,
        { ...warning, key: 'seen', handledAt: new Date('2026-10-01T01:55:00Z') },
        { ...warning, key: 'long ago', raisedAt: days(3) },
        { ...warning, key: 'foreign', shopId: 'paris' },
      ])
    const warned = { ...inspector, authorities: [...inspector.authorities, 'warning.view'] }
    const { attention, shops: listed, figures } = await desk().look(warned, {})
    const told = attention.filter(({ kind }) => kind === 'flow')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({
      shopId: 'jingan',
      what: { zh: '拥挤', en: 'Crowding' },
      seenAt: '2026-10-01T01:50:00.000Z',
    })
    expect(told[0]?.cameraId).not.toBeNull()
    expect(listed.map(shop => shop.flow)).toEqual([1])
    const without = await desk().look(inspector, {})
    expect(without.attention.some(({ kind }) => kind === 'flow')).toBe(false)
    expect(without.figures.warnings.value).toBe(figures.warnings.value - 1)
    await db.delete(flowWarnings)
  })

  it('holds its figures against the same hour of the day before, noted once an hour', async () => {
    await desk().tally()
    await desk().tally()
    expect(await world.db.select().from(deskTallies)).toHaveLength(2)
    world.at('2026-10-02T02:20:00.000Z')
    await world.db.update(cameras).set({ status: 'online' })
    const { figures } = await desk().look(inspector, {})
    expect(figures.devicesOnline).toEqual({ value: 4, compared: 3 })
    expect(figures.devices).toEqual({ value: 4, compared: 4 })
  })

  it('forgets what it noted more than forty days ago', async () => {
    await desk().tally()
    world.at('2026-11-20T02:00:00.000Z')
    await desk().tally()
    const hours = await world.db.selectDistinct({ hour: deskTallies.hour }).from(deskTallies)
    expect(hours.map(({ hour }) => hour.toISOString())).toEqual(['2026-11-20T02:00:00.000Z'])
  })

  it('counts the visits of today, and those of yesterday until the same time', async () => {
    const visit = (beganAt: string) => ({ shopId: 'jingan', userId: 'inspector', beganAt: new Date(beganAt) })
    await world.db.insert(checkShopRecords).values([
      visit('2026-09-30T17:00:00Z'), // 01:00 today in Shanghai
      visit('2026-10-01T01:00:00Z'),
      visit('2026-09-30T01:00:00Z'),
      visit('2026-09-30T05:00:00Z'), // yesterday, but later than now
    ])
    expect((await desk().look(inspector, {})).figures.patrols).toEqual({ value: 2, compared: 1 })
  })
})
