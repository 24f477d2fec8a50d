import { comparisons, dayTypes, type ExportColumn, type ExportFormat, type ExportPart } from '@aisle/contract'
import { cellOf, figureColumns, memberOf, useFigure } from '../../lib/figures/figure.ts'
import { analysisQueries, type Dictionary } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { comparisonOf, questionOf } from './ask.ts'
import type { Asked } from './use-asking.ts'
import { memberFilters, type View, type ViewPanel } from './view.ts'

type Props = {
  view: View
  panels: readonly ViewPanel[]
  asked: Asked
  dictionary: Dictionary | undefined
  name: string
}

/** The export of a page: every panel as a table with the numbers on show, filters stated. */
export function ViewExport({ view, panels, asked, dictionary, name }: Props) {
  const t = useText()
  const figure = useFigure()
  const { asking } = asked
  if (!dictionary) return null

  async function parts(_format: ExportFormat): Promise<ExportPart[]> {
    if (!dictionary) return []
    return Promise.all(
      panels.map(async panel => {
        const answer = await queryClient.fetchQuery(
          analysisQueries.question(questionOf(panel, asking, dictionary.knows)),
        )
        const isCompared = comparisonOf(panel, asking) !== undefined
        const keys = answer.columns.filter(({ kind }) => kind !== 'metric')
        const figures = figureColumns(answer)
        const columns: ExportColumn[] = [
          ...keys.map(({ label }) => ({ title: label, kind: 'text' as const })),
          ...figures.flatMap(column => {
            const unit = figure.unit(column)
            const kind = column.unit === 'percent' ? ('percent' as const) : ('number' as const)
            const own = { title: column.label, kind, ...(unit === '' ? {} : { unit }) }
            return isCompared
              ? [
                  own,
                  {
                    ...own,
                    title: t({ zh: '{label} 对比', en: '{label}, compared' }, { label: column.label }),
                  },
                  {
                    title: t({ zh: '{label} 增幅', en: '{label}, growth' }, { label: column.label }),
                    kind: 'percent' as const,
                  },
                ]
              : [own]
          }),
        ]
        return {
          title: t(panel.title),
          columns: columns.length > 0 ? columns : [{ title: '—', kind: 'text' as const }],
          rows: answer.rows.map(row => [
            ...keys.map(({ id }) => memberOf(row, id).name),
            ...figures.flatMap(({ id }) => {
              const cell = cellOf(row, id)
              return isCompared ? [cell.current, cell.compared ?? null, cell.growth ?? null] : [cell.current]
            }),
          ]),
        }
      }),
    )
  }

  const filters = [
    ...(asking.compare
      ? [{ label: t({ zh: '对比', en: 'Compare' }), value: t(comparisons[asking.compare.type]) }]
      : []),
    ...(asking.dayTypes.length > 0
      ? [
          {
            label: t({ zh: '日类型', en: 'Day type' }),
            value: asking.dayTypes.map(type => t(dayTypes[type])).join('、'),
          },
        ]
      : []),
    ...(asking.timeWindow
      ? [
          {
            label: t({ zh: '时段', en: 'Time of day' }),
            value: `${asking.timeWindow.from}–${asking.timeWindow.to}`,
          },
        ]
      : []),
    ...memberFilters.flatMap(member => {
      const chosen = asking.members[member]
      const entry = dictionary.dimension(member)
      if (!chosen || !entry) return []
      return [{ label: t(entry.label), value: chosen.map(id => valueLabel(entry, id, t)).join('、') }]
    }),
  ]
  const formats = (['xlsx', 'csv', 'pdf'] as const).filter(format => view.exports.includes(format))
  if (formats.length === 0) return null
  return (
    <ExportMenu
      name={name}
      scope={asked.scopeName}
      period={asking.period}
      filters={filters}
      formats={formats}
      parts={parts}
    />
  )
}

function valueLabel(
  entry: NonNullable<ReturnType<Dictionary['dimension']>>,
  id: string,
  t: ReturnType<typeof useText>,
): string {
  const found = entry.values?.find(value => value.id === id)
  return found ? t(found.label) : id
}
