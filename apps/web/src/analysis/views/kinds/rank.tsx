import type { AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { percent } from '../../../lib/format.ts'
import { RankList } from '../../../ui/chart/rank-list.tsx'
import { Growth } from '../../../ui/growth.tsx'
import { dimensionsOf } from '../ask.ts'
import { type Drawing, useWords } from './drawing.ts'

/** Groups by size, each with its bar, growth or share; a shop leads to its page. */
export function Rank(drawing: Drawing) {
  const { panel, asking, answer, columns, hrefOf } = drawing
  const { t, isCompared } = useWords(drawing)
  const figure = useFigure()
  const dimensions = dimensionsOf(panel)
  const [column] = columns
  if (!column) return null
  const rows = eachPairOnce(answer.rows, dimensions)
    .filter(row => dimensions[0] !== 'path' || isWay(memberOf(row, 'path').id))
    .map(row => ({ members: dimensions.map(name => memberOf(row, name)), cell: cellOf(row, column.id) }))
    .filter(
      ({ cell }) =>
        panel.sort === 'natural' ||
        // Of the largest, those with nothing are not among them.
        (cell.current !== null && (cell.current !== 0 || panel.isAscending === true)),
    )
    .slice(0, panel.sort === 'natural' ? 31 : (panel.top ?? asking.topN))
  // Of one place and where its people also went, the other one alone is named.
  const isFromOne =
    dimensions[1] === 'partner' && new Set(rows.map(({ members }) => members[0]?.id)).size === 1
  const shareOf = (cell: (typeof rows)[number]['cell']) =>
    typeof cell.share === 'number' ? `${cell.share.toFixed(1)}%` : undefined
  const whole = answer.rows.reduce((sum, row) => sum + (cellOf(row, column.id).current ?? 0), 0)
  /** How much of all there is down to this row, where the panel is about concentration. */
  const soFarOf = (index: number) => {
    const sum = rows.slice(0, index + 1).reduce((all, { cell }) => all + (cell.current ?? 0), 0)
    return panel.calc?.includes('cumulative') && whole > 0
      ? t({ zh: '累计 {share}', en: '{share} so far' }, { share: percent((sum * 100) / whole) })
      : undefined
  }
  /** Of all who began somewhere, where the panel is about first stops. */
  const begunOf = (cell: (typeof rows)[number]['cell']) =>
    panel.calc?.includes('firstStop') && whole > 0 ? percent(((cell.current ?? 0) * 100) / whole) : undefined
  /** Of a target, where the panel is about targets. */
  const reachedOf = (cell: (typeof rows)[number]['cell']) =>
    panel.calc?.includes('progress')
      ? typeof cell.progress === 'number'
        ? t({ zh: '目标 {share}%', en: '{share}% of target' }, { share: cell.progress.toFixed(1) })
        : t({ zh: '未设目标', en: 'No target' })
      : undefined
  /** Of an effect: between which it lies nineteen times out of twenty. */
  const rangeOf = ({ low, high }: (typeof rows)[number]['cell']) =>
    typeof low === 'number' && typeof high === 'number'
      ? t(
          { zh: '{low} 至 {high}', en: '{low} to {high}' },
          { low: figure.full(low, column), high: figure.full(high, column) },
        )
      : undefined
  return (
    <RankList
      rows={rows.map(({ members, cell }, index) => ({
        ...linkOf(members[0] && hrefOf(dimensions[0] ?? '', members[0])),
        key: members.map(({ id }) => id).join(' '),
        label: (isFromOne ? members.slice(1) : members).map(({ name }) => name).join(' · '),
        value: cell.current,
        note:
          reachedOf(cell) ??
          soFarOf(index) ??
          rangeOf(cell) ??
          begunOf(cell) ??
          (isCompared ? <Growth value={cell.growth ?? null} /> : shareOf(cell)),
      }))}
      isPlain={panel.sort === 'natural'}
      format={value =>
        `${panel.calc?.includes('effect') && value > 0 ? '+' : ''}${figure.full(value, column)}`
      }
    />
  )
}

/** What a place shares with another the other shares with it: of both rows the first is kept. */
function eachPairOnce(rows: readonly AnalysisRow[], dimensions: readonly string[]): AnalysisRow[] {
  if (dimensions[1] !== 'partner') return [...rows]
  const seen = new Set<string>()
  return rows.filter(row => {
    const pair = dimensions
      .map(name => memberOf(row, name).id)
      .sort()
      .join(' ')
    if (seen.has(pair)) return false
    seen.add(pair)
    return true
  })
}

/** Who stays in one zone goes no way. */
const isWay = (path: string): boolean => path.includes('>')

const linkOf = (href: string | undefined) => (href === undefined ? {} : { href })
