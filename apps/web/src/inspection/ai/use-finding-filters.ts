import { type Algorithm, algorithmNames, findingStatuses } from '@aisle/contract'
import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useName, useText } from '../../lib/i18n.ts'
import { type Period, usePeriod } from '../../shell/date-picker/use-period.ts'
import { oneOf, useAddressFilter, wholeNumber, words } from '../../shell/filters.ts'
import { areaSelection, useScope } from '../../shell/scope.ts'
import type { FindingQuery } from './queries.ts'

export const statusTabs = ['all', ...findingStatuses] as const
const anyAlgorithm = 'all'
const names = ['algorithm', 'camera', 'status', 'q', 'sure', 'page'] as const

/** The shop or area of the page, as calls take it; undefined until the area is known. */
export function usePlace(): {
  place: FindingQuery
  isReady: boolean
  scopeName: string
  shopId: string | undefined
} {
  const t = useText()
  const name = useName()
  const { scope, trail, shop } = useScope()
  const place = useMemo<FindingQuery>(
    () =>
      scope.kind === 'shop' ? { shopId: scope.shopId } : scope.kind === 'area' ? areaSelection(trail) : {},
    [scope, trail],
  )
  const area = trail.at(-1)
  return {
    place,
    isReady: scope.kind !== 'area' || trail.length > 0,
    scopeName: shop
      ? name(shop.shopname, shop.shopnameEn)
      : scope.kind === 'area' && area
        ? name(area.name, area.nameEn)
        : t({ zh: '全部门店', en: 'All shops' }),
    shopId: scope.kind === 'shop' ? scope.shopId : undefined,
  }
}

/** What the report and the log are narrowed by; all of it stands in the address. */
export function useFindingFilters() {
  const { place, isReady, scopeName, shopId } = usePlace()
  const period: Period = usePeriod({ initial: 'last30' })
  const [, setSearch] = useSearchParams()
  const [algorithm, setAlgorithm] = useAddressFilter(
    'algorithm',
    oneOf<Algorithm | typeof anyAlgorithm>([anyAlgorithm, ...algorithmNames], anyAlgorithm),
    ['page'],
  )
  const [tab, setTab] = useAddressFilter('status', oneOf(statusTabs, 'all'), ['page'])
  const [camera, setCamera] = useAddressFilter('camera', words, ['page'])
  const [typed, setTyped] = useAddressFilter('q', words, ['page'])
  const [sure, setSure] = useAddressFilter('sure', wholeNumber(0), ['page'])
  const [page, turnTo] = useAddressFilter('page', wholeNumber(1))
  const keyword = useDeferredValue(typed.trim())
  const { from, to } = period
  /** Without the status. */
  const query = useMemo<FindingQuery>(
    () => ({
      ...place,
      begin: from,
      end: to,
      ...(algorithm === anyAlgorithm ? {} : { algorithm: algorithm }),
      ...(camera === '' ? {} : { cameraId: camera }),
      ...(keyword === '' ? {} : { keyword }),
      ...(sure === 0 ? {} : { minConfidence: Math.min(sure, 100) / 100 }),
    }),
    [place, from, to, algorithm, camera, keyword, sure],
  )
  const listed = useMemo<FindingQuery>(
    () => (tab === 'all' ? query : { ...query, status: tab }),
    [query, tab],
  )
  return {
    place,
    isReady,
    scopeName,
    shopId,
    period,
    algorithm,
    setAlgorithm,
    tab,
    setTab,
    camera,
    setCamera,
    typed,
    setTyped,
    sure,
    setSure,
    page,
    turnTo,
    query,
    listed,
    isNarrowed: algorithm !== anyAlgorithm || camera !== '' || typed !== '' || sure !== 0 || tab !== 'all',
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
export type FindingFilters = ReturnType<typeof useFindingFilters>
