import type { AnalysisAnswer, AnalysisCell, AnalysisRow } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { metaOf } from '../../test/figures.ts'
import {
  busiestSources,
  chartOf,
  coverageOf,
  indexRings,
  largest,
  linksOf,
  matrixOf,
  orderedMembers,
  sharesOf,
  spreadOf,
  timeText,
  weekendsIn,
  withAnything,
} from './shape.ts'

const shop = (id: string) => ({ id, name: `Shop ${id}` })
const columns: AnalysisAnswer['columns'] = [
  { id: 'visits', kind: 'metric', label: 'Visits' },
  { id: 'deals', kind: 'metric', label: 'Deals' },
]
const wish = { comparedName: (name: string) => `${name} before`, columns }

describe('a chart of an answer', () => {
  const rows: AnalysisRow[] = [
    {
      shop: shop('1'),
      time: '2026-10-01',
      visits: { current: 5, compared: 4 },
      deals: { current: 1, compared: null },
    },
    { shop: shop('2'), time: '2026-10-01', visits: { current: 0, compared: null }, deals: { current: null } },
    { shop: shop('1'), time: '2026-10-02', visits: { current: null, compared: 7 }, deals: { current: 2 } },
  ]

  it('has a series a metric, with what it is held against; unknown stays unknown and nought stays nought', () => {
    const chart = chartOf(
      rows.filter(row => 'id' in Object(row.shop) && Object(row.shop).id === '1'),
      {
        ...wish,
        category: 'time',
        isCompared: true,
      },
    )
    expect(chart.categories).toEqual(['2026-10-01', '2026-10-02'])
    expect(chart.series).toEqual([
      { name: 'Visits', values: [5, null] },
      { name: 'Visits before', values: [4, 7], isCompared: true },
      { name: 'Deals', values: [1, 2] },
      { name: 'Deals before', values: [null, null], isCompared: true },
    ])
  })

  it('draws what it is told to read of each cell', () => {
    const running: AnalysisRow[] = [{ time: '2026-10-01', visits: { current: 5, cumulative: 12 } }]
    const read = (cell: AnalysisCell) => (typeof cell.cumulative === 'number' ? cell.cumulative : null)
    const chart = chartOf(running, {
      ...wish,
      columns: columns.slice(0, 1),
      category: 'time',
      isCompared: false,
      read,
    })
    expect(chart.series).toEqual([{ name: 'Visits', values: [12] }])
  })

  it('has a series a group', () => {
    const chart = chartOf(rows, { ...wish, category: 'time', split: 'shop', isCompared: false })
    expect(chart.series).toEqual([
      { name: 'Shop 1', values: [5, null] },
      { name: 'Shop 2', values: [0, null] },
    ])
  })

  it('tells groups of one name apart', () => {
    const twins: AnalysisRow[] = ['3', '4'].map(id => ({
      zone: { id, name: 'Till' },
      visits: { current: Number(id) },
    }))
    expect(chartOf(twins, { ...wish, category: 'zone', isCompared: false }).categories).toEqual([
      'Till 3',
      'Till 4',
    ])
  })

  it('is a matrix with holes', () => {
    const { rows: down, columns: across, values } = matrixOf(rows, 'shop', 'time', 'visits')
    expect([down.map(({ id }) => id), across.map(({ id }) => id)]).toEqual([
      ['1', '2'],
      ['2026-10-01', '2026-10-02'],
    ])
    expect(values).toEqual([
      [5, null],
      [0, null],
    ])
  })
})

it('groups that are numbers stand by size, and a drawing without room keeps the largest', () => {
  const rows: AnalysisRow[] = ['10', '9', '2'].map(id => ({
    hourOfDay: { id, name: id },
    visits: { current: Number(id) },
  }))
  expect(orderedMembers(rows, 'hourOfDay').map(({ name }) => name)).toEqual(['02:00', '09:00', '10:00'])
  const chart = chartOf(rows, {
    ...wish,
    category: 'hourOfDay',
    isCompared: false,
    columns: columns.slice(0, 1),
  })
  expect(largest(chart, 2)).toMatchObject({ categories: ['10:00', '09:00'], series: [{ values: [10, 9] }] })
  expect(largest(chart, 3)).toBe(chart)
})

