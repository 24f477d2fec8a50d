import type { ProviderName } from '@aisle/contract'
import { breaker } from './breaker.ts'
import { type Answered, exchange, type VendorRequest } from './exchange.ts'
import { CallFailure, reason, statusFaults } from './failure.ts'
import type { Limits } from './limits.ts'
import { rateLimit } from './pace.ts'
import { mimeOf } from './picture.ts'
import { type EpochMs, type ProviderOptions, VendorError, type VendorErrorCode } from './provider.ts'

/** Sends a request once and reads its answer. */
export type Attempt = <T>(
  request: VendorRequest,
  baseUrl: string,
  read: (answer: Answered) => T,
  token?: string,
) => Promise<T>

/** One try of a call: let through by breaker and rate limit, timed out, noted in the log without its secrets. */
export function attempts(provider: ProviderName, options: ProviderOptions, limits: Limits): Attempt {
  const { account, now, sleep } = options
  const guard = breaker({ failures: limits.breakerFailures, openMs: limits.breakerOpenMs, now })
  const admitted = rateLimit(Math.max(1, Math.floor(limits.callsPerSecond)), { now, sleep })
  const secrets = Object.values(account.credentials).filter(secret => secret.length >= 4)

  function timeoutOf(request: VendorRequest): number {
    const own = Number(account.settings[`timeoutMs.${request.name}`])
    return own > 0 ? own : (request.timeoutMs ?? limits.timeoutMs)
  }

  function throwIfOpen(waitMs: number | undefined): void {
    if (waitMs === undefined) return
    throw new VendorError('breakerOpen', `${provider} does not answer`, { retryAfterMs: waitMs })
  }

  async function letThrough({ urgent, stored }: VendorRequest): Promise<void> {
    if (urgent) return
    throwIfOpen(guard.waitMs())
    if (!stored) await admitted()
    throwIfOpen(guard.admit())
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
  ): void {
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

  return async (request, baseUrl, read, token) => {
    await letThrough(request)
    const startedAt = now()
    try {
      const answer = await exchange(options.fetch, request, baseUrl, timeoutOf(request))
      throwIfNotThePlatform(answer)
      guard.answered()
      const result = read(answer)
      note(request, startedAt, 'ok')
      return result
    } catch (error) {
      const failed = named(error, request, token)
      if (failed.unanswered) guard.failed(failed.unreachable ? undefined : request.camera?.id)
      note(request, startedAt, failed.code, failed.vendorCode)
      throw failed
    }
  }
}

/** Something in front of the platform may have answered in its place: a gateway's page, or nothing at all. */
function throwIfNotThePlatform({ isJson, bytes, status }: Answered): void {
  if (isJson || mimeOf(bytes) || (status >= 400 && status < 500)) return
  const vendorCode = `HTTP ${status}`
  const fault = statusFaults[vendorCode] ?? { code: 'upstream' }
  throw new CallFailure(`${vendorCode} without JSON`, fault, { vendorCode, unanswered: true })
}
