import { textOf } from '@aisle/analysis'
import { expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { shops, shopTargets } from '../../platform/schema/index.ts'
import { copyShops } from './shop-copy.ts'

const server = await aisle()
const admin = await server.as('admin')
const { db } = server.database
const { client } = await server.measures()
const all = await db.select().from(shops).orderBy(shops.id)
const [first, second] = all
await copyShops({ db, measures: server.measures, now: () => new Date() })

/** A day's counts of one door, straight into the rollups. */
const count = (shopId: string, date: string, inside: number) =>
  Promise.all(
    ['flow_day', 'flow_shop_day'].map(table =>
      client.insert({
        table,
        format: 'JSONEachRow',
        values: [
          {
            biz_date: date,
            shop_id: Number(shopId),
            node_kind: 'entrance',
            node_id: 1,
            in_n: inside,
            expected_n: 1,
            got_n: 1,
            ver: 1,
          },
        ],
      }),
    ),
  )

it('holds what was reached against the month targets that are kept, and parts shops by two figures', async () => {
  await db.delete(shopTargets)
  await db.insert(shopTargets).values(
    [first, second].map((shop, index) => ({
      shopId: shop!.id,
      month: '2025-06',
      visits: 3000 * (index + 1),
      sales: null,
      updatedAt: new Date(),
    })),
  )
  const june = Date.parse('2025-06-10') / 86_400_000
  for (const day of [0, 1, 2]) {
    await count(first!.id, textOf(june + day), 90)
    await count(second!.id, textOf(june + day), 250)
  }
  const query = async (more: object) => {
    const { data } = await admin.call('POST', '/api/analysis/query', {
      metrics: ['visits'],
      period: { from: '2025-06-10', to: '2025-06-12' },
      calc: ['progress'],
      filters: [{ member: 'shop', op: 'in', values: [first!.id, second!.id] }],
      ...more,
    })
    return data
  }
  // 3,000 and 6,000 over 30 days, three days of each: 300 and 600.
  const byShop = await query({ dimensions: ['shop'], totals: true })
  expect(byShop.rows.map((row: { visits: object }) => row.visits)).toMatchObject([
    { current: 270, target: 300, progress: 90 },
    { current: 750, target: 600, progress: 125 },
  ])
  expect(byShop.totals.visits).toMatchObject({ current: 1020, target: 900, progress: 113.3333 })
  const byRegion = await query({ dimensions: ['region'] })
  const sums = new Map<string, number>()
  for (const [shop, target] of [
    [first!, 300],
    [second!, 600],
  ] as const)
    sums.set(shop.regionId, (sums.get(shop.regionId) ?? 0) + target)
  expect(
    new Map(
      byRegion.rows.map((row: { region: { id: string }; visits: { target: number } }) => [
        row.region.id,
        row.visits.target,
      ]),
    ),
  ).toEqual(sums)
  const parted = await query({
    metrics: ['visits', 'exits', 'shopCount'],
    dimensions: ['quadrant'],
    calc: [],
  })
  // The one shop has fewer entries than the median of both; nobody was counted going out.
  expect(
    parted.rows.map((row: Record<string, { id: string; name: string; current: number }>) => [
      row.quadrant!.id,
      row.shopCount!.current,
      row.visits!.current,
    ]),
  ).toEqual([
    ['I', 1, 750],
    ['II', 1, 270],
    ['III', 0, 0],
    ['IV', 0, 0],
  ])
  expect(parted.rows[0].quadrant.name).toBe('Ⅰ 双高')
  const preset = await query({ period: { preset: 'lastMonth' } })
  expect(preset.rows[0].visits).toMatchObject({ target: null, progress: null })
})
