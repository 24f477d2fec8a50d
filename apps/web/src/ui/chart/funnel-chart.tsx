import type { ReactNode } from 'react'
import { percent, useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { type ChartData, type ChartProps, hasValues } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'
import { usePalette } from './palette.ts'

type Props = ChartProps & {
  /** Stages as categories, from the widest on; the first series counts. */
  data: ChartData
  /** Behind the rate of a stage: its growth. */
  notes?: readonly ReactNode[]
  /** Stages that count other things than the one before: they have no rate. */
  unrelated?: readonly number[]
}

/** Stages under each other, each with its share of the one before. */
export function FunnelChart({
  data,
  notes,
  unrelated = [],
  summary,
  format,
  height = 240,
  onPick,
  categoryName,
}: Props) {
  const t = useText()
  const { short } = useFormat()
  const palette = usePalette()
  const write = format ?? short
  const values = data.series[0]?.values ?? []
  const widest = Math.max(0, ...values.map(value => value ?? 0))
  const rateAt = (index: number) => {
    const value = values[index] ?? null
    const before = values[index - 1] ?? null
    // Who was not counted before cannot have gone on from there.
    return value === null || before === null || before === 0 || value > before || unrelated.includes(index)
      ? null
      : (value * 100) / before
  }
  return (
    <ChartFrame
      summary={summary}
      height={height}
      isEmpty={!hasValues(data)}
      count={values.length}
      describe={index => `${data.categories[index] ?? ''} ${shownAt(values[index], write)}`}
      onPick={onPick && (index => onPick(index, 0))}
      table={<ChartTable data={data} format={write} categoryName={categoryName} />}
    >
      {cursor => (
        <div className="funnel" style={{ minHeight: height }}>
          {data.categories.map((name, index) => {
            const value = values[index] ?? null
            const rate = rateAt(index)
            const share = widest === 0 || value === null ? 0 : value / widest
            const isRoomy = share > 0.3
            const shade = palette.step(0.2 + (0.75 * (index + 1)) / data.categories.length)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the frame's arrow keys and Enter reach every stage
              // biome-ignore lint/a11y/noStaticElementInteractions: see above
              <div key={name} className="funnel-stage" onClick={onPick && (() => onPick(index, 0))}>
                <span className="funnel-name">{name}</span>
                <span className="funnel-lane">
                  <span
                    className="funnel-bar"
                    data-at={cursor === index || undefined}
                    style={{ width: `${share * 100}%`, background: shade.fill, color: shade.text }}
                  >
                    {isRoomy && shownAt(value, write)}
                  </span>
                  {!isRoomy && shownAt(value, write)}
                </span>
                <span className="funnel-note">
                  {rate !== null &&
                    t(
                      { zh: '上一步的 {rate}', en: '{rate} of the step before' },
                      { rate: percent(rate) },
                    )}{' '}
                  {notes?.[index]}
                </span>
              </div>
            )
          })}
        </div>
      )}
    </ChartFrame>
  )
}

const shownAt = (value: number | null | undefined, write: (value: number) => string) =>
  value === null || value === undefined ? '—' : write(value)
