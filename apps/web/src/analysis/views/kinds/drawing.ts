import { type AnalysisAnswer, type AnalysisMember, comparisons, type Text } from '@aisle/contract'
import { useFigure } from '../../../lib/figures/figure.ts'
import { useText } from '../../../lib/i18n.ts'
import { type Asking, comparisonOf, daysIn } from '../ask.ts'
import { timeText } from '../shape.ts'
import type { ViewPanel } from '../view.ts'
import { courseFacts } from './extras.ts'

export type Column = AnalysisAnswer['columns'][number]

/** What a panel is drawn from. */
export type Drawing = {
  panel: ViewPanel
  asking: Asking
  answer: AnalysisAnswer
  /** Columns of figures on show: of one unit, where the drawing has one scale. */
  columns: readonly Column[]
  height: number
  /** On a screen that nobody sits at. */
  isBoard?: boolean
  /** Words at a time: when something was changed. */
  notes?: readonly { time: string; text: string }[]
  /** A group was chosen: a shop is opened, another place narrows the page. */
  onPick(dimension: string, member: AnalysisMember): void
  /** Where a group leads, for what is drawn as links. */
  hrefOf(dimension: string, member: AnalysisMember): string | undefined
}

/** How a drawing writes times and compared series. */
export function useWords({ panel, asking }: Pick<Drawing, 'panel' | 'asking'>) {
  const t = useText()
  const compare = comparisonOf(panel, asking)
  const isOneDay = daysIn(asking.period) === 1
  const against: Text = compare ? comparisons[compare.type] : { zh: '对比', en: 'compared' }
  return {
    t,
    isCompared: compare !== undefined,
    /** `去年同期`. */
    against: t(against),
    comparedName: (name: string) =>
      t({ zh: '{name} · {against}', en: '{name}, {against}' }, { name, against: t(against) }),
    written: ({ name }: AnalysisMember) => timeText(name, isOneDay),
  }
}

/** Says the course of a value in words: `最低 12，最高 40，最近 33`. */
export function useCourseWords() {
  const t = useText()
  const figure = useFigure()
  return (course: readonly (number | null)[], column: Column): string | undefined => {
    const facts = courseFacts(course)
    if (!facts) return undefined
    const [low, high, last] = facts.map(value => figure.full(value, column))
    return t(
      { zh: '走势：最低 {low}，最高 {high}，最近 {last}', en: 'Trend: low {low}, high {high}, last {last}' },
      { low: low ?? '', high: high ?? '', last: last ?? '' },
    )
  }
}
