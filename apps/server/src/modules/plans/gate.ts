import { setTimeout as pause } from 'node:timers/promises'

/**
 * Lets `size` works run at once, and one begin every `spacingMs`, counted from when the one before really began: a late timer
 * is never made up for by several at once. The others wait in the order they came.
 */
export function gate(size: number, spacingMs = 0) {
  const waiting: (() => void)[] = []
  let free = Math.max(1, Math.floor(size))
  let turn = Promise.resolve()
  let last = Number.NEGATIVE_INFINITY

  function spaced(): Promise<void> {
    turn = turn.then(async () => {
      for (let left = spacingMs; left > 0; ) {
        left = last + spacingMs - performance.now()
        if (left > 0) await pause(Math.ceil(left))
      }
      last = performance.now()
    })
    return turn
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      if (spacingMs > 0) await spaced()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
export type Gate = ReturnType<typeof gate>
