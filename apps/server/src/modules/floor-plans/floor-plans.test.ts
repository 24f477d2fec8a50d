import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { measureStore } from '../../../test/facts-world.ts'
import { handleErrors } from '../../platform/http/errors.ts'
import { mounter } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import { areas, entrances, floors, outsideCodes, shops, users, zones } from '../../platform/schema/index.ts'
import { areaReader } from './area-figures.ts'
import { areaService } from './areas.ts'
import { heatReader } from './heat.ts'
import { hoursIn } from './period.ts'
import { floorPlanRoutes } from './routes.ts'
import { planService } from './service.ts'
import { planStore } from './store.ts'

const everything = { all: true } as const
const callers = {
  chief: { authorities: ['shop.manage', 'settings.view', 'flow.view', 'space.view'], scope: everything },
  analyst: { authorities: ['settings.view', 'flow.view', 'space.view'], scope: everything },
  west: {
    authorities: ['shop.manage', 'settings.view', 'flow.view', 'space.view'],
    scope: { all: false, areaIds: ['west'], shopIds: [] },
  },
  viewer: { authorities: ['space.view', 'flow.view'], scope: everything },
  nobody: { authorities: ['sales.view'], scope: everything },
} as const satisfies Record<string, Pick<Caller, 'authorities' | 'scope'>>
type Who = keyof typeof callers

const store = await measureStore()
let database: Awaited<ReturnType<typeof testDatabase>>
const app = Fastify()
const audited: string[] = []
const [east, west, floor, attic, mapNumber] = ['901', '902', '911', '912', 4711]

/** Ten metres by eight: a grid of 4 × 2 cells; walls within it stand for what nobody walks on. */
const plan = {
  widthCm: 1000,
  heightCm: 800,
  mapCode: 'F1',
  outline: [
    [0, 0],
    [1000, 0],
    [1000, 800],
    [0, 800],
  ],
  shapes: [
    {
      kind: 'fixture',
      points: [
        [10, 10],
        [90, 10],
        [90, 90],
      ],
    },
  ],
  entrances: [{ entranceId: '931', at: [500, 800] }],
  zones: [{ zoneId: '921', polygon: rectangle(0, 0, 500, 800) }],
  version: 0,
}
function rectangle(left: number, top: number, right: number, bottom: number) {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

const grids = [
  { date: '2026-11-10', hour: 10, seconds: [1, 2, 3, 4, 5, 6, 7, 8] },
  { date: '2026-11-10', hour: 11, seconds: [10, 0, 0, 0, 0, 0, 0, 20] },
  { date: '2026-11-11', hour: 10, seconds: [5, 5, 5, 5, 5, 5, 5, 5] },
  { date: '2026-11-03', hour: 10, seconds: [2, 0, 0, 0, 0, 0, 0, 0] },
  { date: '2026-11-03', hour: 20, seconds: [9, 9, 9, 9, 9, 9, 9, 9] },
  { date: '2026-11-04', hour: 10, seconds: [0, 4, 0, 0, 0, 0, 0, 0] },
]
const walkable = [1, 1, 1, 1, 1, 1, 1, 0]
const now = () => new Date('2026-11-20T02:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  for (const id of ['east', 'west'])
    await db.insert(areas).values({ id, level: 'region', parentId: null, name: id })
  for (const [id, area] of [
    [east, 'east'],
    [west, 'west'],
  ] as const)
    await db.insert(shops).values({
      id,
      name: area,
      format: 'mall',
      regionId: area,
      provinceId: area,
      cityId: area,
      countyId: area,
    })
  await db.insert(floors).values([
    { id: floor, shopId: east, name: '一楼', level: 1 },
    { id: attic, shopId: east, name: '二楼', level: 2 },
    { id: '913', shopId: west, name: '一楼', level: 1 },
  ])
  await db.insert(zones).values([
    { id: '921', shopId: east, floorId: floor, name: '左' },
    { id: '922', shopId: east, floorId: attic, name: '楼上' },
  ])
  await db.insert(entrances).values([
    { id: '931', shopId: east, floorId: floor, name: '门' },
    { id: '932', shopId: west, floorId: '913', name: '别家的门' },
  ])
  await db.insert(outsideCodes).values({ kind: 'map', space: east, code: 'F1', number: mapNumber })
  for (const loginName of Object.keys(callers))
    await db.insert(users).values({ id: loginName, loginName, realName: loginName, passwordHash: '-' })
  const of = { shop_id: Number(east), map_id: mapNumber, cols: 4, rows: 2, walkable, ver: 1 }
  await store.client.insert({
    table: 'heat_hour',
    format: 'JSONEachRow',
    values: [
      ...grids.map(({ date, ...rest }) => ({ ...of, biz_date: date, hits: [], ...rest })),
      // The same hour told again: the later word counts, and once.
      { ...of, biz_date: '2026-11-10', hour: 10, hits: [], seconds: grids[0]?.seconds, ver: 2 },
      // An older cut of the map: its hours cannot be added.
      { ...of, cols: 2, rows: 1, biz_date: '2026-11-09', hour: 9, hits: [], seconds: [50, 50] },
      { ...of, shop_id: Number(west), map_id: 99, biz_date: '2026-11-10', hour: 10, hits: [], seconds: [1] },
    ],
  })
  const track = { shop_id: Number(east), map_id: mapNumber, identity: 'customer', slot: 125, ver: 1 }
  await store.client.insert({
    table: 'track',
    format: 'JSONEachRow',
    values: [
      // In the left half for five seconds, then out of it.
      ['2026-11-10', 1, 11, [0, 5000, 4000], [100, 200, 900], [100, 100, 100]],
      // The same visit comes back a moment later.
      ['2026-11-10', 2, 11, [0, 3000], [100, 150], [700, 700]],
      ['2026-11-10', 3, 12, [0, 3000], [800, 900], [700, 700]],
      ['2026-11-03', 4, 13, [0, 1000], [100, 100], [100, 100]],
    ].map(([biz_date, track_id, visit_id, dt_ms, x_cm, y_cm]) => ({
      ...track,
      biz_date,
      track_id,
      visit_id,
      dt_ms,
      x_cm,
      y_cm,
      at: `${biz_date} 02:25:00.000`,
      zone_path: [],
    })),
  })
  handleErrors(app)
  const mount = mounter(app, {
    authenticate: async token => {
      const known = Object.entries(callers).find(([who]) => who === token)
      return (
        known && { userId: known[0], loginName: known[0], realName: known[0], sessionHash: '', ...known[1] }
      )
    },
    audit: async entry => void audited.push(`${entry.userId} ${entry.action}`),
    checkAnswers: true,
  })
  const plans = planStore(db)
  const measures = async () => store as never
  floorPlanRoutes(mount, {
    plans: planService({ store: plans, heat: heatReader(measures), now }),
    areas: areaService({ db, store: plans, figures: areaReader(measures), now }),
  })
}, 60_000)
afterAll(async () => {
  await app.close()
  await database?.close()
})

