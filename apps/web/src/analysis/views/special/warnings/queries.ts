import type { QualityKind, QualityStatus, WarningSeverity, WarningStatus, WatchedKind } from '@aisle/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { areaSelection, useScope } from '../../../../shell/scope.ts'
import type { Asking } from '../../ask.ts'

const key = ['warnings'] as const
export const pageSize = 10

/** Shops of a page as the lists take them: an area, or some shops. */
export type Where = ReturnType<typeof areaSelection> & { shopIds?: string }
type Days = { from: string; to: string }
export type WarningQuery = Where &
  Days & {
    ruleId?: string
    status?: WarningStatus
    severity?: WarningSeverity
    nodeKind?: WatchedKind
    nodeIds?: string
    watched?: '1'
  }
export type DoubtQuery = Where & Days & { kind?: QualityKind; status?: QualityStatus; deviceIds?: string }

/** The shops that a page is about; undefined while its area is not known yet. */
export function useWhere(asking: Asking | undefined): Where | undefined {
  const { trail } = useScope()
  if (!asking) return undefined
  const { scope, shops } = asking
  if (scope.kind === 'shop') return { shopIds: scope.shopId }
  return {
    ...(scope.kind === 'area' ? areaSelection(trail) : {}),
    ...(shops.length > 0 ? { shopIds: shops.join(',') } : {}),
  }
}

export const warningQueries = {
  list: (query: WarningQuery, pageNumber: number, size = pageSize) =>
    queryOptions({
      queryKey: [...key, 'list', query, pageNumber, size],
      queryFn: ({ signal }) =>
        api.warnings.list({ query: { ...listed(query), pageNumber, pageSize: size }, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: 60_000,
    }),
  one: (warningId: string) =>
    queryOptions({
      queryKey: [...key, 'one', warningId],
      queryFn: ({ signal }) => api.warnings.one({ params: { warningId }, signal }),
    }),
  rules: () =>
    queryOptions({
      queryKey: [...key, 'rules'],
      queryFn: ({ signal }) => api.warnings.rules({ signal }),
    }),
  people: () =>
    queryOptions({
      queryKey: [...key, 'people'],
      queryFn: ({ signal }) => api.warnings.people({ signal }),
      staleTime: 600_000,
    }),
  watches: (where: Where, nodeKind: WatchedKind) =>
    queryOptions({
      queryKey: [...key, 'watches', nodeKind, where],
      queryFn: ({ signal }) => api.warnings.watches({ query: { ...where, nodeKind }, signal }),
    }),
  places: (shopId: string, nodeKind: WatchedKind) =>
    queryOptions({
      queryKey: [...key, 'places', shopId, nodeKind],
      queryFn: ({ signal }) => api.warnings.places({ query: { shopId, nodeKind }, signal }),
    }),
  changes: (where: Where) =>
    queryOptions({
      queryKey: [...key, 'changes', where],
      queryFn: ({ signal }) => api.warnings.changes({ query: where, signal }),
    }),
  doubts: (query: DoubtQuery, pageNumber: number, size = pageSize) =>
    queryOptions({
      queryKey: ['quality', 'events', query, pageNumber, size],
      queryFn: ({ signal }) =>
        api.quality.events({ query: { ...query, pageNumber, pageSize: size }, signal }),
      placeholderData: keepPreviousData,
    }),
  doubt: (eventId: string) =>
    queryOptions({
      queryKey: ['quality', 'event', eventId],
      queryFn: ({ signal }) => api.quality.event({ params: { eventId }, signal }),
    }),
}
const listed = (query: WarningQuery): WarningQuery => query

/** What people do here changes lists, rules and, a minute later, figures. */
export const warningsChanged = () => queryClient.invalidateQueries({ queryKey: key })
export const doubtsChanged = () => queryClient.invalidateQueries({ queryKey: ['quality'] })
