import { type AnalysisMember, type AreaLevel, areaLevels } from '@aisle/contract'
import { useCallback } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { useScope, withScope } from '../../shell/scope.ts'

/** Choosing on a screen: an area or a shop becomes what it shows. */
export function usePicking() {
  const { setScope } = useScope()
  const { pages } = useRegistry()
  const { user } = useSession()
  const { search } = useLocation()
  const onPick = useCallback(
    (dimension: string, { id }: AnalysisMember) => {
      if (id === '' || id === 'others') return
      if (dimension === 'shop') setScope({ kind: 'shop', shopId: id })
      else if (isAreaLevel(dimension)) setScope({ kind: 'area', level: dimension, id })
    },
    [setScope],
  )
  const hrefOf = useCallback(
    (dimension: string, { id }: AnalysisMember): string | undefined => {
      const path = dimension === 'shop' ? pathOf(pages, 'shopIndex', user) : undefined
      if (path === undefined || id === '' || id === 'others') return undefined
      return `${path}?${withScope(new URLSearchParams(search), { kind: 'shop', shopId: id })}`
    },
    [pages, user, search],
  )
  return { onPick, hrefOf }
}

const isAreaLevel = (name: string): name is AreaLevel => areaLevels.some(level => level === name)