async function call(who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const answer = await app.inject({
    method,
    url: `/api${url}`,
    headers: { accesstoken: who, 'accept-language': 'en' },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: answer.statusCode, ...answer.json() }
}
const planId = async () => (await call('chief', 'GET', `/floor-plans?shopIds=${east}`)).data[0].id

describe('a floor plan', () => {
  it('is drawn by those who manage shops, for floors in their scope, and then belongs to its map', async () => {
    expect((await call('analyst', 'PUT', `/floor-plans/${floor}`, plan)).status).toBe(403)
    expect((await call('west', 'PUT', `/floor-plans/${floor}`, plan)).status).toBe(404)
    const made = await call('chief', 'PUT', `/floor-plans/${floor}`, plan)
    expect(made).toMatchObject({
      status: 200,
      data: { mapId: mapNumber, version: 1, zones: [{ id: '921' }], entrances: [{ at: [500, 800] }] },
    })
    expect(audited).toContain('chief floorPlan.saved')
  })

  it('is seen by those who see the shop', async () => {
    const list = async (who: Who) => await call(who, 'GET', `/floor-plans?shopIds=${east},${west}`)
    expect((await list('viewer')).data).toHaveLength(1)
    expect((await list('west')).data).toEqual([])
    expect((await list('nobody')).status).toBe(403)
  })

  it('holds no zone or door of elsewhere, no crossed sides and no corner off the plan', async () => {
    const put = (change: object) =>
      call('chief', 'PUT', `/floor-plans/${floor}`, { ...plan, version: 1, ...change })
    const crossed = [
      [0, 0],
      [500, 500],
      [500, 0],
      [0, 500],
    ]
    for (const wrong of [
      { zones: [{ zoneId: '922', polygon: rectangle(0, 0, 100, 100) }] },
      { zones: [{ zoneId: '921', polygon: crossed }] },
      { zones: [{ zoneId: '921', polygon: rectangle(0, 0, 1001, 100) }] },
      { entrances: [{ entranceId: '932', at: [1, 1] }] },
    ])
      expect((await put(wrong)).code, JSON.stringify(wrong)).toBe(10001)
    const twice = <T>(one: T) => [one, one]
    for (const wrong of [{ zones: twice(plan.zones[0]) }, { entrances: twice(plan.entrances[0]) }])
      expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await put({ version: 99_999_999_999 })).status).toBe(400)
    expect(
      (await call('chief', 'PUT', `/floor-plans/${attic}`, { ...plan, zones: [], entrances: [] })).code,
    ).toBe(10001)
  })

  it('that was changed meanwhile is not overwritten', async () => {
    expect(await call('chief', 'PUT', `/floor-plans/${floor}`, plan)).toMatchObject({
      status: 409,
      reason: 'changed',
      data: { version: 1 },
    })
  })

  it('has its zones drawn anew one by one, and taken off', async () => {
    const move = (who: Who, polygon: unknown) =>
      call(who, 'PUT', `/floor-plans/${floor}/zones/921`, { polygon })
    expect((await move('analyst', null)).status).toBe(403)
    expect((await move('chief', null)).data).toMatchObject({ zones: [], version: 2 })
    const back = await move('chief', rectangle(0, 0, 500, 800))
    expect(back.data).toMatchObject({ zones: [{ polygon: rectangle(0, 0, 500, 800) }], version: 3 })
    expect((await call('chief', 'PUT', `/floor-plans/${floor}/zones/922`, { polygon: null })).code).toBe(
      10001,
    )
  })
})

