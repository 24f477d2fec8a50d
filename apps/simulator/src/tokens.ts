/** Sign-in tokens of one platform, each with who holds it. */
export interface Tokens<Holder> {
  add(token: string, holder: Holder, lifeMs: number): { token: string; expiresAt: number }
  /** 'expired' only for a token that was once given out. */
  check(token: string | undefined): { holder: Holder; expiresAt: number } | 'missing' | 'unknown' | 'expired'
  /** Lives on for so long from now. */
  prolong(token: string, lifeMs: number): void
  valid(): { token: string; holder: Holder; expiresAt: number }[]
  expireAll(): void
}

const remembered = 1000

export function createTokens<Holder>(now: () => number): Tokens<Holder> {
  const known = new Map<string, { holder: Holder; expiresAt: number }>()
  return {
    add(token, holder, lifeMs) {
      const expiresAt = now() + lifeMs
      known.set(token, { holder, expiresAt })
      const oldest = known.keys().next().value
      if (known.size > remembered && oldest !== undefined) known.delete(oldest)
      return { token, expiresAt }
    },
    check(token) {
      if (!token) return 'missing'
      const entry = known.get(token)
      if (!entry) return 'unknown'
      return entry.expiresAt > now() ? entry : 'expired'
    },
    prolong(token, lifeMs) {
      const entry = known.get(token)
      if (entry) entry.expiresAt = now() + lifeMs
    },
    valid: () =>
      [...known]
        .filter(([, entry]) => entry.expiresAt > now())
        .map(([token, entry]) => ({ token, ...entry })),
    expireAll() {
      for (const entry of known.values()) entry.expiresAt = Math.min(entry.expiresAt, now())
    },
  }
}
