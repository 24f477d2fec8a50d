import type { Text } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { useMatcher } from '../lib/matcher.ts'
import { queryClient, sharedQueries } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'
import { readJson, writeJson } from '../lib/storage.ts'
import { useFrame } from '../shell/chrome.tsx'
import { menuPages, useRegistry } from '../shell/registry.ts'
import { areaSelection, everything, useScope } from '../shell/scope.ts'
import { useHotkeys } from '../ui/hotkeys.ts'
import { Panel, stateOf } from '../ui/panel.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { FavouriteStrip } from './favourite-strip.tsx'
import { useOpenShop } from './open-shop.ts'
import { checkShops, useFavourites } from './queries.ts'
import { ShopCards } from './shop-cards.tsx'
import {
  formatNames,
  isFound,
  isShown,
  isSort,
  type ShopRow,
  type Show,
  type Sort,
  shows,
  sortRows,
} from './shop-rows.ts'
import { ShopSkeleton, ShopTable } from './shop-table.tsx'
import './shops.css'

const sortKey = 'shopListSort'

/** Shops to inspect, in the area of the page; a star keeps one at hand, Enter opens its cameras. */
export function ShopListPage() {
  const t = useText()
  return <ShopList id="shops" title={t({ zh: '门店列表', en: 'Shops' })} isOnlyFavourites={false} />
}

export function FavouritesPage() {
  const t = useText()
  return <ShopList id="favourites" title={t({ zh: '收藏门店', en: 'Favourite shops' })} isOnlyFavourites />
}

/** Shops with their cameras for inspectors, plain shops for others who keep favourites. */
function useShopRows() {
  const { can } = useSession()
  const { scope, trail } = useScope()
  const mayInspect = can('inspect.view')
  const area = useMemo(() => (scope.kind === 'area' ? areaSelection(trail) : {}), [scope.kind, trail])
  const isAreaKnown = scope.kind !== 'area' || trail.length > 0
  const inspected = useQuery({ ...checkShops(area), enabled: mayInspect && isAreaKnown })
  const plain = useQuery({ ...sharedQueries.allShops(), enabled: !mayInspect })
  return mayInspect ? inspected : { ...plain, isPlaceholderData: false }
}

const showNames: Record<Show, Text> = {
  all: { zh: '全部 {n}', en: 'All {n}' },
  offline: { zh: '有离线 {n}', en: 'Offline cameras {n}' },
  unchecked: { zh: '30 天未巡 {n}', en: 'Unchecked 30 d {n}' },
}

