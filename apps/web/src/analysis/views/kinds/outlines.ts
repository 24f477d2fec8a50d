import type { Shop } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadOutlines, type Outline } from '../../../ui/chart/boundaries.ts'

/** Codes of the cities that shops lie in. */
export function citiesOf(listed: readonly { id: string }[], shops: readonly Shop[] | undefined): string[] {
  const ids = new Set(listed.map(({ id }) => id))
  return (shops ?? []).filter(({ shopid }) => ids.has(shopid)).map(({ cityid }) => cityid)
}

/**
 * The outlines that belong to places shown at a level, by their codes; none where one of them has none. Provinces: those of the
 * country; cities: those of their one province; shops: the cities that they lie in, or the country where these belong to several
 * provinces.
 */
export function useOutlines(
  level: string,
  codes: readonly string[],
  isOn: boolean,
): { outlines: readonly Outline[]; isPending: boolean } {
  const provinces = new Set(codes.map(code => code.slice(0, 2)))
  const [only] = provinces
  const isCountry = level === 'province' || (level === 'shop' && provinces.size > 1)
  const isAsked =
    isOn &&
    (level === 'province' || level === 'city' || level === 'shop') &&
    only !== undefined &&
    (isCountry || provinces.size === 1)
  const province = isCountry ? undefined : only
  const found = useQuery({
    queryKey: ['outlines', province ?? ''],
    queryFn: () => loadOutlines(province),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const written = codes.join()
  const outlines = useMemo(
    () => (isAsked ? outlinesOf(found.data ?? [], level, written.split(','), isCountry) : []),
    [found.data, level, written, isAsked, isCountry],
  )
  return { outlines, isPending: isAsked && found.isPending }
}

function outlinesOf(all: readonly Outline[], level: string, codes: readonly string[], isCountry: boolean) {
  if (level === 'shop' && isCountry) return all
  const known = new Set(all.map(({ id }) => id))
  if (!codes.every(code => known.has(code))) return []
  const wanted = new Set(codes)
  return level === 'shop' ? all.filter(({ id }) => wanted.has(id)) : all
}
