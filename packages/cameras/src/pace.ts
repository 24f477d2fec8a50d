import { AsyncLocalStorage } from 'node:async_hooks'
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

const background = new AsyncLocalStorage<true>()

/** Runs work whose calls wait behind those that people wait for: plans, and whatever else nobody looks on at. */
export const inBackground = <T>(work: () => Promise<T>): Promise<T> => background.run(true, work)

type Waiting = { readonly since: EpochMs; readonly begin: () => void }

/**
 * Waits so that no more than `perSecond` calls begin within any second. First come, first served; those of the background when
 * nobody else waits, or when they waited `longestWaitMs`. `busy` when the queue is too long.
 */
export function rateLimit(
  perSecond: number,
  { now, sleep }: Clock,
  longestWaitMs = 15_000,
): () => Promise<void> {
  const begun: EpochMs[] = []
  const people: Waiting[] = []
  const behind: Waiting[] = []
  let handing = false

  /** How long it is until one can begin that has so many before it. */
  function waitMs(before: number): number {
    const at = now()
    const times = [...begun]
    for (let n = 0; n <= before; n++) {
      const oldest = times.length < perSecond ? undefined : times.at(-perSecond)
      times.push(oldest === undefined ? at : Math.max(at, oldest + 1000))
    }
    return (times.at(-1) ?? at) - at
  }

  function note(): void {
    begun.push(now())
    if (begun.length > perSecond) begun.shift()
  }

  function next(): Waiting | undefined {
    const [first] = behind
    const isDue = first !== undefined && now() - first.since >= longestWaitMs
    return (isDue ? undefined : people.shift()) ?? behind.shift()
  }

  async function handOut(): Promise<void> {
    handing = true
    try {
      while (people.length + behind.length > 0) {
        // A timer may come a moment early.
        for (let ms = waitMs(0); ms > 0; ms = waitMs(0)) await sleep(ms)
        note()
        next()?.begin()
      }
    } finally {
      handing = false
    }
  }

  return async () => {
    const isBehind = background.getStore() === true
    const known = waitMs(people.length + (isBehind ? behind.length : 0))
    if (known > longestWaitMs)
      throw new VendorError('busy', 'too many calls wait for this account', { retryAfterMs: known })
    if (known <= 0 && !handing) return note()
    const turn = new Promise<void>(begin => (isBehind ? behind : people).push({ since: now(), begin }))
    if (!handing) void handOut()
    await turn
  }
}
