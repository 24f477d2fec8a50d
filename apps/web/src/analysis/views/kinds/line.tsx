import type { AnalysisCell } from '@aisle/contract'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { groupedSeries } from '../../../ui/chart/chart-data.ts'
import { BarChart, PieChart, RadarChart, TrendChart } from '../../../ui/chart/charts.tsx'
import { dimensionsOf } from '../ask.ts'
import { chartOf, largest, sharesOf, weekendsIn, withAnything } from '../shape.ts'
import { type Drawing, useWords } from './drawing.ts'

/** Lines over time, or over an order such as hours; what is held against is dashed. */
export function Trend(drawing: Drawing) {
  const { panel, answer, columns, height, onPick } = drawing
  const { isCompared, comparedName, written, t } = useWords(drawing)
  const figure = useFigure()
  const { category, split } = axesOf(drawing)
  const isRunning = panel.calc?.includes('cumulative') === true
  const data = chartOf(answer.rows, {
    category,
    split,
    columns: split === undefined ? columns : columns.slice(0, 1),
    comparedName,
    // More than a few groups and their compared lines cannot be told apart.
    isCompared: isCompared && split === undefined && !isRunning,
    ...(isRunning ? { read: runningTotal } : {}),
    ...(category === 'time' ? { written } : {}),
  })
  const [column = {}] = columns
  const beside = split === undefined ? modelledOf(panel) : undefined
  const drawn = beside
    ? { ...data, series: [...data.series, ...besideSeries(answer, data, columns, beside, t)] }
    : data
  return (
    <TrendChart
      data={drawn}
      summary={t(panel.title)}
      height={height}
      format={value => figure.short(value, column)}
      shaded={weekendsIn(data.members.map(({ name }) => name))}
      categoryName={headOf(answer, category)}
      {...(category === 'time'
        ? {}
        : { onPick: (index: number) => pick(data.members[index], category, onPick) })}
    />
  )
}

/** What the model says, where the panel shows it beside what was. */
const modelledOf = ({ calc = [] }: Drawing['panel']) =>
  (['expected', 'forecast'] as const).find(name => calc.includes(name))
const modelledNames = {
  expected: { zh: '{name} · 预期', en: '{name}, expected' },
  forecast: { zh: '{name} · 预测', en: '{name}, forecast' },
} as const

function besideSeries(
  answer: Drawing['answer'],
  { members }: { members: readonly { id: string }[] },
  columns: Drawing['columns'],
  name: keyof typeof modelledNames,
  t: (text: { zh: string; en: string }, values?: Record<string, string>) => string,
) {
  const at = new Map(answer.rows.map(row => [memberOf(row, 'time').id, row]))
  return columns.map(({ id, label }) => ({
    name: t(modelledNames[name], { name: label }),
    isCompared: true,
    values: members.map(member => {
      const value = cellOf(at.get(member.id), id)[name]
      return typeof value === 'number' ? value : null
    }),
  }))
}

/** The sum so far, as the answer has it beside the value. */
const runningTotal = ({ cumulative }: AnalysisCell): number | null =>
  typeof cumulative === 'number' ? cumulative : null

/** Parts on top of each other; with `share` each column is a whole. */
export function Stacked(drawing: Drawing) {
  const { panel, answer, columns, height, onPick } = drawing
  const { written, comparedName, t } = useWords(drawing)
  const figure = useFigure()
  const { category, split } = axesOf(drawing)
  const isShare = panel.calc?.includes('share') === true
  const drawn = chartOf(answer.rows, {
    category,
    split,
    columns: split === undefined ? columns : columns.slice(0, 1),
    comparedName,
    isCompared: false,
    ...(category === 'time' ? { written } : {}),
  })
  const all = category === 'time' ? drawn : withAnything(drawn)
  const isOfMany = category !== 'time' && all.categories.length > mostBars
  const plain = isOfMany ? largest(all, mostBars) : all
  const [column = {}] = columns
  const grouped = isAdditive(columns) ? groupedSeries(plain, t({ zh: '其他', en: 'Other' })) : plain
  const data = isShare ? sharesOf(grouped) : grouped
  const isLong = category === 'shop' || plain.categories.some(name => name.length > 8)
  return (
    <>
      {isOfMany && (
        <p className="view-cut">
          {t(
            {
              zh: '图中为最大的 {most} 项，共 {all} 项；导出含全部',
              en: 'The largest {most} of {all}; the export has all of them',
            },
            { most: mostBars, all: all.categories.length },
          )}
        </p>
      )}
      <BarChart
        data={data}
        isStacked
        isHorizontal={isLong && plain.categories.length <= 20}
        summary={t(panel.title)}
        height={isLong ? Math.max(height, Math.min(plain.categories.length, 20) * 22 + 40) : height}
        format={value => (isShare ? `${value.toFixed(1)}%` : figure.short(value, column))}
        {...(isShare ? { max: 100 } : {})}
        categoryName={headOf(answer, category)}
        onPick={index => pick(plain.members[index], category, onPick)}
      />
    </>
  )
}

const mostBars = 20

/** Shares of a whole. */
export function Pie(drawing: Drawing) {
  const { panel, answer, columns, height, onPick } = drawing
  const { comparedName, t } = useWords(drawing)
  const figure = useFigure()
  const [category = ''] = dimensionsOf(panel)
  const [column] = columns
  const data = chartOf(answer.rows, {
    category,
    columns: columns.slice(0, 1),
    comparedName,
    isCompared: false,
  })
  return (
    <PieChart
      data={data}
      summary={t(panel.title)}
      height={height}
      format={value => figure.short(value, column ?? {})}
      categoryName={headOf(answer, category)}
      onPick={index => pick(data.members[index], category, onPick)}
    />
  )
}

/** Groups around the rings, or metrics where each is held against the largest of its kind. */
export function Radar(drawing: Drawing) {
  const { panel, answer, height } = drawing
  const { comparedName, isCompared, against, t } = useWords(drawing)
  const columns = answer.columns.filter(({ kind }) => kind === 'metric')
  const [category] = dimensionsOf(panel)
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
            : spokes.categories.slice(0, 6).map((name, index) => ({
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

/** Time lies along the axis where there is any; else the first group does. */
export function axesOf({ panel }: Pick<Drawing, 'panel'>): { category: string; split: string | undefined } {
  const [first, second] = dimensionsOf(panel)
  if (panel.by?.includes('time')) return { category: 'time', split: first }
  if (second === 'hourOfDay' || second === 'dayIndex') return { category: second, split: first }
  return { category: first ?? '', split: second }
}

const headOf = (answer: Drawing['answer'], id: string) =>
  answer.columns.find(column => column.id === id)?.label ?? ''

const additive = new Set(['full', 'nodes', 'stock'])
export const isAdditive = (columns: Drawing['columns']) =>
  columns.every(({ additivity }) => additivity !== undefined && additive.has(additivity))

function pick(
  member: { id: string; name: string } | undefined,
  dimension: string,
  onPick: Drawing['onPick'],
) {
  if (member && dimension !== 'time') onPick(dimension, member)
}
