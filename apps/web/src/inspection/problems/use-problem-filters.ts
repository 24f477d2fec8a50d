import { problemStatuses } from '@aisle/contract'
import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { usePeriod } from '../../shell/date-picker/use-period.ts'
import { oneOf, useAddressFilter, wholeNumber, words } from '../../shell/filters.ts'
import { areaSelection, useScope } from '../../shell/scope.ts'
import type { ProblemQuery } from './queries.ts'

const views = ['board', 'list'] as const
export const tabs = ['all', ...problemStatuses, 'overdue'] as const
const names = ['item', 'type', 'owner', 'q', 'status', 'page'] as const

/** An owner in the address: `user.12`, `staff.7`. */
export const ownerKey = (owner: { kind: 'user' | 'staff'; id: string }) => `${owner.kind}.${owner.id}`

/** Whom such a key names, as calls are told; nobody where it is empty. */
export function ownerFields(written: string): { ownerStaffId?: string; ownerUserId?: string } {
  const [kind, ...rest] = written.split('.')
  const id = rest.join('.')
  if (id === '') return {}
  return kind === 'staff' ? { ownerStaffId: id } : { ownerUserId: id }
}

/** What the pages about problems are narrowed by; all of it stands in the address. */
export function useProblemFilters() {
  const { scope, trail, shop } = useScope()
  const period = usePeriod({ initial: 'last3Months' })
  const [, setSearch] = useSearchParams()
  const [view, setView] = useAddressFilter('view', oneOf(views, 'board'), ['page'])
  const [tab, setTab] = useAddressFilter('status', oneOf(tabs, 'all'), ['page'])
  const [item, setItem] = useAddressFilter('item', words, ['page'])
  const [owner, setOwner] = useAddressFilter('owner', words, ['page'])
  const [typed, setTyped] = useAddressFilter('q', words, ['page'])
  const [page, turnTo] = useAddressFilter('page', wholeNumber(1))
  const keyword = useDeferredValue(typed.trim())

  const place = useMemo<ProblemQuery>(
    () =>
      scope.kind === 'shop' ? { shopId: scope.shopId } : scope.kind === 'area' ? areaSelection(trail) : {},
    [scope, trail],
  )
  const narrowed = useMemo<ProblemQuery>(
    () => ({
      ...place,
      ...(item === '' ? {} : { itemName: item }),
      ...ownerFields(owner),
      ...(keyword === '' ? {} : { keyword }),
    }),
    [place, item, owner, keyword],
  )
  const { from, to } = period
  const query = useMemo<ProblemQuery>(() => ({ ...narrowed, begin: from, end: to }), [narrowed, from, to])
  return {
    period,
    view,
    setView,
    tab,
    setTab,
    item,
    setItem,
    owner,
    setOwner,
    typed,
    setTyped,
    page,
    turnTo,
    /** The shop or area alone. */
    place,
    /** The same without the dates. */
    narrowed,
    query,
    shop,
    /** False while the area of the address is not known yet. */
    isReady: scope.kind !== 'area' || trail.length > 0,
    isNarrowed: item !== '' || owner !== '' || typed !== '' || tab !== 'all',
    clear: () =>
      setSearch(
        current => {
          const next = new URLSearchParams(current)
          for (const name of names) next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}
export type ProblemFilters = ReturnType<typeof useProblemFilters>
