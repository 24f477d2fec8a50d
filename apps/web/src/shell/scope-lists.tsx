import type { Shop } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Clock, Star } from 'lucide-react'
import { useMemo } from 'react'
import { useName, useText } from '../lib/i18n.ts'
import { sharedQueries } from '../lib/queries.ts'
import { recentPlaces } from '../lib/recent.ts'
import { useStore } from '../lib/store.ts'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { useScope } from './scope.ts'

/** Shops of a list, each with the area it lies in. */
function ShopRows({
  shops,
  icon,
  onDone,
}: {
  shops: readonly Shop[]
  icon: 'star' | 'recent' | 'shop'
  onDone: () => void
}) {
  const name = useName()
  const { shopId, setScope } = useScope()
  return (
    <ul className="scope-list">
      {shops.map(shop => (
        <li key={shop.shopid}>
          <button
            type="button"
            className="scope-row"
            aria-pressed={shop.shopid === shopId}
            onClick={() => {
              setScope({ kind: 'shop', shopId: shop.shopid })
              onDone()
            }}
          >
            {icon === 'star' && <Star size={14} className="scope-star" aria-hidden />}
            {icon === 'recent' && <Clock size={14} aria-hidden />}
            <span className="ellipsis">{name(shop.shopname, shop.shopnameEn)}</span>
            <span className="scope-path ellipsis">{name(shop.areaPath, shop.areaPathEn)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function RowsLoading() {
  return (
    <Loading>
      <div style={{ display: 'grid', gap: 12, padding: 16 }}>
        <Bone height={20} width="60%" />
        <Bone height={20} width="70%" />
        <Bone height={20} width="50%" />
      </div>
    </Loading>
  )
}

export function FavouriteShops({ onDone }: { onDone: () => void }) {
  const t = useText()
  const favourites = useQuery(sharedQueries.favourites())
  const shops = useQuery(sharedQueries.allShops())
  const failed = favourites.error ?? shops.error
  if (failed)
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          void favourites.refetch()
          void shops.refetch()
        }}
      />
    )
  if (!favourites.data || !shops.data) return <RowsLoading />
  const byId = new Map(shops.data.map(shop => [shop.shopid, shop]))
  const found = favourites.data.flatMap(favourite => byId.get(favourite.shopId) ?? [])
  if (found.length === 0)
    return (
      <EmptyState
        text={t({
          zh: '还没有收藏门店。在门店列表点星标，就会出现在这里。',
          en: 'No favourites yet. Star a shop in the shop list and it appears here.',
        })}
      />
    )
  return <ShopRows shops={found} icon="star" onDone={onDone} />
}

export function RecentShops({ onDone }: { onDone: () => void }) {
  const t = useText()
  const places = useStore(recentPlaces)
  const shops = useQuery(sharedQueries.allShops())
  const found = useMemo(() => {
    const byId = new Map(shops.data?.map(shop => [shop.shopid, shop]))
    const ids = new Set(places.flatMap(place => (place.shopId ? [place.shopId] : [])))
    return [...ids].flatMap(id => byId.get(id) ?? [])
  }, [places, shops.data])
  if (shops.isError) return <ErrorState error={shops.error} onRetry={() => void shops.refetch()} />
  if (!shops.data) return <RowsLoading />
  if (found.length === 0) return <EmptyState text={t({ zh: '还没有看过门店', en: 'No shop visited yet' })} />
  return <ShopRows shops={found} icon="recent" onDone={onDone} />
}
