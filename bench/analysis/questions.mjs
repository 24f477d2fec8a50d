// The questions, each three times: as our question, as a person would write it in SQL for the same engine and the same columns
// of the answer, and in Malloy. `value` is the column whose sum must agree.
import { month } from './rows.mjs'

const counted = `sum(toInt64(in_n) - staff_n) AS visits, sum(expected_n) AS due, sum(got_n) AS got`
const ofShops = `node_kind IN ('entrance', 'outside')`
const fast = 'SETTINGS do_not_merge_across_partitions_select_final = 1'
const inMonth = `biz_date BETWEEN '${month.from}' AND '${month.to}'`
const malloyMonth = 'biz_date >= @2026-09-12 and biz_date < @2026-10-12'
const byDay = { metrics: ['visits'], granularity: 'day', period: month }

/** @type {{ name: string, shops?: number[], question: object, value: string, sql: string, malloy: string }[]} */
export const questions = [
  {
    name: 'chain-wide, 30 days',
    question: byDay,
    value: 'visits',
    sql: `SELECT biz_date, ${counted} FROM flow_day FINAL WHERE ${inMonth} AND ${ofShops} GROUP BY biz_date ORDER BY biz_date ${fast}`,
    malloy: `run: flow -> { where: ${malloyMonth}; group_by: biz_date; aggregate: visits, due, got; order_by: biz_date; limit: 1000 }`,
  },
  {
    name: 'one shop, 30 days',
    shops: [17],
    question: byDay,
    value: 'visits',
    sql: `SELECT biz_date, ${counted} FROM flow_shop_day FINAL WHERE shop_id = 17 AND ${inMonth} AND ${ofShops} GROUP BY biz_date ORDER BY biz_date ${fast}`,
    malloy: `run: flow -> { where: shop_id = 17 and ${malloyMonth}; group_by: biz_date; aggregate: visits, due, got; order_by: biz_date; limit: 1000 }`,
  },
  {
    name: 'ranking, week against week',
    question: {
      metrics: ['visits'],
      dimensions: ['shop'],
      period: { from: '2026-10-05', to: '2026-10-11' },
      compare: { type: 'lastWeekSameDay' },
      order: [
        { by: 'visits', value: 'growth' },
        { by: 'shop', direction: 'asc' },
      ],
      limit: 1000,
    },
    value: 'visits',
    // Rounded as ours, so that both cut after the same thousand.
    sql: `SELECT shop_id, sumIf(toInt64(in_n) - staff_n, biz_date >= '2026-10-05') AS visits, sumIf(toInt64(in_n) - staff_n, biz_date < '2026-10-05') AS before, sum(expected_n) AS due, sum(got_n) AS got, round((visits - before) * 100 / before, 1) AS growth FROM flow_day FINAL WHERE biz_date BETWEEN '2026-09-28' AND '2026-10-11' AND ${ofShops} GROUP BY shop_id ORDER BY growth DESC, shop_id LIMIT 1000 ${fast}`,
    malloy: `run: flow -> { where: biz_date >= @2026-09-28 and biz_date < @2026-10-12; group_by: shop_id; aggregate: due, got, current is visits { where: biz_date >= @2026-10-05 }, before is visits { where: biz_date < @2026-10-05 } } -> { select: shop_id, visits is current, before, due, got, growth is round((current - before) * 100 / before, 1); order_by: growth desc, shop_id; limit: 1000 }`,
  },
  {
    name: 'distinct people of a month',
    question: { metrics: ['visitors'], period: month },
    value: 'visitors',
    sql: `SELECT groupBitmapMerge(persons) AS visitors FROM people_day FINAL WHERE ${inMonth} AND place_kind = 'shop' ${fast}`,
    malloy: `run: people -> { where: ${malloyMonth}; aggregate: visitors }`,
  },
  {
    name: 'same holiday last year',
    question: {
      metrics: ['visits'],
      granularity: 'day',
      period: { from: '2026-10-01', to: '2026-10-07' },
      compare: { type: 'lastYearSameHoliday' },
    },
    value: 'visits',
    sql: `SELECT if(biz_date < '2026-01-01', addYears(biz_date, 1), biz_date) AS label, sumIf(toInt64(in_n) - staff_n, biz_date > '2026-01-01') AS visits, sumIf(toInt64(in_n) - staff_n, biz_date < '2026-01-01') AS before, sum(expected_n) AS due, sum(got_n) AS got FROM flow_day FINAL WHERE (biz_date BETWEEN '2026-10-01' AND '2026-10-07' OR biz_date BETWEEN '2025-10-01' AND '2025-10-07') AND ${ofShops} GROUP BY label ORDER BY label ${fast}`,
    malloy: `run: flow -> { where: pairs.label != null; group_by: pairs.label; aggregate: due, got, visits is visits { where: pairs.side = 0 }, before is visits { where: pairs.side = 1 }; order_by: label; limit: 100 }`,
  },
]

export const malloyModel = `
source: pairs is duckdb.table('pairs')
source: flow is duckdb.table('flow_day') extend {
  join_one: pairs on biz_date = pairs.compared
  measure:
    visits is sum(in_n - staff_n)
    due is expected_n.sum()
    got is got_n.sum()
}
source: people is duckdb.table('people') extend {
  measure: visitors is count(person_id)
}
`
