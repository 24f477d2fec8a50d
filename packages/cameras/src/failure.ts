import { VendorError, type VendorErrorCode } from './provider.ts'

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

/** A failure on its way out: still knows what may be tried before it leaves the adapter. */
export class CallFailure extends VendorError {
  readonly fault: Fault
  /** No answer of the platform's own: it may have acted or not. */
  readonly unanswered: boolean
  /** Nobody was there to answer, whatever was asked. */
  readonly unreachable: boolean
  constructor(
    message: string,
    fault: Fault,
    details: {
      vendorCode?: string
      retryAfterMs?: number | undefined
      unanswered?: boolean
      unreachable?: boolean
    } = {},
    options?: ErrorOptions,
  ) {
    super(fault.code, message, details, options)
    this.fault = fault
    this.unreachable = details.unreachable ?? false
    this.unanswered = details.unanswered ?? this.unreachable
  }
}

/** For answers that carry no error of the vendor's own. */
export const statusFaults: Faults = {
  'HTTP 401': { code: 'notAllowed' },
  'HTTP 403': { code: 'notAllowed' },
  'HTTP 404': { code: 'misconfigured' },
  'HTTP 408': { code: 'timeout', againAfterMs: 500 },
  'HTTP 429': { code: 'busy', againAfterMs: 1000 },
  'HTTP 504': { code: 'timeout', againAfterMs: 500 },
}

/** What a network error says of itself: `ECONNREFUSED`, never an address. */
export function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  const inner = cause.cause
  if (inner instanceof Error && 'code' in inner) return String(inner.code)
  return cause instanceof VendorError ? cause.message : cause.name
}