describe('heat on a plan', () => {
  const sum = (rows: typeof grids) =>
    rows.reduce(
      (total, { seconds }) => total.map((value, cell) => value + (seconds[cell] ?? 0)),
      [0, 0, 0, 0, 0, 0, 0, 0],
    )
  const within = (from: string, to: string) => grids.filter(({ date }) => date >= from && date <= to)
  const ask = async (more: object, who: Who = 'viewer') =>
    call(who, 'POST', '/floor-plans/heat', {
      planIds: [await planId()],
      period: { from: '2026-11-10', to: '2026-11-11' },
      ...more,
    })

  it('is the sum of the raw grids cell by cell, each hour once', async () => {
    const { data } = await ask({})
    expect(data).toMatchObject([{ cols: 4, rows: 2, walkable, hours: 3, compared: null, otherGrids: 0 }])
    expect(data[0].frames).toEqual([{ at: null, seconds: sum(within('2026-11-10', '2026-11-11')) }])
  })

  it('leaves out hours of another cut and says how many', async () => {
    const { data } = await ask({ period: { from: '2026-11-09', to: '2026-11-10' } })
    expect(data[0]).toMatchObject({ hours: 2, otherGrids: 1 })
    expect(data[0].frames[0].seconds).toEqual(sum(within('2026-11-10', '2026-11-10')))
  })

  it('of some hours of the day is of those alone', async () => {
    const { data } = await ask({ timeWindow: { from: '11:00', to: '12:00' } })
    expect(data[0].frames[0].seconds).toEqual(grids[1]?.seconds)
    expect(hoursIn({ from: '22:00', to: '02:00' })).toEqual([0, 1, 22, 23])
  })

  it('stands hour by hour in order, for a week at most', async () => {
    const { data } = await ask({ granularity: 'hour' })
    expect(data[0].frames.map(({ at }: { at: string }) => at)).toEqual([
      '2026-11-10 10:00',
      '2026-11-10 11:00',
      '2026-11-11 10:00',
    ])
    const long = { period: { from: '2026-11-01', to: '2026-11-10' }, granularity: 'hour' }
    expect((await ask(long)).code).toBe(10001)
  })

  it('is held against the same days of last week, hours and all', async () => {
    const { data } = await ask({
      compare: { type: 'lastWeekSameDay' },
      timeWindow: { from: '00:00', to: '12:00' },
    })
    expect(data[0].compared).toEqual([2, 4, 0, 0, 0, 0, 0, 0])
    expect(data[0]).toMatchObject({ hours: 3, comparedHours: 2 })
  })

  it('of a plan that one may not see is not there', async () => {
    expect((await ask({}, 'west')).data).toEqual([])
    expect((await ask({}, 'nobody')).status).toBe(403)
  })
})