function useFilters() {
  const [search, setSearch] = useSearchParams()
  const change = (name: string, value: string) =>
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return {
    typed: search.get('q') ?? '',
    format: search.get('format') ?? '',
    show: shows.find(name => name === search.get('show')) ?? 'all',
    change,
    clear: () =>
      setSearch(
        current => {
          const next = new URLSearchParams(current)
          for (const name of ['q', 'format', 'show']) next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}

function ShopList({ id, title, isOnlyFavourites }: { id: string; title: string; isOnlyFavourites: boolean }) {
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

  const base = useMemo(() => {
    const all: readonly ShopRow[] = rows.data ?? []
    return isOnlyFavourites ? all.filter(row => favourites.ids.has(row.shopid)) : all
  }, [rows.data, isOnlyFavourites, favourites.ids])
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
  const isListFailed = isOnlyFavourites && favourites.query.isError
  const state = isListFailed ? 'error' : stateOf(rows, () => shown.length === 0)
  const mayInspect = base.some(row => row.cameraCount !== undefined)
  const list = { rows: shown, sort, onSort: setSort, favourites, open, mayInspect }

  return (
    <div className="page shops">
      <div className="page-title-row">
        <h1>{title}</h1>
        <ScopeNote count={base.length} isReady={rows.data !== undefined} />
      </div>
      {!isOnlyFavourites && rows.data && (
        <FavouriteStrip rows={rows.data} favourites={favourites} open={open} />
      )}
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
        {state === 'error' && (
          <ErrorState
            error={rows.error ?? favourites.query.error}
            onRetry={() => {
              void rows.refetch()
              void favourites.query.refetch()
            }}
          />
        )}
        {state === 'empty' && (
          <NoShops isOnlyFavourites={isOnlyFavourites} base={base} clear={filters.clear} />
        )}
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

type FilterProps = {
  filters: ReturnType<typeof useFilters>
  named: readonly ShopRow[]
  now: Date
  mayInspect: boolean
}

function FilterBar({ filters, named, now, mayInspect }: FilterProps) {
  const t = useText()
  useHotkeys([
    {
      keys: ['/'],
      text: { zh: '筛选门店', en: 'Filter shops' },
      run: () => document.querySelector<HTMLInputElement>('.shops-search input')?.focus(),
    },
  ])
  return (
    <div className="shops-bar">
      <label className="shops-search">
        <Search size={16} aria-hidden />
        <input
          type="search"
          value={filters.typed}
          onChange={event => filters.change('q', event.target.value)}
          placeholder={t({ zh: '店名、编号、拼音首字母', en: 'Name or code' })}
          aria-label={t({ zh: '筛选门店', en: 'Filter shops' })}
        />
      </label>
      <Select
        className="shops-format"
        value={filters.format}
        onChange={value => filters.change('format', value)}
        aria-label={t({ zh: '业态', en: 'Format' })}
        options={[
          { value: '', label: t({ zh: '全部业态', en: 'All formats' }) },
          ...Object.entries(formatNames).map(([value, label]) => ({ value, label: t(label) })),
        ]}
      />
      {mayInspect && (
        <Segmented<Show>
          value={filters.show}
          onChange={value => filters.change('show', value === 'all' ? '' : value)}
          options={shows.map(value => ({
            value,
            label: t(showNames[value], { n: named.filter(row => isShown(row, value, now)).length }),
          }))}
        />
      )}
    </div>
  )
}

function NoShops({
  isOnlyFavourites,
  base,
  clear,
}: {
  isOnlyFavourites: boolean
  base: readonly ShopRow[]
  clear: () => void
}) {
  const t = useText()
  const { scope, setScope } = useScope()
  const { pages } = useRegistry()
  const { user } = useSession()
  const navigate = useNavigate()
  if (base.length > 0)
    return (
      <EmptyState
        text={t({ zh: '没有符合筛选条件的门店', en: 'No shop matches these filters' })}
        action={
          <Button type="primary" onClick={clear}>
            {t({ zh: '清除筛选', en: 'Clear filters' })}
          </Button>
        }
      />
    )
  if (scope.kind === 'area')
    return (
      <EmptyState
        text={
          isOnlyFavourites
            ? t({ zh: '该区域内没有收藏的门店', en: 'No favourite shop in this area' })
            : t({ zh: '该区域内没有你可以查看的门店', en: 'No shop of yours in this area' })
        }
        action={
          <Button type="primary" onClick={() => setScope(everything)}>
            {t({ zh: '查看全部区域', en: 'Show all areas' })}
          </Button>
        }
      />
    )
  const listPath = menuPages(pages, user).find(page => page.id === 'shops')?.path
  if (isOnlyFavourites)
    return (
      <EmptyState
        text={t({
          zh: '还没有收藏门店。点门店旁的星标，常看的店就在手边。',
          en: 'No favourites yet. Star the shops you look at most.',
        })}
        action={
          listPath && (
            <Button type="primary" onClick={() => navigate(listPath)}>
              {t({ zh: '去门店列表', en: 'Go to shops' })}
            </Button>
          )
        }
      />
    )
  return (
    <EmptyState
      text={t({
        zh: '你的账号还没有门店，请联系管理员分配',
        en: 'Your account has no shops. Ask an administrator.',
      })}
    />
  )
}
