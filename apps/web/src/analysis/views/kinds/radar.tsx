import { cellOf, memberOf } from '../../../lib/figures/figure.ts'
import { useText } from '../../../lib/i18n.ts'
import { RadarChart } from '../../../ui/chart/charts.tsx'
import { dimensionsOf } from '../ask.ts'
import { chartOf, indexRings, namesOf } from '../shape.ts'
import { type Drawing, useWords } from './drawing.ts'
import { numberIn } from './extras.ts'

/** Groups around the rings, or metrics where each is held against the largest of its kind or, as an index, against the median. */
export function Radar(drawing: Drawing) {
  const { panel, answer, height } = drawing
  const { comparedName, isCompared, against, t } = useWords(drawing)
  const columns = answer.columns.filter(({ kind }) => kind === 'metric')
  const [category] = dimensionsOf(panel)
  if (category !== undefined && panel.calc?.includes('index')) return <IndexRadar {...drawing} />
  const spokes = chartOf(answer.rows, {
    category: category ?? '',
    columns,
    comparedName,
    isCompared: isCompared && category === undefined,
  })
  // Metrics have scales of their own: each spoke ends at the largest value it has.
  const isByMetric = category === undefined || columns.length >= 3
  const data = isByMetric
    ? {
        categories: columns.map(({ label }) => label),
        series:
          category === undefined
            ? [
                {
                  name: t({ zh: '当前', en: 'Now' }),
                  values: columns.map((_, at) => valueAt(spokes, at * (isCompared ? 2 : 1), 0)),
                },
                ...(isCompared
                  ? [
                      {
                        name: against,
                        isCompared: true,
                        values: columns.map((_, at) => valueAt(spokes, at * 2 + 1, 0)),
                      },
                    ]
                  : []),
              ]
            : spokes.categories.slice(0, mostOnRadar).map((name, index) => ({
                name,
                values: columns.map((_, at) => valueAt(spokes, at, index)),
              })),
      }
    : spokes
  const scaled = isByMetric ? scaledBySpoke(data) : data
  return (
    <RadarChart
      data={scaled}
      summary={t(panel.title)}
      height={height}
      format={value => (isByMetric ? value.toFixed(0) : value.toLocaleString())}
      {...(isByMetric ? { max: 100 } : {})}
    />
  )
}

/** More polygons over each other cannot be told apart. */
const mostOnRadar = 6
/** One shop ten times as large would leave all others a dot in the middle. */
const farthest = 250
const leastHeight = 340

/** Each group's metrics with the median of all groups as 100; of many groups the largest. */
function IndexRadar({ panel, answer, height }: Drawing) {
  const t = useText()
  const columns = answer.columns.filter(({ kind }) => kind === 'metric')
  const [category = ''] = dimensionsOf(panel)
  const [first] = columns
  const rows =
    answer.rows.length <= mostOnRadar
      ? answer.rows
      : answer.rows
          .toSorted(
            (a, b) => (cellOf(b, first?.id ?? '').current ?? 0) - (cellOf(a, first?.id ?? '').current ?? 0),
          )
          .slice(0, mostOnRadar)
  const names = namesOf(rows.map(row => memberOf(row, category)))
  const series = rows.map((row, index) => ({
    name: names[index] ?? '',
    values: columns.map(({ id }) => {
      const index = numberIn(cellOf(row, id), 'index')
      return index === undefined ? null : Math.min(index, farthest)
    }),
  }))
  return (
    <RadarChart
      data={{
        // An index of means is named by what it is of.
        categories: columns.map(({ label }) => label.split(' · ')[0] ?? label),
        series: [
          ...series,
          {
            name: t({ zh: '中位数 = 100', en: 'Median = 100' }),
            isCompared: true,
            isReference: true,
            values: columns.map(() => 100),
          },
        ],
      }}
      summary={t(panel.title)}
      // Its legend takes lines of their own, and polygons need the room to be told apart.
      height={Math.max(height, leastHeight)}
      format={value => `${value >= farthest ? '≥ ' : ''}${value.toFixed(0)}`}
      {...indexRings(series.flatMap(({ values }) => values))}
    />
  )
}

type Data = {
  categories: readonly string[]
  series: readonly { name: string; values: readonly (number | null)[]; isCompared?: boolean }[]
}
const valueAt = (data: Data, series: number, index: number) => data.series[series]?.values[index] ?? null

/** Each spoke in per cent of its largest value. */
function scaledBySpoke(data: Data): Data {
  const tops = data.categories.map((_, at) =>
    Math.max(0, ...data.series.map(({ values }) => values[at] ?? 0)),
  )
  return {
    categories: data.categories,
    series: data.series.map(series => ({
      ...series,
      values: series.values.map((value, at) => {
        const top = tops[at] ?? 0
        return value === null || top === 0 ? null : (value * 100) / top
      }),
    })),
  }
}
