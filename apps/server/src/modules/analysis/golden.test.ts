import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  dayOf,
  dimensionNames,
  finish,
  metricNames,
  prepare,
  statutoryCalendar,
  textOf,
  timeLabels,
} from '@aisle/analysis'
import { type Comparison, type Granularity, type Question, question as questionSchema } from '@aisle/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addDays,
  byHand,
  datesBetween,
  type Facts,
  factsOf,
  grouped,
  timeOf,
} from '../../../test/analysis-by-hand.ts'
import {
  fillStore,
  imputedDay,
  makeWorld,
  shops,
  silentDay,
  worldDays,
} from '../../../test/analysis-world.ts'
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse.ts'
import { dictionaryFor } from './dictionary.ts'

const folder = mkdtempSync(join(tmpdir(), 'aisle-golden-'))
const world = makeWorld()
let clickhouse: ClickHouse
beforeAll(async () => {
  clickhouse = await openClickHouse({ folder, log: { info() {}, warn() {} } })
  await fillStore(clickhouse, world)
}, 120_000)
afterAll(async () => {
  await clickhouse.close()
  rmSync(folder, { recursive: true, force: true })
})

const context = {
  shops: shops.map(({ id }) => id),
  everyShop: false,
  today: dayOf('2026-10-18'),
  slot: 287,
  calendar: statutoryCalendar(),
}

async function ask(asked: Question, more: Partial<Parameters<typeof prepare>[1]> = {}) {
  const prepared = prepare(questionSchema.parse(asked), { ...context, ...more })
  const rows = new Map<string, unknown[][]>()
  for (const { key, statement } of prepared.requests) {
    const answer = await clickhouse.client.query({
      query: statement.sql,
      query_params: { ...statement.params },
      format: 'JSONCompactEachRow',
    })
    rows.set(key, await answer.json<unknown[]>())
  }
  const { rows: shaped, totals, rowCount } = finish(prepared, key => rows.get(key) ?? [])
  const keyOf = ({ place }: (typeof shaped)[number]) =>
    [
      timeLabels(place, prepared.asked)?.time ?? '',
      ...prepared.asked.dimensions.map(name => place.members[name]),
    ].join('|')
  return {
    rows: shaped.map(row => ({ key: keyOf(row), cells: row.cells })),
    totals,
    rowCount,
    /** Whether the store itself ordered and cut. */
    isRanked: prepared.requests.some(({ ranked }) => ranked !== undefined),
  }
}

type Case = {
  metrics: readonly string[]
  by?: readonly string[]
  granularity?: Granularity
  from: string
  to: string
  compare?: Comparison
  /** Compared day → the day it counts for. */
  against?: ReadonlyMap<string, string>
}

const worldDates = new Set(worldDays.map(textOf))
const identity = (dates: readonly string[]) => new Map(dates.map(date => [date, date]))
/** Answers have four decimals: what differs by less is the same figure. */
function same(what: string, actual: number | null | undefined, expected: number | null | undefined) {
  if (expected === null || expected === undefined || actual === null || actual === undefined)
    return expect(actual ?? null, what).toBe(expected ?? null)
  expect(Math.abs(actual - expected), `${what}: ${actual} instead of ${expected}`).toBeLessThan(0.0002)
}
const empty: Facts = { flow: [], visits: [], sales: [] }

const remembered = new Map<string, Map<string, Facts>>()
/** Groups of the rows of some days; cases that follow one another ask for the same, one metric each. */
function groupedOnce(labels: ReadonlyMap<string, string>, by: readonly string[], granularity: string) {
  const key = JSON.stringify([[...labels], by, granularity])
  const known = remembered.get(key)
  if (known) return known
  const groups = grouped(factsOf(world, labels), by, granularity)
  if (remembered.size === 4) remembered.clear()
  remembered.set(key, groups)
  return groups
}

async function check({ metrics, by = [], granularity = 'none', from, to, compare, against }: Case) {
  const { rows } = await ask({
    metrics: metrics.map(name => {
      const [metric = '', calc] = name.split('.')
      return calc ? { metric, calc } : metric
    }),
    dimensions: [...by],
    granularity,
    period: { from, to },
    ...(compare ? { compare: { type: compare } } : {}),
  })
  const dates = datesBetween(from, to)
  const matched = against && new Set(against.values())
  const counted =
    matched && !['day', 'hour', '15min'].includes(granularity)
      ? dates.filter(date => matched.has(date))
      : dates
  const current = groupedOnce(identity(counted), by, granularity)
  const compared = against && groupedOnce(against, by, granularity)
  expect(rows.length).toBeGreaterThan(0)
  // A bucket that no counted day stands beside is no zero: nothing was due.
  const held = new Set(
    [...(against ?? [])]
      .filter(([other]) => worldDates.has(other))
      .map(([, label]) => timeOf[granularity]!({ label, slot: 0 })),
  )
  const isHeld = (key: string) =>
    ['hour', '15min', 'distribution'].includes(granularity) || held.has(key.split('|')[0]!)
  const answered = new Set(rows.map(({ key }) => key))
  for (const key of current.keys())
    if (holds(current.get(key)!, metrics)) expect(answered, key).toContain(key)
  for (const { key, cells } of rows)
    for (const metric of metrics) {
      const expected = byHand[metric]!(current.get(key) ?? empty)
      same(`${key} ${metric}`, cells[metric]!.current, expected)
      if (!compared) continue
      const before = isHeld(key) ? byHand[metric]!(compared.get(key) ?? empty) : null
      same(`${key} ${metric} before`, cells[metric]!.compared, before)
      const growth =
        expected === null || before === null || before <= 0 ? null : ((expected - before) / before) * 100
      if (growth === null) expect(cells[metric]!.growth).toBeNull()
      else expect(Math.abs(cells[metric]!.growth! - growth)).toBeLessThan(0.06)
    }
}

