import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { offline, type PlanWorld, planWorld, type Who } from '../../../test/plan-world.ts'
import { cameras } from '../../platform/schema/index.ts'

let world: PlanWorld
beforeAll(async () => {
  world = await planWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.clear()
  world.at('2026-10-01T02:00:00Z')
})

const save = (targets: object[], schedule: object, who: Who = 'everywhere') =>
  world.call(who, 'POST', '/api/plans', { targets, schedule })
const list = async (query = '', who: Who = 'everywhere') =>
  (await world.call(who, 'GET', `/api/plans${query}`)).data
const names = (page: { records: { cameraId: string }[] }) => page.records.map(plan => plan.cameraId)

describe('putting a plan on cameras', () => {
  it('makes one a camera and one a preset, each on the clock of its shop', async () => {
    const { data } = await save(
      [
        { cameraId: 'hall' },
        { cameraId: 'gate' },
        { cameraId: 'gate', presetId: 'till' },
        { cameraId: 'seine' },
      ],
      { times: ['18:00', '09:00', '13:30'], weekdays: [5, 1] },
    )
    expect(data).toMatchObject({ created: 4, updated: 0, removed: 0 })
    const { records, total } = await list()
    expect(total).toBe(4)
    // 2026-10-02 is a Friday.
    expect(records).toMatchObject([
      { cameraId: 'seine', timeZone: 'Europe/Paris', nextRunAt: '2026-10-02T07:00:00.000Z' },
      { kind: 'preset', presetName: '收银台', presetIndex: 2, nextRunAt: '2026-10-02T01:00:00.000Z' },
      { cameraId: 'gate', kind: 'screenshot', presetId: null },
      { cameraId: 'hall', kind: 'screenshot', userName: 'everywhere 名' },
    ])
    expect(records[0].schedule).toEqual({
      times: ['09:00', '13:30', '18:00'],
      everyMinutes: null,
      from: '00:00',
      to: '23:59',
      weekdays: [1, 5],
    })
  })

  it('again changes those that are there and creates the missing', async () => {
    await save([{ cameraId: 'hall' }], { times: ['09:00'] })
    const { data } = await save([{ cameraId: 'hall' }, { cameraId: 'stock' }, { cameraId: 'hall' }], {
      everyMinutes: 30,
      from: '10:00',
      to: '22:00',
    })
    expect(data).toMatchObject({ created: 1, updated: 1, removed: 0 })
    const { records } = await list()
    expect(records.map((plan: { schedule: object }) => plan.schedule)).toMatchObject([
      { times: [], everyMinutes: 30, from: '10:00', to: '22:00' },
      { everyMinutes: 30 },
    ])
  })

  it('with no time but 00:00 removes those that are there', async () => {
    await save([{ cameraId: 'hall' }, { cameraId: 'gate', presetId: 'till' }], { times: ['09:00'] })
    const targets = [{ cameraId: 'hall' }, { cameraId: 'gate', presetId: 'till' }, { cameraId: 'stock' }]
    expect((await save(targets, { times: ['00:00'] })).data).toMatchObject({
      created: 0,
      updated: 0,
      removed: 2,
    })
    expect(await list()).toMatchObject({ total: 0, records: [] })
    expect((await save(targets, { times: ['00:00'] })).data).toMatchObject({ removed: 0 })
  })

  it('changes nothing where one camera or preset is not right', async () => {
    const good = { cameraId: 'hall' }
    expect(await save([good, { cameraId: 'none' }], { times: ['09:00'] })).toMatchObject({
      status: 400,
      errors: [{ path: 'targets.1.cameraId' }],
    })
    expect(await save([good, { cameraId: 'gate', presetId: 'bridge' }], { times: ['09:00'] })).toMatchObject({
      status: 400,
      errors: [{ path: 'targets.1.presetId' }],
    })
    expect((await save([good, { cameraId: 'seine' }], { times: ['09:00'] }, 'planner')).status).toBe(403)
    expect((await save([good, { cameraId: 'seine' }], { times: ['00:00'] }, 'planner')).status).toBe(403)
    expect(await list()).toMatchObject({ total: 0 })
  })

  it.each([
    [{ everyMinutes: 45 }, 'schedule.everyMinutes'],
    [{ times: ['25:00'] }, 'schedule.times.0'],
    [{ times: ['09:00'], weekdays: [0] }, 'schedule.weekdays.0'],
    [{ times: ['09:00'], weekdays: [] }, 'schedule.weekdays'],
  ])('refuses %j', async (schedule, path) => {
    expect(await save([{ cameraId: 'hall' }], schedule)).toMatchObject({ status: 400, errors: [{ path }] })
  })
})

