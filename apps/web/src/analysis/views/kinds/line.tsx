import type { AnalysisCell, AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { type ChartSeries, groupedSeries } from '../../../ui/chart/chart-data.ts'
import { BarChart, PieChart, TrendChart } from '../../../ui/chart/charts.tsx'
import { wrapped } from '../../../ui/chart/options.ts'
import { dimensionsOf, isFixed } from '../ask.ts'
import { chartOf, largest, membersOf, sharesOf, weekendsIn, withAnything } from '../shape.ts'
import { Cut } from './cut.tsx'
import { type Drawing, useWords } from './drawing.ts'
import { numberIn } from './extras.ts'

/** Lines over time, or over an order such as hours; what is held against is dashed. */
export function Trend(drawing: Drawing) {
  const { panel, answer, columns, height, onPick, notes = [] } = drawing
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
  const aims = panel.calc?.includes('progress')
    ? aimsOf(
        chartOf(answer.rows, {
          category,
          split,
          columns: columns.slice(0, 1),
          comparedName: name => t({ zh: '{name} · 目标', en: '{name}, target' }, { name }),
          isCompared: true,
          aim: cell => numberIn(cell, 'target'),
        }).series,
        isRunning,
      )
    : []
  const drawn = {
    ...data,
    series: [
      ...data.series,
      ...(beside ? besideSeries(answer, data, columns, beside, t) : []),
      ...aims,
      ...capturedShare(answer, data, split, t),
    ],
  }
  const marks = notes.flatMap(({ time, text }) => {
    const index = data.members.findIndex(({ name }) => name === time)
    return index < 0 ? [] : [{ index, text }]
  })
  // Of many groups the first few are answered: how many there are is known by the rows that there would be.
  const lines = data.series.length
  const likely =
    split !== undefined && category === 'time' && answer.rows.length > 0
      ? Math.round((lines * answer.meta.rowCount) / answer.rows.length)
      : lines
  // Shops that are open longer have more rows than those that are shown.
  const groups = split === 'shop' ? Math.min(likely, answer.meta.shops) : likely
  return (
    <>
      {groups > lines && <Cut most={lines} all={groups} />}
      <TrendChart
        data={drawn}
        summary={t(panel.title)}
        height={height}
        format={value => figure.short(value, column)}
        shaded={weekendsIn(data.members.map(({ name }) => name))}
        categoryName={headOf(answer, category)}
        {...(marks.length > 0 ? { notes: marks } : {})}
        {...(category === 'time'
          ? {}
          : { onPick: (index: number) => pick(data.members[index], category, onPick) })}
      />
    </>
  )
}

/** Where counters and faces stand side by side: how much of what doors counted was captured. */
function capturedShare(
  { rows }: Drawing['answer'],
  { series }: { series: readonly ChartSeries[] },
  split: string | undefined,
  t: (text: { zh: string; en: string }) => string,
): ChartSeries[] {
  if (split !== 'source') return []
  const at = (id: string) => series[membersOf(rows, split).findIndex(member => member.id === id)]
  const [counted, captured] = [at('1'), at('2')]
  if (!counted || !captured) return []
  return [
    {
      name: t({ zh: '采集完整率', en: 'Captured' }),
      isShare: true,
      values: counted.values.map((whole, index) => {
        const part = captured.values[index] ?? null
        return whole === null || whole === 0 || part === null ? null : (part * 100) / whole
      }),
    },
  ]
}

/** The targets among series, where there are any: of a running total they run too. */
function aimsOf(series: readonly ChartSeries[], isRunning: boolean): ChartSeries[] {
  return series
    .filter(({ isCompared, values }) => isCompared && values.some(value => value !== null))
    .map(one => {
      let sum = 0
      const running = one.values.map(value => {
        sum += value ?? 0
        return value === null ? null : sum
      })
      return isRunning ? { ...one, values: running } : one
    })
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

/** Parts on top of each other; with `share` each column is a whole. What has no sum stands side by side. */
export function Stacked(drawing: Drawing) {
  const { panel, answer, columns, height, isBoard = false, onPick } = drawing
  const { written, comparedName, t } = useWords(drawing)
  const figure = useFigure()
  const { category, split } = axesOf(drawing)
  const isShare = panel.calc?.includes('share') === true
  const rows = category === 'shop' && split !== undefined ? likeNamed(answer.rows, split) : answer.rows
  const drawn = chartOf(rows, {
    category,
    split,
    columns: split === undefined ? columns : columns.slice(0, 1),
    comparedName,
    isCompared: false,
    ...(category === 'time' ? { written } : {}),
  })
  // Groups of which there is nothing are not drawn, and where there is nothing at all no axis is.
  const isNothing = drawn.series.every(({ values }) => values.every(value => (value ?? 0) === 0))
  const all =
    category === 'time'
      ? drawn
      : isNothing
        ? { ...drawn, categories: [], members: [], series: [] }
        : withAnything(drawn)
  const isOfMany = category !== 'time' && all.categories.length > mostBars + fewMore
  const plain = isOfMany ? largest(all, mostBars) : all
  const [column = {}] = columns
  const isWhole = split !== undefined && isFixed(split)
  const grouped =
    isAdditive(columns) && !isWhole ? groupedSeries(plain, t({ zh: '其他', en: 'Other' })) : plain
  const data = isShare ? sharesOf(grouped) : grouped
  // A name on several lines needs the height of them.
  const lines = Math.max(1, ...plain.categories.map(name => wrapped(name).split('\n').length))
  const rowHeight = lines * 14 + (lines > 1 ? 6 : 8)
  const isLong =
    category !== 'time' && (category === 'shop' || plain.categories.some(name => name.length > 8))
  return (
    <>
      {isOfMany && <Cut most={mostBars} all={all.categories.length} />}
      <BarChart
        data={data}
        isStacked={
          hasSum(columns) && (split !== undefined || isShare || columns.every(({ id }) => parts.has(id)))
        }
        isHorizontal={isLong && plain.categories.length <= 20}
        summary={t(panel.title)}
        // A board has the room that it has.
        height={
          isLong && !isBoard
            ? Math.max(height, Math.min(plain.categories.length, 20) * rowHeight + 40)
            : height
        }
        format={value => (isShare ? `${value.toFixed(1)}%` : figure.short(value, column))}
        {...(isShare ? { max: 100 } : {})}
        categoryName={headOf(answer, category)}
        onPick={index => pick(plain.members[index], category, onPick)}
      />
    </>
  )
}

/** As many as a ranking beside it has: a higher card would leave that one half empty. */
const mostBars = 10
/** So few more are not worth leaving out. */
const fewMore = 2
/** Metrics that sum up to something; others stand side by side. */
const parts = new Set(['newCustomers', 'oldCustomers'])

/** Shops have zones and doors of their own: those of one name are one series, where no shop has two of it. */
function likeNamed(rows: readonly AnalysisRow[], split: string): readonly AnalysisRow[] {
  const places = new Set(rows.map(row => `${memberOf(row, 'shop').id} ${memberOf(row, split).name}`))
  if (places.size < rows.length) return rows
  return rows.map(row => {
    const { name } = memberOf(row, split)
    return { ...row, [split]: { id: name, name } }
  })
}

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

/** Time lies along the axis where there is any; else the first group does. */
function axesOf({ panel }: Pick<Drawing, 'panel'>): { category: string; split: string | undefined } {
  const [first, second] = dimensionsOf(panel)
  if (panel.by?.includes('time')) return { category: 'time', split: first }
  if (second === 'hourOfDay' || second === 'dayIndex') return { category: second, split: first }
  return { category: first ?? '', split: second }
}

const headOf = (answer: Drawing['answer'], id: string) =>
  answer.columns.find(column => column.id === id)?.label ?? ''

const additive = new Set(['full', 'nodes', 'stock'])
/** Medians and rates stand side by side: on top of each other they would make a sum that there is not. */
const hasSum = (columns: Drawing['columns']) =>
  columns.every(({ additivity }) => additivity !== 'quantile' && additivity !== 'ratio')
const isAdditive = (columns: Drawing['columns']) =>
  columns.every(({ additivity }) => additivity !== undefined && additive.has(additivity))

function pick(
  member: { id: string; name: string } | undefined,
  dimension: string,
  onPick: Drawing['onPick'],
) {
  if (member && dimension !== 'time') onPick(dimension, member)
}
