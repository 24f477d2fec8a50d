import { type Question, question as questionSchema } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { statutoryCalendar } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/days.ts'
import { finish, prepare } from './prepare.ts'
import type { MonthTarget, PlaceTarget } from './targets.ts'

const targets: MonthTarget[] = [
  { shop: 11, month: '2026-09', visits: 3000, sales: null },
  { shop: 11, month: '2026-10', visits: 6200, sales: 31_000 },
  { shop: 12, month: '2026-10', visits: 3100, sales: null },
  { shop: 13, month: '2026-10', visits: 310, sales: 310 },
]
const placeTargets: PlaceTarget[] = [
  { kind: 'floor', id: '31', month: '2026-10', visits: 3100 },
  { kind: 'floor', id: '32', month: '2026-10', visits: 6200 },
  { kind: 'entrance', id: '31', month: '2026-10', visits: 310 },
]
const prepared = (asked: Omit<Question, 'period'> & { period?: Question['period'] }) =>
  prepare(questionSchema.parse({ period: { from: '2026-10-01', to: '2026-10-10' }, ...asked }), {
    shops: [11, 12, 13],
    everyShop: false,
    today: dayOf('2026-10-18'),
    slot: 183,
    calendar: statutoryCalendar(),
    targets,
    placeTargets,
  })

/** Rows by what a statement's answer is of: the flow's by its keys, the shops' by theirs. */
function answered(
  asked: Parameters<typeof prepared>[0],
  { rows, total, shops = [] }: { rows: unknown[][]; total?: unknown[][]; shops?: unknown[][] },
) {
  const question = prepared(asked)
  const totals = new Map(question.requests.map(request => [request.key, request.total]))
  return finish(question, key => (/^\d/.test(key) ? shops : totals.get(key) ? (total ?? []) : rows))
}
const received = [10, 10, 0]

describe('the share of a target', () => {
  it('spreads the target of a month over its days', () => {
    const { rows } = answered(
      { metrics: ['visits'], dimensions: ['shop'], calc: ['progress'] },
      {
        rows: [
          ['11', 1500, ...received],
          ['12', 1500, ...received],
        ],
      },
    )
    // 6,200 and 3,100 over the 31 days of October: 200 and 100 a day.
    expect(rows.map(({ cells }) => cells.visits)).toMatchObject([
      { current: 1500, target: 2000, progress: 75 },
      { current: 1500, target: 1000, progress: 150 },
    ])
  })

  it('takes from each month its own days', () => {
    const { rows } = answered(
      {
        metrics: ['visits'],
        dimensions: ['shop'],
        calc: ['progress'],
        period: { from: '2026-09-29', to: '2026-10-03' },
      },
      { rows: [['11', 400, ...received]] },
    )
    // Two days of 3,000 over 30, three of 6,200 over 31.
    expect(rows[0]?.cells.visits).toMatchObject({ target: 800, progress: 50 })
  })

  it('has a target for each bucket', () => {
    const { rows } = answered(
      {
        metrics: ['sales'],
        filters: [],
        granularity: 'week',
        dimensions: ['shop'],
        calc: ['progress'],
        period: { from: '2026-10-01', to: '2026-10-11' },
      },
      { rows: [[dayOf('2026-09-28'), '11', 2000]] },
    )
    // 1 to 4 October, then 5 to 11: 1,000 yuan a day.
    expect(rows.map(({ cells }) => cells.sales?.target)).toEqual([4000, 7000])
  })

  it('adds the targets of the shops of a group, and of all of them for the total', () => {
    const { rows, totals } = answered(
      { metrics: ['visits'], dimensions: ['city'], calc: ['progress'], totals: true },
      {
        rows: [
          ['7', 1200, ...received],
          ['8', 1500, ...received],
        ],
        total: [[2700, ...received]],
        shops: [
          ['7', '11', 1],
          ['7', '13', 1],
          ['8', '12', 1],
        ],
      },
    )
    expect(rows.map(({ cells }) => cells.visits?.target)).toEqual([2100, 1000])
    expect(totals?.visits).toMatchObject({ current: 2700, target: 3100, progress: 87.0968 })
  })

  it('is unknown where a shop of the row has no target', () => {
    const { rows } = answered({ metrics: ['sales'], calc: ['progress'] }, { rows: [[5000, ...received]] })
    expect(rows[0]?.cells.sales).toMatchObject({ target: null, progress: null })
  })

  it('is refused in both languages for what has no target', () => {
    const refusals = [
      { metrics: ['bagRate'], calc: ['progress'] },
      { metrics: ['visits'], dimensions: ['gender'], calc: ['progress'] },
      { metrics: ['visits'], granularity: 'hour' as const, calc: ['progress'] },
    ].map(asked => {
      try {
        prepared(asked)
        return undefined
      } catch (error) {
        return (error as { text: { zh: string; en: string } }).text
      }
    })
    expect(refusals).toEqual([
      {
        zh: '「提袋率」没有目标:目标只设在人次与销售额上,出入口另有进',
        en: 'There are no targets of Bag rate: they are set for visits and sales, of entrances for entries too',
      },
      {
        zh: '目标按门店、楼层、出入口或区域设定,不能再按内部或顾客特征细分',
        en: 'Targets are of shops, floors, entrances or zones: parts of them or kinds of customers have none',
      },
      { zh: '目标最细到天', en: 'Targets are by whole days or longer' },
    ])
  })
})

describe('the share of a target of a part of a shop', () => {
  const rows = [
    ['31', 1500, ...received],
    ['32', 1000, ...received],
  ]
  it('is that of its own target, the total that of all', () => {
    const { rows: shown, totals } = answered(
      {
        metrics: ['visits'],
        dimensions: ['floor'],
        calc: ['progress'],
        totals: true,
        filters: [{ member: 'floor', op: 'in', values: ['31', '32'] }],
      },
      { rows, total: [[2500, ...received]] },
    )
    // 3,100 and 6,200 over the 31 days of October, ten days of each.
    expect(shown.map(({ cells }) => cells.visits)).toMatchObject([
      { current: 1500, target: 1000, progress: 150 },
      { current: 1000, target: 2000, progress: 50 },
    ])
    expect(totals?.visits).toMatchObject({ target: 3000, progress: 83.3333 })
  })

  it('is none where a month has no target, and refused of what has none', () => {
    const { rows: shown } = answered(
      {
        metrics: ['visits'],
        dimensions: ['floor'],
        calc: ['progress'],
        period: { from: '2026-09-30', to: '2026-10-02' },
      },
      { rows },
    )
    expect(shown.map(({ cells }) => cells.visits?.target)).toEqual([null, null])
    for (const refused of [
      { metrics: ['storeRate'], dimensions: ['floor'] },
      { metrics: ['visits'], dimensions: ['floor', 'gender'] },
      {
        metrics: ['visits'],
        dimensions: ['floor'],
        filters: [{ member: 'gender', op: 'in' as const, values: ['man'] }],
      },
    ])
      expect(() => prepared({ ...refused, calc: ['progress'] })).toThrow()
  })
})