/** Whether a group has a row of a fact that one of the metrics counts. */
const holds = (facts: Facts, metrics: readonly string[]) =>
  metrics.some(metric => {
    const value = byHand[metric]!(facts)
    return value !== null && value !== 0
  })

const flow = ['visits', 'entries', 'exits', 'passers', 'storeRate'] as const
const faces = [
  'visitors',
  'newCustomers',
  'oldCustomers',
  'returning',
  'returnRate',
  'repeats',
  'repeatRate',
] as const
const stays = ['dwell', 'dwell.average', 'dwell.peak', 'bounceRate', 'deepVisits', 'tourDepth'] as const
const money = ['sales', 'deals', 'items', 'unitPrice', 'buyers'] as const
const september = { from: '2026-09-07', to: '2026-09-20' }
const twoMonths = { from: '2026-08-24', to: '2026-10-11' }

/** One question for each metric, so that a fault names it. */
const each = (metrics: readonly string[], more: Omit<Case, 'metrics'>): Case[] =>
  metrics.map(metric => ({ metrics: [metric], ...more }))

const places = [[], ['shop'], ['region'], ['city'], ['format'], ['province', 'format']]
const grains: Granularity[] = ['day', 'week', 'month', 'quarter', 'year']
const plain: Case[] = [
  ...places.flatMap(by => each([...flow, ...faces, ...money], { by, ...september })),
  ...grains.flatMap(granularity =>
    each([...flow, ...faces, ...money, 'bagRate'], { granularity, ...twoMonths }),
  ),
  ...(['hour', 'distribution'] as const).flatMap(granularity =>
    each([...flow, ...money], { granularity, from: '2026-09-12', to: '2026-09-13' }),
  ),
  ...each([...flow], { granularity: '15min', from: '2026-09-12', to: '2026-09-12' }),
  ...each([...stays], september),
  ...each([...stays], { by: ['shop'], granularity: 'week', ...twoMonths }),
  ...[
    ['gender'],
    ['ageBand'],
    ['identity'],
    ['customerKind'],
    ['gender', 'ageBand'],
    ['shop', 'customerKind'],
    ['dwellBand'],
  ].flatMap(by =>
    each(
      ['visits_by_face', 'visitors', 'repeatRate', 'dwell'].filter(name => name in byHand),
      { by, ...september },
    ),
  ),
  ...[['floor'], ['shop', 'floor'], ['entrance']].flatMap(by =>
    each(['visits', 'entries', 'exits', 'visitors', 'dwell'], { by, ...september }),
  ),
  ...each(['visits', 'entries'], { by: ['zone'], ...september }),
  ...[['weekday'], ['hourOfDay'], ['year'], ['weekday', 'hourOfDay'], ['shop', 'weekday']].flatMap(by =>
    each(['visits', 'exits', 'storeRate', 'sales', 'deals', 'bagRate'], { by, ...twoMonths }),
  ),
  ...[['cashier'], ['pos'], ['clerk'], ['shop', 'cashier']].flatMap(by => each(money, { by, ...september })),
  ...each([...flow, ...faces, ...money], { by: ['shop'], granularity: 'day', ...september }),
]

const shift = (dates: readonly string[], days: number) =>
  new Map(dates.map(date => [addDays(date, -days), date]))
const sameDateOf = (months: number) => (date: string) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const other = new Date(Date.UTC(year, month - 1 - months, day))
  return other.getUTCDate() === day ? other.toISOString().slice(0, 10) : undefined
}
const byDate = (dates: readonly string[], months: number) =>
  new Map(
    dates.flatMap(date => {
      const other = sameDateOf(months)(date)
      return other === undefined ? [] : [[other, date] as const]
    }),
  )

