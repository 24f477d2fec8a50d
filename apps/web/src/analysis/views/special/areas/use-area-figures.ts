import type { AreaQuestion } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import type { Asking } from '../../ask.ts'

/** What tracks and heat tell of all areas of a shop in the period of the page. */
export function useAreaFigures(asking: Asking | undefined, shopId: string | undefined) {
  const question: AreaQuestion | undefined =
    asking && shopId !== undefined
      ? {
          shopId,
          period: asking.period,
          ...(asking.timeWindow ? { timeWindow: asking.timeWindow } : {}),
          ...(asking.compare ? { compare: asking.compare } : {}),
        }
      : undefined
  return useQuery({
    queryKey: ['floorPlans', 'areaFigures', question],
    queryFn: ({ signal }) =>
      question ? api.customAreas.figures({ body: question, signal }) : Promise.resolve([]),
    enabled: question !== undefined,
    placeholderData: before => before,
  })
}
