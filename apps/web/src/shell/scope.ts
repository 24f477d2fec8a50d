import { type AreaLevel, type AreaNode, areaLevels, areaTypes, type Shop } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { sharedQueries } from '../lib/queries.ts'
import { readJson, writeJson } from '../lib/storage.ts'
import { createStore, useStore } from '../lib/store.ts'

/** What the console looks at: everything the user may see, one area, or one shop. It stands in the address. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'area'; level: AreaLevel; id: string }
  | { kind: 'shop'; shopId: string }

export const everything: Scope = { kind: 'all' }

/** `?shop=1012` or `?area=city.3101`; undefined where the address says nothing. */
export function scopeIn(search: URLSearchParams): Scope | undefined {
  const shopId = search.get('shop')
  if (shopId) return { kind: 'shop', shopId }
  const [level, ...rest] = (search.get('area') ?? '').split('.')
  const known = areaLevels.find(name => name === level)
  const id = rest.join('.')
  return known && id !== '' ? { kind: 'area', level: known, id } : undefined
}

/** The same search with the scope in it. What belongs to one shop only (a camera, a floor) does not survive another choice. */
export function withScope(search: URLSearchParams, scope: Scope): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('shop')
  next.delete('area')
  for (const name of ['camera', 'floor', 'entrance', 'zone']) next.delete(name)
  if (scope.kind === 'shop') next.set('shop', scope.shopId)
  if (scope.kind === 'area') next.set('area', `${scope.level}.${scope.id}`)
  return next
}

/** The address of a page with a scope, for links; a place in the path (`/wifiAnalysis/:id`) is the shop, or `all`. */
export function addressWith(pattern: string, scope: Scope): string {
  const path = pattern.replace(':id', scope.kind === 'shop' ? scope.shopId : 'all')
  const search = withScope(new URLSearchParams(), scope).toString()
  return search === '' ? path : `${path}?${search}`
}

function isScope(value: unknown): value is Scope {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  if (value.kind === 'shop') return 'shopId' in value && typeof value.shopId === 'string'
  if (value.kind === 'area')
    return (
      'id' in value &&
      typeof value.id === 'string' &&
      'level' in value &&
      areaLevels.some(name => name === value.level)
    )
  return value.kind === 'all'
}

const scopeKey = 'scope'
/** The last choice: what a page without a scope in its address shows. */
export const rememberedScope = createStore<Scope>(readJson(scopeKey, isScope) ?? everything)
export function rememberScope(scope: Scope) {
  if (JSON.stringify(scope) === JSON.stringify(rememberedScope.get())) return
  writeJson(scopeKey, scope)
  rememberedScope.set(scope)
}

/** The areas from the region down to the one wanted; empty where the tree has it not. */
export function areaTrail(tree: readonly AreaNode[], level: AreaLevel, id: string): AreaNode[] {
  for (const node of tree) {
    if (node.level === level && node.id === id) return [node]
    const below = areaTrail(node.children, level, id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** An area selection as the inherited calls take it. */
export function areaSelection(trail: readonly AreaNode[]) {
  const area = trail.at(-1)
  if (!area) return {}
  const idAt = (level: AreaLevel) => trail.find(node => node.level === level)?.id
  return {
    type: areaTypes[area.level],
    id: area.id,
    provinceid: idAt('province'),
    cityid: idAt('city'),
    countyid: idAt('county'),
  }
}

/** True where the shop lies in the area. */
export function isShopIn(shop: Shop, level: AreaLevel, id: string): boolean {
  return (
    { region: shop.regionid, province: shop.provinceid, city: shop.cityid, county: shop.countyid }[level] ===
    id
  )
}

/**
 * The scope of the page with what it names. `shop` and `trail` are undefined or empty until the lists came, and when
 * the user may not see what the address names (`isUnknown`).
 */
export function useScope() {
  const [search, setSearch] = useSearchParams()
  const remembered = useStore(rememberedScope)
  const written = search.toString()
  const scope = useMemo(() => scopeIn(new URLSearchParams(written)) ?? remembered, [written, remembered])
  const shops = useQuery(sharedQueries.allShops())
  const tree = useQuery(sharedQueries.areaTree())

  const shop =
    scope.kind === 'shop' ? shops.data?.find(candidate => candidate.shopid === scope.shopId) : undefined
  const trail = useMemo(() => {
    if (!tree.data) return []
    if (scope.kind === 'area') return areaTrail(tree.data, scope.level, scope.id)
    return shop ? areaTrail(tree.data, 'county', shop.countyid) : []
  }, [tree.data, scope, shop])
  const isUnknown =
    (scope.kind === 'shop' && shops.data !== undefined && !shop) ||
    (scope.kind === 'area' && tree.data !== undefined && trail.length === 0)

  const setScope = useCallback(
    (next: Scope) => {
      rememberScope(next)
      setSearch(current => withScope(current, next))
    },
    [setSearch],
  )
  return { scope, shop, shopId: scope.kind === 'shop' ? scope.shopId : undefined, trail, isUnknown, setScope }
}
