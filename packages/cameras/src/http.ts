import type { ProviderName } from '@aisle/contract'
import type { z } from 'zod'
import type { Assumed, Assumptions } from './assumptions.ts'
import { breaker } from './breaker.ts'
import { pacer, rateLimit } from './pace.ts'
import { mimeOf } from './picture.ts'
import {
  type EpochMs,
  type Picture,
  type ProviderOptions,
  type VendorCamera,
  VendorError,
  type VendorErrorCode,
} from './provider.ts'
import { type Session, type SessionKeeper, type SessionRules, sessionKeeper } from './session.ts'

/** What every adapter assumes about limits; each puts its own numbers into its table. */
export function limits(own: { callsPerSecond: number; commandSpacingMs: number }) {
  return {
    callsPerSecond: {
      value: own.callsPerSecond,
      why: 'no rate is published; per account and server',
    },
    commandSpacingMs: {
      value: own.commandSpacingMs,
      why: 'from the answer of one command to the next, per camera',
    },
    timeoutMs: {
      value: 10_000,
      why: 'longer than the slowest answers reported; `timeoutMs.<call>` for one call',
    },
    retries: { value: 2, why: 'reads that got no answer are asked again this often' },
    retryDelayMs: {
      value: 250,
      why: 'before the first repeat, doubled for each further one, plus or minus half',
    },
    breakerFailures: { value: 5, why: 'calls in a row without an answer before the account is left alone' },
    breakerOpenMs: { value: 15_000, why: 'how long it is left alone before one call tries again' },
    stopRepeatMs: { value: 300, why: 'a failed stop is repeated twice, this far apart' },
  } as const satisfies Assumptions
}
export type Limits = Assumed<ReturnType<typeof limits>>

/** What a vendor's error number means to us, and whether asking again helps. */
export type Fault = {
  readonly code: VendorErrorCode
  /** The token was refused: get another one and repeat once, whatever the call was. */
  readonly renew?: true
  /** Asking once more after this long often works. Reads only, unless `evenCommands`. */
  readonly againAfterMs?: number
  /** The platform refused before doing anything, so a command may be repeated too. */
  readonly evenCommands?: true
}
export type Faults = Readonly<Record<string, Fault>>

export type VendorAnswer = { readonly status: number; readonly body: unknown; readonly headers: Headers }
export type Unwrapped = { readonly data: unknown } | { readonly vendorCode: string; readonly message: string }

type Fields = Readonly<Record<string, string | number | boolean | undefined>>

export type VendorRequest = {
  /** For the log and for `timeoutMs.<name>`; never an address. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base URL. */
  readonly path: string
  readonly camera?: VendorCamera | undefined
  readonly query?: Fields
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Fields
  readonly json?: unknown
  readonly timeoutMs?: number
  /** May be sent again when it is not known whether it arrived. */
  readonly repeatable: boolean
  /** Queued behind the camera's other commands and spaced from them. */
  readonly command?: boolean
  /** Passes the rate limit and the open breaker: a camera must not be left turning. */
  readonly urgent?: boolean
}

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
  spaced<T>(what: string, camera: VendorCamera, spacingMs: number, work: () => Promise<T>): Promise<T>
}

/** A failure on its way out: still knows what may be tried before it leaves the adapter. */
class CallFailure extends VendorError {
  readonly fault: Fault
  /** No answer of the platform's own: it may have acted or not. */
  readonly unanswered: boolean
  constructor(
    message: string,
    fault: Fault,
    details: { vendorCode?: string; retryAfterMs?: number | undefined; unanswered?: boolean } = {},
    options?: ErrorOptions,
  ) {
    super(fault.code, message, details, options)
    this.fault = fault
    this.unanswered = details.unanswered ?? false
  }
}

/** After this long no further repeat is begun: the user has waited enough. */
const repeatWithinMs = 15_000
const largestAnswerBytes = 20 * 1024 * 1024

