import type { ProblemStatus } from '@aisle/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

/** What problems are narrowed by, as the calls take it. */
export type ProblemQuery = NonNullable<NonNullable<Parameters<typeof api.problems.counts>[0]>['query']>

const key = ['problems'] as const
/** Cards of a column that are asked for at once. */
const columnSize = 20
export const listSize = 20
/** Others work on the same problems: asked again so often while they are looked at. */
const againMs = 60_000

export const problemQueries = {
  counts: (query: ProblemQuery) =>
    queryOptions({
      queryKey: [...key, 'counts', query],
      queryFn: ({ signal }) => api.problems.counts({ query, signal }),
      placeholderData: previous => previous,
    }),
  /** A column of the board: open ones by due date, closed ones by when they were closed. */
  column: (status: ProblemStatus, query: ProblemQuery) =>
    infiniteQueryOptions({
      queryKey: [...key, 'column', status, query],
      queryFn: ({ signal, pageParam }) =>
        api.problems.list({
          query: {
            ...query,
            status,
            sort: status === 'closed' ? 'closed' : 'due',
            pageNumber: pageParam,
            pageSize: columnSize,
          },
          signal,
        }),
      refetchInterval: againMs,
      initialPageParam: 1,
      getNextPageParam: last => (last.current * last.size < last.total ? last.current + 1 : undefined),
      placeholderData: previous => previous,
    }),
  page: (query: ProblemQuery & { status?: ProblemStatus; overdue?: boolean }, pageNumber: number) =>
    queryOptions({
      queryKey: [...key, 'page', query, pageNumber],
      queryFn: ({ signal }) =>
        api.problems.list({ query: { ...query, pageNumber, pageSize: listSize, sort: 'latest' }, signal }),
      placeholderData: previous => previous,
    }),
  statistics: (query: ProblemQuery) =>
    queryOptions({
      queryKey: [...key, 'statistics', query],
      queryFn: ({ signal }) => api.problems.statistics({ query: { ...query, top: 10 }, signal }),
      placeholderData: previous => previous,
    }),
  detail: (problemId: string) =>
    queryOptions({
      queryKey: [...key, 'detail', problemId],
      queryFn: ({ signal }) => api.problems.detail({ params: { problemId }, signal }),
      refetchInterval: againMs,
    }),
  owners: (shopId: string) =>
    queryOptions({
      queryKey: [...key, 'owners', shopId],
      queryFn: ({ signal }) => api.problems.owners({ query: { shopId }, signal }),
      staleTime: 300_000,
    }),
  items: (query: ProblemQuery) =>
    queryOptions({
      queryKey: [...key, 'items', query],
      queryFn: ({ signal }) => api.problems.items({ query, signal }),
      staleTime: 300_000,
    }),
}

/** Everything that shows problems asks again. */
export const problemsChanged = () => queryClient.invalidateQueries({ queryKey: key })
