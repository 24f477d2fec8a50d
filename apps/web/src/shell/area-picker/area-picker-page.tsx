import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { CornerUpLeft, Search } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { byName, useMatcher } from '../../lib/matcher.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { recentPlaces } from '../../lib/recent.ts'
import { useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { TileMap } from '../../ui/chart/tile-map.tsx'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { oneOf, useAddressFilter, words } from '../filters.ts'
import { PageBody } from '../page.tsx'
import { everything, isShopIn, rememberScope, type Scope, useScope, withScope } from '../scope.ts'
import { AreaShops } from './area-shops.tsx'
import { prunedTree, safeBack } from './area-tree.ts'
import { AreaTreePanel } from './area-tree-panel.tsx'
import './area-picker.css'

const lists = ['area', 'favourites', 'recent'] as const

/**
 * The scope of every page on a page of its own: for a first sign-in and for links. An area applies as it is chosen; a
 * shop applies and returns to the page one came from (`?back=`).
 */
export function AreaPickerPage() {
  const t = useText()
  const name = useName()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { can } = useSession()
  const matches = useMatcher()
  const { scope, shop, trail, setScope } = useScope()
  const [typed, type] = useAddressFilter('q', words)
  const [list, setList] = useAddressFilter('list', oneOf(lists, 'area'))
  const mayStar = can('inspect.view', 'flow.view')
  const tree = useQuery(sharedQueries.areaTree())
  const shops = useQuery(sharedQueries.allShops())
  const favourites = useQuery({ ...sharedQueries.favourites(), enabled: mayStar })
  const places = useStore(recentPlaces)
  const checks = useQuery({
    queryKey: ['shops', 'states'],
    queryFn: async ({ signal }) => (await api.checkShop.getCheckShopList({ query: {}, signal })).records,
    enabled: can('inspect.view'),
  })
  const states = useMemo(() => new Map(checks.data?.map(one => [one.shopid, one])), [checks.data])
  const wanted = typed.trim()
  const isSearching = wanted !== ''

  const shownTree = useMemo(
    () =>
      isSearching
        ? prunedTree(tree.data ?? [], node => matches(node.name, wanted) || matches(node.nameEn, wanted))
        : (tree.data ?? []),
    [tree.data, isSearching, wanted, matches],
  )
  const favouriteIds = useMemo(() => new Set(favourites.data?.map(one => one.shopId)), [favourites.data])
  const shownShops = useMemo(() => {
    const all = shops.data ?? []
    const byId = new Map(all.map(one => [one.shopid, one]))
    const recentIds = [...new Set(places.flatMap(place => (place.shopId ? [place.shopId] : [])))]
    const area = trail.at(-1)
    const base = {
      area: () =>
        (area && !isSearching ? all.filter(one => isShopIn(one, area.level, area.id)) : all).toSorted(
          (a, b) => byName(name(a.shopname, a.shopnameEn), name(b.shopname, b.shopnameEn)),
        ),
      favourites: () => (favourites.data ?? []).flatMap(one => byId.get(one.shopId) ?? []),
      recent: () => recentIds.flatMap(id => byId.get(id) ?? []),
    }[list]()
    return isSearching
      ? base.filter(
          one =>
            matches(one.shopname, wanted) || matches(one.shopnameEn, wanted) || matches(one.code, wanted),
        )
      : base
  }, [shops.data, favourites.data, places, trail, list, isSearching, wanted, matches, name])

  const back = safeBack(search.get('back'))
  const returnWith = (chosen: Scope) => {
    rememberScope(chosen)
    const [path, query] = back.split('?')
    navigate({ pathname: path ?? '/', search: withScope(new URLSearchParams(query), chosen).toString() })
  }
  const label =
    scope.kind === 'all'
      ? t({ zh: '全部区域', en: 'All areas' })
      : shop
        ? name(shop.shopname, shop.shopnameEn)
        : name(trail.at(-1)?.name ?? '', trail.at(-1)?.nameEn ?? '')
  const emptyTexts = {
    area: t({ zh: '这里没有门店', en: 'There are no shops here' }),
    favourites: t({ zh: '还没有收藏门店', en: 'No favourite shops yet' }),
    recent: t({ zh: '还没有看过门店', en: 'No shop visited yet' }),
  }

  return (
    <PageBody
      hint={<Trail />}
      actions={
        <Button type="primary" icon={<CornerUpLeft size={14} />} onClick={() => returnWith(scope)}>
          {t({ zh: '以「{label}」返回', en: 'Go back with {label}' }, { label })}
        </Button>
      }
      filters={
        <label className="area-search">
          <Search size={16} aria-hidden />
          <input
            type="search"
            value={typed}
            onChange={event => type(event.target.value)}
            placeholder={t({ zh: '搜索区域或门店，可用拼音首字母', en: 'Search areas and shops' })}
            aria-label={t({ zh: '搜索区域或门店', en: 'Search areas and shops' })}
          />
        </label>
      }
    >
      <Panel
        id="p1"
        className="span-3"
        state={stateOf(tree, data => data.length === 0)}
        title={t({ zh: '区域树', en: 'Area tree' })}
      >
        {tree.isError ? (
          <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
        ) : tree.data ? (
          <AreaTreePanel tree={shownTree} total={shops.data?.length ?? 0} isSearching={isSearching} />
        ) : (
          <Lines />
        )}
      </Panel>
      <Panel
        id="p2"
        className="span-5"
        state={stateOf(shops, () => shownShops.length === 0)}
        title={t({ zh: '下级门店', en: 'Shops in scope' })}
        hint={t({ zh: '{n} 家', en: '{n, plural, one {# shop} other {# shops}}' }, { n: shownShops.length })}
        actions={
          <Segmented
            size="small"
            value={list}
            onChange={setList}
            options={[
              { value: 'area' as const, label: t({ zh: '全部', en: 'All' }) },
              ...(mayStar
                ? [{ value: 'favourites' as const, label: t({ zh: '收藏', en: 'Favourites' }) }]
                : []),
              { value: 'recent' as const, label: t({ zh: '最近', en: 'Recent' }) },
            ]}
          />
        }
      >
        {shops.isError ? (
          <ErrorState error={shops.error} onRetry={() => void shops.refetch()} />
        ) : shops.data ? (
          <AreaShops
            shops={shownShops}
            states={states}
            favouriteIds={favouriteIds}
            chosenId={scope.kind === 'shop' ? scope.shopId : undefined}
            emptyText={isSearching ? t({ zh: '没有匹配的门店', en: 'No shop matches' }) : emptyTexts[list]}
            onChoose={one => returnWith({ kind: 'shop', shopId: one.shopid })}
            onClear={isSearching ? () => type('') : undefined}
          />
        ) : (
          <Lines />
        )}
      </Panel>
      <CoverageMap onChoose={setScope} pickedId={trail.find(area => area.level === 'province')?.id} />
    </PageBody>
  )
}

/** The areas above the present one, each a way back up. */
function Trail() {
  const t = useText()
  const name = useName()
  const { scope, shop, trail, setScope } = useScope()
  const steps = [
    { key: 'all', label: t({ zh: '全部区域', en: 'All areas' }), scope: everything },
    ...trail.map(area => ({
      key: `${area.level}.${area.id}`,
      label: name(area.name, area.nameEn),
      scope: { kind: 'area', level: area.level, id: area.id } satisfies Scope,
    })),
  ]
  return (
    <nav className="area-trail" aria-label={t({ zh: '所在区域', en: 'Present area' })}>
      {steps.map((step, index) => (
        <span key={step.key}>
          {index > 0 && <span aria-hidden> / </span>}
          {index === steps.length - 1 && scope.kind !== 'shop' ? (
            <strong aria-current="true">{step.label}</strong>
          ) : (
            <button type="button" onClick={() => setScope(step.scope)}>
              {step.label}
            </button>
          )}
        </span>
      ))}
      {shop && (
        <span>
          <span aria-hidden> / </span>
          <strong aria-current="true">{name(shop.shopname, shop.shopnameEn)}</strong>
        </span>
      )}
    </nav>
  )
}

/** Patrol coverage of the last thirty days by province; a tile chooses its province. Only for those who inspect. */
function CoverageMap({
  onChoose,
  pickedId,
}: {
  onChoose: (scope: Scope) => void
  pickedId: string | undefined
}) {
  const t = useText()
  const { can } = useSession()
  const tree = useQuery(sharedQueries.areaTree())
  const mayInspect = can('inspect.view', 'inspect.score')
  const coverage = useQuery({
    queryKey: ['areaPicker', 'coverage'],
    queryFn: ({ signal }) => {
      const to = new Date()
      const from = new Date(to.getTime() - 29 * 86_400_000)
      const day = (date: Date) =>
        `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
      return api.inspectionFigures.coverage({
        query: { checkdate_beg: day(from), checkdate_end: day(to) },
        signal,
      })
    },
    enabled: mayInspect,
  })
  const provinces = (tree.data ?? []).flatMap(region => region.children)
  const values = mayInspect
    ? (coverage.data ?? []).map(row => ({
        provinceId: row.province.id,
        name: row.province.name,
        value: row.patrolCoverage,
      }))
    : provinces.map(area => ({ provinceId: area.id, name: area.name, value: area.shopCount }))
  const query = mayInspect ? coverage : tree
  return (
    <Panel
      id="p3"
      className="span-4"
      state={
        mayInspect ? stateOf(coverage, data => data.length === 0) : stateOf(tree, data => data.length === 0)
      }
      title={t({ zh: '地图选区', en: 'Pick on the map' })}
      hint={
        mayInspect
          ? t({ zh: '近 30 天巡店覆盖率', en: 'Patrol coverage, last 30 days' })
          : t({ zh: '门店数', en: 'Shops' })
      }
    >
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <div className="panel-body">
          <TileMap
            values={values}
            summary={
              mayInspect
                ? t({ zh: '各省巡店覆盖率', en: 'Patrol coverage by province' })
                : t({ zh: '各省门店数', en: 'Shops by province' })
            }
            {...(mayInspect ? { format: (value: number) => `${Math.round(value)}%` } : {})}
            {...(pickedId === undefined ? {} : { pickedId })}
            onPick={({ provinceId }) => {
              if (provinceId !== undefined) onChoose({ kind: 'area', level: 'province', id: provinceId })
            }}
          />
        </div>
      ) : (
        <Lines />
      )}
    </Panel>
  )
}

function Lines() {
  return (
    <Loading>
      <div style={{ display: 'grid', gap: 12, padding: 16 }}>
        <Bone height={20} width="60%" />
        <Bone height={20} width="75%" />
        <Bone height={20} width="50%" />
      </div>
    </Loading>
  )
}