const autumn = datesBetween('2026-09-14', '2026-09-27')
const weeks = { from: '2026-09-14', to: '2026-09-27' }
const march = datesBetween('2025-03-20', '2025-03-31')
const leap = datesBetween('2024-02-26', '2024-03-03')
const comparedMetrics = [
  'visits',
  'storeRate',
  'visitors',
  'newCustomers',
  'repeatRate',
  'sales',
  'bagRate',
  'unitPrice',
  'buyers',
] as const
const golden2025 = new Map(
  ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05', '2026-10-06', '2026-10-07'].map(
    date => [`2025${date.slice(4)}`, date],
  ),
)
const comparisons: Case[] = [
  ...([[], ['shop'], ['city']] as const).flatMap(by => [
    ...each(comparedMetrics, { by, ...weeks, compare: 'lastWeekSameDay', against: shift(autumn, 7) }),
    ...each(comparedMetrics, { by, ...weeks, compare: 'yesterday', against: shift(autumn, 14) }),
    ...each(comparedMetrics, { by, ...weeks, compare: 'lastYearSameDay', against: byDate(autumn, 12) }),
  ]),
  ...(['day', 'week'] as const).flatMap(granularity =>
    each(comparedMetrics, { granularity, ...weeks, compare: 'lastWeekSameDay', against: shift(autumn, 7) }),
  ),
  ...each(comparedMetrics, {
    granularity: 'week',
    ...weeks,
    compare: 'lastYearSameDay',
    against: shift(autumn, 364),
  }),
  ...each(comparedMetrics, {
    by: ['shop'],
    granularity: 'day',
    ...weeks,
    compare: 'previousPeriod',
    against: shift(autumn, 14),
  }),
  ...(['none', 'day'] as const).flatMap(granularity =>
    each(['visits', 'visitors', 'sales'], {
      granularity,
      from: '2025-03-20',
      to: '2025-03-31',
      compare: 'lastMonthSameDay',
      against: byDate(march, 1),
    }),
  ),
  ...(['none', 'day'] as const).flatMap(granularity =>
    each(['visits', 'visitors', 'sales'], {
      granularity,
      from: '2024-02-26',
      to: '2024-03-03',
      compare: 'lastYearSameDay',
      against: byDate(leap, 12),
    }),
  ),
  ...(['none', 'day'] as const).flatMap(granularity =>
    each(comparedMetrics, {
      granularity,
      from: '2026-10-01',
      to: '2026-10-07',
      compare: 'lastYearSameHoliday',
      against: golden2025,
    }),
  ),
]

const titled = (cases: readonly Case[]) =>
  cases.map(
    one =>
      [
        `${one.metrics.join()} by ${one.by?.join() || 'nothing'}, ${one.granularity ?? 'none'}, ${one.from}${one.compare ? `, ${one.compare}` : ''}`,
        one,
      ] as const,
  )

describe('a question answers what its raw rows add up to', () => {
  it('asks more than three hundred', () => expect(plain.length + comparisons.length).toBeGreaterThan(300))
  it.each(titled(plain))('%s', (_, one) => check(one))
})

describe('a comparison answers what the rows of both sides add up to', () => {
  it.each(titled(comparisons))('%s', (_, one) => check(one))
})

const dates = (from: string, to: string) => identity(datesBetween(from, to))
const total = (metric: string, labels: ReadonlyMap<string, string>, keep?: Parameters<typeof factsOf>[2]) =>
  byHand[metric]!(grouped(factsOf(world, labels, keep), [], 'none').get('') ?? empty)

describe('today, not yet over,', () => {
  const metrics = ['visits', 'storeRate', 'visitors', 'sales', 'buyers']
  it.each([180, 183, 0, 120, 287])(
    'is held against the same part of the other day at slot %i',
    async slot => {
      const { rows } = await ask(
        { metrics, period: { preset: 'today' }, compare: { type: 'yesterday' } },
        { slot },
      )
      for (const metric of metrics)
        same(
          metric,
          rows[0]!.cells[metric]!.compared,
          total(metric, dates('2026-10-17', '2026-10-17'), row => row.slot < slot),
        )
    },
  )

  it.each([180, 183])('cuts only the day that stands for it, at slot %i', async slot => {
    const { rows } = await ask(
      { metrics, period: { preset: 'last7Days' }, compare: { type: 'lastWeekSameDay' } },
      { slot },
    )
    const labels = dates('2026-10-05', '2026-10-11')
    for (const metric of metrics)
      same(
        metric,
        rows[0]!.cells[metric]!.compared,
        total(metric, labels, row => row.day !== '2026-10-11' || row.slot < slot),
      )
  })

  it('is held against a whole day where that is asked', async () => {
    const { rows } = await ask(
      { metrics: ['visits'], period: { preset: 'today' }, compare: { type: 'yesterday', toDate: 'whole' } },
      { slot: 150 },
    )
    expect(rows[0]!.cells.visits!.compared).toBe(total('visits', dates('2026-10-17', '2026-10-17')))
  })
})

