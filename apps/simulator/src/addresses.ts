import { randomBytes } from 'node:crypto'
import type { StreamQuality } from './media.ts'
import type { TimeRange } from './recordings.ts'

/** 32 hexadecimal digits; every token and key that the simulator gives out has this form, so that logs can mask it. */
export function newKey(): string {
  return randomBytes(16).toString('hex')
}

/** What a stream address gives leave to see. */
export type Grant = {
  key: string
  cameraId: string
  quality: StreamQuality
  range?: TimeRange
  expiresAt: number
  /** Openings left; Infinity: any number until it expires. */
  usesLeft: number
  /** Recordings that the platform can steer are found by this. */
  playId?: string
}

/** Stream addresses given out by one platform, by the key written into them. */
export interface Addresses {
  issue(grant: Omit<Grant, 'key'>): Grant
  /** Uses an address once. Undefined: unknown, expired or used up. */
  open(key: string): Grant | undefined
  /** Looks without using it up. */
  peek(key: string): Grant | undefined
  /** Given out, still valid, and never opened. */
  waiting(): Grant[]
  withdraw(key: string): void
  clear(): void
}

export function createAddresses(now: () => number): Addresses {
  const grants = new Map<string, Grant>()
  const opened = new Set<string>()
  const valid = (key: string) => {
    const grant = grants.get(key)
    return grant && grant.expiresAt > now() && grant.usesLeft > 0 ? grant : undefined
  }
  const withdraw = (key: string) => {
    grants.delete(key)
    opened.delete(key)
  }
  let issuedSinceSweep = 0
  return {
    issue(wanted) {
      if (++issuedSinceSweep > 500) {
        issuedSinceSweep = 0
        for (const grant of grants.values()) if (grant.expiresAt <= now()) withdraw(grant.key)
      }
      const grant = { ...wanted, key: newKey() }
      grants.set(grant.key, grant)
      return grant
    },
    open(key) {
      const grant = valid(key)
      if (!grant) return undefined
      grant.usesLeft -= 1
      opened.add(key)
      return grant
    },
    peek: valid,
    waiting: () => [...grants.values()].filter(grant => valid(grant.key) && !opened.has(grant.key)),
    withdraw,
    clear() {
      grants.clear()
      opened.clear()
    },
  }
}
