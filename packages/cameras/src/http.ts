import type { ProviderName } from '@aisle/contract'
import type { z } from 'zod'
import { attempts } from './attempt.ts'
import { type Answered, baseOf, type VendorAnswer, type VendorRequest } from './exchange.ts'
import { CallFailure, type Faults, statusFaults } from './failure.ts'
import type { Limits } from './limits.ts'
import { pacer } from './pace.ts'
import { mimeOf } from './picture.ts'
import { type Picture, type ProviderOptions, type VendorCamera, VendorError } from './provider.ts'
import { type Session, type SessionRules, sessionKeeper } from './session.ts'

export type Unwrapped = { readonly data: unknown } | { readonly vendorCode: string; readonly message: string }

/** What is a vendor's own about its calls. */
export type VendorRules = {
  readonly limits: Limits
  readonly faults: Faults
  /** Turns the vendor's envelope into data or its error. */
  unwrap(answer: VendorAnswer): Unwrapped
  /** Absent where a fixed key does. */
  readonly session?: SessionRules
  /** Adds the token to a request, or the fixed key where there is no session. */
  authorize(request: VendorRequest, session: Session | undefined): VendorRequest
  /** Commands with the same name wait for one another. By default the camera. */
  line?(camera: VendorCamera): string
}

export type VendorHttp = {
  /** Sends a request with the account's token. Throws VendorError only. */
  call<T>(request: VendorRequest, shape: z.ZodType<T>): Promise<T>
  /** The same for what a login itself sends: no token, no renewal. */
  bare<T>(request: VendorRequest, shape: z.ZodType<T>): Promise<T>
  /** A picture, from a call or from an address that the platform gave. */
  picture(request: VendorRequest | { readonly name: string; readonly url: string }): Promise<Picture>
  session(): Promise<Session>
  /** Runs work for one camera at a time, spaced; `what` keeps unlike things apart. */
  spaced<T>(
    what: string,
    camera: VendorCamera,
    spacingMs: number,
    work: () => Promise<T>,
    patienceMs?: number,
  ): Promise<T>
}

type Read<T> = (answer: Answered) => T

/** After this long no further repeat is begun: the user has waited enough. */
const repeatWithinMs = 15_000

/** What all adapters share: repeats, tokens, spacing, and checks of answers, around single attempts. */
export function vendorHttp(provider: ProviderName, options: ProviderOptions, rules: VendorRules): VendorHttp {
  const { account, memory, now, sleep, random } = options
  const { limits } = rules
  const configuredBase = baseOf(account.baseUrl)
  const attempt = attempts(provider, options, limits)
  const inTurn = pacer({ now, sleep })
  const sessionKey = `${provider}:${account.id}:session`
  const session = rules.session && sessionKeeper({ memory, key: sessionKey, now }, rules.session)
  const { shaped, picture } = readers(rules, now)

  async function withRepeats<T>(
    request: VendorRequest,
    base: string,
    read: Read<T>,
    token?: string,
  ): Promise<T> {
    const startedAt = now()
    for (let repeats = 0; ; repeats++) {
      try {
        return await attempt(request, base, read, token)
      } catch (error) {
        const waitMs = error instanceof CallFailure ? repeatAfter(error, request, repeats) : undefined
        if (waitMs === undefined || now() - startedAt + waitMs > repeatWithinMs) throw error
        await sleep(waitMs)
      }
    }
  }

  function repeatAfter({ fault, unanswered }: CallFailure, request: VendorRequest, repeats: number) {
    if (unanswered) {
      if (!request.repeatable || repeats >= limits.retries) return undefined
      return limits.retryDelayMs * 2 ** repeats * (0.5 + random())
    }
    if (fault.againAfterMs === undefined || repeats > 0) return undefined
    return request.repeatable || fault.evenCommands ? fault.againAfterMs : undefined
  }

  async function withSession<T>(request: VendorRequest, read: Read<T>): Promise<T> {
    const send = async (current: Session | undefined) => {
      const base = current?.baseUrl ? baseOf(current.baseUrl) : configuredBase
      const result = await withRepeats(rules.authorize(request, current), base, read, current?.token)
      if (current) await session?.used(current)
      return result
    }
    const current = await session?.current()
    try {
      return await send(current)
    } catch (error) {
      if (!session || !current || !(error instanceof CallFailure) || !error.fault.renew) throw error
      return await send(await session.renewed(current.token))
    }
  }

  function inLine<T>(request: VendorRequest, read: Read<T>): Promise<T> {
    const { camera, command } = request
    if (!camera || !command) return withSession(request, read)
    const line = rules.line?.(camera) ?? camera.id
    return inTurn(`command ${line}`, limits.commandSpacingMs, () => withSession(request, read))
  }

  return {
    call: (request, shape) => inLine(request, shaped(shape)),
    bare: (request, shape) => withRepeats(request, configuredBase, shaped(shape)),
    async picture(request) {
      if (!('url' in request)) return inLine(request, picture)
      const { name, url } = request
      const file: VendorRequest = { name, method: 'GET', path: '', repeatable: true, stored: true }
      return withRepeats(file, pictureBase(name, url), picture)
    },
    async session() {
      if (!session) throw new VendorError('notSupported', `${provider} has no session`)
      return session.current()
    },
    spaced: (what, camera, spacingMs, work, patienceMs) =>
      inTurn(`${what} ${camera.id}`, spacingMs, work, patienceMs),
  }
}

/** How an answer becomes what was asked for, or the vendor's error in our words. */
function readers({ unwrap, faults }: VendorRules, now: () => number) {
  function failure(vendorCode: string, message: string, status: number): CallFailure {
    const fault = faults[vendorCode] ?? statusFaults[`HTTP ${status}`] ?? { code: 'upstream' }
    return new CallFailure(`${vendorCode}: ${message}`, fault, {
      vendorCode,
      retryAfterMs: fault.againAfterMs,
    })
  }

  function data(answer: Answered): unknown {
    if (!answer.isJson) throw failure(`HTTP ${answer.status}`, 'the answer is not JSON', answer.status)
    const unwrapped = unwrap(answer)
    if ('data' in unwrapped) return unwrapped.data
    throw failure(unwrapped.vendorCode, unwrapped.message, answer.status)
  }

  return {
    shaped<T>(shape: z.ZodType<T>): Read<T> {
      return answer => {
        const result = shape.safeParse(data(answer))
        if (result.success) return result.data
        const fields = result.error.issues.map(issue => issue.path.join('.') || '(whole)').join(', ')
        throw new CallFailure(`unexpected answer in ${fields}`, { code: 'upstream' })
      }
    },
    picture(answer: Answered): Picture {
      const mime = mimeOf(answer.bytes)
      if (mime) return { data: answer.bytes, mime, takenAt: now() }
      data(answer)
      throw new CallFailure('the answer is not a picture', { code: 'upstream' })
    },
  }
}

function pictureBase(name: string, url: string): string {
  if (/^https?:/.test(url) && URL.canParse(url)) return url
  throw new VendorError('upstream', `${name}: the platform gave no address`)
}
