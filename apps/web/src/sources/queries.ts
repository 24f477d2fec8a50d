import type { QuarantineGroup } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { queryClient } from '../lib/queries.ts'

const key = ['ingest'] as const
export const rowsPerPage = 20
export const importsPerPage = 10
/** How often an import that runs is asked about. */
const pollMs = 1500
/** How often it is looked how connections fare, while they are on the screen. */
const linksMs = 10_000

/** The rows of a group: of one source, kind and reason. */
export const choiceOf = ({ sourceId, kind, path, message }: QuarantineGroup) => ({
  sourceId,
  kind,
  path,
  message,
})

export const ingestQueries = {
  sources: () =>
    queryOptions({
      queryKey: [...key, 'sources'],
      queryFn: ({ signal }) => api.ingestSources.list({ signal }),
    }),
  links: () =>
    queryOptions({
      queryKey: [...key, 'links'],
      queryFn: ({ signal }) => api.ingestLinks.list({ signal }),
      refetchInterval: query => (query.state.data?.length ? linksMs : false),
    }),
  counters: (keyword: string) =>
    queryOptions({
      queryKey: [...key, 'counters', keyword],
      queryFn: ({ signal }) =>
        api.devices.list({ query: { kind: 'counter', keyword, pageNumber: 1, pageSize: 20 }, signal }),
      placeholderData: previous => previous,
    }),
  quarantine: () =>
    queryOptions({
      queryKey: [...key, 'quarantine'],
      queryFn: ({ signal }) => api.quarantine.groups({ signal }),
    }),
  rows: (group: QuarantineGroup, pageNumber: number) =>
    queryOptions({
      queryKey: [...key, 'rows', choiceOf(group), pageNumber],
      queryFn: ({ signal }) =>
        api.quarantine.rows({ query: { ...choiceOf(group), pageNumber, pageSize: rowsPerPage }, signal }),
      placeholderData: previous => previous,
    }),
  imports: (pageNumber: number) =>
    queryOptions({
      queryKey: [...key, 'imports', pageNumber],
      queryFn: ({ signal }) => api.imports.list({ query: { pageNumber, pageSize: importsPerPage }, signal }),
      placeholderData: previous => previous,
      refetchInterval: query =>
        query.state.data?.records.some(({ state }) => state === 'waiting' || state === 'running')
          ? pollMs
          : false,
    }),
}

export const ingestChanged = () => queryClient.invalidateQueries({ queryKey: key })
