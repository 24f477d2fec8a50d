import type { EChartsCoreOption } from 'echarts/core'
import { useMemo, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Canvas } from './canvas.tsx'
import { type ChartData, type ChartProps, groupedSlices, hasValues } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'
import {
  barOption,
  type Look,
  type Notes,
  pieOption,
  radarOption,
  trendOption,
  valueText,
} from './options.ts'
import { seriesColours, usePalette } from './palette.ts'

type Data = { data: ChartData }

/** Lines over time or another order. Shaded categories are weekends and the like; notes stand at a category. */
export function TrendChart({ shaded, notes, ...props }: ChartProps & Data & Omit<Notes, 'peak'>) {
  const t = useText()
  const marks = useMemo(
    () => ({
      ...(shaded ? { shaded } : {}),
      ...(notes ? { notes } : {}),
      peak: (category: string, value: string) =>
        t({ zh: '峰值 {category}  {value}', en: 'Peak {category}  {value}' }, { category, value }),
    }),
    [shaded, notes, t],
  )
  return <Chart {...props} option={(data, look) => trendOption(data, look, marks)} picksColumns />
}

/** Bars from nought, side by side or stacked, standing or lying; `max` ends the axis (100 for shares). */
export function BarChart({
  isStacked = false,
  isHorizontal = false,
  max,
  ...props
}: ChartProps & Data & { isStacked?: boolean; isHorizontal?: boolean; max?: number }) {
  return <Chart {...props} option={(data, look) => barOption(data, look, { isStacked, isHorizontal, max })} />
}

/** Shares of a whole, of the first series; beyond six slices the smallest are one. */
export function PieChart({ data, ...props }: ChartProps & Data) {
  const t = useText()
  const other = t({ zh: '其他', en: 'Other' })
  const grouped = useMemo(() => groupedSlices(data, other), [data, other])
  return <Chart {...props} data={grouped} option={(shown, look) => pieOption(shown, look, other)} />
}

/** Values of one scale on spokes; `max` is the outer one of the rings, by default the largest value. */
export function RadarChart({ max, rings, ...props }: ChartProps & Data & { max?: number; rings?: number }) {
  return <Chart {...props} option={(data, look) => radarOption(data, look, { max, rings })} />
}

type Props = ChartProps &
  Data & { option: (data: ChartData, look: Look) => EChartsCoreOption; picksColumns?: boolean }

function Chart({
  data,
  option,
  summary,
  format,
  height = 240,
  onPick,
  categoryName,
  picksColumns = false,
}: Props) {
  const { short } = useFormat()
  const palette = usePalette()
  const [hidden, hide] = useState<readonly string[]>([])
  const write = format ?? short
  const look = { palette, format: write }
  const shown = { ...data, series: data.series.filter(series => !hidden.includes(series.name)) }
  const colours = seriesColours(data.series, palette)
  // An option equal to the one before is the same one: the drawing is left alone.
  const made = option(shown, look)
  const written = JSON.stringify(made)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the option has changed
  const kept = useMemo(() => made, [written, write])
  const indexOf = (seriesIndex: number) =>
    data.series.indexOf(shown.series[seriesIndex] ?? data.series[0] ?? none)
  return (
    <ChartFrame
      summary={summary}
      height={height}
      isEmpty={!hasValues(data)}
      legend={data.series.map((series, index) => ({
        name: series.name,
        colour: colours[index] ?? palette.other,
        isDashed: series.isCompared ?? false,
        isOff: hidden.includes(series.name),
      }))}
      onToggle={index => {
        const name = data.series[index]?.name
        if (name === undefined) return
        const isLast = shown.series.length === 1 && !hidden.includes(name)
        hide(isLast ? [] : hidden.includes(name) ? hidden.filter(one => one !== name) : [...hidden, name])
      }}
      count={data.categories.length}
      describe={index =>
        [
          data.categories[index],
          ...shown.series.map(series => `${series.name} ${valueText(series.values[index], series, look)}`),
        ].join(', ')
      }
      onPick={onPick && (index => onPick(index, 0))}
      table={<ChartTable data={data} format={write} categoryName={categoryName} />}
    >
      {cursor => (
        <Canvas
          option={kept}
          height={height}
          cursor={cursor}
          onPick={onPick && ((index, seriesIndex) => onPick(index, indexOf(seriesIndex)))}
          picksColumns={picksColumns}
        />
      )}
    </ChartFrame>
  )
}

const none = { name: '', values: [] }