describe('switching plans off and on', () => {
  it('stops them, and on again they run from now', async () => {
    const { data } = await save([{ cameraId: 'hall' }, { cameraId: 'stock' }], { times: ['10:30'] })
    expect((await world.call('everywhere', 'POST', '/api/plans/pause', { ids: data.ids })).status).toBe(200)
    expect(await list('?status=paused')).toMatchObject({
      total: 2,
      records: [{ nextRunAt: null }, { nextRunAt: null }],
    })
    world.at('2026-10-03T02:00:00Z')
    const server = world.server('a')
    await server.tick()
    await server.idle()
    expect((await world.call('everywhere', 'POST', '/api/plans/resume', { ids: data.ids })).status).toBe(200)
    const { records } = await list('?status=enabled')
    expect(records[0]).toMatchObject({ status: 'enabled', nextRunAt: '2026-10-03T02:30:00.000Z' })
    expect(await world.runsOf()).toEqual([])
  })

  it('is all or none', async () => {
    const { data: own } = await save([{ cameraId: 'hall' }], { times: ['10:30'] })
    const { data: foreign } = await save([{ cameraId: 'seine' }], { times: ['10:30'] })
    const ids = [...own.ids, ...foreign.ids]
    for (const what of ['pause', 'resume'])
      expect((await world.call('planner', 'POST', `/api/plans/${what}`, { ids })).status).toBe(403)
    expect((await world.call('planner', 'DELETE', `/api/plans/${ids.join(',')}`)).status).toBe(403)
    expect(await list('?status=enabled')).toMatchObject({ total: 2 })
    expect((await world.call('everywhere', 'DELETE', `/api/plans/${ids.join(',')}`)).status).toBe(200)
    expect(await list()).toMatchObject({ total: 0 })
  })

  it('comes with the change of one plan, and 00:00 removes it', async () => {
    const { data } = await save([{ cameraId: 'hall' }], { times: ['10:30'] })
    const [id] = data.ids
    const change = (body: object, who: Who = 'everywhere') => world.call(who, 'PUT', `/api/plans/${id}`, body)
    expect((await change({ status: 'paused' })).data).toMatchObject({ status: 'paused', nextRunAt: null })
    expect((await change({ schedule: { times: ['11:00'] } })).data).toMatchObject({
      status: 'paused',
      nextRunAt: null,
    })
    expect((await change({ status: 'enabled' })).data).toMatchObject({
      nextRunAt: '2026-10-01T03:00:00.000Z',
    })
    expect((await change({ status: 'paused' }, 'stranger')).status).toBe(403)
    expect((await change({ schedule: { times: ['00:00'] } })).data).toBeNull()
    expect((await change({ status: 'paused' })).status).toBe(404)
  })
})

