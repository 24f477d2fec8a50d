import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { areaSelection, type Scope, useScope } from '../../../shell/scope.ts'

/** A place as the calls of the inspection area take it. */
export type Place = { shopId?: string } & ReturnType<typeof areaSelection>

/** The place of the page for calls that are no questions about figures. */
export function usePlace(scope: Scope | undefined): Place {
  const { trail } = useScope()
  if (scope?.kind === 'shop') return { shopId: scope.shopId }
  return scope?.kind === 'area' ? areaSelection(trail) : {}
}

/** What stands beside the figures: problems, cameras, findings, notices. */
export const placeQueries = {
  problemCounts: (place: Place) =>
    queryOptions({
      queryKey: ['analysis', 'problemCounts', place],
      queryFn: ({ signal }) => api.problems.counts({ query: place, signal }),
    }),
  openProblems: (place: Place, size: number) =>
    queryOptions({
      queryKey: ['analysis', 'openProblems', place, size],
      queryFn: async ({ signal }) => {
        const ask = (status: 'rectification' | 'pending') =>
          api.problems.list({ query: { ...place, status, sort: 'due', pageSize: size }, signal })
        const [open, pending] = await Promise.all([ask('rectification'), ask('pending')])
        return { total: open.total + pending.total, records: [...open.records, ...pending.records] }
      },
    }),
  newFindings: (place: Place) =>
    queryOptions({
      queryKey: ['analysis', 'newFindings', place],
      queryFn: ({ signal }) => api.findings.list({ query: { ...place, status: 'new', pageSize: 3 }, signal }),
    }),
  /** Shops with how many of their cameras answer. */
  shopCameras: (place: Place) =>
    queryOptions({
      queryKey: ['analysis', 'shopCameras', place],
      queryFn: async ({ signal }) => {
        const { shopId, ...area } = place
        const { records } = await api.checkShop.getCheckShopList({ query: area, signal })
        return shopId === undefined ? records : records.filter(shop => shop.shopid === shopId)
      },
    }),
  notices: () =>
    queryOptions({
      queryKey: ['analysis', 'notices'],
      queryFn: ({ signal }) => api.notices.count({ signal }),
    }),
}
