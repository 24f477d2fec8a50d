import { describe, expect, it } from 'vitest'
import { type Asking, granularitiesFor, granularityOf, ignoredFilters, placed, questionOf } from './ask.ts'
import type { ViewPanel } from './view.ts'

const title = { zh: '图', en: 'Panel' }
const panel = (more: Partial<ViewPanel>): ViewPanel => ({
  id: 'p1',
  kind: 'trend',
  title,
  metrics: ['visits'],
  ...more,
})
const asking = (more: Partial<Asking> = {}): Asking => ({
  scope: { kind: 'all' },
  shops: [],
  period: { from: '2026-10-01', to: '2026-10-07' },
  dayTypes: [],
  members: {},
  topN: 10,
  ...more,
})
const all = () => true

describe('the granularity of a panel', () => {
  const trend = panel({ by: ['time'], granularity: ['5min', 'hour', 'day', 'week'] })

  it('is offered only where it gives at most 400 points', () => {
    expect(granularitiesFor(trend, { from: '2026-10-01', to: '2026-10-01' })).toContain('5min')
    expect(granularitiesFor(trend, { from: '2026-10-01', to: '2026-10-30' })).toEqual(['day', 'week'])
  })

  it('is the user’s where the panel offers it, else the first that gives more than one point', () => {
    expect(granularityOf(trend, asking({ granularity: 'week' }))).toBe('week')
    expect(granularityOf(trend, asking({ granularity: 'month' }))).toBe('hour')
    const days = panel({ by: ['time'], granularity: ['day', 'hour'] })
    expect(granularityOf(days, asking({ period: { from: '2026-10-01', to: '2026-10-01' } }))).toBe('hour')
  })

  it('is never below the hour for people inside', () => {
    const inside = panel({ metrics: ['occupancy'], by: ['time'], granularity: ['15min', 'hour'] })
    expect(granularitiesFor(inside, asking().period)).toEqual(['hour'])
  })
})

