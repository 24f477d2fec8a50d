import { textOf } from '@aisle/analysis'
import { expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { shops } from '../../platform/schema/index.ts'
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
