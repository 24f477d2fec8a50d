import type { AnalysisAnswer, Question } from '@aisle/contract'
import { cellOf } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { type Asking, ignoredFilters, questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import type { MemberFilterName, ViewPanel } from '../../view.ts'
import { type Sold, salesEffects } from './split.ts'

export type Compare = NonNullable<Asking['compare']>

/** A question of a piece: the metrics its reader may see, by what it wants, against what the page compares with. */
export function pieceQuestion(
  { panel, asking, dictionary }: Pick<Special, 'panel' | 'asking' | 'dictionary'>,
  wish: Pick<ViewPanel, 'metrics'> & Partial<ViewPanel>,
  compare?: Compare,
): Question | undefined {
  const metrics = wish.metrics.filter(id => dictionary.metric(id)?.allowed)
  if (!asking || metrics.length === 0) return undefined
  const { compare: _, metric: __, ...rest } = asking
  return questionOf(
    {
      ...panel,
      kind: 'table',
      source: [],
      by: [],
      calc: [],
      ...wish,
      metrics,
      ...(compare ? { compare: [compare.type] } : {}),
    },
    { ...rest, ...(compare ? { compare } : {}) },
    dictionary.knows,
  )
}

/** Filters of the page that some of the metrics do not know. */
export function unknownFilters(
  { panel, asking, dictionary }: Pick<Special, 'panel' | 'asking' | 'dictionary'>,
  metrics: readonly string[],
): MemberFilterName[] {
  return asking ? ignoredFilters({ ...panel, metrics }, asking, dictionary.knows) : []
}

/** Visits, deals and sales of either side of an answer; undefined where one of them is not known. */
function soldIn(answer: AnalysisAnswer | undefined): { now: Sold; before: Sold } | undefined {
  const [row] = answer?.rows ?? []
  const side = (of: 'current' | 'compared'): Sold | undefined => {
    const [visits, deals, sales] = ['visits', 'deals', 'sales'].map(id => cellOf(row, id)[of])
    return typeof visits === 'number' && typeof deals === 'number' && typeof sales === 'number'
      ? { visits, deals, sales }
      : undefined
  }
  const [now, before] = [side('current'), side('compared')]
  return now && before ? { now, before } : undefined
}

/** What sales are made of now and before, and what each factor did. */
export function useSales(props: Special, compare: Compare) {
  const metrics = ['visits', 'deals', 'sales']
  const maySee = metrics.every(id => props.dictionary.metric(id)?.allowed !== false)
  const answer = useQuestion(maySee ? pieceQuestion(props, { metrics }, compare) : undefined)
  const sold = soldIn(answer.data)
  return { answer, sold, effects: sold && salesEffects(sold.now, sold.before) }
}
