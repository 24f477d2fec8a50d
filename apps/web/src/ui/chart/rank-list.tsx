import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { EmptyState } from '../states.tsx'
import './chart.css'

export type RankRow = {
  key: string
  label: string
  value: number | null
  /** Length of the bar from 0 to 1; left out: the share of the largest value. */
  share?: number
  /** Behind the value: growth, how often. */
  note?: ReactNode
  href?: string
}

type Props = {
  rows: readonly RankRow[]
  format?: (value: number) => string
  /** Colour of the bars: deductions are `negative`. */
  tone?: 'chart-1' | 'chart-2' | 'chart-3' | 'negative' | 'positive'
  /** Place of the first row, where the list goes on from another page. */
  first?: number
  /** In an order of their own: bands and steps have no place. */
  isPlain?: boolean
}

/** Names in order with a bar each; a row leads to what is behind it. */
export function RankList({ rows, format, tone = 'chart-1', first = 1, isPlain = false }: Props) {
  const t = useText()
  const { number } = useFormat()
  const write = format ?? number
  const largest = Math.max(0, ...rows.map(row => Math.abs(row.value ?? 0)))
  if (rows.length === 0)
    return <EmptyState text={t({ zh: '该条件下没有数据', en: 'There is no data for this' })} />
  return (
    <div className="rank-box">
      <ol
        className="rank-list"
        data-plain={isPlain || undefined}
        style={{ ['--rank-colour' as string]: `var(--${tone})` }}
      >
        {rows.map((row, index) => {
          const share = row.share ?? (largest === 0 ? 0 : Math.abs(row.value ?? 0) / largest)
          const face = (
            <>
              {!isPlain && <span className="rank-place">{first + index}</span>}
              <span className="rank-name" title={row.label}>
                {row.label}
              </span>
              <span className="rank-track" aria-hidden>
                <i
                  className="rank-bar"
                  data-below={(row.value ?? 0) < 0 || undefined}
                  style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
                />
              </span>
              <span className="rank-value">{row.value === null ? '—' : write(row.value)}</span>
              <span className="rank-note">{row.note}</span>
            </>
          )
          return (
            <li key={row.key}>
              {row.href === undefined ? (
                <div className="rank-row">{face}</div>
              ) : (
                <Link to={row.href} className="rank-row">
                  {face}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