describe('totals', () => {
  it('count people once over all rows, and divide rates of sums', async () => {
    const { rows, totals } = await ask({
      metrics: ['visitors', 'storeRate', 'dwell'],
      dimensions: ['shop'],
      granularity: 'day',
      period: september,
      totals: true,
    })
    for (const metric of ['visitors', 'storeRate', 'dwell'])
      same(metric, totals![metric]!.current, total(metric, dates('2026-09-07', '2026-09-20')))
    const added = rows.reduce((sum, { cells }) => sum + (cells.visitors!.current ?? 0), 0)
    expect(added).toBeGreaterThan(totals!.visitors!.current!)
  })

  it('leave days without a counterpart out on both sides, and say what the whole is', async () => {
    const { totals } = await ask({
      metrics: ['visits'],
      granularity: 'day',
      period: { from: '2025-03-27', to: '2025-03-31' },
      compare: { type: 'lastMonthSameDay' },
      totals: true,
    })
    expect(totals!.visits).toMatchObject({
      current: total('visits', dates('2025-03-27', '2025-03-28')),
      compared: total('visits', dates('2025-02-27', '2025-02-28')),
      whole: total('visits', dates('2025-03-27', '2025-03-31')),
    })
  })

  it('hold a whole month against the whole month before', async () => {
    const { rows } = await ask({
      metrics: ['visits'],
      granularity: 'month',
      period: { from: '2025-03-01', to: '2025-03-31' },
      compare: { type: 'lastMonthSameDay' },
    })
    expect(rows[0]!.cells.visits).toMatchObject({
      current: total('visits', dates('2025-03-01', '2025-03-31')),
      compared: total('visits', dates('2025-02-01', '2025-02-28')),
    })
  })
})

describe('what was not received', () => {
  it('is no figure, where a day without customers is a zero', async () => {
    const silent = '2026-09-09'
    expect(dayOf(silent)).toBe(silentDay)
    const { rows } = await ask({
      metrics: ['visits', 'sales'],
      dimensions: ['shop'],
      granularity: 'day',
      period: { from: silent, to: silent },
    })
    const shop = rows.find(({ key }) => key === `${silent}|13`)!
    expect(shop.cells.visits).toEqual({ current: null, coverage: 0 })
    const noSales = await ask({
      metrics: ['deals'],
      dimensions: ['cashier'],
      granularity: 'hour',
      period: { from: silent, to: silent },
    })
    expect(noSales.rows.some(({ cells }) => cells.deals!.current === 0)).toBe(true)
    expect(noSales.rows.every(({ cells }) => cells.deals!.current !== null)).toBe(true)
  })

  it('lowers the coverage of what it is part of', async () => {
    const { rows } = await ask({ metrics: ['visits'], dimensions: ['shop'], period: september })
    const coverage = rows.find(({ key }) => key === '|13')!.cells.visits!.coverage!
    expect(coverage).toBeLessThan(1)
    expect(coverage).toBeGreaterThan(0.9)
  })

  it('is said where it was filled in by calculation', async () => {
    const { rows } = await ask({
      metrics: ['visits', 'entries'],
      dimensions: ['shop'],
      granularity: 'day',
      period: { from: '2026-09-15', to: '2026-09-16' },
    })
    expect(dayOf('2026-09-16')).toBe(imputedDay)
    const cell = (key: string) => rows.find(row => row.key === key)!.cells.entries!
    expect(cell('2026-09-16|12')).toMatchObject({ imputed: 1, coverage: 0 })
    expect(cell('2026-09-15|12')).toMatchObject({ imputed: 0, coverage: 1 })
  })
})