const statusFaults: Faults = {
  'HTTP 401': { code: 'notAllowed' },
  'HTTP 403': { code: 'notAllowed' },
  'HTTP 404': { code: 'misconfigured' },
  'HTTP 408': { code: 'timeout', againAfterMs: 500 },
  'HTTP 429': { code: 'busy', againAfterMs: 1000 },
  'HTTP 504': { code: 'timeout', againAfterMs: 500 },
}

/** What all adapters share: time-outs, repeats, tokens, spacing, breaker, checks of answers, log entries. */
export function vendorHttp(provider: ProviderName, options: ProviderOptions, rules: VendorRules): VendorHttp {
  const { account, memory, now, sleep, random } = options
  const { limits, faults } = rules
  const configuredBase = baseOf(account.baseUrl)
  const guard = breaker({ failures: limits.breakerFailures, openMs: limits.breakerOpenMs, now })
  const inTurn = pacer({ now, sleep })
  const admitted = rateLimit(Math.max(1, Math.floor(limits.callsPerSecond)), { now, sleep })
  const key = `${provider}:${account.id}:session`
  const session: SessionKeeper | undefined =
    rules.session && sessionKeeper({ memory, key, now }, rules.session)
  const secrets = Object.values(account.credentials).filter(secret => secret.length >= 4)

  type Read<T> = (answer: Answered) => T
  type Answered = VendorAnswer & { readonly bytes: Uint8Array; readonly isJson: boolean }

  function failure(vendorCode: string, message: string, status: number): CallFailure {
    const fault = faults[vendorCode] ?? statusFaults[`HTTP ${status}`] ?? { code: 'upstream' }
    return new CallFailure(`${vendorCode}: ${message}`, fault, {
      vendorCode,
      retryAfterMs: fault.againAfterMs,
    })
  }

  function data(answer: Answered): unknown {
    if (!answer.isJson) throw failure(`HTTP ${answer.status}`, 'the answer is not JSON', answer.status)
    const unwrapped = rules.unwrap(answer)
    if ('data' in unwrapped) return unwrapped.data
    throw failure(unwrapped.vendorCode, unwrapped.message, answer.status)
  }

  function shaped<T>(shape: z.ZodType<T>): Read<T> {
    return answer => {
      const result = shape.safeParse(data(answer))
      if (result.success) return result.data
      const fields = result.error.issues.map(issue => issue.path.join('.') || '(whole)').join(', ')
      throw new CallFailure(`unexpected answer in ${fields}`, { code: 'upstream' })
    }
  }

  function picture(answer: Answered): Picture {
    const mime = mimeOf(answer.bytes)
    if (mime) return { data: answer.bytes, mime, takenAt: now() }
    data(answer)
    throw new CallFailure('the answer is not a picture', { code: 'upstream' })
  }

  /** One HTTP exchange. Whatever goes wrong leaves as a CallFailure. */
  async function exchange(request: VendorRequest, baseUrl: string): Promise<Answered> {
    const { url, init } = wire(request, baseUrl)
    const timeoutMs = timeoutOf(request)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await options.fetch(url, { ...init, signal })
      const bytes = await bytesOf(response)
      const { value, isJson } = parsed(bytes)
      return { status: response.status, headers: response.headers, body: value, isJson, bytes }
    } catch (cause) {
      if (signal.aborted) {
        throw new CallFailure(`no answer within ${timeoutMs} ms`, { code: 'timeout' }, { unanswered: true })
      }
      throw new CallFailure(`no connection: ${reason(cause)}`, { code: 'upstream' }, { unanswered: true })
    }
  }

  function timeoutOf(request: VendorRequest): number {
    const own = Number(account.settings[`timeoutMs.${request.name}`])
    return own > 0 ? own : (request.timeoutMs ?? limits.timeoutMs)
  }

  async function attempt<T>(request: VendorRequest, base: string, read: Read<T>, token?: string): Promise<T> {
    const refuse = (waitMs: number) =>
      new VendorError('breakerOpen', `${provider} does not answer`, { retryAfterMs: waitMs })
    if (!request.urgent) {
      const closedFor = guard.waitMs()
      if (closedFor !== undefined) throw refuse(closedFor)
      await admitted()
      const stillClosedFor = guard.admit()
      if (stillClosedFor !== undefined) throw refuse(stillClosedFor)
    }
    const startedAt = now()
    try {
      const answer = await exchange(request, base)
      // Something in front of the platform answered in its place.
      if (!answer.isJson && !mimeOf(answer.bytes) && (answer.status < 400 || answer.status >= 500)) {
        const fault = statusFaults[`HTTP ${answer.status}`] ?? { code: 'upstream' }
        throw new CallFailure(`HTTP ${answer.status} without JSON`, fault, {
          vendorCode: `HTTP ${answer.status}`,
          unanswered: true,
        })
      }
      guard.answered()
      const result = read(answer)
      note(request, startedAt, 'ok')
      return result
    } catch (error) {
      const failed = named(error, request, token)
      if (failed.unanswered) guard.failed()
      note(request, startedAt, failed.code, failed.vendorCode)
      throw failed
    }
  }

  /** Puts the call's name before the message and takes out whatever secret the platform may have repeated. */
  function named(error: unknown, request: VendorRequest, token: string | undefined): CallFailure {
    const failed =
      error instanceof CallFailure
        ? error
        : new CallFailure(reason(error), { code: 'upstream' }, {}, { cause: error })
    let message = `${provider} ${request.name}: ${failed.message}`
    for (const secret of token ? [...secrets, token] : secrets) message = message.replaceAll(secret, '***')
    failed.message = message
    return failed
  }

  function note(
    { name, camera }: VendorRequest,
    startedAt: EpochMs,
    outcome: 'ok' | VendorErrorCode,
    vendorCode?: string,
  ) {
    options.log?.({
      provider,
      account: account.id,
      call: name,
      ...(camera ? { camera: camera.id } : {}),
      milliseconds: now() - startedAt,
      outcome,
      ...(vendorCode === undefined ? {} : { vendorCode }),
    })
  }

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
    const jitter = 0.5 + random()
    if (unanswered) {
      if (!request.repeatable || repeats >= limits.retries) return undefined
      return limits.retryDelayMs * 2 ** repeats * jitter
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
    picture: request =>
      'url' in request
        ? withRepeats(
            { name: request.name, method: 'GET', path: '', repeatable: true },
            baseOf(request.url),
            picture,
          )
        : inLine(request, picture),
    async session() {
      if (!session) throw new VendorError('notSupported', `${provider} has no session`)
      return session.current()
    },
    spaced: (what, camera, spacingMs, work) => inTurn(`${what} ${camera.id}`, spacingMs, work),
  }
}

