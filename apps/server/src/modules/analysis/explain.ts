import {
  isMetric,
  metricOf,
  type Prepared,
  piecesBehind,
  type Shaped,
  timeLabels,
  whyNotAddUp,
} from '@aisle/analysis'
import { AppError, type Text } from '@aisle/contract'
import type { Runner } from './runner.ts'
import { text } from './text.ts'

type Behind = { prepared: Prepared; shaped: Shaped; run: Runner }

/** Formula, grain and rows behind the number of one cell. @throws AppError notFound where there is no such cell */
export async function explainCell(
  { prepared, shaped, run }: Behind,
  cell: { metric: string; row: Record<string, string> },
  language: keyof Text,
) {
  const { asked, plan, calendar } = prepared
  const metric = asked.metrics.find(({ key }) => key === cell.metric)
  const row = shaped.rows.find(({ place }) => {
    const keys: Record<string, string> = { ...place.members, ...timeLabels(place, asked) }
    return Object.entries(cell.row).every(([name, value]) => name === 'comparedTime' || keys[name] === value)
  })
  if (!metric || !row || !isMetric(metric.name)) throw new AppError('notFound', text.noCell)
  const { label, formula, additivity } = metricOf(metric.name)
  const parts = await Promise.all(
    piecesBehind(metric.key, asked, plan, calendar).map(async piece => {
      const found = await run.rows(piece.statement)
      const read = (row.of ?? [row.place]).map(place => piece.read(found, place))
      const known = read.flatMap(({ value }) => value ?? [])
      const rows = read.reduce((sum, one) => sum + one.rows, 0)
      const value = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
      return {
        name: piece.metric,
        label: piece.label[language],
        table: piece.table,
        grain: piece.grain,
        side: piece.side,
        value,
        rows,
        days: piece.days,
      }
    }),
  )
  return {
    metric: metric.name,
    label: label[language],
    formula: formula[language],
    additivity,
    note: whyNotAddUp(metric.key, metric.name, plan)?.[language] ?? '',
    parts,
    cell: row.cells[metric.key] ?? null,
  }
}
