import { z } from 'zod'
import { type EpochMs, VendorError, type VendorErrorCode, type VendorMemory } from './provider.ts'

/** A token as the platform gave it; `baseUrl` where the account lives at another address than the configured one. */
export type Session = {
  readonly token: string
  readonly expiresAt: EpochMs
  readonly baseUrl?: string | undefined
}

export type SessionKeeper = {
  /** A token that should work: the remembered one, or a new one when it is about to end. */
  current(): Promise<Session>
  /** A token other than the refused one. Only one server logs in; the others find what it got. */
  renewed(refused: string): Promise<Session>
  /** Tells that the platform accepted the token just now: prolongs sessions that live as long as they are used. */
  used(session: Session): Promise<void>
}

export type SessionRules = {
  /** How long before its end a token is replaced; at most a third of its life. */
  readonly renewBeforeMs: number
  /** The session ends when unused: its end moves with every accepted call. */
  readonly sliding?: boolean
  /** `again`: an earlier token existed, so the platform may have to be asked for a new one explicitly. */
  login(again: boolean): Promise<{ token: string; lifetimeMs: number; baseUrl?: string | undefined }>
}

const stored = z.object({ token: z.string(), lifetimeMs: z.number(), baseUrl: z.string().optional() })
type Kept = Session & { readonly lifetimeMs: number }

/** Faults of the account that more logins would only make worse: the same answer is given for a while. */
const final: readonly VendorErrorCode[] = ['misconfigured', 'frozen', 'notAllowed']
const loginPauseMs = 60_000
const prolongEveryMs = 300_000

/** Keeps the token of one account: remembered for all servers, renewed once however many ask. */
export function sessionKeeper(
  { memory, key, now }: { memory: VendorMemory; key: string; now: () => EpochMs },
  { renewBeforeMs, sliding, login }: SessionRules,
): SessionKeeper {
  let kept: Kept | undefined
  let renewing: Promise<Kept> | undefined
  let refusal: { error: VendorError; until: EpochMs } | undefined
  /** After a failed renewal of a token that still works. */
  let notBefore: EpochMs = 0

  const isFresh = ({ expiresAt, lifetimeMs }: Kept) =>
    now() < (sliding ? expiresAt : expiresAt - Math.min(renewBeforeMs, lifetimeMs / 3))

  async function recalled(): Promise<Kept | undefined> {
    const found = await memory.read(key)
    if (!found || found.expiresAt <= now()) return undefined
    const value = stored.safeParse(parsed(found.value))
    return value.success ? { ...value.data, expiresAt: found.expiresAt } : undefined
  }

  async function keep(session: Kept): Promise<Kept> {
    const { token, lifetimeMs, baseUrl, expiresAt } = session
    await memory.write(key, JSON.stringify({ token, lifetimeMs, baseUrl }), expiresAt)
    return session
  }

  async function renew(refused: string | undefined): Promise<Kept> {
    return memory.exclusive(key, async () => {
      const found = await recalled()
      if (found && found.token !== refused && isFresh(found)) return found
      if (refusal && now() < refusal.until) throw refusal.error
      try {
        const { token, lifetimeMs, baseUrl } = await login(found !== undefined || refused !== undefined)
        refusal = undefined
        return await keep({ token, lifetimeMs, baseUrl, expiresAt: now() + lifetimeMs })
      } catch (error) {
        if (error instanceof VendorError && final.includes(error.code)) {
          refusal = { error, until: now() + loginPauseMs }
        }
        if (!found || found.token === refused) throw error
        notBefore = now() + loginPauseMs
        return found
      }
    })
  }

  async function renewOnce(refused: string | undefined): Promise<Kept> {
    renewing ??= renew(refused).finally(() => {
      renewing = undefined
    })
    kept = await renewing
    return kept
  }

  return {
    async current() {
      kept ??= await recalled()
      if (kept && (isFresh(kept) || (now() < notBefore && now() < kept.expiresAt))) return kept
      return renewOnce(undefined)
    },
    async renewed(refused) {
      if (kept && kept.token !== refused && isFresh(kept)) return kept
      kept = undefined
      return renewOnce(refused)
    },
    async used({ token }) {
      if (!sliding || kept?.token !== token) return
      const expiresAt = now() + kept.lifetimeMs
      if (expiresAt - kept.expiresAt < prolongEveryMs) return
      kept = await keep({ ...kept, expiresAt })
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
