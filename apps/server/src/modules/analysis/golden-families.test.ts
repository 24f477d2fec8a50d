import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createTables,
  dayOf,
  finish,
  prepare,
  statutoryCalendar,
  type TableName,
  tableNames,
  timeLabels,
} from '@aisle/analysis'
import { type Granularity, type Question, question as questionSchema } from '@aisle/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomNumbers } from '../../../test/analysis-world.ts'
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse.ts'

/**
 * Figures of everything beside counts, visits and receipts: touches, tills, probes, heat, moves, receptions, records, devices and
 * streams. Each is held against a statement written by hand over the raw rows.
 */
const folder = mkdtempSync(join(tmpdir(), 'aisle-families-'))
let store: ClickHouse
const random = randomNumbers(4)
const upTo = (n: number) => Math.floor(random() * n)
const pick = <T>(values: readonly T[]): T => values[upTo(values.length)]!
const shopIds = [1, 2, 3, 4]
const [from, to] = ['2026-08-28', '2026-09-13']
const dayMs = 86_400_000
const dates = Array.from({ length: 17 }, (_, index) =>
  new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
)
let number = 0

/** Some rows of a kind on each day of each shop, at some slot. */
const rowsOf = (each: number, more: () => object): object[] =>
  shopIds.flatMap(shop_id =>
    dates.flatMap(biz_date =>
      Array.from({ length: upTo(each) + 1 }, () => {
        const slot = 100 + upTo(180)
        const clock = `${String(Math.floor(slot / 12)).padStart(2, '0')}:${String((slot % 12) * 5).padStart(2, '0')}:00`
        number += 1
        return { shop_id, biz_date, slot, at: `${biz_date} ${clock}`, ver: 1, ...more() }
      }),
    ),
  )
const without = (rows: object[], ...names: string[]) =>
  rows.map(row => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))))

const recordKinds = [
  'evaluation',
  'inspection',
  'daily-record',
  'patrol',
  'problem',
  'finding',
  'warning',
  'ticket',
  'sample',
  'snapshot',
  'snapshot-due',
  'plan',
]
const raw: Partial<Record<TableName, object[]>> = {
  touch: rowsOf(9, () => ({
    touch_id: number,
    kind: pick(['sensor', 'video']),
    goods_id: upTo(6) + 1,
    category_id: upTo(3) + 1,
    seconds: upTo(60),
  })),
  till_event: rowsOf(9, () => ({
    receipt_id: String(number),
    seq: 1,
    till_id: upTo(2) + 1,
    cashier_id: 500 + upTo(3),
    kind: pick(['item', 'drawer_open']),
    exception: pick(['', '', 'void', 'refund']),
    amount: upTo(20_000) / 100 - 50,
  })),
  probe: without(
    rowsOf(20, () => ({
      point_id: upTo(2) + 1,
      phone: upTo(40) + 1,
      is_random: upTo(2),
      is_inside: upTo(2),
      signal: -60,
      seen_n: 1,
      dwell_s: upTo(900),
    })),
    'at',
  ),
  heat_hour: without(
    rowsOf(6, () => ({
      map_id: number,
      hour: 9 + upTo(10),
      cols: 2,
      rows: 2,
      seconds: [upTo(3), upTo(90), 0, upTo(9)],
      hits: [1, 1, 0, 1],
      walkable: pick([[], [1, 1, 0, 1]]),
    })),
    'at',
    'slot',
  ),
  move: without(
    rowsOf(12, () => ({
      kind: pick(['zone', 'floor', 'entrance']),
      from_id: upTo(4) + 1,
      to_id: upTo(4) + 1,
      move_id: number,
      person_id: upTo(30),
    })),
    'at',
  ),
  reception: without(
    rowsOf(7, () => ({ reception_id: number, clerk_id: 600 + upTo(3), seconds: 20 + upTo(300) })),
    'at',
  ),
  record: without(
    rowsOf(24, () => ({
      kind: pick(recordKinds),
      record_id: number,
      status: pick(['open', 'closed', 'revoked']),
      is_done: upTo(2),
      is_checked: upTo(2),
      owner_id: 700 + upTo(3),
      severity: pick(['low', 'high']),
      score: upTo(100),
      has_score: upTo(2),
      minutes: upTo(4000),
      rating: upTo(6),
    })),
    'at',
  ),
  stream_check: without(
    rowsOf(8, () => ({
      check_id: number,
      device_id: upTo(5) + 1,
      service: 'live',
      provider: pick(['ys', 'huiyan']),
      first_frame_ms: 200 + upTo(3000),
      bitrate_kbps: 500 + upTo(3000),
      frames: 100 + upTo(50),
      dropped_frames: upTo(9),
      packets: 1000 + upTo(500),
      lost_packets: upTo(30),
      latency_ms: upTo(900),
      ok: upTo(4) > 0 ? 1 : 0,
    })),
    'at',
  ),
  device_day: shopIds.flatMap(shop_id =>
    dates.flatMap(biz_date =>
      [1, 2, 3].map(device => ({
        shop_id,
        biz_date,
        device_id: shop_id * 10 + device,
        kind: pick(['camera', 'counter']),
        status: 'online',
        due_s: 86_400,
        online_s: upTo(86_401),
        is_online: upTo(2),
        expected_n: 144,
        got_n: upTo(145),
        recorded_s: upTo(86_401),
        record_due_s: 86_400,
        ver: 1,
      })),
    ),
  ),
}
const arrivals = ['touch', 'pos', 'wifi', 'heat', 'track'].flatMap(source =>
  shopIds.flatMap(shop_id =>
    dates.map(biz_date => ({
      shop_id,
      biz_date,
      source,
      expected_n: 1,
      got_n: 1,
      last_at: `${biz_date} 22:00:00`,
      ver: 1,
    })),
  ),
)

