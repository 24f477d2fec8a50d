import { isAllowed } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../../../../lib/session.ts'
import type { PanelState } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { planQueries } from '../../plans/queries.ts'
import { usePlanShops } from '../../plans/use-plan-shop.ts'

/** Plans and areas of the shop that the page is about. */
export function useAreas({ asking }: Pick<Special, 'asking'>) {
  const { user } = useSession()
  const choice = usePlanShops(asking)
  const shopId = choice.shops[0]?.id
  const planQuery = useQuery(planQueries.ofShops(shopId === undefined ? [] : [shopId]))
  const areaQuery = useQuery({ ...planQueries.areas(shopId ?? ''), enabled: shopId !== undefined })
  const plans = useMemo(() => planQuery.data ?? [], [planQuery.data])
  const areas = useMemo(() => areaQuery.data ?? [], [areaQuery.data])
  const error = choice.error ?? planQuery.error ?? areaQuery.error
  const isWaiting =
    !asking ||
    choice.isLoading ||
    (shopId !== undefined && (planQuery.data === undefined || areaQuery.data === undefined))
  const state: PanelState = error ? 'error' : isWaiting ? 'loading' : plans.length === 0 ? 'empty' : 'ready'
  return {
    choice,
    shopId,
    plans,
    areas,
    state,
    error,
    mayEdit: isAllowed(user?.authorities, ['settings.view']),
    retry() {
      choice.retry()
      void planQuery.refetch()
      void areaQuery.refetch()
    },
  }
}
