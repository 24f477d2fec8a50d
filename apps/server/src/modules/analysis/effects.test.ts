import { dayOf, textOf } from '@aisle/analysis'
import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { shops } from '../../platform/schema/index.ts'
import { calendarReader } from './calendar.ts'
import { copyShops } from './shop-copy.ts'

const server = await aisle()
const admin = await server.as('admin')
const { db } = server.database
const { client } = await server.measures()
const [shop] = await db.select().from(shops).orderBy(shops.id).limit(1)
await copyShops({ db, measures: server.measures, now: () => new Date() })

const from = Date.parse('2025-03-03') / 86_400_000
const days = Array.from({ length: 91 }, (_, index) => from + index)
const isRainy = (day: number) => (day * 5) % 11 < 3
const isActive = (day: number) => day % 9 === 0
const insert = (table: string, values: object[]) => client.insert({ table, values, format: 'JSONEachRow' })

it('says what rain and activities did to visits, from the counts, the weather and the days of activities', async () => {
  const counts = days.map(day => ({
    biz_date: textOf(day),
    shop_id: Number(shop!.id),
    node_kind: 'entrance',
    node_id: 1,
    in_n: 10_000 * (isRainy(day) ? 0.75 : 1) * (isActive(day) ? 1.2 : 1),
    expected_n: 1,
    got_n: 1,
    ver: 1,
  }))
  await insert('flow_day', counts)
  await insert('flow_shop_day', counts)
  await insert(
    'weather_day',
    days.map(day => ({
      biz_date: textOf(day),
      city_id: Number(shop!.cityId),
      weather: isRainy(day) ? 'heavyRain' : 'sunny',
      temperature: 12 + ((day * 3) % 4) * 4,
      ver: 1,
    })),
  )
  await insert(
    'activity_day',
    days
      .filter(isActive)
      .map(day => ({ shop_id: Number(shop!.id), biz_date: textOf(day), activity_id: 4, ver: 1 })),
  )
  const { data } = await admin.call('POST', '/api/analysis/query', {
    metrics: [{ metric: 'visits', calc: 'effect' }],
    dimensions: ['factor'],
    filters: [{ member: 'shop', op: 'in', values: [shop!.id] }],
    period: { from: textOf(from), to: textOf(from + 90) },
    order: [{ by: 'visits.effect' }],
  })
  const found = new Map<string, { current: number; low: number; high: number }>(
    data.rows.map((row: Record<string, { id: string }>) => [row.factor!.id, row['visits.effect']]),
  )
  expect(found.get('rain')?.current).toBeCloseTo(-25, 3)
  expect(found.get('activity')?.current).toBeCloseTo(20, 3)
  expect(found.get('weekend')?.current).toBeCloseTo(0, 3)
  expect(data.rows[0].factor).toEqual({ id: 'activity', name: '活动' })
  expect(data.columns[1]).toMatchObject({ id: 'visits.effect', unit: 'percent' })
  const rain = found.get('rain')!
  expect(rain.low).toBeLessThanOrEqual(rain.current)
  expect(rain.high).toBeGreaterThanOrEqual(rain.current)
})

it('counts the chain’s own days off and worked before the statutory ones, as soon as a moment later', async () => {
  const clock = { at: 0 }
  const read = calendarReader(db, () => new Date(clock.at))
  const typesOf = async () => {
    const calendar = await read()
    return ['2025-03-05', '2025-03-08'].map(date => calendar.of(dayOf(date)).type)
  }
  expect(await typesOf()).toEqual(['workday', 'weekend'])
  for (const [date, isOff] of [
    ['2025-03-05', true],
    ['2025-03-08', false],
  ] as const) {
    const body = { nameZh: '店庆', nameEn: '', isOff }
    expect((await admin.call('PUT', `/api/view-settings/holidays/${date}`, body)).code).toBe(200)
  }
  clock.at += 4000
  expect(await typesOf()).toEqual(['holiday', 'makeup'])
})

