import { z } from 'zod'
import type { Authority } from './authorities.ts'

type None = z.ZodType<undefined, unknown>

/**
 * How long a client waits for an answer (specification of inspection, section 9): the usual time, that of the shop and area lists,
 * which have a base path of their own, and that of the ticket server.
 */
export const timeoutsMs = { usual: 600_000, places: 300_000, ticket: 60_000 } as const

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the product, declared once: the server mounts it, the web calls it, OpenAPI describes it.
 * `path` starts with /api; `bare` serves it without /api as well, as the specifications write some paths.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  readonly method: Method
  readonly path: `/api/${string}`
  readonly summary: string
  readonly tag: string
  /** Any one of these is enough; an empty list admits everyone signed in; `public` needs no session. */
  readonly authority: readonly Authority[] | 'public'
  readonly bare: boolean
  /** The body is multipart/form-data (an uploaded file) or JSON with a base64 data URL. */
  readonly upload: boolean
  /** The body is taken as it is, whatever it says it is: for programs of others that say it wrongly. */
  readonly anyBody: boolean
  /** Larger bodies than the usual 1 MB, in bytes. */
  readonly bodyLimit?: number | undefined
  /** Larger files of an upload than the usual 10 MB, in bytes. */
  readonly fileLimit?: number | undefined
  /** Answers a file as it comes into being, outside the envelope; what fails before its first byte is told in the envelope. */
  readonly file: boolean
  /** A GET of the inherited calls that does something (steering, opening a stream): never sent twice, never taken back. */
  readonly acts: boolean
  /** How long a client waits for the answer, in milliseconds. */
  readonly timeoutMs: number
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
}

type Declaration<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = {
  method: Method
  path: `/api/${string}`
  summary: string
  tag: string
  authority: readonly Authority[] | 'public'
  bare?: boolean
  upload?: boolean
  anyBody?: boolean
  bodyLimit?: number
  fileLimit?: number
  file?: boolean
  acts?: boolean
  timeoutMs?: number
  params?: P
  query?: Q
  body?: B
  answer: A
}

/** A file that is sent while it is made. */
export type FileAnswer = {
  readonly fileName: string
  readonly mime: string
  readonly data: AsyncIterable<Uint8Array>
}
/** The answer of a call with `file`: what its handler gives, and what a client reads as bytes. */
export const fileAnswer: z.ZodType<FileAnswer | Uint8Array, FileAnswer> = z.custom<FileAnswer>(
  value =>
    value instanceof Uint8Array || (typeof value === 'object' && value !== null && 'fileName' in value),
)

/** Accepts whatever is sent and reads none of it. */
export const nothing: z.ZodType<undefined, unknown> = z.unknown().transform(() => undefined)

/** Declares a call; what is left out takes nothing. */
export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = None,
  Q extends z.ZodType = None,
  B extends z.ZodType = None,
>(declaration: Declaration<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return {
    bare: false,
    upload: false,
    anyBody: false,
    file: false,
    acts: false,
    timeoutMs: timeoutsMs.usual,
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    ...declaration,
  }
}
