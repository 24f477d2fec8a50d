import { type Question, question as questionSchema } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { statutoryCalendar } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/days.ts'
import type { Context } from './normalize.ts'
import { prepare } from './prepare.ts'

const context: Context = {
  shops: [11, 12],
  everyShop: false,
  today: dayOf('2026-10-18'),
  slot: 183,
  calendar: statutoryCalendar(),
}
const march: Question = { metrics: ['visits'], period: { from: '2026-03-01', to: '2026-03-31' } }
const prepared = (asked: Question, more: Partial<Context> = {}) =>
  prepare(questionSchema.parse(asked), { ...context, ...more })
const tablesOf = (asked: Question, more: Partial<Context> = {}) =>
  prepared(asked, more).plan.parts.map(({ table }) => table)
const statementsOf = (asked: Question, more: Partial<Context> = {}) =>
  prepared(asked, more).requests.map(({ statement }) => statement)
const refusalOf = (asked: Question) => {
  try {
    prepared(asked)
  } catch (error) {
    return error as { text: { zh: string; en: string }; details: { errors: { path: string }[] } }
  }
  throw new Error('was not refused')
}

describe('a statement', () => {
  it('binds what the caller sent and never writes it into the text', () => {
    const hostile = '7) OR 1=1 --'
    const [statement] = statementsOf({
      ...march,
      filters: [{ member: 'entrance', op: 'in', values: [hostile] }],
    })
    expect(statement!.sql).not.toContain('1=1')
    expect(Object.values(statement!.params)).toContainEqual([hostile])
  })

  it('names many shops and members in lists that a server takes', () => {
    const shops = Array.from({ length: 12_000 }, (_, at) => 1_000_000 + at)
    const values = shops.map(String)
    const [statement] = statementsOf(
      { ...march, filters: [{ member: 'entrance', op: 'notIn', values }] },
      { shops },
    )
    const lists = Object.values(statement!.params).filter(value => Array.isArray(value))
    expect(lists.flat().filter(value => Number(value) >= 1_000_000)).toHaveLength(24_000)
    for (const list of lists) expect(JSON.stringify(list).length).toBeLessThan(128 * 1024)
  })

  it('reads as one would write it by hand', () => {
    expect(statementsOf({ ...march, granularity: 'day' }, { everyShop: true })).toEqual([
      {
        sql: [
          "SELECT toUInt16(biz_date) AS bucket, toFloat64(sumIf(toInt64(in_n) - staff_n, node_kind != 'outside')) AS v0, sum(expected_n) AS expected, sum(least(got_n, expected_n)) AS covered, sum(imputed_n) AS imputed, sum(got_n) AS got",
          'FROM flow_day FINAL',
          'WHERE biz_date BETWEEN {p0:Date} AND {p1:Date}',
          '  AND node_kind IN {p2:Array(String)}',
          'GROUP BY bucket',
        ].join('\n'),
        params: { p0: '2026-03-01', p1: '2026-03-31', p2: ['entrance'] },
      },
    ])
  })

  it('reads records of the kinds that it counts and no others: they have states of their own', () => {
    const [statement] = statementsOf({
      ...march,
      metrics: ['problemsClosed', 'evaluations'],
      dimensions: ['status'],
    })
    expect(Object.values(statement!.params)).toContainEqual(['problem', 'evaluation', 'evaluation-item'])
    expect(statement!.sql).toMatch(/AND kind IN \{p\d:Array\(String\)\}/)
  })

  it('gives no figure per shop by what shops have on days of their own', () => {
    const metrics = [{ metric: 'visits', calc: 'perShop' }]
    expect(refusalOf({ ...march, metrics, dimensions: ['weather'] }).text.en).toMatch(
      /per shop is not known by Weather/,
    )
    expect(
      prepared({ ...march, metrics, dimensions: ['city'] }).plan.formulas.get('visits.perShop')?.kind,
    ).toBe('ratio')
  })

  it('reads lines that look outside for passers alone: they say nothing of what is due and received at the doors', () => {
    const { parts } = prepared({ ...march, metrics: ['visits', 'passers', 'storeRate', 'exits'] }).plan
    expect(parts.map(({ level, values }) => [level?.values, values.length])).toEqual([
      [['entrance'], 2],
      [['entrance', 'outside'], 2],
    ])
  })

  it('says of what only a part is counted, since the groups are told of visits alone', () => {
    const matched = (dimensions: string[]) => [
      ...prepared({ ...march, metrics: ['deals', 'visits'], dimensions }).plan.matched,
    ]
    expect(matched(['gender'])).toEqual(['deals'])
    expect(matched(['shop'])).toEqual([])
  })

  it('joins shops and weather only where a dimension needs them', () => {
    const [plain] = statementsOf({ ...march, dimensions: ['shop'] })
    expect(plain!.sql).not.toContain('JOIN')
    const [byCity] = statementsOf({ ...march, dimensions: ['city'] })
    expect(byCity!.sql).toContain('FROM shop FINAL')
    expect(byCity!.sql).not.toContain('weather_day')
    const [byWeather] = statementsOf({ ...march, dimensions: ['weather'] })
    expect(byWeather!.sql.indexOf('FROM shop FINAL')).toBeLessThan(byWeather!.sql.indexOf('weather_day'))
  })

  it('takes moves between formats from those between shops, with the format of either', () => {
    const [statement] = statementsOf({
      ...march,
      metrics: ['transitions'],
      dimensions: ['originFormat', 'format'],
    })
    expect(statement!.sql).toContain('ON from_id = from_shop')
    expect(statement!.sql).toContain('ON shop_id = joined_shop')
    expect(Object.values(statement!.params)).toContainEqual(['shop'])
  })

  it('reads the part of a day that is cut short from a table fine enough, and the rest from the rollup', () => {
    const compared = prepared(
      { metrics: ['visits'], period: { preset: 'last7Days' }, compare: { type: 'lastWeekSameDay' } },
      { everyShop: true },
    ).requests.find(({ side }) => side === 'compared')!
    expect(compared.statement.sql).toMatch(/FROM flow_day FINAL[\s\S]*UNION ALL[\s\S]*FROM flow_raw FINAL/)
  })
})