describe('where a number comes from', () => {
  const explained = async (question: object, cell: object) =>
    (await admin.call('POST', '/api/analysis/explain', { question, cell })).data
  const period = { from: textOf(from), to: textOf(from + 90) }
  const here = [{ member: 'shop', op: 'in', values: [shop!.id] }]

  it('is told of an effect: the counts it was worked out from', async () => {
    const question = {
      metrics: [{ metric: 'visits', calc: 'effect' }],
      dimensions: ['shop', 'factor'],
      filters: here,
      period,
    }
    const answer = await explained(question, {
      metric: 'visits.effect',
      row: { shop: shop!.id, factor: 'rain' },
    })
    expect(answer.cell.current).toBeCloseTo(-25, 3)
    expect(answer.parts).toMatchObject([
      { name: 'visits', table: expect.stringMatching(/^flow_/), rows: 91, days: 91 },
    ])
    expect(answer.parts[0].value).toBe(
      days.reduce((sum, day) => sum + 10_000 * (isRainy(day) ? 0.75 : 1) * (isActive(day) ? 1.2 : 1), 0),
    )
  })

  it('is told of a quadrant: of each of its shops', async () => {
    await insert('sale_day', [
      { shop_id: Number(shop!.id), biz_date: textOf(from), net: 500, deals: 5, ver: 1 },
    ])
    await insert('source_day', [
      {
        shop_id: Number(shop!.id),
        biz_date: textOf(from),
        source: 'sales',
        expected_n: 1,
        got_n: 1,
        last_at: '2025-03-03 20:00:00',
        ver: 1,
      },
    ])
    const question = {
      metrics: ['visits', 'sales'],
      dimensions: ['shop', 'quadrant'],
      filters: here,
      period: { from: textOf(from), to: textOf(from) },
    }
    const answer = await explained(question, { metric: 'sales', row: { shop: shop!.id, quadrant: 'I' } })
    expect(answer).toMatchObject({
      cell: { current: 500 },
      parts: [{ name: 'sales', value: 500, rows: 1 }],
    })
    const alone = await explained(
      { ...question, dimensions: ['quadrant'] },
      { metric: 'sales', row: { quadrant: 'I' } },
    )
    expect(alone).toMatchObject({ cell: { current: 500 }, parts: [{ name: 'sales', value: 500, rows: 1 }] })
  })

  it.each([
    ['storeRate', ['flow']],
    ['bagRate', ['sale', 'flow']],
    ['visitors', ['people']],
    ['returnRate', ['people']],
    ['items', ['sale']],
    ['experienceRate', ['touch', 'flow']],
    ['exceptionRate', ['till', 'sale']],
    ['onlineRate', ['device']],
    ['heatValue', ['heat']],
    ['receptions', ['reception']],
    ['transitions', ['move']],
    ['score', ['record']],
    ['firstFrameTime', ['stream']],
    ['occupancy', ['presence']],
    ['flatEffect', ['sale', 'shop']],
  ])('is told of %s, with formula and tables', async (metric, tables) => {
    const answer = await explained(
      { metrics: [metric], filters: here, period: { from: textOf(from), to: textOf(from) } },
      { metric },
    )
    expect(answer.formula).not.toBe('')
    expect(answer.parts.length).toBeGreaterThan(0)
    const read = answer.parts.map(({ table }: { table: string }) => table)
    for (const one of tables)
      expect(
        read.some((name: string) => name.startsWith(one)),
        `${metric}: ${read}`,
      ).toBe(true)
  })
})

it.each(['admin', 'viewer', 'inspector', 'support'])(
  'asks %s for the authority of each metric of a batch by itself, as the dictionary says',
  async name => {
    const caller = await server.as(name)
    const period = { from: textOf(from), to: textOf(from) }
    const { metrics } = (await caller.call('GET', '/api/analysis/dictionary')).data
    const wanted = new Set([
      'visits',
      'sales',
      'score',
      'exceptions',
      'visitors',
      'devicesOnline',
      'receptions',
    ])
    const some: { id: string; allowed: boolean }[] = metrics.filter(({ id }: { id: string }) =>
      wanted.has(id),
    )
    expect(some).toHaveLength(wanted.size)
    const { data } = await caller.call('POST', '/api/analysis/query', {
      questions: some.map(({ id }) => ({ metrics: [id], period })),
    })
    expect(data.answers.map((answer: { error?: { code: number } }) => answer.error?.code ?? 200)).toEqual(
      some.map(({ allowed }) => (allowed ? 200 : 403)),
    )
  },
)

it('refuses a question of a batch with a metric that may not be seen as a whole, and answers its neighbour', async () => {
  const viewer = await server.as('viewer')
  const period = { from: textOf(from), to: textOf(from) }
  const { data } = await viewer.call('POST', '/api/analysis/query', {
    questions: [
      { metrics: ['visits', 'exceptions'], period },
      { metrics: ['visits'], period },
    ],
  })
  expect(data.answers[0].error).toMatchObject({
    code: 403,
    message: expect.stringContaining('cashier.view'),
  })
  expect(data.answers[1].rows).toHaveLength(1)
})