describe('the question of a panel', () => {
  it('asks for mini curves beside the values of a whole period, never of a series', () => {
    const table = panel({ kind: 'table', by: ['shop'], calc: ['share', 'sparkline'] })
    expect(questionOf(table, asking(), all)).toMatchObject({
      metrics: ['visits'],
      granularity: 'none',
      calc: ['share', 'sparkline'],
    })
    const series = panel({ by: ['time'], granularity: ['day'], calc: ['sparkline'] })
    expect(questionOf(series, asking(), all).calc).toEqual([])
  })

  it('asks for the days of single shops where they are grouped by weather, which differs between shops', () => {
    const boxes = panel({ kind: 'boxplot', by: ['weather'] })
    expect(questionOf(boxes, asking(), all)).toMatchObject({
      dimensions: ['weather', 'shop'],
      granularity: 'day',
    })
    const points = panel({ kind: 'scatter', by: ['temperatureBand'] })
    expect(questionOf(points, asking(), all)).toMatchObject({
      dimensions: ['temperatureBand', 'shop'],
      granularity: 'day',
    })
    const one = asking({ scope: { kind: 'shop', shopId: '7' } })
    expect(questionOf(boxes, one, all).dimensions).toEqual(['weather'])
    expect(questionOf(panel({ kind: 'boxplot', by: ['weekday'] }), asking(), all).dimensions).toEqual([
      'weekday',
    ])
  })

  it('asks for effects by factor instead of the values', () => {
    const question = questionOf(panel({ kind: 'rank', by: ['factor'], calc: ['effect'] }), asking(), all)
    expect(question).toMatchObject({
      metrics: [{ metric: 'visits', calc: 'effect' }],
      dimensions: ['factor'],
      granularity: 'none',
      calc: [],
      order: [{ by: 'visits.effect' }],
    })
  })

  it('asks for the effect of the one factor that the panel names, the smallest first, whatever days are picked', () => {
    const rain = panel({
      kind: 'rank',
      by: ['shop'],
      calc: ['effect'],
      factors: ['rain'],
      isAscending: true,
    })
    const picked = asking({ members: { weather: ['rain'], activity: ['4'] }, dayTypes: ['weekend'] })
    const question = questionOf(rain, picked, all)
    expect(question).toMatchObject({
      dimensions: ['shop'],
      filters: [{ member: 'factor', op: 'in', values: ['rain'] }],
      order: [{ by: 'visits.effect', direction: 'asc' }],
    })
    expect(question.filters).toHaveLength(1)
    expect(question.dayTypes).toBeUndefined()
    expect(ignoredFilters(rain, picked, all)).toEqual(['weather', 'activity'])
  })

  it('asks for what was expected beside what was', () => {
    const question = questionOf(
      panel({ by: ['time'], granularity: ['day'], calc: ['expected'] }),
      asking(),
      all,
    )
    expect(question).toMatchObject({ metrics: ['visits'], calc: ['expected'] })
  })

  it('asks for shares of targets beside the values', () => {
    const question = questionOf(panel({ kind: 'rank', by: ['shop'], calc: ['progress'] }), asking(), all)
    expect(question).toMatchObject({ metrics: ['visits'], dimensions: ['shop'], calc: ['progress'] })
  })

  it('asks for the scope, the shops chosen, days and filters', () => {
    const question = questionOf(
      panel({ by: ['time'], granularity: ['day'] }),
      asking({
        scope: { kind: 'area', level: 'city', id: '310100' },
        shops: ['7', '9'],
        dayTypes: ['weekend'],
        timeWindow: { from: '10:00', to: '22:00' },
        members: { weather: ['rain'] },
      }),
      all,
    )
    expect(question).toMatchObject({
      metrics: ['visits'],
      dimensions: [],
      granularity: 'day',
      dayTypes: ['weekend'],
      timeWindow: { from: '10:00', to: '22:00' },
      filters: [
        { member: 'area', op: 'in', values: ['310100'] },
        { member: 'shop', op: 'in', values: ['7', '9'] },
        { member: 'weather', op: 'in', values: ['rain'] },
      ],
    })
  })

  it('compares only where the panel offers that comparison', () => {
    const compare = { type: 'yesterday' } as const
    expect(questionOf(panel({ compare: ['yesterday'] }), asking({ compare }), all).compare).toEqual(compare)
    expect(
      questionOf(panel({ compare: ['lastWeekSameDay'] }), asking({ compare }), all).compare,
    ).toBeUndefined()
    expect(questionOf(panel({}), asking({ compare }), all).compare).toBeUndefined()
  })

  it('ranks by size, and by growth where growth is the point and something is compared', () => {
    const rank = panel({ kind: 'rank', by: ['shop'], compare: ['yesterday'], calc: ['growth'] })
    expect(questionOf(rank, asking(), all).order).toEqual([
      { by: 'visits', value: 'current', direction: 'desc' },
    ])
    expect(questionOf(rank, asking({ compare: { type: 'yesterday' } }), all).order).toEqual([
      { by: 'visits', value: 'growth', direction: 'desc' },
    ])
    expect(
      questionOf(panel({ kind: 'rank', by: ['weekday'], sort: 'natural' }), asking(), all).order,
    ).toBeUndefined()
  })

  it('asks for each reading of a metric, and for the plain one beside a total', () => {
    const kpi = panel({ kind: 'kpi', calc: ['total', 'average', 'peak'] })
    expect(questionOf(kpi, asking(), all).metrics).toEqual([
      'visits',
      { metric: 'visits', calc: 'average' },
      { metric: 'visits', calc: 'peak' },
    ])
    expect(questionOf(panel({ kind: 'rank', by: ['shop'], calc: ['share'] }), asking(), all)).toMatchObject({
      metrics: ['visits'],
      calc: ['share'],
    })
  })

  it('has totals of their own for tables', () => {
    expect(questionOf(panel({ kind: 'table', by: ['shop'] }), asking(), all).totals).toBe(true)
    expect(questionOf(panel({ kind: 'rank', by: ['shop'] }), asking(), all).totals).toBe(false)
  })

  it('asks for moves from place to place and for pairs', () => {
    expect(
      questionOf(panel({ kind: 'sankey', metrics: ['transitions'], by: ['zone'] }), asking(), all).dimensions,
    ).toEqual(['origin', 'zone'])
    expect(
      questionOf(panel({ kind: 'chord', metrics: ['transitions'], by: ['format'] }), asking(), all)
        .dimensions,
    ).toEqual(['originFormat', 'format'])
    expect(
      questionOf(panel({ kind: 'chord', metrics: ['covisits'], by: ['brand'] }), asking(), all).dimensions,
    ).toEqual(['brand', 'partner'])
    expect(
      questionOf(panel({ kind: 'rank', metrics: ['lift'], by: ['brand'] }), asking(), all).dimensions,
    ).toEqual(['brand', 'partner'])
    const mixed = panel({ kind: 'table', metrics: ['visits', 'covisits'], by: ['format'] })
    expect(questionOf(mixed, asking(), all).metrics).toEqual(['visits'])
  })

  it('goes by the user’s own parts of the day where its groups are parts of the day', () => {
    const intervals = [{ name: 'Lunch', from: '11:00', to: '14:00' }]
    const asked = (by: string[]) => questionOf(panel({ kind: 'rank', by }), asking({ intervals }), all)
    expect(asked(['interval']).intervals).toEqual(intervals)
    expect(asked(['shop'])).not.toHaveProperty('intervals')
    expect(questionOf(panel({ by: ['interval'] }), asking(), all)).not.toHaveProperty('intervals')
  })

  it('leaves out metrics that do not know the groups', () => {
    const funnel = panel({ kind: 'funnel', metrics: ['visits', 'deals'], by: ['goodsCategory'] })
    expect(questionOf(funnel, asking(), metric => metric === 'deals').metrics).toEqual(['deals'])
  })

  it('names its source where there is one by number', () => {
    expect(questionOf(panel({ source: [2] }), asking(), all).source).toBe(2)
    expect(questionOf(panel({ source: [1, 2] }), asking(), all).source).toBeUndefined()
  })

  it('ends a series of groups after the first five', () => {
    expect(questionOf(panel({ by: ['time', 'shop'], granularity: ['day'] }), asking(), all).top).toEqual({
      dimension: 'shop',
      count: 5,
    })
  })
})

