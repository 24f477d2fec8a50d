import type { AnalysisAnswer, Question } from '@aisle/contract'
import { analysisQueries } from '../../lib/figures/use-question.ts'
import { queryClient } from '../../lib/queries.ts'

/** Every row of an answer: where a panel takes fewer than there are, or the first few groups, it is asked again for all. */
export async function wholeAnswer(question: Question): Promise<AnalysisAnswer> {
  const answer = await queryClient.fetchQuery({ ...analysisQueries.question(question), staleTime: 30_000 })
  const isCut = question.limit !== undefined || question.top !== undefined
  if (answer.meta.rowCount <= answer.rows.length || !isCut) return answer
  const { limit, top, ...whole } = question
  return queryClient.fetchQuery({ ...analysisQueries.question(whole), gcTime: 0 })
}
