import { type ActivitySpan, dayOf, finish, prepare, statutoryCalendar } from '@aisle/analysis'
import { type Question, question as questionSchema } from '@aisle/contract'
import { expect, it } from 'vitest'
import { measureStore } from '../../../../test/facts-world.ts'
import { dayAfter } from '../../../platform/time.ts'
import { demoChain } from '../chain.ts'
import { dayBook } from './day-book.ts'
import { campaignDays, campaignEffect, campaignStarts, saleDays } from './days.ts'
import { stagedShop } from './staged-shop.ts'

/** The demo's generator adds a fifth to the visits of a shop's campaign: what is measured has to find that again. */
const { client } = await measureStore()
const { shops, seed } = demoChain()
const [from, to] = ['2025-06-01', '2026-10-31']
const chosen = shops.slice(0, 16).map(shop => stagedShop(shop, [], from, seed))
const book = dayBook(seed)
const dates = Array.from({ length: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 }, (_, at) =>
  dayAfter(from, at),
)
const insert = (table: string, values: object[]) => client.insert({ table, values, format: 'JSONEachRow' })

const counts = chosen.flatMap(one =>
  dates.flatMap(biz_date => {
    const day = book.day(one, biz_date)
    if (!day) return []
    const key = { shop_id: day.shop_id, biz_date, ver: 1 }
    return [
      { ...key, node_kind: 'entrance', node_id: 1, in_n: Math.round(day.visits), expected_n: 1, got_n: 1 },
    ]
  }),
)
await insert('flow_day', counts)
await insert('flow_shop_day', counts)
await insert(
  'sale_day',
  chosen.flatMap(one =>
    dates.flatMap(biz_date => {
      const day = book.day(one, biz_date)
      return day
        ? [{ shop_id: day.shop_id, biz_date, ver: 1, deals: Math.round(day.visits * day.bag_rate) }]
        : []
    }),
  ),
)
await insert(
  'source_day',
  chosen.flatMap(({ traits }) =>
    dates.map(biz_date => ({
      shop_id: traits.shopId,
      biz_date,
      source: 'sales',
      expected_n: 1,
      got_n: 1,
      last_at: `${biz_date} 14:00:00`,
      ver: 1,
    })),
  ),
)
await insert(
  'shop',
  chosen.map(({ shop }) => ({
    shop_id: Number(shop.id),
    region_id: Number(shop.regionId),
    province_id: Number(shop.provinceId),
    city_id: Number(shop.cityId),
    county_id: Number(shop.countyId),
    format: shop.format,
    time_zone: 'Asia/Shanghai',
    ver: 1,
  })),
)
await insert(
  'weather_day',
  [...new Map(chosen.map(one => [one.traits.cityId, one])).values()].flatMap(one =>
    dates.map(date => ({ ...book.weather(one, date), ver: 1 })),
  ),
)

const ofShops = chosen.flatMap(({ shop }) =>
  campaignStarts(Number(shop.id), seed, '2025-08-01', '2026-10-20').map(begin => ({
    begin,
    shops: [Number(shop.id)],
    last: dayAfter(begin, campaignDays - 1),
  })),
)
const ofAll = dates
  .filter(date => saleDays[date.slice(5)])
  .map(begin => ({ begin, last: begin, shops: chosen.map(({ traits }) => traits.shopId) }))
const activities: ActivitySpan[] = [...ofShops, ...ofAll].map(({ begin, last, shops: ids }, at) => ({
  id: at + 1,
  from: dayOf(begin),
  to: dayOf(last),
  shops: ids,
}))
await insert(
  'activity_day',
  activities.flatMap(one =>
    one.shops.flatMap(shop_id =>
      Array.from({ length: one.to - one.from + 1 }, (_, at) => ({
        shop_id,
        activity_id: one.id,
        biz_date: new Date((one.from + at) * 86_400_000).toISOString().slice(0, 10),
        ver: 1,
      })),
    ),
  ),
)

