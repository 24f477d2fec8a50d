import type { FloorPlan, HeatQuestion } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Plans of floors and the heat on them. */
export const planQueries = {
  ofShops: (shopIds: readonly string[]) =>
    queryOptions({
      queryKey: ['floorPlans', [...shopIds].sort()],
      queryFn: ({ signal }): Promise<FloorPlan[]> =>
        shopIds.length === 0
          ? Promise.resolve([])
          : api.floorPlans.list({ query: { shopIds: shopIds.join(',') }, signal }),
      staleTime: 300_000,
    }),
  heat: (question: HeatQuestion) =>
    queryOptions({
      queryKey: ['floorPlans', 'heat', question],
      queryFn: ({ signal }) =>
        question.planIds.length === 0 ? Promise.resolve([]) : api.floorPlans.heat({ body: question, signal }),
    }),
  areas: (shopId: string) =>
    queryOptions({
      queryKey: ['floorPlans', 'areas', shopId],
      queryFn: ({ signal }) => api.customAreas.list({ query: { shopId }, signal }),
    }),
}
