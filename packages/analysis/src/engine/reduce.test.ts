import { type Question, question as questionSchema } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { statutoryCalendar } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/days.ts'
import { columnsOf } from './meta.ts'
import type { Context } from './normalize.ts'
import { finish, prepare, type Rows } from './prepare.ts'
import { timeLabels } from './shape.ts'

const first = dayOf('2026-03-02')
const prepared = (more: Partial<Question>, context: Partial<Context> = {}) =>
  prepare(
    questionSchema.parse({
      metrics: ['visits'],
      dimensions: ['shop'],
      period: { from: '2026-03-02', to: '2026-03-04' },
      ...more,
    }),
    {
      shops: [1, 2],
      everyShop: true,
      today: dayOf('2026-03-04'),
      slot: 100,
      calendar: statutoryCalendar(),
      ...context,
    },
  )

describe('a calculation over days', () => {
  const byDay = [
    [first, '1', 4, 10, 10, 0],
    [first, '2', 6, 10, 10, 0],
    [first + 1, '1', 8, 10, 10, 0],
    [first + 1, '2', 0, 10, 0, 0],
    [first + 2, '2', 2, 10, 10, 0],
  ]
  const answered = (calc: string, metric = 'visits', totals: Rows = [[20, 60, 40, 0]]) =>
    finish(prepared({ metrics: [{ metric, calc }], totals: true }), key =>
      key.startsWith('0.0:')
        ? byDay
        : key.endsWith('#total')
          ? totals
          : [
              ['1', 12, 30, 20, 0],
              ['2', 8, 30, 20, 0],
            ],
    )

  it('has as its total that of all groups together, day by day', () => {
    const { rows, totals } = answered('average')
    expect(rows.map(({ cells }) => cells['visits.average']?.current)).toEqual([6, 4])
    // 10, 8 and 2 came.
    expect(totals?.['visits.average']?.current).toBe(6.6667)
    expect(answered('peak').totals?.['visits.peak']?.current).toBe(10)
  })

  it('leaves the total blank where groups do not add up', () => {
    expect(answered('average', 'storeRate').totals?.['storeRate.average']?.current).toBeNull()
  })
})

describe('a mean by weather over several shops', () => {
  const answered = (dimensions: string[], shops = [1, 2], calc = 'average') => {
    const one = prepared({ metrics: [{ metric: 'visits', calc }], dimensions, totals: true }, { shops })
    return finish(one, key =>
      key.startsWith('0.0:')
        ? [
            // On the first day it rained at both shops, on the second at one, on the third at none.
            [first, 'rain', '1', 30, 10, 10, 0],
            [first, 'rain', '2', 10, 10, 10, 0],
            [first + 1, 'rain', '1', 20, 10, 10, 0],
            [first + 1, 'sunny', '2', 40, 10, 10, 0],
            [first + 2, 'sunny', '1', 50, 10, 10, 0],
            // Nothing was received of shop 2 on the third day: no day without visitors.
            [first + 2, 'sunny', '2', 0, 10, 0, 0],
          ]
        : key.endsWith('#total')
          ? [[150, 60, 50, 0]]
          : [
              ['rain', 60, 30, 30, 0],
              ['sunny', 90, 30, 20, 0],
            ],
    )
  }

  it('is of the days of single shops, not of sums over as many shops as had it', () => {
    const { rows, totals } = answered(['weather'])
    const found = rows.map(({ place, cells }) => [place.members.weather, cells['visits.average']?.current])
    // Three rainy days of a shop: 30, 10 and 20. Two sunny ones: 40 and 50.
    expect(found).toEqual([
      ['sunny', 45],
      ['rain', 20],
    ])
    expect(totals?.['visits.average']?.current).toBe(30)
    expect(
      answered(['weather'], [1, 2], 'peak').rows.map(({ cells }) => cells['visits.peak']?.current),
    ).toEqual([50, 30])
  })

  it('asks for shops only where there are several, and only by what differs between them', () => {
    const dimensionsOf = (dimensions: string[], shops: number[]) =>
      prepared({ metrics: [{ metric: 'visits', calc: 'average' }], dimensions }, { shops }).amendments[0]
        ?.inner[0]?.asked.dimensions
    expect(dimensionsOf(['weather'], [1, 2])).toEqual(['weather', 'shop'])
    expect(dimensionsOf(['weather'], [1])).toEqual(['weather'])
    expect(dimensionsOf(['weekday'], [1, 2])).toEqual(['weekday'])
  })

  it('says so in the name of its column', () => {
    const columns = (shops: number[]) => {
      const metrics = [{ metric: 'visits', calc: 'average' }]
      const one = prepared({ metrics, dimensions: ['weather'] }, { shops })
      return columnsOf(one.asked, one.plan, 'en')
    }
    expect(columns([1, 2]).at(-1)?.label).toBe('Visits · Average (per shop and day)')
    expect(columns([1]).at(-1)?.label).toBe('Visits · Average')
  })
})

