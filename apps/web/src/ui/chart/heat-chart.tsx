import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { ChartProps } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'
import { wrapped } from './options.ts'
import { usePalette } from './palette.ts'

type Props = ChartProps & {
  rows: readonly string[]
  columns: readonly string[]
  /** By row, then column; null is unknown and hatched. */
  values: readonly (readonly (number | null)[])[]
  /** Writes the value into each cell; for few columns. */
  isWritten?: boolean
}

/** A matrix of cells from pale to deep: weekday by hour, shop by item. `onPick` gets the column and the row. */
export function HeatChart({
  rows,
  columns,
  values,
  isWritten = false,
  summary,
  format,
  height = 240,
  onPick,
  categoryName,
}: Props) {
  const { short } = useFormat()
  const palette = usePalette()
  const t = useText()
  const write = format ?? short
  const known = values.flatMap(row => row.filter(value => value !== null))
  const low = Math.min(...known)
  const high = Math.max(...known)
  const share = (value: number) => (high === low ? 0.5 : (value - low) / (high - low))
  const valueAt = (row: number, column: number) => values[row]?.[column] ?? null
  const text = (row: number, column: number) => {
    const value = valueAt(row, column)
    return `${rows[row] ?? ''} ${columns[column] ?? ''}: ${value === null ? '—' : write(value)}`
  }
  const data = {
    categories: rows,
    series: columns.map((name, column) => ({ name, values: rows.map((_, row) => valueAt(row, column)) })),
  }
  // Not every column has room for its name.
  const every = Math.ceil(columns.length / 12)
  return (
    <ChartFrame
      summary={summary}
      height={height}
      isEmpty={known.length === 0}
      count={rows.length * columns.length}
      describe={at => text(Math.floor(at / columns.length), at % columns.length)}
      onPick={onPick && (at => onPick(at % columns.length, Math.floor(at / columns.length)))}
      table={<ChartTable data={data} format={write} categoryName={categoryName} />}
    >
      {cursor => (
        <>
          <div
            className="heat"
            style={{
              gridTemplateColumns: `fit-content(36%) repeat(${columns.length}, minmax(0, 1fr))`,
              height: height - 24,
            }}
          >
            {rows.map((name, row) => [
              <span key={`row ${name}`} className="heat-name" style={{ alignSelf: 'center' }} title={name}>
                {wrapped(name)}
              </span>,
              ...columns.map((column, at) => {
                const value = valueAt(row, at)
                const shade = value === null ? undefined : palette.step(share(value))
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the frame's arrow keys and Enter reach every cell
                  // biome-ignore lint/a11y/noStaticElementInteractions: see above
                  <span
                    key={`${name} ${column}`}
                    className="heat-cell"
                    title={text(row, at)}
                    data-unknown={value === null || undefined}
                    data-at={cursor === row * columns.length + at || undefined}
                    style={shade && { background: shade.fill, color: shade.text }}
                    onClick={onPick && (() => onPick(at, row))}
                  >
                    {isWritten && value !== null && write(value)}
                  </span>
                )
              }),
            ])}
            <span />
            {columns.map((name, at) => (
              <span key={name} className="heat-head">
                {at % every === 0 ? name : ''}
              </span>
            ))}
          </div>
          <div className="heat-scale">
            {known.length > 0 && write(low)}
            <span style={{ display: 'inline-flex' }} aria-hidden>
              {[0, 0.25, 0.5, 0.75, 1].map(step => (
                <i key={step} className="heat-step" style={{ background: palette.step(step).fill }} />
              ))}
            </span>
            {known.length > 0 && write(high)}
            {known.length < rows.length * columns.length && (
              <span>{t({ zh: '斜纹为无数据', en: 'hatched: no data' })}</span>
            )}
          </div>
        </>
      )}
    </ChartFrame>
  )
}
