import { Select } from 'antd'
import { useState } from 'react'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { useDictionary } from '../../../lib/figures/use-question.ts'
import { FunnelChart } from '../../../ui/chart/funnel-chart.tsx'
import { Growth } from '../../../ui/growth.tsx'
import { dimensionsOf } from '../ask.ts'
import { namesOf } from '../shape.ts'
import { type Drawing, useWords } from './drawing.ts'

const most = 8
const faces = '2'

/** Stages under each other: metrics one after the other, of one group at a time where there are any; or groups of one metric. */
export function Funnel(drawing: Drawing) {
  const { panel, answer, height } = drawing
  const { t, isCompared } = useWords(drawing)
  const figure = useFigure()
  const [chosen, choose] = useState<string>()
  const [dimension] = dimensionsOf(panel)
  const columns = answer.columns.filter(({ kind }) => kind === 'metric')
  const [first] = columns
  // Rates are no stage: nobody stands in them.
  const counts = columns.filter(({ unit }) => unit !== 'percent')
  const groups = dimension === undefined ? [] : answer.rows.map(row => ({ row, ...memberOf(row, dimension) }))
  const isByGroup = groups.length > 0 && counts.length > 1
  const sized = groups.toSorted(
    (a, b) => (cellOf(b.row, first?.id ?? '').current ?? 0) - (cellOf(a.row, first?.id ?? '').current ?? 0),
  )
  const shown = sized.find(({ id }) => id === chosen) ?? sized[0]
  const stages =
    groups.length === 0 || isByGroup
      ? counts.map(column => ({
          name: column.label,
          cell: cellOf(isByGroup ? shown?.row : answer.rows[0], column.id),
        }))
      : (panel.sort === 'natural' ? groups : sized)
          .slice(0, most)
          .map(({ row, name }) => ({ name, cell: cellOf(row, first?.id ?? '') }))
  const names = namesOf(sized)
  const dictionary = useDictionary()
  const isOfFaces = (id: string) => dictionary?.metric(id)?.sources[0] === faces
  // Faces see some of those whom doors count: what the one tells is no part of what the other does.
  const isMixed = dimension === undefined && (panel.source ?? []).length > 1
  const unrelated = isMixed
    ? counts.flatMap((column, index) => {
        const before = counts[index - 1]
        return before && isOfFaces(column.id) !== isOfFaces(before.id) ? [index] : []
      })
    : []
  return (
    <>
      {isByGroup && (
        <Select
          size="small"
          aria-label={t({ zh: '分组', en: 'Group' })}
          value={shown?.id ?? ''}
          options={sized.map(({ id }, index) => ({ value: id, label: names[index] ?? id }))}
          popupMatchSelectWidth={false}
          onChange={choose}
        />
      )}
      <FunnelChart
        data={{
          categories: stages.map(({ name }) => name),
          series: [{ name: t(panel.title), values: stages.map(({ cell }) => cell.current) }],
        }}
        notes={
          isCompared ? stages.map(({ name, cell }) => <Growth key={name} value={cell.growth ?? null} />) : []
        }
        unrelated={unrelated}
        summary={t(panel.title)}
        height={height}
        format={value => figure.short(value, first ?? {})}
      />
    </>
  )
}
