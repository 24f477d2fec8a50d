import type { Text } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useName, useText } from '../lib/i18n.ts'
import { sharedQueries } from '../lib/queries.ts'
import { usePageTitle } from '../shell/chrome.tsx'
import { inspectionQueries } from './queries.ts'

/** What a page about one shop begins with: the shop and its cameras; the shop is named in the title. */
export function useShopCameras(shopId: string, title: Text) {
  const t = useText()
  const name = useName()
  const shop = useQuery(inspectionQueries.shop(shopId))
  const cameras = useQuery(sharedQueries.cameras(shopId))
  usePageTitle(shop.data && `${name(shop.data.shopname, shop.data.shopnameEn)} · ${t(title)}`)
  return {
    shop: shop.data,
    cameras: cameras.data,
    error: shop.error ?? cameras.error,
    retry() {
      void shop.refetch()
      void cameras.refetch()
    },
  }
}
