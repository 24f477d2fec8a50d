import { Button } from 'antd'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useMatcher } from '../lib/matcher.ts'
import { queryClient } from '../lib/queries.ts'
import { readJson, writeJson } from '../lib/storage.ts'
import { useFrame } from '../shell/chrome.tsx'
import { Panel, stateOf } from '../ui/panel.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { FavouriteStrip } from './favourite-strip.tsx'
import { NoShops } from './no-shops.tsx'
import { useOpenShop } from './open-shop.ts'
import { useFavourites } from './queries.ts'
import { ShopCards } from './shop-cards.tsx'
import { FilterBar, useFilters } from './shop-filters.tsx'
import { isFound, isShown, isSort, type ShopRow, type Sort, sortRows } from './shop-rows.ts'
import { ShopSkeleton, ShopTable } from './shop-table.tsx'
import { useShopRows } from './use-shop-rows.ts'
import './shops.css'

const sortKey = 'shopListSort'

/** Shops to inspect, in the area of the page; a star keeps one at hand, Enter opens its cameras. */
export function ShopListPage() {
  const t = useText()
  return <ShopList id="shops" title={t({ zh: '门店列表', en: 'Shops' })} />
}

function ShopList({ id, title }: { id: string; title: string }) {
  const t = useText()
  const { width } = useFrame()
  const rows = useShopRows()
  const favourites = useFavourites()
  const matches = useMatcher()
  const filters = useFilters()
  const open = useOpenShop()
  const [sort, setSort] = useState<Sort>(() => readJson(sortKey, isSort) ?? { key: 'name', isDown: false })
  const [now] = useState(() => new Date())
  const [isCancelled, cancel] = useState(false)
  useEffect(() => writeJson(sortKey, sort), [sort])

  const base = useMemo<readonly ShopRow[]>(() => rows.data ?? [], [rows.data])
  const typed = useDeferredValue(filters.typed.trim())
  const named = useMemo(
    () =>
      base.filter(
        row => isFound(row, typed, matches) && (filters.format === '' || row.format === filters.format),
      ),
    [base, typed, matches, filters.format],
  )
  const shown = useMemo(
    () =>
      sortRows(
        named.filter(row => isShown(row, filters.show, now)),
        sort,
      ),
    [named, filters.show, now, sort],
  )
  const state = stateOf(rows, () => shown.length === 0)
  const mayInspect = base.some(row => row.cameraCount !== undefined)
  const list = { rows: shown, sort, onSort: setSort, favourites, open, mayInspect }

  return (
    <div className="page shops">
      <div className="page-title-row">
        <h1>{title}</h1>
        <ScopeNote count={base.length} isReady={rows.data !== undefined} />
      </div>
      {rows.data && <FavouriteStrip rows={rows.data} favourites={favourites} open={open} />}
      <Panel
        id={id}
        state={state}
        isRefreshing={rows.isFetching && rows.data !== undefined}
        className="shop-panel"
      >
        <FilterBar filters={filters} named={named} now={now} mayInspect={mayInspect} />
        {state === 'loading' && !isCancelled && (
          <ShopSkeleton
            isCards={width === 'phone'}
            onCancel={() => {
              cancel(true)
              void queryClient.cancelQueries({ queryKey: ['shops'] })
            }}
          />
        )}
        {state === 'loading' && isCancelled && (
          <EmptyState
            text={t({ zh: '查询已取消', en: 'Cancelled' })}
            action={
              <Button
                type="primary"
                onClick={() => {
                  cancel(false)
                  void rows.refetch()
                }}
              >
                {t({ zh: '重新查询', en: 'Ask again' })}
              </Button>
            }
          />
        )}
        {state === 'error' && <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />}
        {state === 'empty' && <NoShops isOnlyFavourites={false} base={base} clear={filters.clear} />}
        {state === 'ready' && (width === 'phone' ? <ShopCards {...list} /> : <ShopTable {...list} />)}
      </Panel>
    </div>
  )
}

function ScopeNote({ count, isReady }: { count: number; isReady: boolean }) {
  const t = useText()
  if (!isReady) return null
  return (
    <span className="shops-note">
      {t({ zh: '{n} 家', en: '{n, plural, one {# shop} other {# shops}}' }, { n: count })}
    </span>
  )
}
