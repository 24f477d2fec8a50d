import type { WholeBatch } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/queries.ts'

/** Below the key of the gallery: what is drawn upon or judged there changes here as well. */
const key = ['gallery', 'batch'] as const

/** A large batch is asked for less often: its answer names every picture. */
const againMs = ({ counts: { total } }: WholeBatch) => (total > 100 ? 3000 : 1000)

export const batchQueries = {
  one: (batchId: string) =>
    queryOptions({
      queryKey: [...key, batchId],
      queryFn: ({ signal }) => api.snapshots.one({ params: { batchId }, signal }),
      refetchInterval: query => (query.state.data?.state === 'capturing' ? againMs(query.state.data) : false),
    }),
  recent: () =>
    queryOptions({
      queryKey: [...key, 'recent'],
      queryFn: ({ signal }) => api.snapshots.list({ query: { pageSize: 8 }, signal }),
      staleTime: 0,
    }),
}

/** What a call about a batch answered is shown at once. */
export function keepBatch(batch: WholeBatch): void {
  queryClient.setQueryData(batchQueries.one(batch.id).queryKey, batch)
  void queryClient.invalidateQueries({ queryKey: batchQueries.recent().queryKey })
}