describe('a plan', () => {
  it('reads the coarsest table that has everything', () => {
    const everyShop = { everyShop: true }
    expect(tablesOf(march, everyShop)).toEqual(['flow_day'])
    expect(tablesOf({ ...march, granularity: 'hour' }, everyShop)).toEqual(['flow_hour'])
    expect(tablesOf({ ...march, timeWindow: { from: '10:00', to: '12:00' } }, everyShop)).toEqual([
      'flow_hour',
    ])
    expect(tablesOf({ ...march, timeWindow: { from: '10:30', to: '12:00' } }, everyShop)).toEqual([
      'flow_raw',
    ])
    expect(tablesOf({ ...march, granularity: '5min' }, everyShop)).toEqual(['flow_raw'])
    expect(tablesOf({ ...march, metrics: ['visitors', 'newCustomers'] })).toEqual(['people_day'])
    expect(tablesOf({ ...march, metrics: ['visitors'], dimensions: ['gender'] })).toEqual(['face_visit'])
    expect(tablesOf({ ...march, metrics: ['sales'], dimensions: ['goods'] })).toEqual(['goods_day'])
    expect(tablesOf({ ...march, metrics: ['deals'], dimensions: ['goods'] })).toEqual(['sale_line'])
  })

  it('reads days of few shops from the order by shop', () => {
    expect(statementsOf(march)[0]!.sql).toContain('FROM flow_shop_day FINAL')
  })

  it('counts the source that a question names', () => {
    expect(tablesOf({ ...march, source: 2 })).toEqual(['people_day'])
    expect(tablesOf({ ...march, source: 1 })).toEqual(['flow_day'])
    expect(
      tablesOf({
        metrics: [
          { metric: 'visits', source: 1 },
          { metric: 'visits', source: 2 },
        ],
        period: march.period,
      }),
    ).toEqual(['flow_day', 'people_day'])
  })

  it('does not let clerks into visits that stand beside clerks', () => {
    const parts = prepared({ ...march, metrics: ['repeats', 'clerksOnDuty'] }).plan.parts
    expect(parts.filter(({ leavesClerksOut }) => leavesClerksOut)).toHaveLength(1)
    expect(parts.filter(({ leavesClerksOut }) => !leavesClerksOut)).toHaveLength(1)
  })

  it('asks for the authority of the metric, of the source it is counted from, and of the dimension', () => {
    const needed = (asked: Question) => prepared(asked).plan.authorities.map(({ anyOf }) => anyOf.join('|'))
    expect(needed(march)).toEqual([])
    expect(needed({ ...march, dimensions: ['gender'] })).toEqual(['flow.face|customer.view'])
    expect(needed({ ...march, metrics: ['bagRate'] })).toContain('sales.view')
    expect(needed({ ...march, metrics: ['sales'], dimensions: ['clerk'] })).toEqual([
      'sales.view',
      'sales.view',
      'clerk.view',
    ])
    expect(
      needed({ ...march, metrics: ['visits'], filters: [{ member: 'person', op: 'in', values: [1] }] }),
    ).toContain('customer.face')
  })
})

