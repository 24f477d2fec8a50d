import { useCallback } from 'react'
import { useSession } from '../../../lib/session.ts'
import { pathOf, useRegistry } from '../../../shell/registry.ts'
import { addressWith, type Scope } from '../../../shell/scope.ts'

export type Links = (
  pages: string | readonly string[],
  scope: Scope,
  more?: Readonly<Record<string, string>>,
) => string | undefined

/** The address of the first of some pages (by id) that is served and the reader may open; undefined where there is none. */
export function useLinks(): Links {
  const { pages } = useRegistry()
  const { user } = useSession()
  return useCallback(
    (ids, scope, more = {}) => {
      for (const id of typeof ids === 'string' ? [ids] : ids) {
        const path = pathOf(pages, id, user)
        if (path === undefined) continue
        const address = addressWith(path, scope)
        const rest = new URLSearchParams(more).toString()
        return rest === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${rest}`
      }
      return undefined
    },
    [pages, user],
  )
}

export const shopScope = (shopId: string): Scope => ({ kind: 'shop', shopId })
