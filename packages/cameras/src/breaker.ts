import type { EpochMs } from './provider.ts'

export type Breaker = {
  /** Milliseconds to wait before asking again; undefined when the way is free. */
  waitMs(): number | undefined
  /** As `waitMs`, and takes the one probe when it is due: whoever is admitted must report the outcome. */
  admit(): number | undefined
  answered(): void
  failed(): void
}

/**
 * Keeps a platform that is down from being asked by everyone: opens after `failures` failures in a row, then lets one
 * call through every `openMs` to see whether it is back.
 */
export function breaker({
  failures,
  openMs,
  now,
}: {
  failures: number
  openMs: number
  now: () => EpochMs
}): Breaker {
  let inARow = 0
  let opensAgainAt = 0
  let probing = false
  function waitMs(): number | undefined {
    if (inARow < failures) return undefined
    const leftMs = opensAgainAt - now()
    if (leftMs > 0) return leftMs
    return probing ? openMs : undefined
  }
  return {
    waitMs,
    admit() {
      const wait = waitMs()
      if (wait === undefined && inARow >= failures) probing = true
      return wait
    },
    answered() {
      inARow = 0
      probing = false
    },
    failed() {
      inARow += 1
      probing = false
      opensAgainAt = now() + openMs
    },
  }
}
