import type { AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { useDictionary, useQuestion } from '../../../lib/figures/use-question.ts'
import { type Kpi, KpiStrip } from '../../../ui/kpi.tsx'
import { daysIn, dimensionsOf, questionOf } from '../ask.ts'
import type { Column, Drawing } from './drawing.ts'
import { useCourseWords, useWords } from './drawing.ts'
import { courseOf, lessIsBetter } from './extras.ts'

const most = 12

/** Figures in a row: of the whole, or of each value of a group. */
export function Kpis(drawing: Drawing) {
  const { panel, asking, answer, columns } = drawing
  const { isCompared, t } = useWords(drawing)
  const figure = useFigure()
  const said = useCourseWords()
  const dictionary = useDictionary()
  const [dimension] = dimensionsOf(panel)
  const hasTrend = dimension === undefined && daysIn(asking.period) >= 3 && !panel.calc
  const asked = dictionary && hasTrend ? sparkQuestion(drawing, dictionary.knows) : undefined
  const { data: sparks } = useQuestion(asked)
  const trendOf = (key: string) =>
    hasTrend && sparks ? { trend: sparks.rows.map(row => cellOf(row, key).current) } : {}

  const item = (row: AnalysisRow | undefined, column: Column, label: string, key: string): Kpi => {
    const cell = cellOf(row, column.id)
    const course = courseOf(cell)
    const trendLabel = course && said(course, column)
    const isPartial = typeof cell.coverage === 'number' && cell.coverage < 0.95
    return {
      key,
      label,
      value: cell.current,
      unit: figure.unit(column),
      format: value => figure.short(value, column),
      ...(isCompared ? { compared: cell.compared ?? null, growth: cell.growth ?? null } : {}),
      isLessBetter: lessIsBetter.has(column.id.split('.')[0] ?? ''),
      ...(isPartial
        ? {
            note: (
              <span className="kpi-coverage" title={t({ zh: '数据完整率', en: 'Share of data received' })}>
                {t(
                  { zh: '完整 {share}%', en: '{share}% received' },
                  { share: Math.floor((cell.coverage ?? 0) * 100) },
                )}
              </span>
            ),
          }
        : typeof cell.forecast === 'number'
          ? {
              note: t(
                { zh: '预测 {value}', en: 'forecast {value}' },
                { value: figure.short(cell.forecast, column) },
              ),
            }
          : {}),
      ...(course
        ? { trend: course, ...(trendLabel === undefined ? {} : { trendLabel }) }
        : trendOf(column.id)),
    }
  }
  const items =
    dimension === undefined
      ? columns.map(column => item(answer.rows[0], column, column.label, column.id))
      : (dimension === 'shop' ? busiestFirst(answer.rows, columns) : answer.rows).flatMap(row => {
          const { id, name } = memberOf(row, dimension)
          return columns.map(column =>
            item(
              row,
              column,
              columns.length > 1 || column.calc ? `${name} · ${column.label}` : name,
              `${id} ${column.id}`,
            ),
          )
        })
  return <KpiStrip items={items.slice(0, most)} />
}

/** Of many shops only some have room: those with most. */
const busiestFirst = (rows: readonly AnalysisRow[], [first]: readonly Column[]) =>
  rows.toSorted(
    (a, b) => (cellOf(b, first?.id ?? '').current ?? -1) - (cellOf(a, first?.id ?? '').current ?? -1),
  )

function sparkQuestion(drawing: Drawing, knows: Parameters<typeof questionOf>[2]) {
  const { panel, asking } = drawing
  const { compare: _, ...plain } = questionOf(panel, asking, knows)
  return {
    ...plain,
    granularity: daysIn(asking.period) > 120 ? ('week' as const) : ('day' as const),
    totals: false,
  }
}
