import type { PersonRow } from '@aisle/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from '../../../../lib/session.ts'
import { createStore, useStore } from '../../../../lib/store.ts'
import type { Asking } from '../../ask.ts'
import { aPage, personQueries, traitsOf, whereOf } from './queries.ts'

const staySorts = ['dwell', 'visits', 'last'] as const
type StaySort = (typeof staySorts)[number]
export const isStaySort = (value: unknown): value is StaySort => staySorts.some(sort => sort === value)

type Staying = {
  sort: StaySort
  keyword: string
  page: number
  chosen: string | undefined
  /** What the page was about when it was turned: another filter begins with its first page. */
  about: string
}
/** How the list begins: who stayed longest in all. */
export const staying: Staying = { sort: 'dwell', keyword: '', page: 1, chosen: undefined, about: '' }
/** What the list of the page and the visits beside it share. */
export const stayStore = createStore<Staying>(staying)

/** A page of the customers who stayed, and the one among them whose visits are on show. Clerks stay, too, but are no customers. */
export function useStayers(asking: Asking | undefined) {
  const { can } = useSession()
  const mayLook = can('customer.face')
  const kept = useStore(stayStore)
  const { sort, keyword, chosen } = kept
  const traits = asking && traitsOf(asking)
  const filter = {
    ...(asking ? whereOf(asking) : { from: '', to: '' }),
    ...traits,
    identities: traits?.identities ?? 'customer,vip',
    dwellBands: asking?.members.dwellBand?.join(','),
    frequencyBands: asking?.members.frequencyBand?.join(','),
  }
  const about = JSON.stringify(filter)
  const page = kept.about === about ? kept.page : 1
  const found = useQuery({
    ...personQueries.list({
      ...filter,
      keyword,
      sort,
      pageNumber: page,
      pageSize: aPage,
    }),
    enabled: asking !== undefined && mayLook,
    placeholderData: keepPreviousData,
  })
  const people: readonly PersonRow[] = found.data?.records ?? []
  const person = people.find(({ personId }) => personId === chosen) ?? people[0]
  const change = (to: Partial<Staying>) => stayStore.set({ ...kept, page, about, ...to })
  return { found, people, person, mayLook, sort, keyword, page, change }
}