describe('the list of plans', () => {
  it('is narrowed by area, shop, camera, kind, status and words, and comes in pages', async () => {
    await save(
      [
        { cameraId: 'hall' },
        { cameraId: 'stock' },
        { cameraId: 'gate', presetId: 'till' },
        { cameraId: 'seine' },
      ],
      { times: ['09:00'] },
    )
    expect(names(await list('?type=0&id=west'))).toEqual(['seine'])
    expect(names(await list('?shopId=jingan'))).toEqual(['gate', 'hall', 'stock'])
    expect(names(await list('?cameraId=stock'))).toEqual(['stock'])
    expect(names(await list('?kind=preset'))).toEqual(['gate'])
    expect(names(await list('?kind=preset,screenshot&shopId=jingan'))).toEqual(['gate', 'hall', 'stock'])
    expect(names(await list('?status=paused'))).toEqual([])
    expect(names(await list(`?keyword=${encodeURIComponent('收银')}`))).toEqual(['gate'])
    expect(names(await list(`?keyword=${encodeURIComponent('巴黎')}`))).toEqual(['seine'])
    expect(names(await list('?keyword=%25'))).toEqual([])
    const [one] = (await list('?cameraId=seine')).records
    expect(names(await list(`?planId=${one.id}`))).toEqual(['seine'])
    expect((await world.call('planner', 'GET', `/api/plans?planId=${one.id}`)).data.total).toBe(0)
    expect(await list('?pageSize=2&pageNumber=2')).toMatchObject({ current: 2, size: 2, total: 4 })
    expect(await list('?pageSize=2&pageNumber=9')).toMatchObject({ total: 4, records: [] })
    expect(names(await list('', 'planner'))).toEqual(['gate', 'hall', 'stock'])
    expect(names(await list('?shopId=jingan', 'stranger'))).toEqual([])
    expect((await world.call('everywhere', 'GET', '/api/plans?kind=none')).status).toBe(400)
    expect((await world.call('nobody', 'GET', '/api/plans')).status).toBe(403)
  })
})

it('a plan whose camera was taken out of its shop is neither listed nor counted', async () => {
  await save([{ cameraId: 'hall' }, { cameraId: 'stock' }], { times: ['09:00'] })
  const removed = (removedAt: Date | null) =>
    world.db.update(cameras).set({ removedAt }).where(eq(cameras.id, 'stock'))
  await removed(world.now())
  const counted = await world.call('everywhere', 'GET', '/api/plans/statistics?from=2026-10-01&to=2026-10-01')
  const listed = names(await list())
  await removed(null)
  expect(listed).toEqual(['hall'])
  expect(counted.data.plans).toEqual({ enabled: 1, paused: 0 })
})

