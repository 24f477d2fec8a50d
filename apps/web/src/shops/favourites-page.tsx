import type { ExportPart } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useName, useText } from '../lib/i18n.ts'
import { useMatcher } from '../lib/matcher.ts'
import { useSession } from '../lib/session.ts'
import { PageBody, usePage } from '../shell/page.tsx'
import { type Scope, useScope } from '../shell/scope.ts'
import { ExportMenu } from '../ui/export/export-menu.tsx'
import { Panel, stateOf } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { AddFavourite } from './add-favourite.tsx'
import { FavouriteCards } from './favourite-cards.tsx'
import { FavouriteMap } from './favourite-map.tsx'
import { FavouriteTable } from './favourite-table.tsx'
import { NoShops } from './no-shops.tsx'
import { useOpenShop } from './open-shop.ts'
import { favouriteFigures, useFavourites } from './queries.ts'
import { SearchField, useFilters } from './shop-filters.tsx'
import { type Favourite, isFound } from './shop-rows.ts'
import { useShopRows } from './use-shop-rows.ts'
import { hasVisits, type Today, useToday } from './use-today.ts'
import './shops.css'
import './favourites.css'

/** The shops a user looks at most: as cards in the user's order, on the map, and as a table. */
export function FavouritesPage() {
  const t = useText()
  const name = useName()
  const page = usePage()
  const { can } = useSession()
  const { scope, trail } = useScope()
  const mayInspect = can('inspect.view')
  const rows = useShopRows()
  const favourites = useFavourites()
  const figures = useQuery({ ...favouriteFigures(), enabled: mayInspect })
  const matches = useMatcher()
  const filters = useFilters()
  const open = useOpenShop()
  const typed = useDeferredValue(filters.typed.trim())

  const base = useMemo<Favourite[]>(() => {
    const byId = new Map(rows.data?.map(row => [row.shopid, row]))
    const figuresOf = new Map(figures.data?.map(one => [one.shopId, one]))
    return favourites.ordered.flatMap(id => {
      const row = byId.get(id)
      return row ? [{ ...row, figures: figuresOf.get(id) }] : []
    })
  }, [rows.data, favourites.ordered, figures.data])
  const shown = useMemo(() => base.filter(row => isFound(row, typed, matches)), [base, typed, matches])
  const failed = [favourites.query, rows, figures].find(query => query.isError && query.data === undefined)
  const state = failed
    ? 'error'
    : favourites.query.data === undefined
      ? 'loading'
      : stateOf(rows, () => shown.length === 0)
  const again = () => {
    for (const query of [favourites.query, rows, figures]) if (query.isError) void query.refetch()
  }
  const area = trail.at(-1)
  const today = useToday(favourites.ordered)

  return (
    <PageBody
      className="shops"
      title={page ? undefined : t({ zh: '收藏门店', en: 'Favourite shops' })}
      hint={
        rows.data && t({ zh: '{n} 家', en: '{n, plural, one {# shop} other {# shops}}' }, { n: base.length })
      }
      actions={
        <>
          <AddFavourite favourites={favourites} />
          <ExportMenu
            name={t({ zh: '收藏门店', en: 'Favourite shops' })}
            scope={area && isArea(scope) ? name(area.name, area.nameEn) : ''}
            formats={['xlsx']}
            filters={typed === '' ? [] : [{ label: t({ zh: '搜索', en: 'Search' }), value: typed }]}
            parts={async () => [exported(shown, mayInspect, today, t, name)]}
          />
        </>
      }
      filters={base.length > 0 && <SearchField filters={filters} />}
    >
      <Panel
        id="p1"
        className="span-7"
        state={state}
        title={t({ zh: '收藏卡片', en: 'Favourite cards' })}
        hint={t({ zh: '拖动或用箭头调整顺序', en: 'Drag, or use the arrows, to change the order' })}
        isRefreshing={rows.isFetching && rows.data !== undefined}
      >
        <div className="panel-body">
          {state === 'loading' && (
            <Loading>
              <Bone height={220} />
            </Loading>
          )}
          {state === 'error' && <ErrorState error={failed?.error} onRetry={again} />}
          {state === 'empty' && (
            <NoShops isOnlyFavourites base={base} clear={() => filters.change('q', '')} />
          )}
          {state === 'ready' && (
            <FavouriteCards rows={shown} favourites={favourites} open={open} today={today} />
          )}
        </div>
      </Panel>
      <Panel
        id="p2"
        className="span-5"
        state={state}
        title={t({ zh: '收藏门店分布', en: 'Where they are' })}
        hint={t(
          hasVisits(today)
            ? { zh: '今日人次，角标为家数', en: 'Visits today; in the corner, how many shops' }
            : { zh: '各省家数', en: 'Shops in each province' },
        )}
      >
        <div className="panel-body">
          {state === 'loading' && (
            <Loading>
              <Bone height={220} />
            </Loading>
          )}
          {state === 'error' && <ErrorState error={failed?.error} onRetry={again} />}
          {state === 'empty' && (
            <EmptyState
              text={t({ zh: '收藏的门店会显示在这里', en: 'Favourite shops are shown here on the map' })}
            />
          )}
          {state === 'ready' && <FavouriteMap rows={shown} today={today} />}
        </div>
      </Panel>
      {state !== 'empty' && (
        <Panel id="p3" state={state} title={t({ zh: '门店明细表', en: 'By shop: table' })}>
          {state === 'ready' ? (
            <FavouriteTable
              rows={shown}
              favourites={favourites}
              open={open}
              mayInspect={mayInspect}
              today={today}
            />
          ) : (
            <div className="panel-body">
              {state === 'loading' && (
                <Loading>
                  <Bone height={180} />
                </Loading>
              )}
              {state === 'error' && <ErrorState error={failed?.error} onRetry={again} />}
            </div>
          )}
        </Panel>
      )}
    </PageBody>
  )
}

