import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/**
 * A filter kept in the address, so that a link brings it back. `parse` reads what stands there (null: nothing) and
 * answers the default where it cannot be used; the default leaves no trace in the address.
 *
 *     const [status, setStatus] = useAddressFilter('status', oneOf(statuses, 'all'))
 *     const [page, setPage] = useAddressFilter('page', wholeNumber(1))
 *
 * `alsoClears` names filters that another choice makes meaningless, usually the page.
 */
export function useAddressFilter<T extends string | number>(
  name: string,
  parse: (text: string | null) => T,
  alsoClears: readonly string[] = [],
): [value: T, set: (value: T) => void] {
  const [search, setSearch] = useSearchParams()
  const value = parse(search.get(name))
  const initial = parse(null)
  const cleared = alsoClears.join(' ')
  const set = useCallback(
    (next: T) =>
      setSearch(
        current => {
          const changed = new URLSearchParams(current)
          if (next === initial) changed.delete(name)
          else changed.set(name, String(next))
          for (const other of cleared.split(' ')) if (other !== '') changed.delete(other)
          return changed
        },
        { replace: true },
      ),
    [setSearch, name, initial, cleared],
  )
  return [value, set]
}

/** One of a table of words, else `initial`. */
export const oneOf =
  <T extends string>(known: readonly T[], initial: T) =>
  (text: string | null): T =>
    known.find(one => one === text) ?? initial

/** A whole number from `initial` upward: a page of a list. */
export const wholeNumber = (initial: number) => (text: string | null) => {
  const number = Number(text ?? initial)
  return Number.isInteger(number) && number >= initial ? number : initial
}

/** Words as typed; nothing by default. */
export const words = (text: string | null) => text ?? ''
