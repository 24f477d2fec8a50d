import type { AreaNode, Text } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { MapPin, Store } from 'lucide-react'
import { useMemo } from 'react'
import { useName, useText } from '../lib/i18n.ts'
import { useMatcher } from '../lib/matcher.ts'
import { sharedQueries } from '../lib/queries.ts'
import { EmptyState } from '../ui/states.tsx'
import { type Scope, useScope } from './scope.ts'

const levelNames: Record<AreaNode['level'], Text> = {
  region: { zh: '大区', en: 'Region' },
  province: { zh: '省', en: 'Province' },
  city: { zh: '市', en: 'City' },
  county: { zh: '区县', en: 'County' },
}

function flatten(nodes: readonly AreaNode[]): AreaNode[] {
  return nodes.flatMap(node => [node, ...flatten(node.children)])
}

const shown = 30

/** Areas and shops that answer what was typed, areas first; a choice applies and ends the picking. */
export function ScopeSearch({ typed, onDone }: { typed: string; onDone: () => void }) {
  const t = useText()
  const name = useName()
  const matches = useMatcher()
  const { setScope } = useScope()
  const tree = useQuery(sharedQueries.areaTree())
  const shops = useQuery(sharedQueries.allShops())
  const found = useMemo(() => {
    const areas = flatten(tree.data ?? [])
      .filter(area => matches(area.name, typed) || matches(area.nameEn, typed))
      .map(area => ({
        key: `${area.level}.${area.id}`,
        isShop: false,
        label: name(area.name, area.nameEn),
        hint: `${t(levelNames[area.level])} · ${t({ zh: '{n} 家', en: '{n, plural, one {# shop} other {# shops}}' }, { n: area.shopCount })}`,
        scope: { kind: 'area', level: area.level, id: area.id } as Scope,
      }))
    const inShops = (shops.data ?? [])
      .filter(
        shop => matches(shop.shopname, typed) || matches(shop.shopnameEn, typed) || matches(shop.code, typed),
      )
      .map(shop => ({
        key: shop.shopid,
        isShop: true,
        label: name(shop.shopname, shop.shopnameEn),
        hint: name(shop.areaPath, shop.areaPathEn),
        scope: { kind: 'shop', shopId: shop.shopid } as Scope,
      }))
    return [...areas.slice(0, 8), ...inShops].slice(0, shown)
  }, [tree.data, shops.data, matches, typed, name, t])
  if (found.length === 0)
    return (
      <EmptyState
        text={t({ zh: '没有叫「{typed}」的区域或门店', en: 'No area or shop matches “{typed}”' }, { typed })}
      />
    )
  return (
    <ul className="scope-list">
      {found.map(row => (
        <li key={row.key}>
          <button
            type="button"
            className="scope-row"
            onClick={() => {
              setScope(row.scope)
              onDone()
            }}
          >
            {row.isShop ? <Store size={14} aria-hidden /> : <MapPin size={14} aria-hidden />}
            <span className="ellipsis">{row.label}</span>
            <span className="scope-path ellipsis">{row.hint}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
