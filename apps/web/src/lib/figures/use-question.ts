import type { AnalysisAnswer, Question } from '@aisle/contract'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { languageStore, useLanguage } from '../i18n.ts'
import { askTogether } from './ask-together.ts'
import { useLive } from './live.ts'
import { useNoted } from './notebook.ts'

export const analysisQueries = {
  /** Names in the answer are in the language of the console, which therefore belongs to the key. */
  question: (question: Question, language = languageStore.get()) =>
    queryOptions({
      queryKey: ['analysis', 'question', language, question],
      queryFn: () => askTogether(question),
    }),
  dictionary: () =>
    queryOptions({
      queryKey: ['analysis', 'dictionary'],
      queryFn: ({ signal }) => api.analysis.dictionary({ signal }),
      staleTime: 600_000,
    }),
}

/**
 * The answer to a question; undefined asks nothing yet. Questions of one moment travel together. While another question is under
 * way the answer before it stays (`isPlaceholderData`). With `everyMs` it is of the present: asked anew as soon as its figures changed,
 * and every so often while the server cannot tell.
 */
export function useQuestion(
  question: Question | undefined,
  { everyMs }: { everyMs?: number } = {},
): UseQueryResult<AnalysisAnswer> {
  const language = useLanguage()
  const asked = analysisQueries.question(
    question ?? { metrics: ['visits'], period: { preset: 'today' } },
    language,
  )
  const againMs = useLive(question, asked.queryKey, everyMs)
  useNoted(question)
  return useQuery({
    ...asked,
    enabled: question !== undefined,
    placeholderData: (before: AnalysisAnswer | undefined) => before,
    ...(againMs === undefined ? {} : { refetchInterval: againMs }),
  })
}

/** The dictionary by id; undefined until it is there. */
export function useDictionary() {
  const { data } = useQuery(analysisQueries.dictionary())
  return useMemo(() => data && dictionaryOf(data), [data])
}

type Answer = Awaited<ReturnType<typeof api.analysis.dictionary>>
export type MetricEntry = Answer['metrics'][number]
export type DimensionEntry = Answer['dimensions'][number]
export type SourceEntry = Answer['sources'][number]
export type CalcEntry = Answer['calcs'][number]
export type Dictionary = {
  metric(id: string): MetricEntry | undefined
  dimension(id: string): DimensionEntry | undefined
  source(id: string): SourceEntry | undefined
  calc(id: string): CalcEntry | undefined
  /** Whether a metric can be split and filtered by a dimension. */
  knows(metric: string, dimension: string): boolean
}

export function dictionaryOf(answer: Answer): Dictionary {
  const metrics = new Map(answer.metrics.map(entry => [entry.id, entry]))
  const dimensions = new Map(answer.dimensions.map(entry => [entry.id, entry]))
  const sources = new Map(answer.sources.map(entry => [entry.id, entry]))
  const calcs = new Map(answer.calcs.map(entry => [entry.id, entry]))
  return {
    metric: id => metrics.get(id),
    dimension: id => dimensions.get(id),
    source: id => sources.get(id),
    calc: id => calcs.get(id),
    knows: (metric, dimension) => metrics.get(metric)?.dimensions.includes(dimension) ?? false,
  }
}
