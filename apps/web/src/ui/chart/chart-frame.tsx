import { ChartLine, Table2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { EmptyState } from '../states.tsx'
import './chart.css'

export type LegendEntry = { name: string; colour: string; isDashed?: boolean; isOff: boolean }

type Props = {
  summary: string
  table: ReactNode
  legend?: readonly LegendEntry[] | undefined
  onToggle?: ((index: number) => void) | undefined
  isEmpty: boolean
  height: number
  /** Points that the arrow keys go through: what is said at each, and what Enter does. */
  count: number
  describe: (index: number) => string
  onPick?: ((index: number) => void) | undefined
  /** The picture, told which point the arrow keys stand on. */
  children: (cursor: number | undefined) => ReactNode
}

/**
 * Around every chart: its summary for those who do not see it, a legend that switches series, the switch to a table of
 * the same data, and arrow keys through its points.
 */
export function ChartFrame({
  summary,
  table,
  legend,
  onToggle,
  isEmpty,
  height,
  count,
  describe,
  onPick,
  children,
}: Props) {
  const t = useText()
  const [isTable, showTable] = useState(false)
  const [cursor, moveTo] = useState<number>()
  if (isEmpty)
    return (
      <div style={{ minHeight: height }} className="chart-empty">
        <EmptyState text={t({ zh: '该条件下没有数据', en: 'There is no data for this' })} />
      </div>
    )

  function onKey(event: KeyboardEvent) {
    const moves: Record<string, number> = {
      ArrowLeft: Math.max(0, (cursor ?? count) - 1),
      ArrowRight: Math.min(count - 1, (cursor ?? -1) + 1),
      Home: 0,
      End: count - 1,
    }
    const next = moves[event.key]
    if (next !== undefined) moveTo(next)
    else if (event.key === 'Enter' && cursor !== undefined && onPick) onPick(cursor)
    else return
    event.preventDefault()
  }
  return (
    <figure className="chart">
      <div className="chart-bar">
        {legend && legend.length > 1 && (
          <ul className="chart-legend">
            {legend.map((entry, index) => (
              <li key={entry.name}>
                <button
                  type="button"
                  aria-pressed={!entry.isOff}
                  onClick={() => onToggle?.(index)}
                  title={t({ zh: '显示或隐藏', en: 'Show or hide' })}
                >
                  <i
                    className="legend-key"
                    style={{ borderColor: entry.colour, borderTopStyle: entry.isDashed ? 'dashed' : 'solid' }}
                    aria-hidden
                  />
                  {entry.name}
                </button>
              </li>
            ))}
          </ul>
        )}
        <span className="chart-switch">
          <button
            type="button"
            aria-pressed={!isTable}
            aria-label={t({ zh: '图表', en: 'Chart' })}
            title={t({ zh: '图表', en: 'Chart' })}
            onClick={() => showTable(false)}
          >
            <ChartLine size={14} aria-hidden />
          </button>
          <button
            type="button"
            aria-pressed={isTable}
            aria-label={t({ zh: '表格', en: 'Table' })}
            title={t({ zh: '表格', en: 'Table' })}
            onClick={() => showTable(true)}
          >
            <Table2 size={14} aria-hidden />
          </button>
        </span>
      </div>
      {isTable ? (
        <div className="chart-table-box" style={{ maxHeight: Math.max(height, 200) }}>
          {table}
        </div>
      ) : (
        <>
          <div
            role="img"
            aria-label={summary}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the points of the picture one by one
            tabIndex={0}
            className="chart-picture"
            onKeyDown={onKey}
            onBlur={() => moveTo(undefined)}
          >
            {children(cursor)}
          </div>
          <span className="visually-hidden" aria-live="polite">
            {cursor === undefined ? '' : describe(cursor)}
          </span>
        </>
      )}
    </figure>
  )
}
