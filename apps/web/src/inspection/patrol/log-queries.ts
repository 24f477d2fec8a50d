import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { listSize, type ProblemQuery } from '../problems/queries.ts'
import type { ProblemFilters } from '../problems/use-problem-filters.ts'

export const logQueries = {
  page: (query: ProblemQuery, pageNumber: number) =>
    queryOptions({
      queryKey: ['patrolLog', query, pageNumber],
      queryFn: ({ signal }) =>
        api.problems.patrolLog({ query: { ...query, pageNumber, pageSize: listSize }, signal }),
      placeholderData: previous => previous,
    }),
  trend: (query: ProblemQuery, granularity: 'day' | 'week') =>
    queryOptions({
      queryKey: ['patrolLog', 'trend', query, granularity],
      queryFn: ({ signal }) => api.problems.patrolLogTrend({ query: { ...query, granularity }, signal }),
      placeholderData: previous => previous,
    }),
}

/** The query of the page with its status tab. */
export function logQuery({ query, tab }: ProblemFilters) {
  const status = tab === 'all' ? {} : tab === 'overdue' ? { overdue: true } : { status: tab }
  return { ...query, ...status }
}
