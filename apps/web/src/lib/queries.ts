import { QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Server state of the console. Calls repeat themselves when the network fails, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What several rooms ask for. A room's own queries stand in its `queries.ts`. */
export const sharedQueries = {
  config: () =>
    queryOptions({
      queryKey: ['config'],
      queryFn: ({ signal }) => api.system.config({ signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  me: () => queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => api.auth.me({ signal }) }),
  areaTree: () =>
    queryOptions({
      queryKey: ['areas', 'tree'],
      queryFn: ({ signal }) => api.areas.getAreaList({ signal }),
      staleTime: 300_000,
    }),
  allShops: () =>
    queryOptions({
      queryKey: ['shops', 'all'],
      queryFn: ({ signal }) => api.areas.findAllShops({ signal }),
      staleTime: 300_000,
    }),
  favourites: () =>
    queryOptions({
      queryKey: ['shops', 'favourites'],
      queryFn: ({ signal }) => api.checkShop.getShopCollectsByUserId({ signal }),
    }),
  /** Cameras of one or several shops, ids joined by commas. */
  cameras: (shopId: string) =>
    queryOptions({
      queryKey: ['cameras', shopId],
      queryFn: ({ signal }) => api.cameras.list({ query: { shopId }, signal }),
    }),
}