describe('calculations', () => {
  const cellsBy = async (question: Question) =>
    new Map((await ask(question)).rows.map(({ key, cells }) => [key, cells]))
  const perDay = (metric: string) =>
    datesBetween('2026-09-07', '2026-09-20').map(date => total(metric, dates(date, date))!)

  it('read average, peak, trough, median and quantile off the days', async () => {
    const calcs = ['average', 'peak', 'trough', 'median', 'p90'] as const
    const [cells] = (
      await cellsBy({ metrics: calcs.map(calc => ({ metric: 'visits', calc })), period: september })
    ).values()
    const values = perDay('visits').sort((a, b) => a - b)
    expect(cells!['visits.average']!.current).toBeCloseTo(
      values.reduce((sum, value) => sum + value, 0) / 14,
      3,
    )
    expect(cells!['visits.peak']!.current).toBe(values[13])
    expect(cells!['visits.trough']!.current).toBe(values[0])
    expect(cells!['visits.median']!.current).toBe((values[6]! + values[7]!) / 2)
    expect(cells!['visits.p90']!.current).toBeCloseTo(values[11]! + (values[12]! - values[11]!) * 0.7, 3)
  })

  it('find the busiest hour', async () => {
    const [cells] = (
      await cellsBy({ metrics: [{ metric: 'visits', calc: 'peakHour' }], period: september })
    ).values()
    const hours = [...grouped(factsOf(world, dates('2026-09-07', '2026-09-20')), [], 'distribution')].map(
      ([time, facts]) => [time, byHand.visits!(facts)!] as const,
    )
    const [best] = hours.sort(([, a], [, b]) => b - a)
    expect(cells!['visits.peakHour']!.current).toBe(Number(best![0].slice(0, 2)))
  })

  it('give share, rank, index and running totals', async () => {
    const cells = await cellsBy({
      metrics: ['visits'],
      dimensions: ['shop'],
      period: september,
      calc: ['share', 'rank', 'index', 'topShare'],
    })
    const values = shops.map(
      ({ id }) =>
        [
          id,
          byHand.visits!(
            grouped(factsOf(world, dates('2026-09-07', '2026-09-20')), ['shop'], 'none').get(`|${id}`)!,
          )!,
        ] as const,
    )
    const sorted = values.map(([, value]) => value).sort((a, b) => b - a)
    const all = sorted.reduce((sum, value) => sum + value, 0)
    for (const [id, value] of values) {
      const cell = cells.get(`|${id}`)!.visits as Record<string, number>
      expect(cell.share).toBeCloseTo((value / all) * 100, 3)
      expect(cell.rank).toBe(sorted.indexOf(value) + 1)
      expect(cell.index).toBeCloseTo((value / sorted[2]!) * 100, 3)
      expect(cell.topShare).toBeCloseTo((sorted[0]! / all) * 100, 3)
    }
    const running = await cellsBy({
      metrics: ['visits'],
      granularity: 'day',
      period: september,
      calc: ['cumulative'],
    })
    expect((running.get('2026-09-20')!.visits as Record<string, number>).cumulative).toBe(all)
  })

  it('are what rows are ordered and cut by', async () => {
    const asked: Question = {
      metrics: [{ metric: 'visits', calc: 'peak' }],
      dimensions: ['shop'],
      period: september,
      order: [{ by: 'visits.peak', direction: 'asc' }],
      limit: 3,
    }
    const peakOf = (id: number) => {
      const days = grouped(factsOf(world, dates('2026-09-07', '2026-09-20')), ['shop'], 'day')
      return Math.max(
        ...datesBetween('2026-09-07', '2026-09-20').map(
          date => byHand.visits!(days.get(`${date}|${id}`) ?? empty) ?? 0,
        ),
      )
    }
    const { rows } = await ask(asked)
    expect(rows.map(({ cells }) => cells['visits.peak']!.current)).toEqual(
      shops
        .map(({ id }) => peakOf(id))
        .sort((a, b) => a - b)
        .slice(0, 3),
    )
  })

  it('expect of each shop’s day the middle of its weekdays before, at the level of the last two weeks', async () => {
    const cells = await cellsBy({
      metrics: ['visits'],
      granularity: 'day',
      period: { from: '2026-10-12', to: '2026-10-20' },
      calc: ['expected', 'uplift', 'forecast'],
    })
    const free = new Set([
      ...datesBetween('2026-09-25', '2026-09-27'),
      ...datesBetween('2026-10-01', '2026-10-07'),
      '2026-09-20',
      '2026-10-10',
    ])
    const perDay = grouped(factsOf(world, dates('2026-08-24', '2026-10-18')), ['shop'], 'day')
    const had = (id: number, date: string) => byHand.visits!(perDay.get(`${date}|${id}`) ?? empty) ?? 0
    const middle = (values: number[]) => {
      const sorted = values.toSorted((a, b) => a - b)
      return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2
    }
    const ordinary = (id: number) =>
      datesBetween('2026-08-24', '2026-10-11').filter(
        date =>
          !free.has(date) &&
          !(id === 13 && date === textOf(silentDay)) &&
          !(id === 12 && date === textOf(imputedDay)),
      )
    const sameWeekday = (a: string, b: string) => new Date(a).getUTCDay() === new Date(b).getUTCDay()
    const usual = (id: number, date: string) =>
      middle(
        ordinary(id)
          .filter(other => sameWeekday(other, date))
          .map(other => had(id, other)),
      )
    const level = (id: number) =>
      middle(
        ordinary(id)
          .filter(date => date > '2026-09-27')
          .map(date => had(id, date) / usual(id, date)),
      )
    const expectedOf = (date: string) => shops.reduce((sum, { id }) => sum + usual(id, date) * level(id), 0)
    for (const date of datesBetween('2026-10-12', '2026-10-20')) {
      const cell = cells.get(date)!.visits as Record<string, number | null>
      const actual = shops.reduce((sum, { id }) => sum + had(id, date), 0)
      const isOver = date < '2026-10-18'
      same(`${date} expected`, cell.expected, expectedOf(date))
      same(`${date} uplift`, cell.uplift, isOver ? actual - expectedOf(date) : null)
      same(`${date} forecast`, cell.forecast, isOver ? actual : expectedOf(date))
    }
    await expect(cellsBy({ metrics: ['visitors'], period: september, calc: ['expected'] })).rejects.toThrow(
      'does not add up',
    )
  })

  it('say how sure an expected figure is by how far off the weeks before would have been', async () => {
    const { rows } = await ask({
      metrics: [
        { metric: 'bagRate', calc: 'uplift' },
        { metric: 'visits', calc: 'expected' },
      ],
      dimensions: ['shop'],
      period: { from: '2026-10-12', to: '2026-10-17' },
      totals: true,
    })
    for (const { cells } of rows) {
      const rate = cells['bagRate.uplift'] as Record<string, number>
      expect(rate.current).toBeCloseTo(rate.actual! - rate.base!, 3)
      expect(rate.low).toBeLessThan(rate.current!)
      expect(rate.high).toBeGreaterThan(rate.current!)
      expect(rate.days).toBe(6)
      const visits = cells['visits.expected'] as Record<string, number>
      expect(visits.low).toBeLessThan(visits.current!)
      expect(visits.high! - visits.current!).toBeCloseTo(visits.current! - visits.low!, 3)
    }
  })

  it('divide by shops and by floor area of the group', async () => {
    const cells = await cellsBy({
      metrics: [{ metric: 'visits', calc: 'perShop' }, 'flatEffect'],
      dimensions: ['region'],
      period: september,
    })
    const groups = grouped(factsOf(world, dates('2026-09-07', '2026-09-20')), ['region'], 'none')
    expect(cells.get('|1')!['visits.perShop']!.current).toBeCloseTo(byHand.visits!(groups.get('|1')!)! / 3, 3)
    expect(cells.get('|1')!.flatEffect!.current).toBeCloseTo(byHand.sales!(groups.get('|1')!)! / 670, 3)
    expect(cells.get('|2')!.flatEffect!.current).toBeCloseTo(byHand.sales!(groups.get('|2')!)! / 300, 3)
  })

  it('hold a floor against the whole site', async () => {
    const cells = await cellsBy({ metrics: ['reachRate'], dimensions: ['shop', 'floor'], period: september })
    const facts = factsOf(world, dates('2026-09-07', '2026-09-20'))
    const floor = byHand.visits!(grouped(facts, ['shop', 'floor'], 'none').get('|11|1101')!)!
    const site = byHand.visits!(grouped(facts, ['shop'], 'none').get('|11')!)!
    expect(cells.get('|11|1101')!.reachRate!.current).toBeCloseTo((floor / site) * 100, 3)
  })
})

