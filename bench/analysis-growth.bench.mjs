// The same questions over ever longer histories of 200 shops: 1 and 10 million windows of five minutes, and 100 million with
// AISLE_BENCH_ROWS=100 (it takes some minutes and a few gigabytes). Pages read rollups and should hardly notice; the windows of
// a single day are read from the raw counts themselves.
import { inTurns } from './analysis/clock.mjs'
import { openEngine } from './analysis/engine.mjs'
import { dayOf, textOf } from './analysis/rows.mjs'

export const title = 'Growth'
const most = Number(process.env.AISLE_BENCH_ROWS ?? 10)
const shops = 200
const windows = 144
const lastDay = dayOf('2026-10-11')
const last = (days, end = lastDay) => ({ from: textOf(end - days + 1), to: textOf(end) })
const asked = {
  'chain-wide, 14 days against the week before': {
    metrics: ['visits'],
    granularity: 'day',
    period: last(14),
    compare: { type: 'lastWeekSameDay' },
  },
  'ranking of shops, 7 days': { metrics: ['visits'], dimensions: ['shop'], period: last(7) },
  'hours of 7 days': { metrics: ['visits'], granularity: 'hour', period: last(7) },
  'distinct people of 30 days': { metrics: ['visitors'], period: last(30) },
  'quarters of an hour of one day, one shop': {
    one: true,
    metrics: ['visits'],
    granularity: '15min',
    period: last(1),
  },
}

export async function run() {
  const engine = await openEngine()
  const table = Object.fromEntries(Object.keys(asked).map(name => [name, { name }]))
  const memory = { name: 'highest memory, MB' }
  const filling = { name: 'rows put in and rolled up a second' }
  const everyone = Array.from({ length: shops }, (_, index) => index + 1)
  try {
    let days = 0
    for (const millions of [1, 10, 100].filter(size => size <= most)) {
      const wanted = Math.round((millions * 1e6) / (shops * windows))
      const began = performance.now()
      for (; days < wanted; days = Math.min(wanted, days + 60))
        await fill(engine.client, lastDay - Math.min(wanted, days + 60) + 1, lastDay - days)
      const column = `${millions} million`
      filling[column] = Math.round((millions * 1e6) / ((performance.now() - began) / 1000)).toLocaleString(
        'en',
      )
      const ways = Object.entries(asked).map(([name, { one = false, ...question }]) => [
        name,
        () => engine.ask(question, one ? [17] : everyone, !one),
      ])
      const times = await inTurns(Object.fromEntries(ways))
      for (const name of Object.keys(asked)) table[name][column] = `${times.ms(name).toFixed(1)} ms`
      memory[column] = engine.memoryMb()
    }
  } finally {
    await engine.close()
  }
  return [...Object.values(table), filling, memory]
}

/** Days from one to another, both inside: windows, and the rollups that follow from them. */
async function fill(client, from, to) {
  const run = query =>
    client.command({ query, clickhouse_settings: { max_partitions_per_insert_block: 1000 } })
  const within = `biz_date BETWEEN '${textOf(from)}' AND '${textOf(to)}'`
  await run(
    `INSERT INTO flow_raw (biz_date, shop_id, node_kind, node_id, device_id, line_id, at, span_s, slot, in_n, out_n, has_pass, quality, ver)
     SELECT toDate(day) AS biz_date, shop_id, 'entrance', 0, shop_id, 1,
       fromUnixTimestamp64Milli(toInt64((toInt64(day) * 288 + slot - 96) * 300000)), 300, slot,
       cityHash64(number) % 9, cityHash64(number, 1) % 9, 0, 'measured', 1
     FROM (SELECT number, toUInt16(${from} + intDiv(number, ${shops * windows})) AS day,
       toUInt32(intDiv(number, ${windows}) % ${shops} + 1) AS shop_id, toUInt16(number % ${windows} + 120) AS slot
       FROM numbers(${(to - from + 1) * shops * windows}))`,
  )
  const sums = 'sum(in_n), sum(out_n), count(), count(), 1'
  const columns = 'in_n, out_n, expected_n, got_n, ver'
  const keys = 'biz_date, shop_id, node_kind, node_id'
  await run(
    `INSERT INTO flow_hour (${keys}, hour, ${columns}) SELECT ${keys}, toUInt8(intDiv(slot, 12)) AS hour, ${sums} FROM flow_raw WHERE ${within} GROUP BY ${keys}, hour`,
  )
  for (const table of ['flow_day', 'flow_shop_day'])
    await run(
      `INSERT INTO ${table} (${keys}, ${columns}) SELECT ${keys}, ${sums} FROM flow_raw WHERE ${within} GROUP BY ${keys}`,
    )
  await run(
    `INSERT INTO people_day (biz_date, shop_id, place_kind, place_id, persons, new_persons, returning_persons, visit_n, ver)
     SELECT biz_date, shop_id, 'shop', 0, groupBitmapState(toUInt32(cityHash64(shop_id, biz_date, slot) % 2000000 + 1)),
       groupBitmapStateIf(toUInt32(1), 0), groupBitmapStateIf(toUInt32(1), 0), count(), 1
     FROM flow_raw WHERE ${within} AND slot % 4 = 0 GROUP BY biz_date, shop_id`,
  )
  await run(
    `INSERT INTO source_day (biz_date, shop_id, source, expected_n, got_n, last_at, ver)
     SELECT DISTINCT biz_date, shop_id, 'face', 1, 1, toDateTime(biz_date, 'UTC'), 1 FROM flow_raw WHERE ${within}`,
  )
}
