import type { EChartsCoreOption } from 'echarts/core'
import { type ReactNode, useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Canvas } from './canvas.tsx'
import type { ChartProps } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import {
  type Box,
  boxOption,
  chordOption,
  type Link,
  type Parting,
  type Point,
  pointOption,
  sankeyOption,
} from './more-options.ts'
import type { Look } from './options.ts'
import { usePalette } from './palette.ts'

type Common = Omit<ChartProps, 'categoryName'>

/** Points of two values, parted by their medians (`isParted`) or with the line that fits them. */
export function PointChart({
  points,
  xName,
  yName,
  formatX,
  isParted = false,
  parting,
  ...props
}: Common & {
  points: readonly Point[]
  xName: string
  yName: string
  formatX: (value: number) => string
  isParted?: boolean
  /** Left out: at the medians. */
  parting?: Parting
}) {
  return (
    <Drawn
      {...props}
      count={points.length}
      heads={[xName, yName]}
      rows={points.map(({ name, x, y }) => [name, formatX(x), y])}
      option={look => pointOption(points, { ...look, xName, yName, formatX }, { isParted, parting })}
      seen={[points, parting]}
    />
  )
}

/** Spreads side by side. */
export function BoxChart({ boxes, ...props }: Common & { boxes: readonly Box[] }) {
  const t = useText()
  const heads = [
    { zh: '最低', en: 'Lowest' },
    { zh: '下四分位', en: 'Lower quartile' },
    { zh: '中位数', en: 'Median' },
    { zh: '上四分位', en: 'Upper quartile' },
    { zh: '最高', en: 'Highest' },
  ]
  return (
    <Drawn
      {...props}
      count={boxes.length}
      heads={heads.map(head => t(head))}
      rows={boxes.map(({ name, low, lower, median, upper, high }) => [name, low, lower, median, upper, high])}
      option={look => boxOption(boxes, look)}
    />
  )
}

/** Moves from place to place, or what places have in common (`isRound`). */
export function LinkChart({
  links,
  isRound = false,
  ...props
}: Common & { links: readonly Link[]; isRound?: boolean }) {
  const t = useText()
  return (
    <Drawn
      {...props}
      count={links.length}
      heads={[
        isRound ? t({ zh: '另一处', en: 'And' }) : t({ zh: '去往', en: 'To' }),
        t({ zh: '数量', en: 'How many' }),
      ]}
      rows={links.map(({ from, to, value }) => [from, to, value])}
      option={look => (isRound ? chordOption(links, look) : sankeyOption(links, look))}
    />
  )
}

type Row = readonly [name: string, ...values: (string | number)[]]

function Drawn({
  summary,
  format,
  height = 240,
  onPick,
  count,
  heads,
  rows,
  option,
  seen,
}: Common & {
  count: number
  heads: readonly string[]
  rows: readonly Row[]
  /** What is drawn beside what the table says. */
  seen?: unknown
  option: (look: Look) => EChartsCoreOption
}) {
  const { short } = useFormat()
  const palette = usePalette()
  const write = format ?? short
  const made = option({ palette, format: write })
  // What the option depends on besides functions: the rows as they are written.
  const written = JSON.stringify([rows, heads, palette.name, height, seen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the option has changed
  const kept = useMemo(() => made, [written, write])
  const said = (value: string | number) => (typeof value === 'number' ? write(value) : value)
  return (
    <ChartFrame
      summary={summary}
      height={height}
      isEmpty={count === 0}
      count={count}
      describe={index => (rows[index] ?? []).map(said).join(', ')}
      onPick={onPick && (index => onPick(index, 0))}
      table={<PlainTable heads={heads} rows={rows.map(([name, ...values]) => [name, ...values.map(said)])} />}
    >
      {cursor => <Canvas option={kept} height={height} cursor={cursor} onPick={onPick} />}
    </ChartFrame>
  )
}

function PlainTable({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  const t = useText()
  return (
    <table className="chart-table">
      <thead>
        <tr>
          <th scope="col">{t({ zh: '项目', en: 'Item' })}</th>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat; their place is what tells them apart
          <tr key={index}>
            <th scope="row">{name}</th>
            {values.map((value, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have a fixed order
              <td key={at}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
