import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { oneOf, words as typed, useAddressFilter } from '../../shell/filters.ts'
import { usePage } from '../../shell/page.tsx'
import { useFigures, useLinks } from '../records/use-figures.ts'
import { type PlatformFilter, placeOf } from './platform-queries.ts'

const statuses = ['all', 'online', 'offline'] as const
export type StatusFilter = (typeof statuses)[number]

/** What both homes of one platform are about: place, filters of the address, links. */
export function usePlatformHome(ys: number) {
  const t = useText()
  const page = usePage()
  const { pathname } = useLocation()
  const figures = useFigures()
  const links = useLinks(figures)
  const [keyword, setKeyword] = useAddressFilter('q', typed)
  const [status, setStatus] = useAddressFilter('status', oneOf(statuses, 'all'))
  const place = useMemo(() => placeOf(figures.query, ys), [figures.query, ys])
  const filter: PlatformFilter = {
    ...place,
    ...(keyword === '' ? {} : { keyword }),
    ...(status === 'all' ? {} : { status }),
  }
  const isFiltered = keyword !== '' || status !== 'all'
  return {
    figures,
    links,
    place,
    filter,
    keyword,
    setKeyword,
    status,
    setStatus,
    clear: isFiltered
      ? () => {
          setKeyword('')
          setStatus('all')
        }
      : undefined,
    isOneShop: place.shopId !== undefined,
    title: page ? t(page.title) : '',
    /** This page, narrowed to cameras of one status. */
    withStatus: (wanted: StatusFilter) => links(pathname, figures.scope, { status: wanted }),
  }
}
export type PlatformHome = ReturnType<typeof usePlatformHome>
export { statuses }
