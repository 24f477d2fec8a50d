import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTables, dayOf, finish, prepare, statutoryCalendar, timeLabels } from '@aisle/analysis'
import { type Question, question as questionSchema } from '@aisle/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse.ts'

/**
 * Comparisons over the calendars of 2018–2026, held against arithmetic: one shop whose visits of a day follow from its date, and
 * what stands beside them worked out with the dates of JavaScript and the festivals as almanacs print them.
 */
const dayMs = 86_400_000
const add = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
const between = (from: string, to: string): string[] =>
  from > to ? [] : [from, ...between(add(from, 1), to)]
const visitsOn = (date: string) => (((Date.parse(date) / dayMs) * 37) % 509) + 50
const sumOf = (dates: readonly string[]) => dates.reduce((sum, date) => sum + visitsOn(date), 0)
const two = (value: number) => String(value).padStart(2, '0')
const years = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026]
const [first, last] = ['2017-12-01', '2026-12-31']

const folder = mkdtempSync(join(tmpdir(), 'aisle-calendar-'))
let store: ClickHouse
beforeAll(async () => {
  store = await openClickHouse({ folder, log: { info() {}, warn() {} } })
  for (const query of createTables({ kind: 'single' })) await store.client.command({ query })
  const days: string[] = []
  for (let date = first; date <= last; date = add(date, 1)) days.push(date)
  for (const table of ['flow_day', 'flow_shop_day'])
    await store.client.insert({
      table,
      values: days.map(date => ({
        biz_date: date,
        shop_id: 1,
        node_kind: 'entrance',
        node_id: 0,
        in_n: visitsOn(date),
        expected_n: 144,
        got_n: 144,
        ver: 1,
      })),
      format: 'JSONEachRow',
    })
}, 60_000)
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Compared visits by time; '' in all. */
async function compared(asked: Omit<Question, 'metrics'>): Promise<Map<string, number | null>> {
  const question = questionSchema.parse({ metrics: ['visits'], ...asked })
  const context = {
    shops: [1],
    everyShop: false,
    today: dayOf('2027-06-01'),
    slot: 0,
    calendar: statutoryCalendar(),
  }
  const prepared = prepare(question, context)
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
      timeLabels(place, prepared.asked)?.time ?? '',
      cells.visits?.compared ?? null,
    ]),
  )
}

/** First days of the years of the moon, and the other festivals, as an almanac has them. */
const festivals: Record<string, Record<number, string>> = {
  newYear: Object.fromEntries([2018, ...years].map(year => [year, `${year}-01-01`])),
  springFestival: {
    2018: '2018-02-16',
    2019: '2019-02-05',
    2020: '2020-01-25',
    2021: '2021-02-12',
    2022: '2022-02-01',
    2023: '2023-01-22',
    2024: '2024-02-10',
    2025: '2025-01-29',
    2026: '2026-02-17',
  },
  qingming: {
    2018: '2018-04-05',
    2019: '2019-04-05',
    2020: '2020-04-04',
    2021: '2021-04-04',
    2022: '2022-04-05',
    2023: '2023-04-05',
    2024: '2024-04-04',
    2025: '2025-04-04',
    2026: '2026-04-05',
  },
  labourDay: Object.fromEntries([2018, ...years].map(year => [year, `${year}-05-01`])),
  dragonBoat: {
    2018: '2018-06-18',
    2019: '2019-06-07',
    2020: '2020-06-25',
    2021: '2021-06-14',
    2022: '2022-06-03',
    2023: '2023-06-22',
    2024: '2024-06-10',
    2025: '2025-05-31',
    2026: '2026-06-19',
  },
  midAutumn: {
    2018: '2018-09-24',
    2019: '2019-09-13',
    2020: '2020-10-01',
    2021: '2021-09-21',
    2022: '2022-09-10',
    2023: '2023-09-29',
    2024: '2024-09-17',
    2025: '2025-10-06',
    2026: '2026-09-25',
  },
  nationalDay: Object.fromEntries([2018, ...years].map(year => [year, `${year}-10-01`])),
}
/** Where Mid-Autumn falls into the break of National Day, its day counts as the day of October that it is. */
const counterpart = (name: string, year: number): string => {
  const date = festivals[name]![year]!
  return name === 'midAutumn' && date >= `${year}-10-01`
    ? `${year - 1}${date.slice(4)}`
    : festivals[name]![year - 1]!
}

describe('the same holiday last year', () => {
  const days = years.flatMap(year => Object.keys(festivals).map(name => [name, year] as const))
  it.each(days)('of %s in %i is the day of that festival', async (name, year) => {
    const date = festivals[name]![year]!
    const answer = await compared({
      period: { from: date, to: date },
      compare: { type: 'lastYearSameHoliday' },
    })
    expect(answer.get('')).toBe(visitsOn(counterpart(name, year)))
  })

  it.each(years)('goes through the week of National Day by dates in %i', async year => {
    // In 2023 the break began in September with Mid-Autumn, and the seventh was worked.
    const period = { from: `${year}-10-01`, to: `${year}-10-0${year === 2023 ? 6 : 7}` }
    const answer = await compared({
      period,
      granularity: 'day',
      compare: { type: 'lastYearSameHoliday' },
    })
    for (const date of between(period.from, period.to))
      expect(answer.get(date), date).toBe(visitsOn(`${year - 1}${date.slice(4)}`))
  })

  it.each(years)('goes through the Spring Festival by the days of the moon in %i', async year => {
    const [from, before] = [festivals.springFestival![year]!, festivals.springFestival![year - 1]!]
    const answer = await compared({
      period: { from, to: add(from, 5) },
      granularity: 'day',
      compare: { type: 'lastYearSameHoliday' },
    })
    for (let day = 0; day <= 5; day++)
      expect(answer.get(add(from, day)), String(day)).toBe(visitsOn(add(before, day)))
  })
})

