import type { Shop } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { type Filter, isPlace } from './draft.ts'

type Area = { id: string; name: string; level: string }

/** Areas and shops that a question can be narrowed to, with their names. */
export function usePlaces() {
  const name = useName()
  const tree = useQuery(sharedQueries.areaTree())
  const shops = useQuery(sharedQueries.allShops())
  return useMemo(() => {
    const areas: Area[] = []
    const walk = (nodes: NonNullable<typeof tree.data>, depth: string) => {
      for (const node of nodes) {
        areas.push({ id: node.id, name: `${depth}${name(node.name, node.nameEn)}`, level: node.level })
        walk(node.children ?? [], `${depth}${name(node.name, node.nameEn)} / `)
      }
    }
    walk(tree.data ?? [], '')
    const nameOfShop = (shop: Shop) => name(shop.shopname, shop.shopnameEn)
    return {
      isPending: tree.isPending || shops.isPending,
      areas,
      shops: (shops.data ?? []).map(shop => ({ id: shop.shopid, name: nameOfShop(shop) })),
    }
  }, [tree.data, tree.isPending, shops.data, shops.isPending, name])
}
export type Places = ReturnType<typeof usePlaces>

/** What the places of a question are called: `上海市、江苏省`, `3 家门店`, `全部门店`. */
export function usePlaceText(): (filters: readonly Filter[], places: Places) => string {
  const t = useText()
  return (filters, places) => {
    const chosen = filters.filter(({ member }) => isPlace(member))
    if (chosen.length === 0) return t({ zh: '全部门店', en: 'all shops' })
    const names = chosen.flatMap(({ member, values }) =>
      [...values].map(value =>
        member === 'shop'
          ? (places.shops.find(({ id }) => id === String(value))?.name ?? String(value))
          : (places.areas
              .find(({ id }) => id === String(value))
              ?.name.split(' / ')
              .at(-1) ?? String(value)),
      ),
    )
    return names.length > 3
      ? t(
          { zh: '{names}等 {count} 处', en: '{names} and others, {count} places' },
          { names: names.slice(0, 3).join(t({ zh: '、', en: ', ' })), count: names.length },
        )
      : names.join(t({ zh: '、', en: ', ' }))
  }
}
