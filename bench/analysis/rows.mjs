// Rows of a chain that every engine can make for itself by the same arithmetic: nothing is carried from one to the other, and
// the answers must agree.
export const spans = [
  ['2025-09-24', '2025-10-11'],
  ['2026-09-01', '2026-10-11'],
]
export const month = { from: '2026-09-12', to: '2026-10-11' }
export const peopleADay = 40

/** Days since 1970. */
export const dayOf = date => Date.parse(`${date}T00:00:00Z`) / 86_400_000
export const textOf = day => new Date(day * 86_400_000).toISOString().slice(0, 10)
export function daysOf([from, to]) {
  return Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, index) => textOf(dayOf(from) + index))
}

const entered = '(shop_id * 31 + day * 17) % 300 + 20'
const clerks = '(shop_id + day) % 5'
const person = '(shop_id * 7919 + day * 104729 + number * 31) % 5000000 + 1'

/** Puts shops after `after` up to `upTo` into the measure store. `ids` names them otherwise than 1, 2, 3 … */
export async function fillStore(client, { after, upTo, ids }) {
  const shops = ids
    ? `SELECT toUInt32(arrayJoin([${ids.join()}])) AS shop_id`
    : `SELECT toUInt32(number + 1) AS shop_id FROM numbers(${after}, ${upTo - after})`
  const dates = spans.flatMap(daysOf)
  const shopDays = list =>
    `SELECT shop_id, biz_date, toInt32(biz_date) AS day FROM (${shops}) AS s CROSS JOIN (SELECT arrayJoin([${list.map(date => `toDate('${date}')`).join()}]) AS biz_date) AS d`
  const run = query =>
    client.command({ query, clickhouse_settings: { max_partitions_per_insert_block: 1000 } })
  for (const table of ['flow_day', 'flow_shop_day'])
    await run(
      `INSERT INTO ${table} (biz_date, shop_id, node_kind, node_id, in_n, staff_n, expected_n, got_n, ver)
       SELECT biz_date, shop_id, 'entrance', 0, ${entered}, ${clerks}, 144, 144, 1 FROM (${shopDays(dates)})`,
    )
  const people = daysOf([month.from, month.to])
  await run(
    `INSERT INTO people_day (biz_date, shop_id, place_kind, place_id, persons, new_persons, returning_persons, visit_n, ver)
     SELECT biz_date, shop_id, 'shop', 0, groupBitmapState(toUInt32(${person})), groupBitmapStateIf(toUInt32(1), 0), groupBitmapStateIf(toUInt32(1), 0), ${peopleADay}, 1
     FROM (${shopDays(people)}) AS days CROSS JOIN numbers(${peopleADay}) AS n GROUP BY biz_date, shop_id`,
  )
  await run(
    `INSERT INTO source_day (biz_date, shop_id, source, expected_n, got_n, last_at, ver)
     SELECT biz_date, shop_id, 'face', 1, 1, toDateTime(biz_date, 'UTC'), 1 FROM (${shopDays(people)})`,
  )
  await run(
    `INSERT INTO shop (shop_id, region_id, province_id, city_id, county_id, format, time_zone, ver)
     SELECT shop_id, shop_id % 8, shop_id % 31, shop_id % 300, shop_id % 2000, 'standard', 'Asia/Shanghai', 1 FROM (${shops})`,
  )
}

/** The same for DuckDB. */
export function duckTables(shops) {
  const dates = list => list.map(date => `DATE '${date}'`).join()
  const shopDays = list =>
    `SELECT shop_id, biz_date, datediff('day', DATE '1970-01-01', biz_date) AS day FROM (SELECT unnest([${dates(list)}]) AS biz_date), (SELECT range + 1 AS shop_id FROM range(${shops}))`
  return [
    `CREATE OR REPLACE TABLE flow_day AS SELECT biz_date, shop_id, ${entered} AS in_n, ${clerks} AS staff_n, 144 AS expected_n, 144 AS got_n FROM (${shopDays(spans.flatMap(daysOf))}) ORDER BY biz_date, shop_id`,
    `CREATE OR REPLACE TABLE people AS SELECT biz_date, shop_id, (${person})::INTEGER AS person_id FROM (${shopDays(daysOf([month.from, month.to]))}), (SELECT range AS number FROM range(${peopleADay})) ORDER BY biz_date, shop_id`,
    `CREATE OR REPLACE TABLE pairs AS SELECT DATE '2026-10-01' + range::INTEGER AS compared, DATE '2026-10-01' + range::INTEGER AS label, 0 AS side FROM range(7) UNION ALL SELECT DATE '2025-10-01' + range::INTEGER, DATE '2026-10-01' + range::INTEGER, 1 FROM range(7)`,
  ]
}
