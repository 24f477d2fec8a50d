import { type EpochMs, VendorError } from './provider.ts'

type Clock = { now: () => EpochMs; sleep: (ms: number) => Promise<void> }

/** `patienceMs`: how long this call would wait for its turn; more is refused with `busy`. */
export type Pacer = <T>(
  key: string,
  spacingMs: number,
  work: () => Promise<T>,
  patienceMs?: number | undefined,
) => Promise<T>

/**
 * Runs work under one key one after another, each at least `spacingMs` after the end of the one before: counted from
 * the answer, because the time of sending says nothing about the time of arrival. Refuses with `busy` when the wait
 * that is already known is longer than `longestWaitMs`.
 */
export function pacer({ now, sleep }: Clock, longestWaitMs = 30_000): Pacer {
  const last = new Map<string, { done: Promise<unknown>; endedAt: EpochMs; waiting: number }>()
  return async (key, spacingMs, work, patienceMs = longestWaitMs) => {
    const line = last.get(key) ?? { done: Promise.resolve(), endedAt: Number.NEGATIVE_INFINITY, waiting: 0 }
    last.set(key, line)
    const knownWaitMs = line.waiting * spacingMs + Math.max(0, line.endedAt + spacingMs - now())
    if (knownWaitMs > patienceMs) {
      throw new VendorError('busy', `${line.waiting} calls wait for ${key}`, { retryAfterMs: knownWaitMs })
    }
    line.waiting += 1
    const turn = line.done.then(async () => {
      const waitMs = line.endedAt + spacingMs - now()
      if (waitMs > 0) await sleep(waitMs)
      try {
        return await work()
      } finally {
        line.endedAt = now()
        line.waiting -= 1
      }
    })
    line.done = turn.catch(() => undefined)
    return turn
  }
}

/** Waits so that no more than `perSecond` calls begin within any second. `busy` when the queue is too long. */
export function rateLimit(
  perSecond: number,
  { now, sleep }: Clock,
  longestWaitMs = 15_000,
): () => Promise<void> {
  const begun: EpochMs[] = []
  return async () => {
    const at = now()
    const oldest = begun.length < perSecond ? undefined : begun[0]
    const from = oldest === undefined ? at : Math.max(at, oldest + 1000)
    if (from - at > longestWaitMs) {
      throw new VendorError('busy', 'too many calls wait for this account', { retryAfterMs: from - at })
    }
    begun.push(from)
    if (begun.length > perSecond) begun.shift()
    if (from > at) await sleep(from - at)
  }
}
