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

/** Chinese names break after seven characters; Latin ones between words, where the room beside the cells ends. */
const nameOf = (name: string) => (/\p{Script=Han}/u.test(name) ? wrapped(name) : name)

/** In px: a row alone does not fill a card. */
const highestRow = 64
/** In px: a lower row has room for one line of its name. */
const twoLines = 30

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
  const high = topOf(known)
  const least = Math.min(...known)
  // One value everywhere is read from nought.
  const low = least === high ? Math.min(0, least) : least
  const isCut = high < Math.max(...known)
  const share = (value: number) => (high === low ? 0.5 : Math.min(1, (value - low) / (high - low)))
  // What goes up and down is read from nought.
  const isTwoSided = low < 0 && high > 0
  const reach = Math.max(high, -low)
  const valueAt = (row: number, column: number) => values[row]?.[column] ?? null
  const text = (row: number, column: number) => {
    const value = valueAt(row, column)
    return `${rows[row] ?? ''} ${columns[column] ?? ''}: ${value === null ? '—' : write(value)}`
  }
  const data = {
    categories: rows,
    series: columns.map((name, column) => ({ name, values: rows.map((_, row) => valueAt(row, column)) })),
  }
  // Not every column has room for its name; long ones of many columns stand upright, where each has.
  const isUpright = columns.length > 12 && columns.some(name => name.length > 5)
  const every = isUpright ? Math.ceil(columns.length / 64) : Math.ceil(columns.length / 12)
  const inner = Math.min(height - 24, rows.length * highestRow + 24)
  const isLow = inner / rows.length < twoLines
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
        <div className="heat-box">
          <div
            className="heat"
            style={{
              gridTemplateColumns: `fit-content(36%) repeat(${columns.length}, minmax(0, 1fr))`,
              gridTemplateRows: `repeat(${rows.length}, minmax(var(--heat-row, 20px), 1fr)) auto`,
              height: inner,
            }}
          >
            {rows.map((name, row) => [
              <span
                key={`row ${name}`}
                className="heat-name"
                data-low={isLow || undefined}
                style={{ alignSelf: 'center' }}
                title={name}
              >
                {isLow ? name : nameOf(name)}
              </span>,
              ...columns.map((column, at) => {
                const value = valueAt(row, at)
                const shade =
                  value === null
                    ? undefined
                    : isTwoSided
                      ? sideShade(value, reach)
                      : palette.step(share(value))
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the frame's arrow keys and Enter reach every cell
                  // biome-ignore lint/a11y/noStaticElementInteractions: see above
                  <span
                    key={`${name} ${column}`}
                    className="heat-cell"
                    title={text(row, at)}
                    data-unknown={value === null || undefined}
                    data-at={cursor === row * columns.length + at || undefined}
                    style={shade && ('fill' in shade ? { background: shade.fill, color: shade.text } : shade)}
                    onClick={onPick && (() => onPick(at, row))}
                  >
                    {isWritten && value !== null && write(value)}
                  </span>
                )
              }),
            ])}
            <span />
            {columns.map((name, at) => (
              <span
                key={name}
                className="heat-head"
                title={name}
                data-upright={isUpright || undefined}
                data-minor={(!isUpright && at % (every * 2) !== 0) || undefined}
              >
                {at % every === 0 ? name : ''}
              </span>
            ))}
          </div>
          <div className="heat-scale">
            {known.length > 0 && write(low)}
            <span style={{ display: 'inline-flex' }} aria-hidden>
              {[0, 0.25, 0.5, 0.75, 1].map(step => (
                <i
                  key={step}
                  className="heat-step"
                  style={{
                    background: isTwoSided
                      ? sideShade(low + (high - low) * step, reach).background
                      : palette.step(step).fill,
                  }}
                />
              ))}
            </span>
            {known.length > 0 && `${isCut ? '≥ ' : ''}${write(high)}`}
            {known.length < rows.length * columns.length && (
              <span>{t({ zh: '斜纹为无数据', en: 'hatched: no data' })}</span>
            )}
          </div>
        </div>
      )}
    </ChartFrame>
  )
}

/** Of the colour, in per cent, at nought and at the ends: words stay readable on the deepest (`ui/tokens.test.ts`). */
export const sideDepth = { least: 4, most: 50 } as const

/** Above nought the one colour, below it the other, deeper with the distance. */
const sideShade = (value: number, reach: number) => ({
  background: `color-mix(in srgb, var(--${value < 0 ? 'negative' : 'positive'}) ${Math.round((Math.abs(value) / reach) * (sideDepth.most - sideDepth.least)) + sideDepth.least}%, var(--surface))`,
  color: 'var(--text-1)',
})

/** So many cells say what is usual. */
const many = 40

/** What is as deep as it gets: the highest value, unless it is one of a few that lie far above all others. */
function topOf(known: readonly number[]): number {
  const sorted = known.toSorted((a, b) => a - b)
  const high = sorted.at(-1) ?? 0
  const usual = sorted[Math.floor((sorted.length - 1) * 0.97)] ?? high
  return sorted.length >= many && usual > 0 && high > usual * 1.5 ? usual : high
}
