import type { EpochMs } from './provider.ts'

export type Breaker = {
  /** Milliseconds to wait before asking again; undefined when the way is free. */
  waitMs(): number | undefined
  /** As `waitMs`, and takes the one probe when it is due: whoever is admitted must report the outcome. */
  admit(): number | undefined
  answered(): void
  /** `camera`: the call that got no answer was about one camera; without: the platform itself cannot be reached. */
  failed(camera?: string): void
}

/**
 * Keeps a platform that is down from being asked by everyone: opens after `failures` failures in a row, then lets one
 * call through every `openMs` to see whether it is back. Failures about one camera alone never open it: a single
 * broken camera must not take the others away.
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
  const failing = new Set<string | undefined>()
  let opensAgainAt = 0
  let probing = false
  function isOpen(): boolean {
    return inARow >= failures && (failing.size > 1 || failing.has(undefined))
  }
  function waitMs(): number | undefined {
    if (!isOpen()) return undefined
    const leftMs = opensAgainAt - now()
    if (leftMs > 0) return leftMs
    return probing ? openMs : undefined
  }
  return {
    waitMs,
    admit() {
      const wait = waitMs()
      if (wait === undefined && isOpen()) probing = true
      return wait
    },
    answered() {
      inARow = 0
      failing.clear()
      probing = false
    },
    failed(camera) {
      inARow += 1
      failing.add(camera)
      probing = false
      opensAgainAt = now() + openMs
    },
  }
}