describe('areas that people draw', () => {
  const draw = async (who: Who, more: object = {}) =>
    call(who, 'POST', '/custom-areas', {
      planId: await planId(),
      name: '左半',
      color: 'teal',
      shape: { kind: 'drawn', polygon: rectangle(0, 0, 500, 800) },
      ...more,
    })
  const listed = async (who: Who) =>
    (await call(who, 'GET', `/custom-areas?shopId=${east}`)).data.map(({ name }: { name: string }) => name)

  it('are kept by those with settings, on plans in their scope, within the plan', async () => {
    expect((await draw('viewer')).status).toBe(403)
    expect((await draw('west')).status).toBe(404)
    expect((await draw('analyst', { shape: { kind: 'drawn', polygon: rectangle(0, 0, 9, 900) } })).code).toBe(
      10001,
    )
    expect((await draw('analyst', { shape: { kind: 'zones', zoneIds: ['922'] } })).code).toBe(10001)
    expect((await draw('analyst')).data).toMatchObject({ own: true, version: 1, isShared: false })
  })

  it('are seen by their owner alone until they are shared with the shop', async () => {
    expect(await listed('chief')).toEqual([])
    const [mine] = (await call('analyst', 'GET', `/custom-areas?shopId=${east}`)).data
    const { planId: plan, name, color, shape } = mine
    const change = { planId: plan, name, color, shape, isShared: true }
    expect((await call('chief', 'PUT', `/custom-areas/${mine.id}`, { ...change, version: 1 })).status).toBe(
      404,
    )
    const shared = await call('analyst', 'PUT', `/custom-areas/${mine.id}`, { ...change, version: 1 })
    expect(shared.data).toMatchObject({ version: 2, isShared: true })
    expect(await call('analyst', 'PUT', `/custom-areas/${mine.id}`, { ...change, version: 1 })).toMatchObject(
      {
        status: 409,
        data: { version: 2 },
      },
    )
    expect(await listed('viewer')).toEqual(['左半'])
    expect(await listed('west')).toEqual([])
  })

  it('can be deleted and drawn anew when their plan was changed under them', async () => {
    const { data: area } = await draw('analyst', { name: '区', shape: { kind: 'zones', zoneIds: ['921'] } })
    const move = (polygon: unknown) => call('chief', 'PUT', `/floor-plans/${floor}/zones/921`, { polygon })
    await move(null)
    const { planId: plan, name, color } = area
    const change = { planId: plan, name, color, version: 1 }
    const put = (more: object) => call('analyst', 'PUT', `/custom-areas/${area.id}`, { ...change, ...more })
    expect((await put({ shape: area.shape })).code).toBe(10001)
    expect((await put({ shape: { kind: 'drawn', polygon: rectangle(0, 0, 9, 9) } })).status).toBe(200)
    await move(rectangle(0, 0, 500, 800))
    const zones = { kind: 'zones', zoneIds: ['921'] }
    expect((await put({ shape: zones, version: 2 })).status).toBe(200)
    await move(null)
    expect((await call('analyst', 'DELETE', `/custom-areas/${area.id}`)).status).toBe(200)
    await move(rectangle(0, 0, 500, 800))
  })

  it('that were deleted come back as they were', async () => {
    const [mine] = (await call('analyst', 'GET', `/custom-areas?shopId=${east}`)).data
    expect((await call('chief', 'DELETE', `/custom-areas/${mine.id}`)).status).toBe(404)
    expect((await call('analyst', 'DELETE', `/custom-areas/${mine.id}`)).status).toBe(200)
    expect(await listed('analyst')).toEqual([])
    expect((await call('chief', 'POST', `/custom-areas/${mine.id}/restore`)).status).toBe(404)
    expect((await call('analyst', 'POST', `/custom-areas/${mine.id}/restore`)).data).toMatchObject({
      name: '左半',
      version: 2,
    })
  })

  it('count visits whose tracks go through them, their time inside, and the heat of the cells in them', async () => {
    const { data } = await call('viewer', 'POST', '/custom-areas/figures', {
      shopId: east,
      period: { from: '2026-11-10', to: '2026-11-10' },
      compare: { type: 'lastWeekSameDay' },
    })
    // The left half has the cells 0, 1 of the first row and 4, 5 of the second.
    const left = (seconds: number[] = []) => [0, 1, 4, 5].reduce((sum, cell) => sum + (seconds[cell] ?? 0), 0)
    expect(data).toMatchObject([
      {
        current: {
          passes: 1,
          insideSeconds: 8,
          heatSeconds: left(grids[0]?.seconds) + left(grids[1]?.seconds),
        },
        compared: {
          passes: 1,
          insideSeconds: 1,
          heatSeconds: left(grids[3]?.seconds) + left(grids[4]?.seconds),
        },
        areaM2: 40,
      },
    ])
    expect(data[0].days).toHaveLength(1)
  })

  it('say that nothing is known where neither tracks nor grids are', async () => {
    const { data } = await call('viewer', 'POST', '/custom-areas/figures', {
      shopId: east,
      period: { from: '2026-10-01', to: '2026-10-02' },
    })
    expect(data[0].current).toEqual({ passes: null, insideSeconds: null, heatSeconds: null })
  })
})
