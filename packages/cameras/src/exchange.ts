import { CallFailure, reason } from './failure.ts'
import { type VendorCamera, VendorError } from './provider.ts'

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
  /** Fetched from the platform's storage: no call of the account, and outside its rate. */
  readonly stored?: boolean
}

export type VendorAnswer = { readonly status: number; readonly body: unknown; readonly headers: Headers }
export type Answered = VendorAnswer & { readonly bytes: Uint8Array; readonly isJson: boolean }

const largestAnswerBytes = 20 * 1024 * 1024

/** One HTTP exchange, read whole. Throws CallFailure, `unanswered`, when there was none. */
export async function exchange(
  fetch: typeof globalThis.fetch,
  request: VendorRequest,
  baseUrl: string,
  timeoutMs: number,
): Promise<Answered> {
  const { url, init } = wire(request, baseUrl)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, signal })
    const bytes = await bytesOf(response)
    const { value, isJson } = parsed(bytes)
    return { status: response.status, headers: response.headers, body: value, isJson, bytes }
  } catch (cause) {
    if (signal.aborted) {
      throw new CallFailure(`no answer within ${timeoutMs} ms`, { code: 'timeout' }, { unanswered: true })
    }
    throw new CallFailure(`no connection: ${reason(cause)}`, { code: 'upstream' }, { unreachable: true })
  }
}

/** Without the slash at the end, so that paths can be put behind it. */
export function baseOf(text: string): string {
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

/** What goes before the paths: nothing where the configured address ends with it already. */
export function prefixOf(baseUrl: string, prefix: string): string {
  return baseUrl.replace(/\/+$/, '').endsWith(prefix) ? '' : prefix
}