it('stands groups of fixed values in their order, and others after them always alike', () => {
  const order = (...ids: string[]) => {
    const one = prepared({ metrics: ['deductions'], dimensions: ['severity'] })
    return finish(one, () => ids.map(id => [id, 1])).rows.map(({ place }) => place.members.severity)
  }
  expect(order('b', 'low', 'a', 'high')).toEqual(['high', 'low', 'a', 'b'])
  expect(order('a', 'high', 'b', 'low')).toEqual(['high', 'low', 'a', 'b'])
})

it('says that groups overlap where a receipt may be in several of them', () => {
  const additivity = (dimensions: string[]) => {
    const one = prepared({ metrics: ['deals'], dimensions })
    return columnsOf(one.asked, one.plan, 'en').at(-1)?.additivity
  }
  expect(additivity(['shop'])).toBe('full')
  expect(additivity(['goodsCategory'])).toBe('parts')
})

it('sums up from row to row in the order that was asked for', () => {
  const { rows } = finish(
    prepared({ calc: ['cumulative'], order: [{ by: 'visits', direction: 'desc' }] }),
    () => [
      ['1', 5, 30, 30, 0],
      ['2', 9, 30, 30, 0],
      ['3', 7, 30, 30, 0],
      ['4', 0, 30, 0, 0],
    ],
  )
  expect(rows.map(({ place, cells }) => [place.members.shop, cells.visits?.cumulative])).toEqual([
    ['2', 9],
    ['3', 16],
    ['1', 21],
    ['4', null],
  ])
})

it('has no figure of hours that have not come yet, and a nought of those in which nothing happened', () => {
  const period = { from: '2026-03-03', to: '2026-03-04' }
  const { rows } = finish(
    prepared({ metrics: ['sales'], dimensions: [], granularity: 'hour', period }, { slot: 150 }),
    key =>
      key.startsWith('arrival')
        ? [
            [first + 1, 1, 1],
            [first + 2, 1, 1],
          ]
        : [
            [first + 1, 132, 5],
            [first + 1, 156, 6],
            [first + 2, 132, 7],
          ],
  )
  expect(rows.map(({ cells }) => cells.sales?.current)).toEqual([5, 0, 6, 7, 0, null])
})

describe('a business day that begins at five', () => {
  const dayCut = 60

  it('says the times of the clock', () => {
    const one = prepared({ dimensions: [], granularity: 'distribution' }, { dayCut })
    const { rows } = finish(one, () => [
      [60, 4, 1, 1, 0],
      [240, 6, 1, 1, 0],
    ])
    const told = rows.map(({ place }) => timeLabels(place, one.asked)?.time)
    expect([told[0], told.at(-1)]).toEqual(['10:00', '01:00'])
    const peak = prepared({ dimensions: [], metrics: [{ metric: 'visits', calc: 'peakHour' }] }, { dayCut })
    const found = finish(peak, key =>
      key.startsWith('0.0:')
        ? [
            [60, 4, 1, 1, 0],
            [240, 6, 1, 1, 0],
          ]
        : [[10, 2, 2, 0]],
    )
    expect(found.rows[0]?.cells['visits.peakHour']?.current).toBe(1)
  })

  it('takes windows of time and hours of the day as the clock says them', () => {
    const window = (from: string, to: string) =>
      prepared({ timeWindow: { from, to } }, { dayCut }).asked.slots
    expect(window('10:00', '24:00')).toEqual([[60, 228]])
    expect(window('22:00', '02:00')).toEqual([[204, 252]])
    expect(window('04:00', '06:00')).toEqual([
      [276, 288],
      [0, 12],
    ])
    expect(window('05:00', '05:00')).toEqual([[0, 288]])
    const [request] = prepared({ dimensions: ['hourOfDay'] }, { dayCut }).requests
    expect(request?.statement.sql).toContain('toString(((hour + 5) % 24))')
  })
})

it('counts as received only what was due: one counter makes up for no other', () => {
  const { rows } = finish(prepared({ dimensions: [] }), () => [[50, 288, 144, 0, 288]])
  expect(rows[0]?.cells.visits).toEqual({ current: 50, coverage: 0.5, imputed: 0 })
  const closed = finish(prepared({ dimensions: [] }), () => [[4, 0, 0, 0, 12]])
  expect(closed.rows[0]?.cells.visits).toEqual({ current: 4, coverage: null, imputed: 0 })
})