beforeAll(async () => {
  store = await openClickHouse({ folder, log: { info() {}, warn() {} } })
  const forEver = Object.fromEntries(tableNames.map(name => [name, null]))
  for (const query of createTables({ kind: 'single' }, forEver)) await store.client.command({ query })
  for (const [table, values] of [...Object.entries(raw), ['source_day', arrivals] as const])
    await store.client.insert({ table, values: [...values], format: 'JSONEachRow' })
}, 60_000)
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** By hand: what a group is called, over columns that every raw table has. */
const groupSql: Record<string, string> = {
  shop: 'toString(shop_id)',
  weekday: 'toString(toDayOfWeek(biz_date))',
  hourOfDay: 'toString(intDiv(slot, 12))',
  cashier: 'toString(cashier_id)',
  goods: 'toString(goods_id)',
  goodsCategory: 'toString(category_id)',
}
const timeSql: Partial<Record<Granularity, string>> = {
  none: "''",
  day: 'toString(biz_date)',
  week: "formatDateTime(biz_date, '%G-W%V')",
  month: "formatDateTime(biz_date, '%Y-%m')",
}

type Figure = { metric: string; table: TableName; sql: string; source?: string; by?: string[] }
const recorded = (metric: string, where: string): Figure => ({
  metric,
  table: 'record',
  sql: `countIf(${where})`,
})
const figures: Figure[] = [
  {
    metric: 'experiences',
    source: '4',
    table: 'touch',
    sql: "countIf(kind = 'sensor')",
    by: ['goods', 'goodsCategory'],
  },
  { metric: 'experiences', source: '5', table: 'touch', sql: "countIf(kind = 'video')", by: ['goods'] },
  { metric: 'posEvents', table: 'till_event', sql: 'count()', by: ['cashier'] },
  { metric: 'exceptions', table: 'till_event', sql: "countIf(exception != '')", by: ['cashier'] },
  {
    metric: 'exceptionAmount',
    table: 'till_event',
    sql: "sumIf(abs(amount), exception != '')",
    by: ['cashier'],
  },
  { metric: 'visits', source: 'wifi', table: 'probe', sql: 'uniqExactIf((biz_date, phone), is_inside = 1)' },
  {
    metric: 'visitors',
    source: 'wifi',
    table: 'probe',
    sql: 'uniqExactIf(phone, is_inside = 1 AND is_random = 0)',
  },
  { metric: 'passers', source: 'wifi', table: 'probe', sql: 'uniqExact((biz_date, phone))' },
  {
    metric: 'deepVisits',
    source: 'wifi',
    table: 'probe',
    sql: 'uniqExactIf((biz_date, phone), is_inside = 1 AND dwell_s >= 300)',
  },
  { metric: 'heatValue', source: 'heat', table: 'heat_hour', sql: 'sum(arraySum(seconds))' },
  {
    metric: 'coverage',
    source: 'heat',
    table: 'heat_hour',
    sql: 'sum(arrayCount(x -> x > 0, seconds)) / sum(if(length(walkable) = 0, 4, 3)) * 100',
  },
  { metric: 'transitions', table: 'move', sql: "countIf(kind = 'zone')" },
  { metric: 'receptions', table: 'reception', sql: 'count()' },
  {
    metric: 'evaluations',
    table: 'record',
    sql: "uniqExactIf(record_id, kind = 'evaluation' AND status != 'revoked')",
  },
  {
    metric: 'score',
    table: 'record',
    sql: "sumIf(score, kind = 'evaluation' AND has_score = 1) / nullIf(countIf(kind = 'evaluation' AND has_score = 1), 0)",
  },
  recorded('inspections', "kind = 'inspection'"),
  recorded('dailyRecords', "kind = 'daily-record'"),
  recorded('patrols', "kind = 'patrol'"),
  { metric: 'useTime', table: 'record', sql: "sumIf(minutes, kind = 'patrol')" },
  recorded('problems', "kind = 'problem'"),
  recorded('problemsClosed', "kind = 'problem' AND is_done = 1"),
  {
    metric: 'closeRate',
    table: 'record',
    sql: "countIf(kind = 'problem' AND is_done = 1) / nullIf(countIf(kind = 'problem'), 0) * 100",
  },
  recorded('findings', "kind = 'finding'"),
  recorded('findingsConfirmed', "kind = 'finding' AND is_done = 1"),
  recorded('snapshots', "kind = 'snapshot'"),
  {
    metric: 'snapshotSuccess',
    table: 'record',
    sql: "countIf(kind = 'snapshot-due' AND is_done = 1) / nullIf(countIf(kind = 'snapshot-due'), 0) * 100",
  },
  {
    metric: 'accuracy',
    table: 'record',
    sql: "countIf(kind IN ('sample', 'finding') AND is_checked = 1 AND is_done = 1) / nullIf(countIf(kind IN ('sample', 'finding') AND is_checked = 1), 0) * 100",
  },
  recorded('warnings', "kind = 'warning'"),
  {
    metric: 'confirmRate',
    table: 'record',
    sql: "countIf(kind = 'warning' AND is_done = 1) / nullIf(countIf(kind = 'warning' AND is_checked = 1), 0) * 100",
  },
  recorded('tickets', "kind = 'ticket'"),
  { metric: 'devices', table: 'device_day', sql: 'uniqExact(device_id)' },
  { metric: 'onlineRate', table: 'device_day', sql: 'sum(online_s) / sum(due_s) * 100' },
  { metric: 'offlineTime', table: 'device_day', sql: 'sum(86400 - online_s) / 3600' },
  { metric: 'recordedHours', table: 'device_day', sql: 'sum(recorded_s) / 3600' },
  { metric: 'recordCoverage', table: 'device_day', sql: 'sum(recorded_s) / sum(record_due_s) * 100' },
  {
    metric: 'dataCompleteness',
    source: 'device',
    table: 'device_day',
    sql: 'sum(got_n) / sum(expected_n) * 100',
  },
  { metric: 'packetLoss', table: 'stream_check', sql: 'sum(lost_packets) / sum(packets) * 100' },
  { metric: 'callsOk', table: 'stream_check', sql: 'sum(ok) / count() * 100' },
]

