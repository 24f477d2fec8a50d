import { type Authority, isAllowed, type SessionUser } from '@aisle/contract'
import { useCallback } from 'react'
import { readJson, readText, writeJson, writeText } from './storage.ts'
import { createStore, useStore } from './store.ts'

/**
 * Who is signed in. `expired`: the server ended the session and the page stays, waiting for a new sign-in;
 * `staying`: the user chose to stay on the page without one.
 */
export type Session =
  | { phase: 'signedOut' }
  | { phase: 'signedIn' | 'expired' | 'staying'; token: string; user: SessionUser }

const tokenKey = 'accessToken'
const userKey = 'userInfo'

function isUser(value: unknown): value is SessionUser {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'loginName' in value &&
    'authorities' in value &&
    Array.isArray(value.authorities)
  )
}

function storedSession(): Session {
  const token = readText(tokenKey)
  const user = readJson(userKey, isUser)
  return token && user ? { phase: 'signedIn', token, user } : { phase: 'signedOut' }
}

export const sessionStore = createStore<Session>(storedSession())

// Another tab signed out, in, or as someone else: this one follows.
window.addEventListener('storage', event => {
  if (event.key !== tokenKey && event.key !== userKey && event.key !== null) return
  const session = storedSession()
  sessionStore.set(session)
  settle(session.phase === 'signedIn')
})

export const accessToken = (): string | undefined => {
  const session = sessionStore.get()
  return session.phase === 'signedOut' ? undefined : session.token
}

/** The id of whoever is signed in, or was until the session ended. */
export const signedInUser = (): string | undefined => {
  const session = sessionStore.get()
  return session.phase === 'signedOut' ? undefined : session.user.id
}

/** Begins, or after an expiry resumes, a session. */
export function startSession(token: string, user: SessionUser) {
  writeText(tokenKey, token)
  writeJson(userKey, user)
  sessionStore.set({ phase: 'signedIn', token, user })
  settle(true)
}

/** Takes over what the server knows about the user now (authorities may have changed). */
export function refreshUser(user: SessionUser) {
  const session = sessionStore.get()
  if (session.phase === 'signedOut') return
  writeJson(userKey, user)
  sessionStore.set({ ...session, user })
}

/** Forgets token, user and session storage, as signing out must. */
export function endSession() {
  writeText(tokenKey, null)
  writeText(userKey, null)
  try {
    sessionStorage.clear()
  } catch {
    // A browser without session storage has nothing to forget.
  }
  sessionStore.set({ phase: 'signedOut' })
  settle(false)
}

let waiting: ((renewed: boolean) => void)[] = []
function settle(renewed: boolean) {
  const all = waiting
  waiting = []
  for (const resume of all) resume(renewed)
}

/**
 * A call met 401 with `usedToken`. Resolves true when the call should be sent again, with the new token.
 * While the user stays on the page without a session, quiet calls (`asks: false`) fail without asking again.
 */
export function sessionEnded(usedToken: string | undefined, asks: boolean): Promise<boolean> {
  const session = sessionStore.get()
  if (session.phase === 'signedOut') return Promise.resolve(false)
  if (session.token !== usedToken) return Promise.resolve(session.phase === 'signedIn')
  if (session.phase === 'staying' && !asks) return Promise.resolve(false)
  sessionStore.set({ ...session, phase: 'expired' })
  return new Promise(resolve => waiting.push(resolve))
}

/** The user stays on the page: what waited for a new session fails now. */
export function stayWithoutSession() {
  const session = sessionStore.get()
  if (session.phase === 'expired') sessionStore.set({ ...session, phase: 'staying' })
  settle(false)
}

/** Opens the sign-in dialog again for someone who stayed. */
export function askForSession() {
  const session = sessionStore.get()
  if (session.phase === 'staying') sessionStore.set({ ...session, phase: 'expired' })
}

export function can(
  user: Pick<SessionUser, 'authorities'> | undefined,
  required: readonly Authority[],
): boolean {
  return isAllowed(user?.authorities, required)
}

/** The session with the any-of check: `can('inspect.view', 'inspect.operate')` is true where one is held. */
export function useSession() {
  const session = useStore(sessionStore)
  const user = session.phase === 'signedOut' ? undefined : session.user
  const allowed = useCallback((...required: Authority[]) => can(user, required), [user])
  return { phase: session.phase, user, can: allowed }
}
