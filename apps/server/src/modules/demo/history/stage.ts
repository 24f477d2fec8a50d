import { setImmediate } from 'node:timers/promises'
import { dayAfter } from '../../../platform/time.ts'
import type { DayBook } from './day-book.ts'
import type { ShopDay } from './days.ts'
import type { Engine } from './engine.ts'
import { daysOf, type Span } from './moments.ts'
import { receiptColumns } from './sales.ts'
import { curveRow, dayRow, lineRows, mapRows, profileRows, type StagedShop, shopRow } from './staged-shop.ts'
import { regularDays, visitColumns } from './visits.ts'

/** What the statements are fed from: small tables that live while they run. */
const stages = {
  demo_line:
    'shop_id UInt32, kind String, node_id UInt32, floor_id UInt32, device_id UInt32, line_id UInt16, is_door UInt8, share Float64',
  demo_day:
    'shop_id UInt32, biz_date Date, is_free UInt8, visits Float64, bag_rate Float64, ticket Float64, passers Float64, visits_usual Float64, cashiers Array(UInt32), clerks Array(UInt32), tills Array(UInt32), open_slot UInt16, close_slot UInt16',
  demo_profile: 'shop_id UInt32, is_free UInt8, step UInt8, slot UInt16, weight Float64, late Float64',
  /** How many came for the first time on a day: also of the year before, since some of them come again. */
  demo_fresh: 'shop_id UInt32, biz_date Date, fresh UInt32',
  demo_shop:
    'shop_id UInt32, is_followed UInt8, has_shelves UInt8, dwell Float64, age Float64, women Float64, floors Array(Tuple(UInt32, Float64)), zones Array(Tuple(UInt32, UInt32, Float64, UInt8, UInt8)), doors Array(UInt32), faces Array(UInt32), shelves Array(UInt32), point UInt32, devices Array(Tuple(UInt32, String)), cameras Array(Tuple(UInt32, String)), town Array(Tuple(UInt32, Float64)), sold Map(UInt32, UInt32), legs Map(UInt64, Array(Tuple(Int32, Int32))), walks Map(UInt32, Array(Array(Tuple(Int32, Int32))))',
  demo_map:
    'shop_id UInt32, map_id UInt32, reach Float64, seconds Float64, cols UInt16, rows UInt16, shares Array(Float64), walkable Array(UInt8), parts Array(UInt8), hours Array(Array(Float64))',
  demo_visit: visitColumns,
  demo_receipt: receiptColumns,
  /** Days on which a shop existed, open or not. */
  demo_calendar: 'shop_id UInt32, biz_date Date',
  demo_curve: 'shop_id UInt32, is_free UInt8, slots Array(UInt16), early Array(Float64), cdf Array(Float64)',
} as const

/** Of those whom the doors count so many pass a face camera that sees them, and of these so many are new. */
const seenShare = 0.28
const freshShare = 0.36

/** Makes the small tables for a span, has them used, and takes them away. */
export async function onStage<T>(
  engine: Engine,
  { staged, span, book }: { staged: readonly StagedShop[]; span: Span; book: DayBook },
  use: () => Promise<T>,
): Promise<T> {
  for (const [name, columns] of Object.entries(stages)) {
    await engine.run(`DROP TABLE IF EXISTS ${name}`)
    await engine.run(`CREATE TABLE ${name} (${columns}) ENGINE = Memory`)
  }
  const days = daysOf(span)
  const [first = ''] = days
  const year = daysOf({ ...span, from: { date: dayAfter(span.from.date, -regularDays), slot: 0 } })
  const rows: { row: ShopDay; one: StagedShop }[] = []
  for (const one of staged) {
    for (const date of year) {
      const row = date < one.openedOn ? undefined : book.day(one, date)
      if (row) rows.push({ row, one })
    }
    // A year of a shop takes a while to work out: whoever waits for an answer comes in between.
    await setImmediate()
  }
  await engine.insert(
    'demo_day',
    rows.filter(({ row }) => row.biz_date >= first).map(({ row, one }) => dayRow(row, one)),
  )
  await engine.insert(
    'demo_fresh',
    rows.map(({ row: { shop_id, biz_date, visits } }) => ({
      shop_id,
      biz_date,
      fresh: Math.round(visits * seenShare * freshShare),
    })),
  )
  await engine.insert(
    'demo_calendar',
    staged.flatMap(({ traits, openedOn }) =>
      days.filter(date => date >= openedOn).map(date => ({ shop_id: traits.shopId, biz_date: date })),
    ),
  )
  await engine.insert('demo_shop', staged.map(shopRow))
  await engine.insert('demo_map', staged.flatMap(mapRows))
  await engine.insert('demo_line', staged.flatMap(lineRows))
  const curves = staged.flatMap(({ traits }) => [false, true].map(isFree => ({ traits, isFree })))
  await engine.insert('demo_profile', curves.flatMap(profileRows))
  await engine.insert('demo_curve', curves.map(curveRow))
  const result = await use()
  for (const name of Object.keys(stages)) await engine.run(`DROP TABLE IF EXISTS ${name}`)
  return result
}
