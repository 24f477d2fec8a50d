import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useMatcher } from '../../../../lib/matcher.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { recentPlaces } from '../../../../lib/recent.ts'
import { useStore } from '../../../../lib/store.ts'
import { useAddressFilter, words } from '../../../../shell/filters.ts'
import { Growth } from '../../../../ui/growth.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { shopScope, useLinks } from '../use-links.ts'
import './recent.css'

const most = 12

/** Shops looked at lately with how today goes there, against yesterday up to the same time. */
export function SeenShops({ panel, dictionary, className }: Special) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const figure = useFigure()
  const matches = useMatcher()
  const links = useLinks()
  const places = useStore(recentPlaces)
  const shops = useQuery(sharedQueries.allShops())
  const [typed] = useAddressFilter('q', words)
  const seen = useMemo(() => {
    const first = new Map<string, number>()
    for (const { shopId, at } of places)
      if (shopId !== undefined) first.set(shopId, Math.max(at, first.get(shopId) ?? 0))
    return [...first]
      .toSorted((a, b) => b[1] - a[1])
      .flatMap(([id, at]) => {
        const shop = shops.data?.find(candidate => candidate.shopid === id)
        return shop ? [{ shop, at }] : []
      })
      .slice(0, most)
  }, [places, shops.data])
  const maySee = dictionary.metric('visits')?.allowed ?? false
  const today = useQuestion(
    seen.length === 0 || !maySee
      ? undefined
      : {
          metrics: ['visits'],
          dimensions: ['shop'],
          period: { preset: 'today' },
          compare: { type: 'yesterday' },
          filters: [{ member: 'shop', op: 'in', values: seen.map(({ shop }) => shop.shopid) }],
        },
  )
  const cells = new Map(today.data?.rows.map(row => [memberOf(row, 'shop').id, cellOf(row, 'visits')]))
  const wanted = typed.trim()
  const shown =
    wanted === ''
      ? seen
      : seen.filter(({ shop }) =>
          [shop.shopname, shop.shopnameEn, shop.code].some(one => matches(one, wanted)),
        )
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        shops.data === undefined
          ? shops.isError
            ? 'error'
            : 'loading'
          : today.isError && today.data === undefined
            ? 'error'
            : seen.length === 0
              ? 'empty'
              : 'ready'
      }
      error={shops.error ?? today.error}
      onRetry={() => void (shops.isError ? shops.refetch() : today.refetch())}
      isRefreshing={today.isFetching && today.data !== undefined}
      nothing={t({
        zh: '还没有看过单个门店；看过的门店会列在这里',
        en: 'No single shop was looked at yet. They will be listed here.',
      })}
      hint={maySee && seen.length > 0 && t({ zh: '今日至此刻，较昨日', en: 'Today up to now, vs yesterday' })}
    >
      {shown.length === 0 && (
        <p className="recent-none">
          {t({ zh: '没有与「{words}」相符的门店', en: 'No shop matches “{words}”' }, { words: wanted })}
        </p>
      )}
      <ul className="recent recent-shops">
        {shown.map(({ shop, at }) => {
          const cell = cells.get(shop.shopid)
          const title = name(shop.shopname, shop.shopnameEn)
          const href = links(['shopIndex', 'home', 'monitor'], shopScope(shop.shopid))
          const face = (
            <>
              <strong className="ellipsis">{title}</strong>
              <span className="ellipsis">
                {name(shop.areaPath, shop.areaPathEn)} · {format.moment(new Date(at))}
              </span>
            </>
          )
          return (
            <li key={shop.shopid}>
              {href === undefined ? (
                <span className="recent-way">{face}</span>
              ) : (
                <Link to={href} className="recent-way">
                  {face}
                </Link>
              )}
              <span className="recent-figure">
                {cell && cell.current !== null ? figure.full(cell.current, { unit: 'visits' }) : '—'}
              </span>
              <Growth value={cell?.growth ?? null} />
            </li>
          )
        })}
      </ul>
    </SpecialCard>
  )
}
