import type { Finding } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

/** What findings are narrowed by, as the calls take it. */
export type FindingQuery = NonNullable<NonNullable<Parameters<typeof api.findings.statistics>[0]>['query']>

const key = ['findings'] as const
export const listSize = 20
/** How often the pages that are about now ask again. */
export const freshMs = 4000

export const findingQueries = {
  page: (query: FindingQuery, pageNumber: number, pageSize = listSize) =>
    queryOptions({
      queryKey: [...key, 'page', query, pageNumber, pageSize],
      queryFn: ({ signal }) => api.findings.list({ query: { ...query, pageNumber, pageSize }, signal }),
      placeholderData: previous => previous,
    }),
  statistics: (query: FindingQuery) =>
    queryOptions({
      queryKey: [...key, 'statistics', query],
      queryFn: ({ signal }) => api.findings.statistics({ query, signal }),
      placeholderData: previous => previous,
    }),
  detail: (findingId: string) =>
    queryOptions({
      queryKey: [...key, 'detail', findingId],
      queryFn: ({ signal }) => api.findings.detail({ params: { findingId }, signal }),
    }),
  settings: () =>
    queryOptions({
      queryKey: ['findingSettings'],
      queryFn: ({ signal }) => api.findings.settings({ signal }),
    }),
  zones: (cameraId: string) =>
    queryOptions({
      queryKey: ['findingZones', cameraId],
      queryFn: ({ signal }) => api.findings.zones({ query: { cameraId }, signal }),
    }),
  camerasById: (ids: string) =>
    queryOptions({
      queryKey: ['cameras', 'ids', ids],
      queryFn: ({ signal }) => api.cameras.list({ query: { ids }, signal }),
      staleTime: 300_000,
      placeholderData: previous => previous,
    }),
}

/** Lists and figures are asked for anew; the finding itself is known already. */
export function findingChanged(finding: Finding): void {
  queryClient.setQueryData(findingQueries.detail(finding.id).queryKey, finding)
  void queryClient.invalidateQueries({ queryKey: [...key, 'page'] })
  void queryClient.invalidateQueries({ queryKey: [...key, 'statistics'] })
}

/** Somebody else decided meanwhile: all of it is asked for anew. */
export function findingsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: key })
}
