import type { PersonTrack } from '@aisle/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSession } from '../../../../lib/session.ts'
import { useStore } from '../../../../lib/store.ts'
import type { Special } from '../../kinds/special.ts'
import { personQueries, whereOf } from './queries.ts'
import { openingReason } from './reason.tsx'
import { personOf, useChosenWay } from './use-person.ts'

export type Way = { shopId: string; trackId: string }
export type OpenedWay = { way: Way | undefined; isAsked: boolean; found: UseQueryResult<PersonTrack> }

/** A way, opened once somebody has said why. */
function useOpened(way: Way | undefined): OpenedWay {
  const { can } = useSession()
  const reason = useStore(openingReason)
  const isAsked = reason !== ''
  const found = useQuery({
    ...personQueries.track(way?.shopId ?? '', way?.trackId ?? '', reason),
    enabled: way !== undefined && isAsked && can('track.view'),
  })
  return { way, isAsked, found }
}

/** The way that the address names. */
export function useWayOfPage(): OpenedWay {
  const [way] = useChosenWay()
  return useOpened(way)
}

/** The latest way of the person that the page is about. */
export function useLatestWay(asking: Special['asking']): OpenedWay & { isPending: boolean } {
  const { can } = useSession()
  const personId = personOf(asking)
  const person = useQuery({
    ...personQueries.detail(personId ?? '', asking ? whereOf(asking) : { from: '', to: '' }),
    enabled: asking !== undefined && personId !== undefined && can('customer.face'),
  })
  const latest = person.data?.latestTrack
  const opened = useOpened(latest ? { shopId: latest.shopId, trackId: latest.trackId } : undefined)
  return { ...opened, isPending: personId !== undefined && person.isPending }
}