describe('filters', () => {
  const visitsOf = async (more: Partial<Question>) =>
    (await ask({ metrics: ['visits'], period: september, ...more })).rows[0]!.cells.visits!.current
  const byHandOn = (keep: (date: string) => boolean) =>
    total('visits', identity(datesBetween('2026-09-07', '2026-09-20').filter(keep)))
  const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

  it('of days know weekends, holidays and make-up days', async () => {
    expect(await visitsOf({ dayTypes: ['weekend'] })).toBe(
      byHandOn(date => [0, 6].includes(weekdayOf(date)) && date !== '2026-09-20'),
    )
    expect(await visitsOf({ dayTypes: ['makeup'] })).toBe(byHandOn(date => date === '2026-09-20'))
    expect(await visitsOf({ filters: [{ member: 'weekday', op: 'notIn', values: [6, 7] }] })).toBe(
      byHandOn(date => ![0, 6].includes(weekdayOf(date))),
    )
    expect(
      await visitsOf({
        period: { from: '2026-09-20', to: '2026-09-30' },
        filters: [{ member: 'holiday', op: 'in', values: ['midAutumn'] }],
      }),
    ).toBe(total('visits', dates('2026-09-25', '2026-09-27')))
  })

  it('of the time of day cut whole and half hours, over midnight too', async () => {
    const labels = dates('2026-09-07', '2026-09-20')
    expect(await visitsOf({ timeWindow: { from: '12:00', to: '14:00' } })).toBe(
      total('visits', labels, ({ slot }) => slot >= 144 && slot < 168),
    )
    expect(await visitsOf({ timeWindow: { from: '12:30', to: '14:30' } })).toBe(
      total('visits', labels, ({ slot }) => slot >= 150 && slot < 174),
    )
    expect(await visitsOf({ timeWindow: { from: '20:00', to: '11:00' } })).toBe(
      total('visits', labels, ({ slot }) => slot >= 240 || slot < 132),
    )
  })

  it('by people count only these, and by a metric keep whole groups', async () => {
    const women = (
      await ask({
        metrics: ['visitors'],
        period: september,
        filters: [
          { member: 'gender', op: 'in', values: ['woman'] },
          { member: 'ageBand', op: 'between', values: [2, 4] },
        ],
      })
    ).rows[0]!.cells.visitors!.current
    const facts = grouped(factsOf(world, dates('2026-09-07', '2026-09-20')), [], 'none').get('')!
    expect(women).toBe(
      byHand.visitors!({
        ...facts,
        visits: facts.visits.filter(
          ({ gender, age_band }) => gender === 'woman' && age_band >= 2 && age_band <= 4,
        ),
      }),
    )
    const all = (await ask({ metrics: ['visits'], dimensions: ['shop'], period: september })).rows.map(
      ({ cells }) => cells.visits!.current!,
    )
    const limit = [...all].sort((a, b) => b - a)[1]!
    const most = await ask({
      metrics: ['sales'],
      dimensions: ['shop'],
      period: september,
      filters: [{ member: 'visits', op: 'gte', values: [limit] }],
    })
    expect(most.rows).toHaveLength(2)
  })
})