/** Without the slash at the end, so that paths can be put behind it. */
function baseOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new VendorError('misconfigured', 'the address of the platform must begin with http:// or https://')
  }
  return text.replace(/\/+$/, '')
}

function wire(request: VendorRequest, baseUrl: string): { url: string; init: RequestInit } {
  const query = encoded(request.query)
  const url = `${baseUrl}${request.path}${query === '' ? '' : `?${query}`}`
  const headers = new Headers(request.headers)
  const init: RequestInit = { method: request.method, headers }
  if (request.form) {
    headers.set('content-type', 'application/x-www-form-urlencoded')
    init.body = encoded(request.form)
  } else if (request.json !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(request.json)
  }
  return { url, init }
}

function encoded(fields: Fields = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) given.set(name, String(value))
  return given.toString().replaceAll('+', '%20')
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.byteLength
    if (size > largestAnswerBytes) throw new Error('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function parsed(bytes: Uint8Array): { value: unknown; isJson: boolean } {
  try {
    return { value: JSON.parse(new TextDecoder().decode(bytes)), isJson: true }
  } catch {
    return { value: undefined, isJson: false }
  }
}

/** What a network error says of itself: `ECONNREFUSED`, never an address. */
function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  const inner = cause.cause
  if (inner instanceof Error && 'code' in inner) return String(inner.code)
  return cause instanceof VendorError ? cause.message : cause.name
}
