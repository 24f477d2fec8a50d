import type { Activity } from '@aisle/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { dayText } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/queries.ts'
import type { Asking } from '../../ask.ts'
import { activityIn } from './activities.ts'

const key = ['activities']
const listed = (where: { shopId?: string; areaId?: string }) =>
  queryOptions({
    queryKey: [...key, where],
    queryFn: ({ signal }) => api.activities.list({ query: where, signal }),
  })

/** Everything that is asked about activities is asked anew, figures as well. */
export const activitiesChanged = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: key }),
    queryClient.invalidateQueries({ queryKey: ['analysis', 'question'] }),
  ])

/** The activities of the area or shop that a page is about, and the one that it shows. */
export function useActivities(asking: Asking | undefined) {
  const query = useQuery({
    ...listed(whereOf(asking?.scope)),
    enabled: asking !== undefined,
  })
  const chosenId = asking?.members.activity?.[0]
  const today = todayInChina()
  const chosen: Activity | undefined = query.data && activityIn(query.data, chosenId, today)
  return { query, chosen, isPicked: chosenId !== undefined, today }
}

const whereOf = (scope: Asking['scope'] | undefined) =>
  scope?.kind === 'shop' ? { shopId: scope.shopId } : scope?.kind === 'area' ? { areaId: scope.id } : {}

/** The day of the chain's clock, which begins and ends activities. */
const todayInChina = (): string => dayText('Asia/Shanghai')