describe('order and pages', () => {
  it('sort by a value, its growth or time, blanks last, and cut after sorting', async () => {
    const asked: Question = {
      metrics: ['visits'],
      dimensions: ['shop'],
      period: september,
      compare: { type: 'lastWeekSameDay' },
      order: [{ by: 'visits', value: 'growth' }],
    }
    const growths = (await ask(asked)).rows.map(({ cells }) => cells.visits!.growth!)
    expect(growths).toEqual([...growths].sort((a, b) => b - a))
    const page = await ask({ ...asked, limit: 2, offset: 1 })
    expect(page.rows.map(({ cells }) => cells.visits!.growth)).toEqual(growths.slice(1, 3))
  })

  it('leave every figure of the rows that stay as it is in the whole answer', async () => {
    for (const order of [
      [{ by: 'storeRate', value: 'difference', direction: 'asc' }],
      [{ by: 'time', direction: 'desc' }, { by: 'visits' }],
      [],
    ] satisfies Question['order'][]) {
      const asked: Question = {
        metrics: ['visits', 'storeRate', 'passers'],
        dimensions: ['shop'],
        granularity: 'day',
        period: september,
        compare: { type: 'lastWeekSameDay' },
        order,
        totals: true,
      }
      const whole = await ask(asked)
      const page = await ask({ ...asked, limit: 7, offset: 4 })
      expect(page.rows).toEqual(whole.rows.slice(4, 11))
      expect(page.totals).toEqual(whole.totals)
    }
  })
})

describe('a ranking that the store orders and cuts', () => {
  const september = { from: '2026-09-01', to: '2026-09-30' }
  /** The shops of the world and hundreds more, of which nothing is heard. */
  const many = { shops: [...context.shops, ...Array.from({ length: 600 }, (_, index) => 900_000 + index)] }
  const rankings = (['current', 'compared', 'difference', 'growth'] as const).flatMap(value =>
    (['desc', 'asc'] as const).flatMap(direction =>
      [['shop'], ['shop', 'entrance'], ['device']].flatMap(dimensions =>
        (['lastWeekSameDay', 'lastYearSameHoliday', undefined] as const)
          .filter(type => type !== undefined || value === 'current')
          .map(type => ({ value, direction, dimensions, type })),
      ),
    ),
  )
  it.each(rankings)(
    'is the begin of the whole list: $dimensions, $value $direction, against $type',
    async ({ value, direction, dimensions, type }) => {
      const question: Question = {
        metrics: ['visits', 'exits'],
        dimensions,
        period: type === 'lastYearSameHoliday' ? { from: '2026-10-01', to: '2026-10-07' } : september,
        ...(type ? { compare: { type } } : {}),
        order: [{ by: 'visits', value, direction }],
      }
      const whole = await ask(question, many)
      expect(whole.isRanked).toBe(false)
      for (const [offset, limit] of [
        [0, 1],
        [0, 3],
        [2, 2],
      ] as const) {
        const first = await ask({ ...question, offset, limit, totals: true }, many)
        expect(first.isRanked).toBe(dimensions[0] !== 'device')
        expect(first.rows).toEqual(whole.rows.slice(offset, offset + limit))
        expect(first.rowCount).toBe(whole.rows.length)
      }
    },
  )

  it('leaves the order of those who are level to the answer, as without a limit', async () => {
    const question: Question = {
      metrics: ['visits'],
      dimensions: ['shop'],
      period: { from: '2026-09-01', to: '2026-09-02' },
      compare: { type: 'customRange', range: { from: '2024-01-01', to: '2024-01-02' } },
      order: [{ by: 'visits', value: 'growth' }],
    }
    const whole = await ask(question, many)
    expect(new Set(whole.rows.map(({ cells }) => cells.visits!.growth)).size).toBe(1)
    expect((await ask({ ...question, limit: 2 }, many)).rows).toEqual(whole.rows.slice(0, 2))
  })
})

describe('the calendar in rows', () => {
  it('groups by day type, holiday and day number', async () => {
    const period = { from: '2026-09-21', to: '2026-10-11' }
    const types = new Map(
      (await ask({ metrics: ['visits'], dimensions: ['dayType'], period })).rows.map(({ key, cells }) => [
        key,
        cells.visits!.current,
      ]),
    )
    expect(types.get('|holiday')).toBe(
      total('visits', new Map([...dates('2026-09-25', '2026-09-27'), ...dates('2026-10-01', '2026-10-07')])),
    )
    expect(types.get('|makeup')).toBe(total('visits', dates('2026-10-10', '2026-10-10')))
    const named = new Map(
      (await ask({ metrics: ['visits'], dimensions: ['holiday'], period })).rows.map(({ key, cells }) => [
        key,
        cells.visits!.current,
      ]),
    )
    expect([...named.keys()].sort()).toEqual(['|midAutumn', '|nationalDay'])
    expect(named.get('|nationalDay')).toBe(total('visits', dates('2026-10-01', '2026-10-07')))
    const aligned = await ask({
      metrics: ['visits'],
      dimensions: ['dayIndex'],
      period: { from: '2026-10-01', to: '2026-10-07' },
      compare: { type: 'lastYearSameHoliday' },
    })
    expect(
      aligned.rows.map(({ key, cells }) => [key, cells.visits!.current, cells.visits!.compared]),
    ).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map(day => [
        `|${day}`,
        total('visits', dates(`2026-10-0${day}`, `2026-10-0${day}`)),
        total('visits', dates(`2025-10-0${day}`, `2025-10-0${day}`)),
      ]),
    )
  })
})

