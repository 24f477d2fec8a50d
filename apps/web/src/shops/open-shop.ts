import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../lib/session.ts'
import { pathOf, useRegistry } from '../shell/registry.ts'
import { addressWith } from '../shell/scope.ts'

/** Opens a shop's cameras, where monitoring is registered and open to the user; undefined otherwise. */
export type OpenShop = { address(shopId: string): string; run(shopId: string): void } | undefined

export function useOpenShop(): OpenShop {
  const { pages } = useRegistry()
  const { user } = useSession()
  const navigate = useNavigate()
  const path = pathOf(pages, 'monitor', user)
  return useMemo(() => {
    if (path === undefined) return undefined
    const address = (shopId: string) => addressWith(path, { kind: 'shop', shopId })
    return { address, run: (shopId: string) => void navigate(address(shopId)) }
  }, [path, navigate])
}
