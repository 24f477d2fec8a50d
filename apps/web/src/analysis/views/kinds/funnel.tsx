import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { FunnelChart } from '../../../ui/chart/funnel-chart.tsx'
import { Growth } from '../../../ui/growth.tsx'
import { dimensionsOf } from '../ask.ts'
import { type Drawing, useWords } from './drawing.ts'

/** Stages under each other: metrics one after the other, or groups by size. */
export function Funnel(drawing: Drawing) {
  const { panel, answer, height } = drawing
  const { t, isCompared } = useWords(drawing)
  const figure = useFigure()
  const [dimension] = dimensionsOf(panel)
  const columns = answer.columns.filter(({ kind }) => kind === 'metric')
  const [first] = columns
  const stages =
    dimension === undefined
      ? columns.map(column => ({ name: column.label, cell: cellOf(answer.rows[0], column.id) }))
      : answer.rows
          .map(row => ({ name: memberOf(row, dimension).name, cell: cellOf(row, first?.id ?? '') }))
          .toSorted((a, b) => (b.cell.current ?? 0) - (a.cell.current ?? 0))
          .slice(0, 8)
  return (
    <FunnelChart
      data={{
        categories: stages.map(({ name }) => name),
        series: [{ name: t(panel.title), values: stages.map(({ cell }) => cell.current) }],
      }}
      notes={
        isCompared ? stages.map(({ name, cell }) => <Growth key={name} value={cell.growth ?? null} />) : []
      }
      summary={t(panel.title)}
      height={height}
      format={value => figure.short(value, first ?? {})}
    />
  )
}
