import type { Shop } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useName, useText } from '../lib/i18n.ts'
import { byName, useMatcher } from '../lib/matcher.ts'
import { sharedQueries } from '../lib/queries.ts'
import type { Favourites } from './parts.tsx'
import { isFound } from './shop-rows.ts'

/** Stars a shop by its name: for those who have no shop list to star from, and quicker for those who have. */
export function AddFavourite({ favourites }: { favourites: Favourites }) {
  const t = useText()
  const name = useName()
  const matches = useMatcher()
  const shops = useQuery(sharedQueries.allShops())
  const { byId, options } = useMemo(() => {
    const others = (shops.data ?? []).filter(shop => !favourites.ids.has(shop.shopid))
    const labelled = others.map(shop => ({ value: shop.shopid, label: name(shop.shopname, shop.shopnameEn) }))
    return {
      byId: new Map<string, Shop>(others.map(shop => [shop.shopid, shop])),
      options: labelled.toSorted((a, b) => byName(a.label, b.label)),
    }
  }, [shops.data, favourites.ids, name])
  const label = t({ zh: '添加收藏门店', en: 'Add a favourite' })
  return (
    <Select
      className="add-favourite"
      showSearch={{
        filterOption: (typed, option) => {
          const shop = byId.get(String(option?.value))
          return shop !== undefined && isFound(shop, typed.trim(), matches)
        },
      }}
      value={null}
      placeholder={label}
      aria-label={label}
      loading={shops.isPending}
      options={options}
      notFoundContent={t({ zh: '没有匹配的门店', en: 'No shop matches' })}
      onSelect={(shopId: string | null) => {
        const shop = byId.get(shopId ?? '')
        if (shop) favourites.toggle(shop)
      }}
    />
  )
}
