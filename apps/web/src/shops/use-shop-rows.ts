import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sharedQueries } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'
import { areaSelection, useScope } from '../shell/scope.ts'
import { checkShops } from './queries.ts'

/** Shops with their cameras for inspectors, plain shops for others who keep favourites. */
export function useShopRows() {
  const { can } = useSession()
  const { scope, trail } = useScope()
  const mayInspect = can('inspect.view')
  const area = useMemo(() => (scope.kind === 'area' ? areaSelection(trail) : {}), [scope.kind, trail])
  const isAreaKnown = scope.kind !== 'area' || trail.length > 0
  const inspected = useQuery({ ...checkShops(area), enabled: mayInspect && isAreaKnown })
  const plain = useQuery({ ...sharedQueries.allShops(), enabled: !mayInspect })
  return mayInspect ? inspected : { ...plain, isPlaceholderData: false }
}
