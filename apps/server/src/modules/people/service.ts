import { createHash, randomBytes } from 'node:crypto'
import { AppError, type SessionUser } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Locks } from '../../platform/locks.ts'
import { hashPassword, isPassword, passwordFault, pretendToCheck } from '../../platform/passwords.ts'
import type { Account, PeopleStore } from './store.ts'
import { text } from './text.ts'

const failureWindowMs = 15 * 60_000
const failuresAllowed = 5
/** From one address many people may sign in: it is given more tries than one name. */
const addressFailuresAllowed = 50
const touchEveryMs = 60_000
const passwordsRemembered = 3

type Deps = {
  store: PeopleStore
  locks: Pick<Locks, 'exclusive'>
  session: { idleSeconds: number; maxSeconds: number }
  now: () => Date
}

/** Signing in and out, sessions and passwords. Tokens are opaque; only their hashes are stored. */
export function peopleService({ store, locks, session, now }: Deps) {
  /** Tries from an address that are not decided yet: each may still fail. */
  const undecided = new Map<string, number>()
  return {
    /** Tries of one name are decided one after the other: who sends many at once has no more of them. */
    async login(loginName: string, password: string, from: { address: string; agent: string }) {
      const key = `address:${from.address}`
      const others = undecided.get(key) ?? 0
      undecided.set(key, others + 1)
      try {
        await refuseTooMany(key, addressFailuresAllowed, others)
        return await locks.exclusive(`sign-in ${loginName.toLowerCase()}`, () =>
          signIn(loginName, password, from),
        )
      } finally {
        const left = (undecided.get(key) ?? 1) - 1
        if (left > 0) undecided.set(key, left)
        else undecided.delete(key)
      }
    },

    /** The caller behind a token that is valid now. */
    async authenticate(token: string): Promise<Caller | undefined> {
      const at = now()
      const found = await sessionOf(token, at)
      if (!found) return undefined
      const { caller, lastUsedAt } = found
      // Once a minute is enough to know that a session is in use.
      const touchAfterMs = Math.min(touchEveryMs, session.idleSeconds * 250)
      if (at.getTime() - lastUsedAt.getTime() > touchAfterMs) await store.touchSession(caller.sessionHash, at)
      return caller
    },

    /** The same without counting as use: a stream that stays open keeps no session awake. */
    glance: async (token: string): Promise<Caller | undefined> => (await sessionOf(token, now()))?.caller,

    /** A user as he is now, for work that is done after he asked for it; undefined where he may not sign in any more. */
    async callerOf(userId: string): Promise<Caller | undefined> {
      const account = await store.byId(userId)
      if (!account || account.disabled) return undefined
      const { loginName, realName, authorities, scope } = account
      return { userId, loginName, realName, authorities, scope, sessionHash: '' }
    },

    logout: (caller: Caller) => store.closeSession(caller.sessionHash),

    async me(caller: Caller) {
      const account = await store.byId(caller.userId)
      if (!account) throw new AppError('sessionEnded', text.wrongLogin)
      return {
        ...sessionUserOf(account),
        scope: await store.scopeNames(account.scope),
        mustChangePassword: account.mustChangePassword,
      }
    },

    /** Tries of one account are decided one after the other, as those of a sign-in. */
    changePassword: (caller: Caller, oldPassword: string, newPassword: string): Promise<void> =>
      locks.exclusive(`password ${caller.userId}`, () => replacePassword(caller, oldPassword, newPassword)),

    setLanguage: (caller: Caller, language: number) => store.setLanguage(caller.userId, language),

    forgetOldSessions: () =>
      store.forgetSessions(now(), new Date(now().getTime() - session.idleSeconds * 1000)),

    audit: store.audit,
  }

  async function signIn(loginName: string, password: string, from: { address: string; agent: string }) {
    const keys = { name: `name:${loginName.toLowerCase()}`, address: `address:${from.address}` }
    await refuseTooMany(keys.name, failuresAllowed)
    const account = await store.byLoginName(loginName)
    const right = account ? await isPassword(account.passwordHash, password) : await pretendToCheck(password)
    if (!account || !right || account.disabled) {
      await store.noteFailure([keys.name, keys.address], now())
      await store.audit({
        userId: account?.id ?? null,
        action: 'login.failed',
        target: loginName,
        address: from.address,
      })
      throw new AppError('ruleBroken', text.wrongLogin, { reason: 'wrongLogin' })
    }
    await store.forgetFailures(keys.name)
    const token = randomBytes(32).toString('base64url')
    const at = now()
    await store.openSession({
      tokenHash: hashOf(token),
      userId: account.id,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: new Date(at.getTime() + session.maxSeconds * 1000),
      address: from.address,
      agent: from.agent.slice(0, 300),
    })
    await store.audit({ userId: account.id, action: 'login', target: loginName, address: from.address })
    // The key names the session in logs and support; it opens nothing.
    return {
      token,
      accessKey: hashOf(token).slice(0, 16),
      maxAgeSeconds: session.maxSeconds,
      user: sessionUserOf(account),
      mustChangePassword: account.mustChangePassword,
    }
  }

  async function replacePassword(caller: Caller, oldPassword: string, newPassword: string): Promise<void> {
    const account = await store.byId(caller.userId)
    const key = `password:${caller.userId}`
    await refuseTooMany(key, failuresAllowed)
    if (!account || !(await isPassword(account.passwordHash, oldPassword))) {
      await store.noteFailure([key], now())
      throw new AppError('ruleBroken', text.wrongOldPassword, { reason: 'wrongOldPassword' })
    }
    const fault = passwordFault(newPassword)
    if (fault) throw new AppError('ruleBroken', fault, { reason: 'weakPassword' })
    const used = [account.passwordHash, ...account.passwordHistory].slice(0, passwordsRemembered)
    for (const hash of used)
      if (await isPassword(hash, newPassword))
        throw new AppError('ruleBroken', text.usedPassword, { reason: 'usedPassword' })
    await store.setPassword(account.id, await hashPassword(newPassword), used, now())
    await store.closeOtherSessions(account.id, caller.sessionHash)
  }

  async function sessionOf(
    token: string,
    at: Date,
  ): Promise<{ caller: Caller; lastUsedAt: Date } | undefined> {
    const hash = hashOf(token)
    const found = await store.bySession(hash, at, new Date(at.getTime() - session.idleSeconds * 1000))
    if (!found) return undefined
    const { id, loginName, realName, authorities, scope } = found.account
    const caller = { userId: id, loginName, realName, authorities, scope, sessionHash: hash }
    return { caller, lastUsedAt: found.lastUsedAt }
  }

  async function refuseTooMany(key: string, allowed: number, underWay = 0): Promise<void> {
    const { count, oldest } = await store.failures(key, new Date(now().getTime() - failureWindowMs))
    if (count + underWay < allowed) return
    const at = now().getTime()
    const freeAt = count < allowed || !oldest ? at : oldest.getTime() + failureWindowMs
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - at) / 1000))
    throw new AppError('tooMany', text.tooManyTries(Math.ceil(retryAfterSeconds / 60)), { retryAfterSeconds })
  }
}
export type PeopleService = ReturnType<typeof peopleService>

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function sessionUserOf(account: Account): SessionUser {
  const { id, loginName, realName, authorities, language } = account
  return {
    id,
    loginName,
    realName,
    authorities: [...authorities].sort(),
    language: language === 0 || language === 1 ? language : null,
  }
}
