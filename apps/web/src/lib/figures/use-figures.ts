import type { AnalysisAnswer, Question } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { isProblem } from '../problem.ts'
import { isBlank } from './figure.ts'
import { analysisQueries, useQuestion } from './use-question.ts'

export type Figures = {
  /** `forbidden`: the user may see none of the metrics; `empty`: nothing was received, which is not nought. */
  state: 'loading' | 'ready' | 'empty' | 'error' | 'forbidden'
  /** Of the metrics that the user may see; stays while it is asked for anew, also where that fails. */
  answer: AnalysisAnswer | undefined
  /** Of the state `error`. */
  error: unknown
  /** Asked for anew behind figures that stay. */
  isRefreshing: boolean
  again(): void
}

type Metric = Question['metrics'][number]
const idOf = (metric: Metric) => (typeof metric === 'string' ? metric : metric.metric)

/** A question cut to the metrics that the user may see, in the states of a panel. `everyMs` asks anew while the page is seen. */
export function useFigures(question: Question, options: { everyMs?: number } = {}): Figures {
  const dictionary = useQuery(analysisQueries.dictionary())
  const mayAsk = new Set(dictionary.data?.metrics.flatMap(({ id, allowed }) => (allowed ? [id] : [])))
  const metrics = question.metrics.filter(metric => mayAsk.has(idOf(metric)))
  const asked = useQuestion(metrics.length > 0 ? { ...question, metrics } : undefined, options)
  const failed = dictionary.data ? asked : dictionary
  const isForbidden =
    (dictionary.data !== undefined && metrics.length === 0) ||
    (asked.isError && isProblem(asked.error) && asked.error.code === 403)
  const answer = metrics.length > 0 ? asked.data : undefined
  return {
    state: stateOf(isForbidden, answer, failed.isError),
    answer: isForbidden ? undefined : answer,
    error: failed.error,
    isRefreshing: asked.isFetching && answer !== undefined,
    again: () => void failed.refetch(),
  }
}

function stateOf(
  isForbidden: boolean,
  answer: AnalysisAnswer | undefined,
  isFailed: boolean,
): Figures['state'] {
  if (isForbidden) return 'forbidden'
  if (answer) return isBlank(answer) ? 'empty' : 'ready'
  return isFailed ? 'error' : 'loading'
}