type Uplift = {
  current: number
  low: number
  high: number
  rate: number
  rateLow: number
  rateHigh: number
  days: number
}
async function upliftBy(question: Partial<Question>, shopIds = chosen.map(({ traits }) => traits.shopId)) {
  const prepared = prepare(
    questionSchema.parse({
      metrics: [{ metric: 'visits', calc: 'uplift' }],
      dimensions: ['activity', 'shop'],
      period: { from: '2025-08-01', to },
      ...question,
    }),
    {
      shops: shopIds,
      everyShop: false,
      today: dayOf('2026-11-21'),
      slot: 100,
      calendar: statutoryCalendar(),
      activities,
    },
  )
  const rows = new Map<string, unknown[][]>()
  for (const { key, statement } of prepared.requests) {
    const answer = await client.query({
      query: statement.sql,
      query_params: { ...statement.params },
      format: 'JSONCompactEachRow',
    })
    rows.set(key, await answer.json<unknown[]>())
  }
  const [key = ''] = prepared.asked.metrics.map(one => one.key)
  return finish(prepared, one => rows.get(one) ?? []).rows.map(({ place, cells }) => ({
    id: Number(place.members.activity),
    cell: cells[key] as unknown as Uplift,
  }))
}
/** Campaigns of whole weeks that no holiday or sale of everybody falls into. */
const calendar = statutoryCalendar()
const isPlain = (id: number) => {
  const one = activities.find(activity => activity.id === id)
  if (!one || one.shops.length > 1) return false
  return Array.from({ length: campaignDays }, (_, at) => one.from + at).every(
    day =>
      calendar.of(day).type !== 'holiday' &&
      calendar.of(day).type !== 'makeup' &&
      !saleDays[new Date(day * 86_400_000).toISOString().slice(5, 10)],
  )
}
const planted = (campaignEffect.visits - 1) * 100

it('finds the effect that the generator planted, and says how sure it is of it', async () => {
  const found = (await upliftBy({})).filter(({ id }) => isPlain(id))
  expect(found.length).toBeGreaterThan(30)
  expect(found.every(({ cell }) => cell.days === campaignDays)).toBe(true)
  const mean = found.reduce((sum, { cell }) => sum + cell.rate, 0) / found.length
  expect(Math.abs(mean - planted), `${mean} instead of ${planted}`).toBeLessThan(2.5)
  const covered = found.filter(({ cell }) => cell.rateLow <= planted && planted <= cell.rateHigh)
  expect(covered.length / found.length).toBeGreaterThan(0.85)
  // An interval that holds everything would say nothing.
  const width = found.reduce((sum, { cell }) => sum + cell.rateHigh - cell.rateLow, 0) / found.length
  expect(width).toBeLessThan(50)
})

it('finds nothing where nothing was planted', async () => {
  const quiet = { from: '2026-04-13', to: '2026-04-19' }
  const busy = new Set(
    activities
      .filter(one => one.from <= dayOf(quiet.to) && one.to >= dayOf(quiet.from) - 7)
      .flatMap(one => one.shops),
  )
  const idle = chosen.map(({ traits }) => traits.shopId).filter(id => !busy.has(id))
  expect(idle.length).toBeGreaterThan(4)
  const [all] = await upliftBy({ dimensions: [], period: quiet }, idle)
  expect(all!.cell.low).toBeLessThan(0)
  expect(all!.cell.high).toBeGreaterThan(0)
})

it('counts a day once where several activities are asked for together', async () => {
  const [together] = await upliftBy({
    dimensions: [],
    metrics: [{ metric: 'visits', calc: 'uplift' }],
    filters: [{ member: 'activity', op: 'in', values: activities.map(({ id }) => String(id)) }],
  })
  const apart = await upliftBy({})
  // On the first day of Spring Festival every shop is closed.
  const open = new Set(counts.map(({ biz_date }) => biz_date))
  const days = new Set(
    activities
      .flatMap(one => Array.from({ length: one.to - one.from + 1 }, (_, at) => one.from + at))
      .filter(
        day =>
          day >= dayOf('2025-08-01') &&
          day <= dayOf(to) &&
          open.has(new Date(day * 86_400_000).toISOString().slice(0, 10)),
      ),
  )
  expect(together!.cell.days).toBe(days.size)
  expect(together!.cell.current).toBeLessThan(
    apart.reduce((sum, { cell }) => sum + Math.max(0, cell.current), 0),
  )
})

it('finds the higher bag rate of campaigns in points', async () => {
  const found = (await upliftBy({ metrics: [{ metric: 'bagRate', calc: 'uplift' }] })).filter(({ id }) =>
    isPlain(id),
  )
  const mean = found.reduce((sum, { cell }) => sum + cell.rate, 0) / found.length
  expect(Math.abs(mean - (campaignEffect.bagRate - 1) * 100)).toBeLessThan(2)
})