it('shares of a category add up to a hundred, and nothing has no shares', () => {
  const shares = sharesOf({
    categories: ['a', 'b'],
    series: [
      { name: 'x', values: [1, 0] },
      { name: 'y', values: [3, null] },
    ],
  })
  expect(shares.series.map(({ values }) => values)).toEqual([
    [25, null],
    [75, null],
  ])
})

it('quartiles lie between the sorted values', () => {
  expect(spreadOf([4, 1, 3, 2])).toEqual({ low: 1, lower: 1.75, median: 2.5, upper: 3.25, high: 4, count: 4 })
  expect(spreadOf([])).toBeUndefined()
})

it('moves leave out those that stay and those that nobody made', () => {
  const place = (id: string) => ({ id, name: id })
  const rows: AnalysisRow[] = [
    { origin: place('a'), zone: place('b'), n: { current: 2 } },
    { origin: place('a'), zone: place('a'), n: { current: 9 } },
    { origin: place('b'), zone: place('c'), n: { current: 5 } },
    { origin: place('c'), zone: place('a'), n: { current: null } },
  ]
  expect(linksOf(rows, 'origin', 'zone', 'n').map(({ from, to, value }) => [from.id, to.id, value])).toEqual([
    ['b', 'c', 5],
    ['a', 'b', 2],
  ])
})

it('moves from doors to floors keep those whose ids happen to be alike', () => {
  const place = (id: string) => ({ id, name: id })
  const rows: AnalysisRow[] = [{ entrance: place('3'), floor: place('3'), n: { current: 4 } }]
  expect(linksOf(rows, 'entrance', 'floor', 'n')).toHaveLength(1)
})

it('links of many places are those of the places that most begins at', () => {
  const link = (from: string, to: string, value: number) => ({
    from: { id: from, name: from },
    to: { id: to, name: to },
    value,
  })
  const all = [link('a', 'x', 9), link('b', 'x', 8), link('c', 'x', 7), link('c', 'y', 6), link('a', 'y', 1)]
  const { links, shown, places } = busiestSources(all, 2, 3)
  expect(links.map(({ from, to }) => `${from.id}${to.id}`)).toEqual(['ax', 'cx', 'cy'])
  expect([shown, places]).toEqual([2, 3])
  // Places that lead elsewhere need room for those names, too.
  const apart = [link('a', 'x', 9), link('a', 'y', 8), link('b', 'u', 7), link('b', 'v', 6)]
  expect(busiestSources(apart, 3, 9)).toMatchObject({ shown: 1, places: 2 })
})

it('times are short, and weekends are known', () => {
  expect(timeText('2026-11-20', false)).toBe('11-20')
  expect(timeText('2026-11-20 10:00', true)).toBe('10:00')
  expect(timeText('2026-11-20 10:00', false)).toBe('11-20 10:00')
  expect(timeText('2026-W40', false)).toBe('2026-W40')
  expect(weekendsIn(['2026-11-20', '2026-11-21', '2026-11-22', '2026-W40'])).toEqual([1, 2])
})

it('coverage is the mean of what is said', () => {
  const answer = (rows: AnalysisRow[]): AnalysisAnswer => ({
    columns,
    rows,
    meta: metaOf(1),
  })
  expect(
    coverageOf(answer([{ visits: { current: 1, coverage: 0.5 }, deals: { current: 1, coverage: 1 } }])),
  ).toBe(0.75)
  expect(coverageOf(answer([{ visits: { current: 1 } }]))).toBeUndefined()
})

it('groups without anything are left out of a chart, unless nothing would be left', () => {
  const members = ['new', 'open', 'closed'].map(id => ({ id, name: id }))
  const data = {
    members,
    categories: members.map(({ name }) => name),
    series: [
      { name: 'East', values: [0, 4, null] },
      { name: 'West', values: [null, 1, 0] },
    ],
  }
  expect(withAnything(data).categories).toEqual(['open'])
  expect(withAnything(data).series.map(({ values }) => values)).toEqual([[4], [1]])
  const none = { ...data, series: [{ name: 'East', values: [0, null, 0] }] }
  expect(withAnything(none)).toBe(none)
})

it('the rings of a radar of indices have 100 among them, few and round', () => {
  expect(indexRings([80, null, 120])).toEqual({ max: 150, rings: 3 })
  expect(indexRings([240])).toEqual({ max: 250, rings: 5 })
  expect(indexRings([310])).toEqual({ max: 400, rings: 4 })
})
