import type { CheckShop } from '@aisle/contract'
import { queryOptions, useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '../lib/api.ts'
import { queryClient, sharedQueries } from '../lib/queries.ts'
import { toast } from '../ui/toast.tsx'

type AreaQuery = {
  type?: number
  id?: string
  provinceid?: string | undefined
  cityid?: string | undefined
  countyid?: string | undefined
}

/** Shops to inspect in an area, all of them at once: the list is searched and sorted in the browser. */
export const checkShops = (area: AreaQuery) =>
  queryOptions({
    queryKey: ['shops', 'check', area],
    queryFn: async ({ signal }): Promise<CheckShop[]> => {
      const { records } = await api.checkShop.getCheckShopList({ query: area, signal })
      return records
    },
    placeholderData: previous => previous,
  })

/** How the favourites stand: last score, last patrol, open problems. For users who may inspect. */
export const favouriteFigures = () =>
  queryOptions({
    queryKey: ['shops', 'favouriteFigures'],
    queryFn: ({ signal }) => api.checkShop.favouriteFigures({ signal }),
  })

type Starred = Pick<CheckShop, 'shopid' | 'shopname'>
type Wish = { shopId: string; isOn: boolean }
const wishKey = ['favourite']
const isWish = (value: unknown): value is Wish =>
  typeof value === 'object' && value !== null && 'shopId' in value && 'isOn' in value

/** The stars of the user. A wish shows at once and runs after the one before; a refused one goes back. */
export function useFavourites() {
  const { queryKey } = sharedQueries.favourites()
  const query = useQuery(sharedQueries.favourites())
  const wishes = useMutationState({
    filters: { mutationKey: wishKey, status: 'pending' },
    select: mutation => mutation.state.variables,
  })
  const { mutate } = useMutation({
    mutationKey: wishKey,
    scope: { id: 'favourites' },
    async mutationFn({ shopId, isOn }: Wish) {
      if (isOn) return api.checkShop.saveShopCollect({ body: { shopId } })
      const kept = queryClient.getQueryData(queryKey)?.find(favourite => favourite.shopId === shopId)
      return kept && api.checkShop.delShopCollectByIds({ params: { id: kept.id } })
    },
    onError: error => toast.error(error),
    onSettled: () =>
      queryClient
        .invalidateQueries({ queryKey: ['shops', 'favouriteFigures'] })
        .then(() => queryClient.invalidateQueries({ queryKey })),
  })
  // An order shows at once; a refused one goes back.
  const { mutate: order } = useMutation({
    scope: { id: 'favourites' },
    mutationFn: (shopIds: string[]) => api.checkShop.sortShopCollects({ body: { shopIds } }),
    onMutate(shopIds) {
      const placeOf = new Map(shopIds.map((id, at) => [id, at]))
      queryClient.setQueryData(queryKey, known =>
        known?.toSorted(
          (a, b) => (placeOf.get(a.shopId) ?? shopIds.length) - (placeOf.get(b.shopId) ?? shopIds.length),
        ),
      )
    },
    onError: error => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })

  const ordered = useMemo(() => {
    let ids = query.data?.map(favourite => favourite.shopId) ?? []
    for (const { shopId, isOn } of wishes.filter(isWish)) {
      ids = ids.filter(id => id !== shopId)
      if (isOn) ids = [shopId, ...ids]
    }
    return ids
  }, [query.data, wishes])
  const ids = useMemo(() => new Set(ordered), [ordered])
  const toggle = useCallback(
    ({ shopid }: Starred) => mutate({ shopId: shopid, isOn: !ids.has(shopid) }),
    [mutate, ids],
  )
  return { ids, ordered, toggle, sort: order, query }
}