describe('pairs', () => {
  const visits = factsOf(world, dates('2026-09-07', '2026-09-20')).visits.filter(
    ({ place_kind, identity: who, person_id }) => place_kind === 'shop' && who !== 'clerk' && person_id > 0,
  )
  const days = (of: readonly { person_id: number; day: number }[]) =>
    new Set(of.map(({ person_id, day }) => `${person_id} ${day}`))
  const shopDays = new Map(
    shops.map(({ id }) => [String(id), days(visits.filter(({ shop_id }) => shop_id === id))]),
  )

  it('are people seen at both places on one day, and how much more often than by chance', async () => {
    const { rows } = await ask({
      metrics: ['covisits', 'lift'],
      dimensions: ['shop', 'partner'],
      period: september,
    })
    expect(rows.length).toBe(20)
    for (const { key, cells } of rows) {
      const [, one = '', other = ''] = key.split('|')
      const both = [...shopDays.get(one)!].filter(day => shopDays.get(other)!.has(day))
      same(`${key} covisits`, cells.covisits!.current, new Set(both.map(day => day.split(' ')[0])).size)
      same(
        `${key} lift`,
        cells.lift!.current,
        (both.length * days(visits).size) / (shopDays.get(one)!.size * shopDays.get(other)!.size),
      )
    }
  })

  it('of one shop begin there and end in any other that may be seen', async () => {
    const [first = { id: 0 }, ...others] = shops
    const of = String(first.id)
    const { rows } = await ask(
      {
        metrics: ['covisits', 'lift'],
        dimensions: ['shop', 'partner'],
        filters: [{ member: 'shop', op: 'in', values: [of] }],
        period: september,
      },
      {
        shops: [first.id],
        everyShop: false,
        around: { shops: shops.map(({ id }) => id), everyShop: true },
      },
    )
    expect(rows.map(({ key }) => key).sort()).toEqual(others.map(({ id }) => `|${of}|${id}`).sort())
    for (const { key, cells } of rows) {
      const [, , other = ''] = key.split('|')
      const both = [...shopDays.get(of)!].filter(day => shopDays.get(other)!.has(day))
      same(`${key} covisits`, cells.covisits!.current, new Set(both.map(day => day.split(' ')[0])).size)
      same(
        `${key} lift`,
        cells.lift!.current,
        (both.length * days(visits).size) / (shopDays.get(of)!.size * shopDays.get(other)!.size),
      )
    }
  })

  it('of goods are receipts that hold both', async () => {
    const { rows } = await ask({
      metrics: ['lift'],
      dimensions: ['goodsCategory', 'partner'],
      period: september,
    })
    const receipts = factsOf(world, dates('2026-09-07', '2026-09-20'))
      .sales.filter(({ kind }) => kind === 'sale')
      .map(({ goods }) => new Set(goods.map(({ category }) => String(category))))
    for (const { key, cells } of rows) {
      const [, one = '', other = ''] = key.split('|')
      const holding = (...all: string[]) => receipts.filter(set => all.every(id => set.has(id))).length
      same(
        key,
        cells.lift!.current,
        (holding(one, other) * receipts.length) / (holding(one) * holding(other)),
      )
    }
  })

  it('need a place and its partner', async () => {
    await expect(ask({ metrics: ['covisits'], dimensions: ['shop'], period: september })).rejects.toThrow(
      'partner',
    )
  })
})

describe('every metric of the dictionary', () => {
  const pairs = new Set(['covisits', 'lift'])
  const asks = (dimension: string, granularity: Granularity) => {
    const known = metricNames.filter(
      name => !pairs.has(name) && (dimension === '' || dictionary.get(name)!.includes(dimension)),
    )
    const isAnswered = (metric: string) => {
      try {
        prepare(
          questionSchema.parse({
            metrics: [metric],
            dimensions: dimension === '' ? [] : [dimension],
            granularity,
            period: september,
          }),
          context,
        )
        return true
      } catch {
        return false
      }
    }
    return granularity === 'none' ? known : known.filter(isAnswered)
  }
  const dictionary = new Map(
    dictionaryFor([]).metrics.map(({ id, dimensions }) => [id, dimensions as string[]]),
  )
  const run = async (dimension: string, granularity: Granularity) => {
    const metrics = asks(dimension, granularity)
    for (let index = 0; index < metrics.length; index += 30)
      await ask({
        metrics: metrics.slice(index, index + 30),
        dimensions: dimension === '' ? [] : [dimension],
        granularity,
        period: september,
        compare: { type: 'yesterday' },
      })
    return metrics.length
  }

  it.each(['none', 'day', 'month', 'hour', '5min', 'distribution'] as const)(
    'can be asked for by %s',
    async granularity => {
      expect(await run('', granularity)).toBeGreaterThan(5)
    },
  )

  it.each(dimensionNames.filter(name => [...dictionary.values()].some(known => known.includes(name))))(
    'can be asked for by the dimensions it names: %s',
    async dimension => {
      expect(await run(dimension, 'none')).toBeGreaterThan(0)
    },
  )

  it('leaves few dimensions to be worked out by whoever asks', () => {
    const asked = new Set([...dictionary.values()].flat())
    expect(dimensionNames.filter(name => !asked.has(name))).toEqual([
      'time',
      'partner',
      'source',
      'factor',
      'quadrant',
    ])
  })
})
