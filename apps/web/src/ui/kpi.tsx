import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { Growth } from './growth.tsx'
import { Spark } from './spark.tsx'
import './kpi.css'

export type Kpi = {
  key: string
  label: string
  /** null: nothing is known, which is not nought. */
  value: number | null
  /** Stands small behind the value. */
  unit?: string
  /** Left out: all digits up to ten thousand, then 万 and 亿, K and M. */
  format?: (value: number) => string
  /** The value of the compared period; left out while nothing is compared. */
  compared?: number | null
  /** Change in percent; left out while nothing is compared, null where there is no base. */
  growth?: number | null
  /** In place of the percent figure: `升 2 位`. */
  growthText?: string
  isLessBetter?: boolean
  /** Colour of the value by a threshold, as CSS; the growth keeps its own. */
  colour?: string | undefined
  note?: ReactNode
  /** The records behind the figure. */
  href?: string
  /** The last points of the figure, drawn small. */
  trend?: readonly (number | null)[]
  /** The same in words; left out where the points stand elsewhere on the page. */
  trendLabel?: string
}

type Props = {
  items: readonly Kpi[]
  /** Where a figure chooses the metric of the main chart: its key, and what to do when another is picked. */
  picked?: string
  onPick?: (key: string) => void
}

/** Four to six figures in a row, each with unit, growth and compared value. */
export function KpiStrip({ items, picked, onPick }: Props) {
  const columns = columnsFor(items.length, items.some(isLong) ? fewer : most)
  return (
    <ul className="kpis" style={{ ['--kpi-columns' as string]: columns }}>
      {items.map((item, index) => (
        <li
          key={item.key}
          className="kpi"
          data-picked={item.key === picked || undefined}
          data-corner={index === columns - 1 || undefined}
        >
          {item.href !== undefined ? (
            <Link to={item.href} className="kpi-face">
              <Face item={item} />
            </Link>
          ) : onPick ? (
            <button
              type="button"
              className="kpi-face"
              aria-pressed={item.key === picked}
              onClick={() => onPick(item.key)}
            >
              <Face item={item} />
            </button>
          ) : (
            <div className="kpi-face">
              <Face item={item} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Figures of a row: fewer where their names would be cut. */
const most = 6
const fewer = 4
const longLabel = 22
const isLong = ({ label }: Kpi): boolean =>
  [...label].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0) > longLabel

/** Rows of about the same length: eight figures are two rows of four, not seven and one. */
const columnsFor = (count: number, inRow: number): number => Math.ceil(count / Math.ceil(count / inRow))

/** `18.62 万` is a figure and its unit. */
function split(text: string): [figure: string, unit: string] {
  const found = /^(.*\d)\s?([^\d.,]+)$/.exec(text)
  return found?.[1] !== undefined && found[2] !== undefined ? [found[1], found[2]] : [text, '']
}

/** 万元 is one word; M and CNY are two. */
export const unitBehind = (grouping: string, unit: string): string =>
  `${grouping}${/[A-Z]$/.test(grouping) && unit !== '' ? ' ' : ''}${unit}`

function Face({ item }: { item: Kpi }) {
  const t = useText()
  const { short } = useFormat()
  const format = item.format ?? short
  const [figure, grouping] = item.value === null ? ['—', ''] : split(format(item.value))
  const unit = unitBehind(grouping, item.value === null ? '' : (item.unit ?? ''))
  const isCompared = item.growth !== undefined
  return (
    <>
      <span className="kpi-label" title={item.label}>
        {item.label}
      </span>
      {item.trend && (
        <Spark values={item.trend} {...(item.trendLabel === undefined ? {} : { label: item.trendLabel })} />
      )}
      <span
        className="kpi-value"
        style={{ color: item.colour }}
        title={item.value === null ? t({ zh: '无数据', en: 'No data' }) : undefined}
      >
        {figure}
        {unit !== '' && <small>{unit}</small>}
      </span>
      {(isCompared || item.note !== undefined) && (
        <span className="kpi-foot">
          {isCompared && (
            <Growth
              value={item.growth}
              isLessBetter={item.isLessBetter ?? false}
              {...(item.growthText === undefined ? {} : { text: item.growthText })}
            />
          )}
          {item.compared !== undefined && item.compared !== null && (
            <span className="kpi-compared">{format(item.compared)}</span>
          )}
          {item.note}
        </span>
      )}
    </>
  )
}