describe('a question that cannot be answered', () => {
  it.each([
    [{ ...march, metrics: ['footfall'] }, 'metrics.0'],
    [{ ...march, metrics: ['siteVisits'] }, 'metrics.0'],
    [{ ...march, metrics: [{ metric: 'visits', calc: 'guess' }] }, 'metrics.0'],
    [{ ...march, dimensions: ['colour'] }, 'dimensions.0'],
    [{ ...march, dimensions: ['time'] }, 'dimensions.0'],
    [{ ...march, source: 'gossip' }, 'metrics.0'],
    [{ ...march, metrics: ['occupancy'], dimensions: ['gender'] }, 'metrics.0'],
    [{ ...march, metrics: ['visitors'], granularity: 'hour', dimensions: ['pos'] }, 'metrics.0'],
    [{ ...march, filters: [{ member: 'mood', op: 'in', values: ['good'] }] }, 'filters.0'],
    [{ ...march, compare: { type: 'lastYearSameHoliday' } }, 'compare'],
    [{ ...march, granularity: 'month', compare: { type: 'lastWeekSameDay' } }, 'compare'],
    [{ ...march, period: { from: '2001-01-01', to: '2026-01-01' } }, 'period'],
    [{ ...march, order: [{ by: 'time' }, { by: 'beauty' }] }, 'order.1'],
    [{ ...march, dimensions: ['shop'], order: [{ by: 'floor' }] }, 'order.0'],
    [{ ...march, dimensions: ['shop'], top: { dimension: 'floor', count: 3 } }, 'top.dimension'],
    [{ ...march, dimensions: ['shop'], top: { dimension: 'shop', count: 3, by: 'sales' } }, 'top.by'],
  ] as [Question, string][])('%j says where and why in both languages', (asked, path) => {
    const { text, details } = refusalOf(asked)
    expect(details.errors[0]!.path).toBe(path)
    expect(text.zh).toMatch(/\p{Script=Han}/u)
    expect(text.en).toMatch(/^[\x20-\x7e“”]+$/)
  })
})

it('takes scores by item from the items, and else from whole evaluations', () => {
  const asked: Question = { ...march, metrics: ['score'] }
  const [whole] = statementsOf(asked)
  expect(whole!.sql).toContain("kind = 'evaluation' AND has_score = 1")
  expect(whole!.sql).not.toContain('evaluation-item')
  for (const more of [
    { dimensions: ['evaluationItem'] },
    { filters: [{ member: 'evaluationItem', op: 'in' as const, values: ['4'] }] },
  ]) {
    const [byItem] = statementsOf({ ...asked, ...more })
    expect(byItem!.sql).toContain("kind = 'evaluation-item' AND is_checked = 1")
    expect(byItem!.sql).not.toContain('has_score')
  }
})