describe('figures of plans', () => {
  it('agree with the runs they are made of, day by day on the clock of the shop', async () => {
    await save([{ cameraId: 'hall' }, { cameraId: 'stock' }, { cameraId: 'seine' }], { everyMinutes: 120 })
    await save([{ cameraId: 'gate', presetId: 'till' }], { times: ['09:00'] })
    await world.call('everywhere', 'PUT', `/api/plans/${(await list('?kind=preset')).records[0].id}`, {
      status: 'paused',
    })
    world.behave('stock', { frame: async () => Promise.reject(offline()) })
    const server = world.server('a')
    // Two days, of which servers slept through a few hours.
    for (let hour = 1; hour <= 48; hour++) {
      world.later(3_600_000)
      if (hour > 20 && hour < 26) continue
      await server.tick()
      await server.idle()
    }
    const range = 'from=2026-10-01&to=2026-10-04'
    const { data } = await world.call('everywhere', 'GET', `/api/plans/statistics?${range}`)
    const runs = await world.runsOf()
    const count = (state?: string) => runs.filter(run => !state || run.state === state).length
    expect(data.plans).toEqual({ enabled: 3, paused: 1 })
    expect(data.totals).toEqual({
      planned: count(),
      done: count('done'),
      failed: 0,
      held: 0,
      offline: count('offline'),
      missed: count('missed'),
      pending: 0,
      successRate: Math.round((count('done') / count()) * 1000) / 10,
    })
    expect(count('missed')).toBeGreaterThan(0)
    expect(count('offline')).toBeGreaterThan(0)
    const zones: Record<string, string> = { jingan: 'Asia/Shanghai', paris: 'Europe/Paris' }
    const local = (run: (typeof runs)[number]) =>
      run.dueAt.toLocaleString('sv-SE', { timeZone: zones[run.shopId] ?? '' })
    expect(data.byDay.map((day: { date: string }) => day.date)).toEqual([
      '2026-10-01',
      '2026-10-02',
      '2026-10-03',
      '2026-10-04',
    ])
    for (const day of data.byDay) {
      const own = runs.filter(run => local(run).startsWith(day.date))
      expect(day.planned, day.date).toBe(own.length)
      expect(day.done, day.date).toBe(own.filter(run => run.state === 'done').length)
      const listed = await world.call('everywhere', 'GET', `/api/plans/runs?from=${day.date}&to=${day.date}`)
      expect(listed.data.total, day.date).toBe(own.length)
    }
    for (const { shopId, hour, planned } of data.byHour)
      expect(planned).toBe(
        runs.filter(run => run.shopId === shopId && Number(local(run).slice(11, 13)) === hour).length,
      )
    const narrowed = await world.call('planner', 'GET', `/api/plans/statistics?${range}&cameraId=stock`)
    expect(narrowed.data.totals).toMatchObject({
      planned: runs.filter(run => run.cameraId === 'stock').length,
    })
    const foreign = await world.call('stranger', 'GET', `/api/plans/statistics?${range}&shopId=jingan`)
    expect(foreign.data).toMatchObject({
      plans: { enabled: 0 },
      totals: { planned: 0, successRate: null },
      byHour: [],
    })
  })

  it('are refused for days in no order, or too many', async () => {
    for (const range of ['from=2026-10-02&to=2026-10-01', 'from=2024-10-02&to=2026-10-01', 'from=2026-10-02'])
      expect((await world.call('everywhere', 'GET', `/api/plans/statistics?${range}`)).status).toBe(400)
  })
})

describe('runs', () => {
  it('are listed latest first, by outcome and day, in pages', async () => {
    await save([{ cameraId: 'hall' }, { cameraId: 'stock' }], { times: ['10:01'] })
    world.behave('stock', { frame: async () => Promise.reject(offline()) })
    const server = world.server('a')
    world.at('2026-10-01T02:01:00Z')
    await server.tick()
    await server.idle()
    const runs = async (query: string, who: Who = 'everywhere') =>
      (await world.call(who, 'GET', `/api/plans/runs${query}`)).data
    expect(await runs('')).toMatchObject({ total: 2 })
    expect(names(await runs('?outcome=offline'))).toEqual(['stock'])
    expect(names(await runs('?outcome=done'))).toEqual(['hall'])
    expect(await runs('?from=2026-10-02')).toMatchObject({ total: 0 })
    expect(await runs('?to=2026-09-30')).toMatchObject({ total: 0 })
    expect(await runs('?pageSize=1&pageNumber=2')).toMatchObject({ total: 2, current: 2, size: 1 })
    expect(await runs('', 'stranger')).toMatchObject({ total: 0 })
  })
})

