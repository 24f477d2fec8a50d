import type { Scope } from '../scope.ts'

/** Who calls. */
export type Caller = {
  readonly userId: string
  readonly loginName: string
  readonly realName: string
  readonly authorities: readonly string[]
  readonly scope: Scope
  /** SHA-256 of the session token, to end this session or to spare it. */
  readonly sessionHash: string
}

/** What a handler may need beside its parsed input. */
export type CallContext = {
  /** @throws AppError sessionEnded in a public call */
  readonly caller: Caller
  /** The token that the request carries, whatever it is good for: public calls may have tokens of their own. */
  readonly token: string | undefined
  /** The password that it carries as `Authorization: Basic`: devices know no other way to send a token. */
  readonly password: string | undefined
  /** The body of a call that takes any. */
  readonly raw: { readonly bytes: Buffer; readonly type: string }
  readonly address: string
  readonly agent: string
  readonly language: 'zh' | 'en'
  /** Files of a multipart request, read whole and within the limit. */
  readonly files: readonly UploadedFile[]
  /** Writes to the audit log, with the caller and the address. */
  audit(action: string, target: string, details?: Record<string, unknown>): Promise<void>
  /** The HTTP status of the answer, where it is not 200. */
  setStatus(status: number): void
  /** Sets or clears the cookie that pictures are fetched with. */
  setSessionCookie(token: string | undefined, maxAgeSeconds?: number): void
}

export type UploadedFile = {
  readonly field: string
  readonly name: string
  readonly data: Buffer
  readonly mime: string
}
