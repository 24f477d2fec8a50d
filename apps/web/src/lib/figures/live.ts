import { type Question, streamEvents } from '@aisle/contract'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../queries.ts'
import { useStore } from '../store.ts'
import { dataOf, onStream, streamIsUp } from '../stream/console-stream.ts'
import type { StreamEvent } from '../stream/event-stream.ts'

/** While changes are told nothing is asked in between but for what no sensor sent: inspections, settings. */
const toldMs = 60_000

type Watched = { key: QueryKey; shops: ReadonlySet<string> | undefined }
const watched = new Set<Watched>()
/** Changed while nobody looked at the tab. */
const missed = new Set<Watched>()

const ask = (these: Iterable<Watched>) => {
  for (const { key } of these) void queryClient.invalidateQueries({ queryKey: key, exact: true })
}

/** Questions that a change concerns are asked anew; those of a tab that nobody looks at once somebody does. */
function changed(these: readonly Watched[]) {
  if (document.visibilityState === 'visible') return ask(these)
  for (const one of these) missed.add(one)
}

function heard(event: StreamEvent) {
  if (event.name === 'ready') changed([...watched])
  if (event.name !== 'figures') return
  const { data } = streamEvents.figures.safeParse(dataOf(event))
  if (!data) return
  const { shops: named } = data
  changed(
    [...watched].filter(({ shops }) => !shops || named === undefined || named.some(id => shops.has(id))),
  )
}

function seenAgain() {
  if (document.visibilityState !== 'visible') return
  ask([...missed].filter(one => watched.has(one)))
  missed.clear()
}

let leave: (() => void) | undefined
function listen() {
  const forget = onStream(heard)
  document.addEventListener('visibilitychange', seenAgain)
  return () => {
    forget()
    document.removeEventListener('visibilitychange', seenAgain)
  }
}

/** The shops that a question is about, where it names them. */
function shopsOf({ filters = [] }: Question): ReadonlySet<string> | undefined {
  const named = filters.find(({ member, op }) => member === 'shop' && op === 'in')
  return Array.isArray(named?.values) ? new Set(named.values.map(String)) : undefined
}

/**
 * Asks a question anew when figures of its shops changed; answers how often it is asked besides: seldom while changes are told,
 * every `everyMs` while the connection is down. Nothing where `everyMs` is left out.
 */
export function useLive(question: Question | undefined, key: QueryKey, everyMs: number | undefined) {
  const isUp = useStore(streamIsUp)
  const isLive = everyMs !== undefined && question !== undefined
  const written = JSON.stringify(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the question, and is made anew with each drawing
  useEffect(() => {
    if (!isLive) return
    const one: Watched = { key, shops: shopsOf(question) }
    watched.add(one)
    leave ??= listen()
    return () => {
      watched.delete(one)
      missed.delete(one)
      if (watched.size > 0) return
      leave?.()
      leave = undefined
    }
  }, [isLive, written])
  return everyMs === undefined ? undefined : isUp ? Math.max(everyMs, toldMs) : everyMs
}
