import type { CheckShop } from '@aisle/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
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

type Favourite = { id: string; shopId: string; shopname: string; operateTime: string }

/** The stars of the user; `toggle` shows at once and goes back if the server refuses. */
export function useFavourites() {
  const { queryKey } = sharedQueries.favourites()
  const favourites = useQuery(sharedQueries.favourites())
  const ids = useMemo(() => new Set(favourites.data?.map(favourite => favourite.shopId)), [favourites.data])

  const { mutate } = useMutation({
    mutationFn: async (shop: { shopid: string; shopname: string }) => {
      const kept = queryClient.getQueryData(queryKey)?.find(favourite => favourite.shopId === shop.shopid)
      if (kept?.id) return api.checkShop.delShopCollectByIds({ params: { id: kept.id } })
      return api.checkShop.saveShopCollect({ body: { shopId: shop.shopid } })
    },
    onError: error => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const toggle = useCallback(
    (shop: { shopid: string; shopname: string }) => {
      void queryClient.cancelQueries({ queryKey })
      // The call looks up the id of the star, so it starts before the star goes.
      mutate(shop)
      queryClient.setQueryData(queryKey, (all: Favourite[] = []) =>
        all.some(favourite => favourite.shopId === shop.shopid)
          ? all.filter(favourite => favourite.shopId !== shop.shopid)
          : [{ id: '', shopId: shop.shopid, shopname: shop.shopname, operateTime: '' }, ...all],
      )
    },
    [mutate, queryKey],
  )
  return { ids, toggle, query: favourites }
}
