import type { Clock } from './clock.ts'

export type OpeningQueue = {
  /** Calls back (later, never at once) when it is this one's turn; answers how to leave, waiting or at it. */
  enter(begin: () => void): () => void
}

/**
 * Lets only a few streams open at a time, in the order in which they came. A turn ends by itself after `turnMs`,
 * so that cameras that do not answer cannot hold up the others.
 */
export function openingQueue(clock: Clock, limit = 4, turnMs = 3_000): OpeningQueue {
  type Place = { begin: () => void; endTurn: () => void }
  const waiting: Place[] = []
  const busy = new Set<Place>()
  const leave = (place: Place) => {
    const index = waiting.indexOf(place)
    if (index >= 0) waiting.splice(index, 1)
    place.endTurn()
    if (busy.delete(place)) admit()
  }
  const admit = () => {
    while (busy.size < limit) {
      const next = waiting.shift()
      if (!next) return
      busy.add(next)
      next.endTurn = clock.at(clock.now() + turnMs, () => leave(next))
      queueMicrotask(() => {
        if (busy.has(next)) next.begin()
      })
    }
  }
  return {
    enter(begin) {
      const place: Place = { begin, endTurn: () => {} }
      waiting.push(place)
      admit()
      return () => leave(place)
    },
  }
}
