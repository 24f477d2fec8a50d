import { useFormat } from '../../lib/format.ts'
import type { ChartProps } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'
import { usePalette } from './palette.ts'

type Side = { name: string; values: readonly (number | null)[] }
type Props = Omit<ChartProps, 'onPick'> & {
  /** From the bottom of the pyramid up: the youngest first. */
  categories: readonly string[]
  left: Side
  right: Side
}

/** Two sides of bars around a middle line, the eldest on top: men and women by age. */
export function PyramidChart({
  categories,
  left,
  right,
  summary,
  format,
  height = 240,
  categoryName,
}: Props) {
  const { short } = useFormat()
  const palette = usePalette()
  const write = format ?? short
  const widest = Math.max(
    0,
    ...left.values.map(value => value ?? 0),
    ...right.values.map(value => value ?? 0),
  )
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : write(value)
  const bar = (side: Side, index: number, colour: string, isLeft: boolean) => {
    const value = side.values[index]
    return (
      <span className="pyramid-side" data-left={isLeft || undefined}>
        <span className="pyramid-value">{text(value)}</span>
        <i
          style={{ width: `${widest === 0 ? 0 : ((value ?? 0) * 72) / widest}%`, background: colour }}
          aria-hidden
        />
      </span>
    )
  }
  const order = categories.map((_, index) => categories.length - 1 - index)
  return (
    <ChartFrame
      summary={summary}
      height={height}
      isEmpty={widest === 0}
      legend={[
        { name: left.name, colour: palette.series(0), isOff: false },
        { name: right.name, colour: palette.series(1), isOff: false },
      ]}
      count={categories.length}
      describe={at => {
        const index = order[at] ?? 0
        return `${categories[index] ?? ''}, ${left.name} ${text(left.values[index])}, ${right.name} ${text(right.values[index])}`
      }}
      table={
        <ChartTable data={{ categories, series: [left, right] }} format={write} categoryName={categoryName} />
      }
    >
      {cursor => (
        <div className="pyramid" style={{ minHeight: height }}>
          {order.map((index, at) => (
            <div key={categories[index]} className="pyramid-row" data-at={cursor === at || undefined}>
              {bar(left, index, palette.series(0), true)}
              <span className="pyramid-name">{categories[index]}</span>
              {bar(right, index, palette.series(1), false)}
            </div>
          ))}
        </div>
      )}
    </ChartFrame>
  )
}
