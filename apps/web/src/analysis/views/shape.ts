import type { AnalysisAnswer, AnalysisCell, AnalysisMember, AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../lib/figures/figure.ts'
import type { ChartData, ChartSeries } from '../../ui/chart/chart-data.ts'

/** Answers as charts take them: plain functions from rows to categories and series. Nothing unknown becomes nought. */

type Column = AnalysisAnswer['columns'][number]

/** Values of a dimension in the order of the rows, each once. */
export function membersOf(rows: readonly AnalysisRow[], dimension: string): AnalysisMember[] {
  const found = new Map<string, AnalysisMember>()
  for (const row of rows) {
    const member = memberOf(row, dimension)
    if (!found.has(member.id)) found.set(member.id, member)
  }
  return [...found.values()]
}

/** Groups that are numbers and stand in their order. */
const counted = new Set([
  'hourOfDay',
  'dayIndex',
  'periodIndex',
  'weekday',
  'temperatureBand',
  'ageBand',
  'ageBandChecked',
  'dwellBand',
  'frequencyBand',
  'intervalBand',
  'tourBand',
])

/** Values of a dimension from left to right: numbers by size, the others as they came. */
export function orderedMembers(rows: readonly AnalysisRow[], dimension: string): AnalysisMember[] {
  const members = membersOf(rows, dimension)
  return counted.has(dimension) ? members.toSorted((a, b) => Number(a.id) - Number(b.id)) : members
}

/** Names as they are written on axes: a name that stands twice carries its id. */
export function namesOf(members: readonly AnalysisMember[]): string[] {
  const times = new Map<string, number>()
  for (const { name } of members) times.set(name, (times.get(name) ?? 0) + 1)
  return members.map(({ id, name }) => ((times.get(name) ?? 0) > 1 ? `${name} ${id}` : name))
}

type Wish = {
  /** Dimension along the axis. */
  category: string
  /** Dimension of which each value is a series of its own; left out: each metric is. */
  split?: string | undefined
  columns: readonly Column[]
  /** Name of the compared series of a metric or member. */
  comparedName: (name: string) => string
  /** Draws what is held against, too. */
  isCompared: boolean
  /** Reads what it is held against; left out: the value of the compared period. */
  aim?: (cell: AnalysisCell) => number | null | undefined
  /** Reads what is drawn of a cell; left out: its value. */
  read?: (cell: AnalysisCell) => number | null | undefined
  /** Writes a category; left out: its name. */
  written?: (member: AnalysisMember) => string
}

/** Rows as series over categories. */
export function chartOf(
  rows: readonly AnalysisRow[],
  {
    category,
    split,
    columns,
    comparedName,
    isCompared,
    aim = cell => cell.compared,
    read = cell => cell.current,
    written,
  }: Wish,
): ChartData & { members: AnalysisMember[] } {
  const members = orderedMembers(rows, category)
  const groups = split === undefined ? undefined : orderedMembers(rows, split)
  const at = new Map<string, AnalysisRow>()
  for (const row of rows) at.set(keyOf(memberOf(row, category).id, split && memberOf(row, split).id), row)
  const line = (
    name: string,
    key: string,
    group: string | undefined,
    of: (cell: AnalysisCell) => number | null | undefined,
  ): ChartSeries => ({
    name,
    values: members.map(({ id }) => of(cellOf(at.get(keyOf(id, group)), key)) ?? null),
  })
  const shown = groups
    ? namesOf(groups).map((name, index) => ({ name, group: groups[index]?.id, key: columns[0]?.id ?? '' }))
    : columns.map(({ id, label }) => ({ name: label, group: undefined, key: id }))
  return {
    members,
    categories: written ? members.map(written) : namesOf(members),
    series: shown.flatMap(({ name, group, key }) => [
      line(name, key, group, read),
      ...(isCompared ? [{ ...line(comparedName(name), key, group, aim), isCompared: true }] : []),
    ]),
  }
}

const keyOf = (category: string, group: string | undefined) => `${category}\u0001${group ?? ''}`

/** A matrix of one metric: a value for each row and column, null where there is none. */
export function matrixOf(rows: readonly AnalysisRow[], down: string, across: string, key: string) {
  const [left, top] = [orderedMembers(rows, down), orderedMembers(rows, across)]
  const at = new Map(
    rows.map(row => [keyOf(memberOf(row, down).id, memberOf(row, across).id), cellOf(row, key)]),
  )
  const cells = left.map(one => top.map(other => at.get(keyOf(one.id, other.id)) ?? { current: null }))
  return { rows: left, columns: top, cells, values: cells.map(row => row.map(({ current }) => current)) }
}

/** The categories with the most, the largest first, for drawings that have no room for all. */
export function largest<Chart extends ChartData & { members: AnalysisMember[] }>(
  data: Chart,
  most: number,
): Chart {
  if (data.categories.length <= most) return data
  const total = (index: number) => data.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
  const kept = data.categories
    .map((_, index) => index)
    .toSorted((a, b) => total(b) - total(a))
    .slice(0, most)
  const of = <T>(list: readonly T[]): T[] => kept.flatMap(index => list.slice(index, index + 1))
  return {
    ...data,
    members: of(data.members),
    categories: of(data.categories),
    series: data.series.map(series => ({ ...series, values: of(series.values) })),
  }
}

/** The categories that have anything: nought and unknown alike are left out, unless nothing would be left. */
export function withAnything<Chart extends ChartData & { members: AnalysisMember[] }>(data: Chart): Chart {
  const kept = data.categories
    .map((_, index) => index)
    .filter(index => data.series.some(({ values }) => (values[index] ?? 0) !== 0))
  if (kept.length === 0 || kept.length === data.categories.length) return data
  const of = <T>(list: readonly T[]): T[] => kept.flatMap(index => list.slice(index, index + 1))
  return {
    ...data,
    members: of(data.members),
    categories: of(data.categories),
    series: data.series.map(series => ({ ...series, values: of(series.values) })),
  }
}

/** Each series of a chart as a share of its category in per cent; unknown where the category has nothing. */
export function sharesOf(data: ChartData): ChartData {
  const totals = data.categories.map((_, index) =>
    data.series
      .filter(series => !series.isCompared)
      .reduce((sum, series) => sum + (series.values[index] ?? 0), 0),
  )
  return {
    categories: data.categories,
    series: data.series
      .filter(series => !series.isCompared)
      .map(series => ({
        ...series,
        values: series.values.map((value, index) => {
          const total = totals[index] ?? 0
          return value === null || total === 0 ? null : (value * 100) / total
        }),
      })),
  }
}

/** Rings of a radar of indices, so that 100 lies on one of them: the outer one and how many there are. */
export function indexRings(values: readonly (number | null)[]): { max: number; rings: number } {
  const highest = Math.max(150, ...values.map(value => value ?? 0))
  const step = [50, 100, 200, 500].find(one => highest / one <= 5) ?? 1000
  const rings = Math.ceil(highest / step)
  return { max: rings * step, rings }
}

/** Five numbers of a spread: lowest, quartiles, highest. */
export type Spread = {
  low: number
  lower: number
  median: number
  upper: number
  high: number
  count: number
}

/** Quartiles by linear interpolation between the sorted values (type 7 of Hyndman and Fan). Undefined without values. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const place = (sorted.length - 1) * share
    const [left, right] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
    return left + (right - left) * (place - Math.floor(place))
  }
  return { low: at(0), lower: at(0.25), median: at(0.5), upper: at(0.75), high: at(1), count: sorted.length }
}

/** The spread of a metric over the buckets of time, for each value of a dimension that has any. */
export function spreadsOf(rows: readonly AnalysisRow[], dimension: string, key: string) {
  return membersOf(rows, dimension).flatMap(member => {
    const values = rows
      .filter(row => memberOf(row, dimension).id === member.id)
      .flatMap(row => cellOf(row, key).current ?? [])
    const spread = spreadOf(values)
    return spread ? [{ member, spread }] : []
  })
}

/** Moves between places: who goes where, without those that stay in one (ids of two kinds may be alike), the largest first. */
export function linksOf(rows: readonly AnalysisRow[], from: string, to: string, key: string, most = 60) {
  const isBetweenKinds = !from.startsWith('origin') && to !== 'partner'
  return rows
    .map(row => ({ from: memberOf(row, from), to: memberOf(row, to), value: cellOf(row, key).current ?? 0 }))
    .filter(link => link.value > 0 && (isBetweenKinds || link.from.id !== link.to.id))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, most)
}

