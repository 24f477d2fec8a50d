import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from './api.ts'
import { english, useLanguage } from './i18n.ts'
import { queryClient } from './queries.ts'

/** How the chain's own words are read in English; empty where nobody said. */
const glossary = () =>
  queryOptions({
    queryKey: ['viewSettings', 'glossary'],
    queryFn: ({ signal }) => api.glossary.read({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Dozens of words hang on it: one that could not be had is not asked for by each of them.
    retryOnMount: false,
  })

/**
 * What people wrote (names of presets, plans, remarks) in the language of the console: `written('全景')` is “Whole view”
 * where the glossary of the chain knows it. What it does not know stays as it was written.
 */
export function useWritten(): (text: string) => string {
  const isEnglish = useLanguage() === english
  const { data } = useQuery({ ...glossary(), enabled: isEnglish }, queryClient)
  const known = useMemo(
    () => new Map(isEnglish ? data?.value.entries.map(({ zh, en }) => [zh, en]) : []),
    [isEnglish, data],
  )
  return useCallback(text => known.get(text) ?? text, [known])
}
