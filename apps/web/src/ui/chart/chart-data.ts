/** One line, bar or slice set. null is unknown and stays a gap; it is never drawn as nought. */
export type ChartSeries = {
  name: string
  values: readonly (number | null)[]
  /** The same of the compared period: the hue of its current series, dashed. */
  isCompared?: boolean
  /** What all others are read against, grey and dashed (`isCompared` too): a median of 100. */
  isReference?: boolean
  /** All that has no series of its own, in the colour of the rest. */
  isRest?: boolean
  /** In per cent whatever the others are: a line on an axis of its own. */
  isShare?: boolean
  /** Stands behind each value in tooltips and the table's header. */
  unit?: string
}
export type ChartData = { categories: readonly string[]; series: readonly ChartSeries[] }

/** What every chart of this folder takes. */
export type ChartProps = {
  /** One sentence that says what the picture shows, for those who do not see it. */
  summary: string
  format?: (value: number) => string
  /** In px; left out: 240. */
  height?: number
  /** A point, bar or slice was chosen by click, or by arrow keys and Enter. */
  onPick?: (index: number, seriesIndex: number) => void
  /** Heading of the table's first column. */
  categoryName?: string
}

export function hasValues(data: ChartData): boolean {
  return data.series.some(series => series.values.some(value => value !== null))
}

/** A value as it is written: a share in per cent among visits carries its sign. */
export const writtenIn = (series: ChartSeries, value: number, format: (value: number) => string): string =>
  series.isShare ? `${value.toFixed(1)}%` : format(value)

/** How many series keep a colour of their own before the rest is grouped. */
const most = 5

/**
 * At most six series: the five largest and `other`, the sum of the rest. Only for what may be added up: counts and
 * amounts, never rates.
 */
export function groupedSeries(data: ChartData, other: string): ChartData {
  if (data.series.length <= most + 1) return data
  const total = (series: ChartSeries) => series.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const kept = new Set(data.series.toSorted((a, b) => total(b) - total(a)).slice(0, most))
  const rest = data.series.filter(series => !kept.has(series))
  return {
    categories: data.categories,
    series: [
      ...data.series.filter(series => kept.has(series)),
      {
        name: other,
        isRest: true,
        values: data.categories.map((_, index) => sumOf(rest.map(one => one.values[index] ?? null))),
      },
    ],
  }
}

/** The slices of a pie, at most six: the five largest and `other`. */
export function groupedSlices(data: ChartData, other: string): ChartData {
  const values = data.series[0]?.values ?? []
  if (data.categories.length <= most + 1) return data
  const order = data.categories
    .map((name, index) => ({ name, value: values[index] ?? null }))
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const rest = order.slice(most)
  return {
    categories: [...order.slice(0, most).map(one => one.name), other],
    series: [
      {
        ...(data.series[0] ?? { name: '' }),
        values: [...order.slice(0, most).map(one => one.value), sumOf(rest.map(one => one.value))],
      },
    ],
  }
}

/** null where every part is unknown. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