it('says which filters a panel cannot follow, and asks without them', () => {
  const filtered = asking({ members: { gender: ['man'], weather: ['rain'] } })
  const knows = (_metric: string, dimension: string) => dimension === 'weather'
  expect(ignoredFilters(panel({}), filtered, knows)).toEqual(['gender'])
  expect(questionOf(panel({}), filtered, knows).filters).toEqual([
    { member: 'weather', op: 'in', values: ['rain'] },
  ])
})

describe('a map', () => {
  const map = panel({ kind: 'geoMap', by: ['region', 'province', 'city'] })
  const levels = (scope: Asking['scope']) => placed(map, scope).by

  it('shows the chain by its provinces, a province by its cities, a city by its shops', () => {
    expect(levels({ kind: 'all' })).toEqual(['province'])
    expect(levels({ kind: 'area', level: 'region', id: '1' })).toEqual(['province'])
    expect(levels({ kind: 'area', level: 'province', id: '32' })).toEqual(['city'])
    expect(levels({ kind: 'area', level: 'province', id: '31' })).toEqual(['shop'])
    expect(levels({ kind: 'area', level: 'city', id: '3101' })).toEqual(['shop'])
    expect(levels({ kind: 'shop', shopId: '1' })).toEqual(['shop'])
  })

  it('asks by the level it shows', () => {
    const scope = { kind: 'area', level: 'province', id: '32' } as const
    expect(questionOf(placed(map, scope), asking({ scope }), all).dimensions).toEqual(['city'])
  })

  it('of shops alone is one everywhere, and a ranking of its level follows it', () => {
    expect(placed(panel({ kind: 'geoMap', by: ['shop'] }), { kind: 'all' }).by).toEqual(['shop'])
    const rank = panel({ kind: 'rank', by: ['province'], isOfLevel: true })
    expect(questionOf(rank, asking({ metric: 'sales' }), all).metrics).toEqual(['sales'])
    expect(placed(rank, { kind: 'area', level: 'province', id: '32' }).by).toEqual(['city'])
  })
})

it('points and calendars show the weather only where they are of one shop', () => {
  const points = panel({ kind: 'scatter', by: ['time'], colourBy: 'weather' })
  expect(placed(points, { kind: 'all' }).by).toEqual(['time'])
  expect(placed(points, { kind: 'shop', shopId: '1' }).by).toEqual(['time', 'weather'])
  const calendar = panel({ kind: 'calendar', by: ['time'], source: [1, 'weather'] })
  expect(placed(calendar, { kind: 'shop', shopId: '1' }).by).toEqual(['time', 'weather'])
  expect(placed(calendar, { kind: 'all' }).by).toEqual(['time'])
})