/**
 * The largest links of the places that most begins at, as many as have room for their names and for the names of where they lead:
 * each shop has doors and floors of its own.
 */
export function busiestSources(links: ReturnType<typeof linksOf>, mostPlaces: number, mostLinks: number) {
  const sums = new Map<string, number>()
  for (const { from, value } of links) sums.set(from.id, (sums.get(from.id) ?? 0) + value)
  const kept = new Set<string>()
  const ends = new Set<string>()
  for (const [id] of [...sums].toSorted(([, a], [, b]) => b - a)) {
    const own = links.flatMap(({ from, to }) => (from.id === id ? [to.id] : []))
    const both = new Set([...ends, ...own])
    if (kept.size > 0 && (kept.size >= mostPlaces || both.size > mostPlaces)) break
    kept.add(id)
    for (const end of own) ends.add(end)
  }
  return {
    links: links.filter(({ from }) => kept.has(from.id)).slice(0, mostLinks),
    shown: kept.size,
    places: sums.size,
  }
}

/** `2026-11-20` is `11-20`; below a day the date stands only where there are several days. */
export function timeText(label: string, isOneDay: boolean): string {
  const found = /^\d{4}-(\d\d-\d\d)(?: (\d\d:\d\d))?$/.exec(label)
  if (!found) return label
  const [, day = '', clock] = found
  return clock === undefined ? day : isOneDay ? clock : `${day} ${clock}`
}

