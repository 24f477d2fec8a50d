import { createStore } from './store.ts'

/** Whether the service answers. `retrying` since a time (ms); `lost` after 30 s without an answer. */
export type Connection = { phase: 'up' } | { phase: 'retrying'; since: number } | { phase: 'lost' }

export const connectionStore = createStore<Connection>({ phase: 'up' })

/** How long reading calls are repeated quietly before the service counts as unreachable. */
export const patienceMs = 30_000

export function markUp() {
  connectionStore.set({ phase: 'up' })
}

export function markRetrying(now: number) {
  if (connectionStore.get().phase === 'up') connectionStore.set({ phase: 'retrying', since: now })
}

export function markLost() {
  connectionStore.set({ phase: 'lost' })
}