/** The same date some months before; undefined where that month is too short. */
function monthsBefore(date: string, months: number): string | undefined {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const other = new Date(Date.UTC(year, month - 1 - months, day))
  return other.getUTCDate() === day ? other.toISOString().slice(0, 10) : undefined
}
const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
const months = years.flatMap(year => Array.from({ length: 12 }, (_, index) => [year, index + 1] as const))

describe('last month', () => {
  it.each(months)('at the end of %i-%i is the same date, or nothing', async (year, month) => {
    const to = lastOf(year, month)
    const dates = between(add(to, -4), to)
    const asked = { period: { from: add(to, -4), to }, compare: { type: 'lastMonthSameDay' } } as const
    const byDay = await compared({ ...asked, granularity: 'day' })
    const others = dates.map(date => monthsBefore(date, 1))
    for (const [index, date] of dates.entries())
      expect(byDay.get(date), date).toBe(others[index] === undefined ? null : visitsOn(others[index]))
    const there = others.flatMap(date => date ?? [])
    expect((await compared(asked)).get('')).toBe(there.length === 0 ? null : sumOf(there))
  })

  it.each(years)('holds whole months of %i against whole months', async year => {
    const answer = await compared({
      period: { from: `${year}-01-01`, to: `${year}-12-31` },
      granularity: 'month',
      compare: { type: 'lastMonthSameDay' },
    })
    for (let month = 1; month <= 12; month++) {
      const to = add(`${year}-${two(month)}-01`, -1)
      expect(answer.get(`${year}-${two(month)}`)).toBe(sumOf(between(`${to.slice(0, 7)}-01`, to)))
    }
  })
})

describe('last year', () => {
  it.each(years)('around the end of February %i leaves out what there was not', async year => {
    const period = { from: `${year}-02-26`, to: `${year}-03-03` }
    const answer = await compared({ period, granularity: 'day', compare: { type: 'lastYearSameDay' } })
    for (const date of between(period.from, period.to)) {
      const other = monthsBefore(date, 12)
      expect(answer.get(date), date).toBe(other === undefined ? null : visitsOn(other))
    }
  })

  it.each(years)('holds days of %i against the same weekday where that is asked', async year => {
    const period = { from: `${year}-02-20`, to: `${year}-03-10` }
    const answer = await compared({
      period,
      granularity: 'day',
      compare: { type: 'lastYearSameDay', align: 'weekday' },
    })
    for (const date of between(period.from, period.to))
      expect(answer.get(date), date).toBe(visitsOn(add(date, -364)))
  })

  it.each(years)('holds the weeks over the turn to %i against whole weeks', async year => {
    const monday = (date: string) => add(date, -((new Date(date).getUTCDay() + 6) % 7))
    const from = monday(`${year - 1}-12-25`)
    const answer = await compared({
      period: { from, to: add(from, 20) },
      granularity: 'week',
      compare: { type: 'lastYearSameDay' },
    })
    expect([...answer.values()]).toEqual(
      [0, 7, 14].map(week => sumOf(between(add(from, week - 364), add(from, week - 358)))),
    )
  })

  it.each(years)('holds months, quarters and the year %i against the whole ones before', async year => {
    const period = { from: `${year}-01-01`, to: `${year}-12-31` }
    const compare = { type: 'lastYearSameDay' } as const
    const byMonth = await compared({ period, granularity: 'month', compare })
    for (let month = 1; month <= 12; month++) {
      const from = `${year - 1}-${two(month)}-01`
      expect(byMonth.get(`${year}-${two(month)}`)).toBe(sumOf(between(from, lastOf(year - 1, month))))
    }
    const byQuarter = await compared({ period, granularity: 'quarter', compare })
    for (let quarter = 1; quarter <= 4; quarter++)
      expect(byQuarter.get(`${year}-Q${quarter}`)).toBe(
        sumOf(between(`${year - 1}-${two(quarter * 3 - 2)}-01`, lastOf(year - 1, quarter * 3))),
      )
    expect([...(await compared({ period, granularity: 'year', compare })).values()]).toEqual([
      sumOf(between(`${year - 1}-01-01`, `${year - 1}-12-31`)),
    ])
  })
})

describe('the days before', () => {
  it.each(months)('%i-%i: as many as are asked, over every end of a month', async (year, month) => {
    const from = `${year}-${two(month)}-01`
    const length = 2 + (month % 5)
    const period = { from, to: add(from, length - 1) }
    const answer = await compared({ period, granularity: 'day', compare: { type: 'yesterday' } })
    expect([...answer.values()]).toEqual(between(add(from, -length), add(from, -1)).map(visitsOn))
    const week = await compared({ period, granularity: 'day', compare: { type: 'lastWeekSameDay' } })
    expect([...week.values()]).toEqual(between(add(from, -7), add(from, length - 8)).map(visitsOn))
  })

  it.each(years)('of a whole month are the whole month before, in %i', async year => {
    const answer = await compared({
      period: { from: `${year}-03-01`, to: `${year}-03-31` },
      compare: { type: 'previousPeriod' },
    })
    expect(answer.get('')).toBe(sumOf(between(`${year}-02-01`, lastOf(year, 2))))
  })
})
