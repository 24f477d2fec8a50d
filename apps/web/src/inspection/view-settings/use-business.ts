import type { ChainRule, ShopRule, ShopTarget } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { isProblem } from '../../lib/problem.ts'
import { queryClient } from '../../lib/queries.ts'
import { viewSettingsQueries } from '../../shell/view-settings.ts'

const targetsOf = (year: number) => ({
  queryKey: ['viewSettings', 'targets', year],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.business.targets({ query: { year }, signal }),
})

export type ShopDraft = Pick<ShopRule, 'followsDefault' | 'openTime' | 'closeTime' | 'areaM2'>
export type TargetValue = Pick<ShopTarget, 'visits' | 'sales'>
const targetKey = (shopId: string, month: string) => `${shopId} ${month}`

/** Rules of the chain and of its shops with what was typed over them. Each part is saved with the version it was read in. */
export function useRules() {
  const query = useQuery(viewSettingsQueries.rules())
  const [chain, typeChain] = useState<Partial<ChainRule>>({})
  const [shops, typeShops] = useState<ReadonlyMap<string, Partial<ShopDraft>>>(new Map())
  const { data } = query
  const shownChain = data && { ...data.chain, ...chain }
  const shopOf = (shop: ShopRule): ShopRule => ({ ...shop, ...shops.get(shop.shopId) })
  const isChainChanged = data !== undefined && JSON.stringify(shownChain) !== JSON.stringify(data.chain)
  const changedShops = (data?.shops ?? []).filter(
    shop => JSON.stringify(shopOf(shop)) !== JSON.stringify(shop),
  )
  return {
    query,
    chain: shownChain,
    shops: data?.shops.map(shopOf) ?? [],
    isChanged: isChainChanged || changedShops.length > 0,
    changeChain: (part: Partial<ChainRule>) => typeChain({ ...chain, ...part }),
    changeShop: (shopId: string, part: Partial<ShopDraft>) =>
      typeShops(new Map(shops).set(shopId, { ...shops.get(shopId), ...part })),
    discard() {
      typeChain({})
      typeShops(new Map())
    },
    /** @throws what the calls throw; what was saved by then stays saved */
    async save() {
      if (!data || !shownChain) return
      try {
        if (isChainChanged) {
          await api.business.saveChain({ body: { ...shownChain, version: data.version } })
          typeChain({})
        }
        for (const shop of changedShops) {
          const { followsDefault, openTime, closeTime, areaM2 } = shopOf(shop)
          await api.business.saveShop({
            params: { shopId: shop.shopId },
            body: { followsDefault, openTime, closeTime, areaM2, version: shop.version },
          })
        }
        typeShops(new Map())
      } finally {
        await queryClient.invalidateQueries({ queryKey: viewSettingsQueries.rules().queryKey })
      }
    },
  }
}
export type Rules = ReturnType<typeof useRules>

/** Month targets of a year with what was typed, or read from a file, over them. */
export function useTargets(year: number) {
  const query = useQuery(targetsOf(year))
  const [typed, type] = useState<ReadonlyMap<string, ShopTarget>>(new Map())
  const kept = new Map((query.data ?? []).map(one => [targetKey(one.shopId, one.month), one]))
  const targetOf = (shopId: string, month: string): TargetValue => {
    const key = targetKey(shopId, month)
    return typed.get(key) ?? kept.get(key) ?? { visits: null, sales: null }
  }
  const changed = [...typed.values()].filter(one => {
    const before = kept.get(targetKey(one.shopId, one.month))
    return one.visits !== (before?.visits ?? null) || one.sales !== (before?.sales ?? null)
  })
  const put = (entries: readonly (TargetValue & { shopId: string; month: string })[]) => {
    const next = new Map(typed)
    for (const { shopId, month, visits, sales } of entries) {
      const key = targetKey(shopId, month)
      next.set(key, { shopId, month, visits, sales, version: kept.get(key)?.version ?? 0 })
    }
    type(next)
  }
  return {
    query,
    targetOf,
    put,
    isChanged: changed.length > 0,
    changedCount: changed.length,
    discard: () => type(new Map()),
    async save() {
      if (changed.length === 0) return
      const years = new Set(changed.map(one => Number(one.month.slice(0, 4))))
      try {
        await api.business.saveTargets({ body: { entries: changed } })
        type(new Map())
      } finally {
        for (const one of years) await queryClient.invalidateQueries({ queryKey: targetsOf(one).queryKey })
      }
    },
  }
}
export type Targets = ReturnType<typeof useTargets>

export const isConflict = (error: unknown) => isProblem(error) && error.reason === 'changed'
