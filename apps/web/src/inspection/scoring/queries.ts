import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

export const scoringQueries = {
  form: () =>
    queryOptions({
      queryKey: ['checkForm', 'evaluation'],
      queryFn: ({ signal }) => api.checkItems.list({ query: { kind: 'evaluation' }, signal }),
      staleTime: 300_000,
    }),
  /** Users who may be charged with a problem of a shop, the likeliest first. */
  owners: (shopId: string) =>
    queryOptions({
      queryKey: ['problemOwners', shopId],
      queryFn: async ({ signal }) => {
        const owners = await api.problems.owners({ query: { shopId }, signal })
        return owners.filter(owner => owner.kind === 'user')
      },
      staleTime: 300_000,
    }),
  history: (shopId: string) =>
    queryOptions({
      queryKey: ['evaluations', 'shop', shopId],
      queryFn: ({ signal }) => api.evaluations.list({ query: { shopid: shopId, pageSize: 20 }, signal }),
    }),
  evaluation: (id: string) =>
    queryOptions({
      queryKey: ['evaluations', 'one', id],
      queryFn: ({ signal }) => api.scoring.getEvaluation({ params: { id }, signal }),
    }),
}

/** An evaluation came or changed: what shows any asks again. */
export const refreshEvaluations = () => queryClient.invalidateQueries({ queryKey: ['evaluations'] })
