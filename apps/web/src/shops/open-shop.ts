import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../lib/session.ts'
import { shopPathOf, useRegistry } from '../shell/registry.ts'
import { addressWith } from '../shell/scope.ts'

/** Opens a shop: its home, else its cameras; undefined where the user may open neither. */
export type OpenShop = { address(shopId: string): string; run(shopId: string): void } | undefined

export function useOpenShop(): OpenShop {
  const { pages } = useRegistry()
  const { user } = useSession()
  const navigate = useNavigate()
  const path = shopPathOf(pages, user)
  return useMemo(() => {
    if (path === undefined) return undefined
    const address = (shopId: string) => addressWith(path, { kind: 'shop', shopId })
    return { address, run: (shopId: string) => void navigate(address(shopId)) }
  }, [path, navigate])
}