type Case = { figure: Figure; by: string[]; granularity: Granularity }
const hasSlot = (table: TableName) => !['device_day', 'heat_hour'].includes(table)
const cases = figures.flatMap((figure): Case[] => [
  ...(['none', 'day', 'week', 'month'] as const).map(granularity => ({ figure, by: [], granularity })),
  { figure, by: ['shop'], granularity: 'none' },
  { figure, by: ['weekday'], granularity: 'none' },
  { figure, by: ['shop'], granularity: 'week' },
  ...(hasSlot(figure.table) ? [{ figure, by: ['hourOfDay'], granularity: 'none' as const }] : []),
  ...(figure.by ?? []).map(name => ({ figure, by: [name], granularity: 'none' as const })),
])

async function asked({ figure: { metric, source }, by, granularity }: Case) {
  const question: Question = {
    metrics: [
      source === undefined ? metric : { metric, source: /^\d$/.test(source) ? Number(source) : source },
    ],
    dimensions: by,
    granularity,
    period: { from, to },
  }
  const context = {
    shops: shopIds,
    everyShop: true,
    today: dayOf('2026-10-18'),
    slot: 287,
    calendar: statutoryCalendar(),
  }
  const prepared = prepare(questionSchema.parse(question), context)
  const rows = new Map<string, unknown[][]>()
  for (const { key, statement } of prepared.requests) {
    const answer = await store.client.query({
      query: statement.sql,
      query_params: { ...statement.params },
      format: 'JSONCompactEachRow',
    })
    rows.set(key, await answer.json<unknown[]>())
  }
  const shaped = finish(prepared, key => rows.get(key) ?? [])
  return new Map(
    shaped.rows.map(({ place, cells }) => [
      [timeLabels(place, prepared.asked)?.time ?? '', ...by.map(name => place.members[name])].join('|'),
      Object.values(cells)[0]?.current ?? null,
    ]),
  )
}

async function byHand({ figure: { table, sql }, by, granularity }: Case) {
  const keys = [timeSql[granularity]!, ...by.map(name => groupSql[name]!)]
  const query = `SELECT arrayStringConcat([${keys.join()}], '|') AS key, toFloat64(${sql}) AS value FROM ${table} WHERE biz_date BETWEEN '${from}' AND '${to}' GROUP BY key`
  const answer = await store.client.query({ query, format: 'JSONEachRow' })
  return new Map(
    (await answer.json<{ key: string; value: number | null }>()).map(({ key, value }) => [key, value]),
  )
}

describe('figures of every family', () => {
  it.each(
    cases.map(
      one =>
        [
          `${one.figure.metric}${one.figure.source ? ` of ${one.figure.source}` : ''} by ${one.by.join() || 'nothing'}, ${one.granularity}`,
          one,
        ] as const,
    ),
  )('%s', async (_, one) => {
    const [answered, expected] = [await asked(one), await byHand(one)]
    expect(expected.size).toBeGreaterThan(0)
    for (const [key, value] of expected) {
      const found = answered.get(key)
      if (value === null || value === 0) expect(found ?? 0, key).toBe(0)
      else
        expect(Math.abs((found ?? Number.NaN) - value), `${key}: ${found} for ${value}`).toBeLessThan(0.0002)
    }
    for (const [key, value] of answered) if (!expected.has(key)) expect(value ?? 0, key).toBe(0)
  })
})
