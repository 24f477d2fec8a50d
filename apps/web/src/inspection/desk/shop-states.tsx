import type { DeskShop } from '@aisle/contract'
import { Input, Segmented, Select } from 'antd'
import { Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { useMatcher } from '../../lib/matcher.ts'
import { words as anyWords, oneOf, useAddressFilter } from '../../shell/filters.ts'
import { StatusDot, type Tone } from '../../ui/bits.tsx'
import { TileMap } from '../../ui/chart/tile-map.tsx'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { deskText as words } from './text.ts'
import type { Desk } from './use-desk.ts'

const looks = ['map', 'list'] as const
const states = ['all', 'warnings', 'offline'] as const

const warningsOf = (shop: DeskShop) => shop.offline + shop.overdue + shop.findings + shop.flow
const wholePercent = (value: number) => `${Math.round(value)}%`
const share = (online: number, cameras: number) => (cameras === 0 ? null : (online / cameras) * 100)
function toneOf(shop: DeskShop): Tone {
  if (shop.cameras === 0) return 'neutral'
  if (shop.online === 0) return 'error'
  return shop.online < shop.cameras ? 'warning' : 'positive'
}

/** One value a province: the online share of its cameras, and its open warnings. */
function provinceValues(shops: readonly DeskShop[]) {
  return [...Map.groupBy(shops, shop => shop.provinceId)].map(([provinceId, own]) => {
    const sum = (count: (shop: DeskShop) => number) => own.reduce((total, shop) => total + count(shop), 0)
    return {
      provinceId,
      name: own[0]?.provinceName ?? '',
      value: share(
        sum(shop => shop.online),
        sum(shop => shop.cameras),
      ),
      badge: sum(warningsOf),
    }
  })
}

/** 门店状态地图: provinces as tiles, and the shops with their state; a click shows a shop's picture. */
export function ShopStates({ desk }: { desk: Desk }) {
  const t = useText()
  const name = useName()
  const match = useMatcher()
  const { query } = desk
  const [look, setLook] = useAddressFilter('look', oneOf(looks, 'map'))
  const [state, setState] = useAddressFilter('state', oneOf(states, 'all'))
  const [provinceId, setProvince] = useAddressFilter('province', anyWords)
  const [typed, type] = useState('')
  const sought = useDeferredValue(typed.trim())
  const shops = query.data?.shops ?? []
  const values = useMemo(() => provinceValues(query.data?.shops ?? []), [query.data])
  const shown = shops.filter(
    shop =>
      (provinceId === '' || shop.provinceId === provinceId) &&
      (state === 'all' || (state === 'offline' ? shop.offline > 0 : warningsOf(shop) > 0)) &&
      (sought === '' || match(shop.shopname, sought) || match(shop.shopnameEn, sought)),
  )
  const panel = stateOf(query, data => data.shops.length === 0)
  const sum = (count: (shop: DeskShop) => number) => shops.reduce((total, shop) => total + count(shop), 0)
  return (
    <Panel
      id="p1"
      state={panel}
      title={t(words.map)}
      className="desk-shops"
      actions={
        <Segmented<(typeof looks)[number]>
          size="small"
          value={look}
          onChange={setLook}
          options={[
            { value: 'map', label: t(words.asMap) },
            { value: 'list', label: t(words.asList) },
          ]}
        />
      }
    >
      {panel === 'loading' && (
        <Loading>
          <div className="panel-body">
            <Bone height={320} />
          </div>
        </Loading>
      )}
      {panel === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {panel === 'empty' && <EmptyState text={t(words.noShops)} />}
      {panel === 'ready' && (
        <>
          {look === 'map' && (
            <div className="panel-body">
              <TileMap
                values={values}
                valueName={t(words.onlineShare)}
                format={wholePercent}
                summary={t(words.mapSummary, {
                  shops: shops.length,
                  online: sum(shop => shop.online),
                  all: sum(shop => shop.cameras),
                  warnings: sum(warningsOf),
                })}
                {...(provinceId === '' ? {} : { pickedId: provinceId })}
                onPick={value => setProvince(value.provinceId === provinceId ? '' : (value.provinceId ?? ''))}
              />
            </div>
          )}
          <div className="desk-filter">
            <Input
              size="small"
              allowClear
              prefix={<Search size={13} aria-hidden />}
              value={typed}
              aria-label={t(words.filter)}
              placeholder={t(words.filter)}
              onChange={event => type(event.target.value)}
            />
            <Select
              size="small"
              aria-label={t(words.all)}
              value={state}
              onChange={setState}
              popupMatchSelectWidth={false}
              options={[
                { value: 'all' as const, label: t(words.all) },
                { value: 'warnings' as const, label: t(words.withWarnings) },
                { value: 'offline' as const, label: t(words.withOffline) },
              ]}
            />
          </div>
          {provinceId !== '' && (
            <button type="button" className="link-button desk-province" onClick={() => setProvince('')}>
              {t(words.clearProvince)}
            </button>
          )}
          {shown.length === 0 && <EmptyState text={t(words.noShops)} />}
          <ul className="desk-shop-list">
            {shown.map(shop => {
              const label = name(shop.shopname, shop.shopnameEn)
              const warnings = warningsOf(shop)
              return (
                <li key={shop.shopId}>
                  <button
                    type="button"
                    title={t(words.watchShop, { shop: label })}
                    onClick={() => void desk.showShop(shop, label)}
                  >
                    <StatusDot tone={toneOf(shop)} />
                    <span className="ellipsis">{label}</span>
                    <span className="muted">
                      {shop.online} / {shop.cameras}
                    </span>
                    {warnings > 0 && <span className="desk-badge">{warnings}</span>}
                  </button>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Panel>
  )
}
