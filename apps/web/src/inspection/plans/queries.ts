import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

export type PlanQuery = NonNullable<NonNullable<Parameters<typeof api.plans.list>[0]>['query']>
export type PlacePart = Pick<PlanQuery, 'shopId' | 'type' | 'id' | 'provinceid' | 'cityid' | 'countyid'>

/** Plans of single pictures: rounds are edited where they are run. */
const planKinds = 'screenshot,preset'
const key = ['plans'] as const
const kept = <T>(previous: T | undefined) => previous

export const planQueries = {
  list: (query: PlanQuery) =>
    queryOptions({
      queryKey: [...key, 'list', query],
      queryFn: ({ signal }) => api.plans.list({ query: { kind: planKinds, ...query }, signal }),
      placeholderData: kept,
      // Runs go on while the page is looked at.
      refetchInterval: 30_000,
    }),
  /** One plan, of whichever kind: a notice names a stop of a round as well. */
  one: (planId: string) =>
    queryOptions({
      queryKey: [...key, 'one', planId],
      queryFn: ({ signal }) =>
        api.plans.list({ query: { planId, kind: 'screenshot,preset,patrol', pageSize: 1 }, signal }),
    }),
  statistics: (place: PlacePart, from: string, to: string) =>
    queryOptions({
      queryKey: [...key, 'statistics', place, from, to],
      queryFn: ({ signal }) => api.plans.statistics({ query: { ...place, from, to }, signal }),
      placeholderData: kept,
      refetchInterval: 60_000,
    }),
  runs: (planId: string, pageNumber: number) =>
    queryOptions({
      queryKey: [...key, 'runs', planId, pageNumber],
      queryFn: ({ signal }) => api.plans.runs({ query: { planId, pageNumber, pageSize: 20 }, signal }),
      placeholderData: kept,
      refetchInterval: 15_000,
    }),
  /** Cameras of shops with their presets, to choose from. */
  videos: (shopId: string) =>
    queryOptions({
      queryKey: [...key, 'videos', shopId],
      queryFn: ({ signal }) =>
        api.checkShop.getVideosByShop({ query: { shopid: shopId, pageSize: 1000 }, signal }),
      staleTime: 60_000,
    }),
}

export const plansChanged = () => queryClient.invalidateQueries({ queryKey: key })