const isArea = (scope: Scope) => scope.kind === 'area'

/** The table as a sheet; figures that nobody may see are no columns. */
function exported(
  rows: readonly Favourite[],
  mayInspect: boolean,
  today: Today,
  t: ReturnType<typeof useText>,
  name: ReturnType<typeof useName>,
): ExportPart {
  const text = (zh: string, en: string) => ({ title: t({ zh, en }), kind: 'text' as const })
  const number = (zh: string, en: string) => ({ title: t({ zh, en }), kind: 'number' as const })
  const time = (zh: string, en: string) => ({ title: t({ zh, en }), kind: 'time' as const })
  return {
    title: t({ zh: '收藏门店', en: 'Favourite shops' }),
    columns: [
      text('门店', 'Shop'),
      text('编号', 'Code'),
      text('区域', 'Area'),
      ...(mayInspect
        ? [
            number('摄像头', 'Cameras'),
            number('在线', 'Online'),
            number('最近得分', 'Last score'),
            time('评估时间', 'Scored at'),
            time('最近巡店', 'Last patrol'),
            number('未关闭问题', 'Open problems'),
            number('超期', 'Overdue'),
          ]
        : []),
      ...today.columns.map(({ label, unit }) => ({
        title: t({ zh: '今日{label}', en: '{label} today' }, { label }),
        kind: unit === 'percent' ? ('percent' as const) : ('number' as const),
      })),
    ],
    rows: rows.map(row => [
      name(row.shopname, row.shopnameEn),
      row.code,
      name(row.areaPath, row.areaPathEn),
      ...(mayInspect
        ? [
            row.cameraCount ?? null,
            row.onlineCount ?? null,
            row.figures?.score ?? null,
            row.figures?.scoredAt ?? null,
            row.figures?.lastPatrol ?? null,
            row.figures?.openProblems ?? null,
            row.figures?.overdueProblems ?? null,
          ]
        : []),
      ...today.columns.map(({ id }) => today.value(row.shopid, id) ?? null),
    ]),
  }
}