/** Indices of Saturdays and Sundays among labels of days; none for other labels. */
export function weekendsIn(labels: readonly string[]): number[] {
  return labels.flatMap((label, index) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(label)) return []
    const day = new Date(`${label}T00:00:00Z`).getUTCDay()
    return day === 0 || day === 6 ? [index] : []
  })
}

const ofSales = new Set(['buyers', 'deals', 'sales', 'items', 'bagRate'])
const insideShops = new Set(['floor', 'zone', 'entrance'])
/** Sales that no till tells the floor, zone or door of are unknown there, not nought. */
export function withoutUnplaced(answer: AnalysisAnswer): AnalysisAnswer {
  const isInside = answer.columns.some(({ kind, id }) => kind === 'dimension' && insideShops.has(id))
  const unplaced = isInside
    ? answer.columns.filter(
        ({ kind, id }) =>
          kind === 'metric' && ofSales.has(id) && answer.rows.every(row => !cellOf(row, id).current),
      )
    : []
  if (unplaced.length === 0) return answer
  const none = Object.fromEntries(unplaced.map(({ id }) => [id, { current: null }]))
  return {
    ...answer,
    rows: answer.rows.map(row => ({ ...row, ...none })),
    ...(answer.totals ? { totals: { ...answer.totals, ...none } } : {}),
  }
}

/** The lowest coverage among the cells of an answer, 0–1; undefined where nothing is said about it. */
export function coverageOf({ rows, columns }: AnalysisAnswer): number | undefined {
  const keys = columns.filter(({ kind }) => kind === 'metric').map(({ id }) => id)
  const said = rows.flatMap(row => keys.flatMap(key => cellOf(row, key).coverage ?? []))
  return said.length === 0 ? undefined : said.reduce((sum, value) => sum + value, 0) / said.length
}
