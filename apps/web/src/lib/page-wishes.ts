import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { toast } from '../ui/toast.tsx'
import { api } from './api.ts'
import { queryClient } from './queries.ts'

const key = 'pages'
const most = 20

/** What a user wants of pages, by their ids: where the console opens, and what is always at hand. */
export type PageWishes = { start?: string; pinned: readonly string[] }

/** What was kept, as far as it can be read. */
export function wishesIn(value: unknown): PageWishes {
  if (typeof value !== 'object' || value === null) return { pinned: [] }
  const pinned = 'pinned' in value && Array.isArray(value.pinned) ? value.pinned : []
  const start = 'start' in value && typeof value.start === 'string' ? value.start : undefined
  return {
    ...(start === undefined ? {} : { start }),
    pinned: [...new Set(pinned.filter(id => typeof id === 'string'))].slice(0, most),
  }
}

/** The same wishes with a page pinned last, or not any more. */
export function withPin(wishes: PageWishes, id: string, isPinned: boolean): PageWishes {
  const others = wishes.pinned.filter(one => one !== id)
  return { ...wishes, pinned: isPinned ? [...others, id].slice(-most) : others }
}

export function withStart({ pinned }: PageWishes, start: string | undefined): PageWishes {
  return { ...(start === undefined ? {} : { start }), pinned }
}

export const pageWishes = () =>
  queryOptions({
    queryKey: ['settings', key],
    queryFn: async ({ signal }) => wishesIn(await api.settings.read({ params: { key }, signal })),
    staleTime: 300_000,
  })

const none: PageWishes = { pinned: [] }

/** Shown at once, and taken back with a word where the account could not be told. */
async function keep(next: PageWishes) {
  const { queryKey } = pageWishes()
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, next)
  try {
    await api.settings.write({ params: { key }, body: { value: next } })
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    toast.error(error)
  }
}

/** The wishes of the account; changes hold on every device. */
export function usePageWishes() {
  const { data } = useQuery(pageWishes())
  const wishes = data ?? none
  const isKnown = data !== undefined
  const pin = useCallback(
    (id: string, isPinned: boolean) => (isKnown ? keep(withPin(wishes, id, isPinned)) : undefined),
    [wishes, isKnown],
  )
  const startWith = useCallback(
    (id: string | undefined) => (isKnown ? keep(withStart(wishes, id)) : undefined),
    [wishes, isKnown],
  )
  return useMemo(() => ({ ...wishes, isKnown, pin, startWith }), [wishes, isKnown, pin, startWith])
}
