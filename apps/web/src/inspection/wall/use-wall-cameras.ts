import type { Camera } from '@aisle/contract'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { inspectionQueries } from '../queries.ts'

export const usualZone = 'Asia/Shanghai'

/** The cameras of the given ids, and whether the answer covers them all (then a missing one is out of scope). */
export function useCamerasById(ids: readonly string[]) {
  const sorted = useMemo(() => [...new Set(ids)].sort().join(','), [ids])
  const query = useQuery({
    queryKey: ['cameras', 'ids', sorted],
    queryFn: ({ signal }) => api.cameras.list({ query: { ids: sorted }, signal }),
    enabled: sorted !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const byId = useMemo(
    () => new Map<string, Camera>((query.data ?? []).map(camera => [camera.id, camera])),
    [query.data],
  )
  const isComplete = sorted === '' || (query.isSuccess && !query.isPlaceholderData)
  return { byId, isComplete, error: query.error, refetch: query.refetch }
}

/** The time zones of shops, so that each pane shows its own shop's clock. */
export function useShopZones(shopIds: readonly string[]): (shopId: string) => string {
  const distinct = [...new Set(shopIds)]
  const details = useQueries({
    queries: distinct.map(shopId => ({ ...inspectionQueries.shop(shopId), staleTime: 300_000 })),
  })
  const zones = new Map(distinct.map((shopId, index) => [shopId, details[index]?.data?.timeZone]))
  return shopId => zones.get(shopId) ?? usualZone
}