describe('a patrol plan', () => {
  const stops = [
    { cameraId: 'gate', presetId: 'till' },
    { cameraId: 'gate', presetId: 'door' },
    { cameraId: 'hall' },
  ]
  const schedule = { everyMinutes: 30, from: '10:00', to: '22:00' }
  const create = (body: object, who: Who = 'everywhere') =>
    world.call(who, 'POST', '/api/plans/patrols', { name: '上午巡店', schedule, stops, ...body })
  const patrols = async (query = '', who: Who = 'everywhere') =>
    (await world.call(who, 'GET', `/api/plans/patrols${query}`)).data

  it('has its stops in order and turns to each of them every round', async () => {
    const { data } = await create({})
    expect(data).toMatchObject({
      name: '上午巡店',
      schedule: { everyMinutes: 30, from: '10:00', to: '22:00', weekdays: [1, 2, 3, 4, 5, 6, 7] },
      status: 'enabled',
      nextRunAt: '2026-10-01T02:30:00.000Z',
      lastRound: null,
      stops: [
        { cameraId: 'gate', presetId: 'till', presetName: '收银台' },
        { cameraId: 'gate', presetId: 'door' },
        { cameraId: 'hall', presetId: null },
      ],
    })
    const server = world.server('a')
    world.behave('hall', { frame: async () => Promise.reject(offline()) })
    world.at('2026-10-01T02:30:00Z')
    await server.tick()
    await server.idle()
    expect((await patrols())[0]).toMatchObject({
      nextRunAt: '2026-10-01T03:00:00.000Z',
      lastRound: { dueAt: '2026-10-01T02:30:00.000Z', planned: 3, done: 2, offline: 1 },
    })
    const runs = await world.call('everywhere', 'GET', `/api/plans/runs?patrolId=${data.id}`)
    expect(runs.data).toMatchObject({ total: 3, records: [{ kind: 'patrol' }, {}, {}] })
  })

  it('changes its stops; those that stay keep their runs', async () => {
    const { data } = await create({})
    const [till] = data.stops
    const changed = await world.call('everywhere', 'PUT', `/api/plans/patrols/${data.id}`, {
      name: '全天',
      schedule: { everyMinutes: 120 },
      stops: [
        { cameraId: 'seine', presetId: 'bridge' },
        { cameraId: 'gate', presetId: 'till' },
      ],
    })
    expect(changed.data).toMatchObject({
      name: '全天',
      schedule: { everyMinutes: 120 },
      stops: [{ cameraId: 'seine' }, { planId: till.planId }],
    })
    expect(await list('?kind=patrol')).toMatchObject({ total: 2 })
  })

  it('is switched off and on, and removed with what waits', async () => {
    const { data } = await create({})
    const change = (body: object) => world.call('everywhere', 'PUT', `/api/plans/patrols/${data.id}`, body)
    expect((await change({ status: 'paused' })).data).toMatchObject({ status: 'paused', nextRunAt: null })
    expect(await patrols('?status=enabled')).toEqual([])
    expect((await change({ status: 'enabled' })).data).toMatchObject({
      nextRunAt: '2026-10-01T02:30:00.000Z',
    })
    expect((await world.call('everywhere', 'DELETE', `/api/plans/patrols/${data.id}`)).status).toBe(200)
    expect(await patrols()).toEqual([])
    expect((await change({ name: 'x' })).status).toBe(404)
  })

  it('is seen with the stops in scope, and changed only by who may see them all', async () => {
    const { data } = await create({ stops: [...stops, { cameraId: 'seine' }] })
    expect((await patrols('', 'planner'))[0].stops).toHaveLength(3)
    expect((await patrols('', 'stranger'))[0].stops).toMatchObject([{ cameraId: 'seine' }])
    expect(await patrols('?shopId=jingan', 'stranger')).toEqual([])
    const path = `/api/plans/patrols/${data.id}`
    expect((await world.call('planner', 'PUT', path, { name: 'x' })).status).toBe(403)
    expect((await world.call('planner', 'DELETE', path)).status).toBe(403)
    expect((await create({ stops: [{ cameraId: 'seine' }] }, 'planner')).status).toBe(403)
    expect(await create({ stops: [{ cameraId: 'gate', presetId: 'bridge' }] })).toMatchObject({
      status: 400,
      errors: [{ path: 'stops.0.presetId' }],
    })
    for (const body of [{ name: ' ' }, { schedule: { everyMinutes: 45 } }, { stops: [] }])
      expect((await create(body)).status).toBe(400)
  })

  it('has stops that are changed with it, not one by one', async () => {
    const { data } = await create({})
    const [stop] = data.stops
    expect(
      await world.call('everywhere', 'PUT', `/api/plans/${stop.planId}`, { status: 'paused' }),
    ).toMatchObject({
      code: 10001,
      reason: 'ofPatrol',
    })
    expect((await world.call('everywhere', 'DELETE', `/api/plans/${stop.planId}`)).status).toBe(403)
  })
})
