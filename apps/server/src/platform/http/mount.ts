import { Readable } from 'node:stream'
import { AppError, type Endpoint, type FieldError, type FileAnswer, isAllowed } from '@aisle/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { readMultipart } from './multipart.ts'
import type { CallContext, Caller, UploadedFile } from './request.ts'
import { text } from './text.ts'

type Input<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** Answers what the contract says; `context.caller` is the signed-in user. */
export type Handler<E extends Endpoint> = (
  input: Input<E>,
  context: CallContext,
) => Promise<z.input<E['answer']>>
export type Handlers<Group extends Record<string, Endpoint>> = { [Name in keyof Group]: Handler<Group[Name]> }

export type MountOptions = {
  /** The user of a token that is valid now; each call asks anew, so that a sign-out counts at once. */
  authenticate(token: string): Promise<Caller | undefined>
  audit(entry: AuditEntry): Promise<void>
  /** Answers are checked against the contract: on in tests, where a wrong one must be seen. */
  checkAnswers: boolean
}

export type AuditEntry = {
  userId: string | undefined
  address: string
  action: string
  target: string
  details: Record<string, unknown>
}

export const sessionCookie = 'aisle_session'

export type Mount = <Group extends Record<string, Endpoint>>(group: Group, handlers: Handlers<Group>) => void

/** Serves declared calls: checks the authority, parses the input, wraps the answer in the envelope. */
export function mounter(app: FastifyInstance, options: MountOptions): Mount {
  return (group, handlers) => {
    for (const [name, call] of Object.entries(group)) {
      const handler = handlers[name] as Handler<Endpoint>
      const paths = call.bare ? [call.path, call.path.replace(/^\/api/, '')] : [call.path]
      const serveOn = (on: FastifyInstance) => {
        for (const url of paths)
          on.route({
            method: call.method,
            url,
            ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
            handler: (request, reply) => serve(call, handler, request, reply, options),
          })
      }
      if (call.anyBody)
        app.register(async unread => {
          unread.removeAllContentTypeParsers()
          unread.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
          serveOn(unread)
        })
      else serveOn(app)
    }
  }
}

async function serve(
  call: Endpoint,
  handler: Handler<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
) {
  notStored(reply)
  const caller = call.authority === 'public' ? undefined : await admit(call.authority, request, options)
  const { body, files } =
    call.upload && request.isMultipart()
      ? await readMultipart(request, call.fileLimit)
      : { body: request.body, files: [] }
  const input = {
    params: parse(call.params, request.params),
    query: parse(call.query, request.query),
    body: call.anyBody ? undefined : parse(call.body, body ?? {}),
  }
  const data = await handler(input, contextOf(request, reply, caller, files, options))
  if (call.file) return sendFile(reply, data)
  return reply.send({
    code: 200,
    msg: 'ok',
    data: options.checkAnswers ? call.answer.parse(data) : (data ?? null),
  })
}

/**
 * An answer is its caller's alone: the token comes in a header that caches between here and the browser know nothing of, so that
 * they would hand it to the next who asks.
 */
export const notStored = (reply: FastifyReply) => reply.header('Cache-Control', 'no-store')

/** A name of any letters goes as RFC 6266 says; a stream that breaks ends the connection, so that half a file is none. */
function sendFile(reply: FastifyReply, answer: unknown) {
  if (typeof answer !== 'object' || answer === null || !('data' in answer && 'fileName' in answer))
    throw new Error('a call that answers a file answered something else')
  const { fileName, mime, data } = answer as FileAnswer
  return reply
    .headers({
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    .type(mime)
    .send(Readable.from(data, { objectMode: false }))
}

/** The caller of a request; 401 without a valid session, 403 without any of the authorities. */
async function admit(
  authority: readonly string[],
  request: FastifyRequest,
  options: MountOptions,
): Promise<Caller> {
  const token = tokenOf(request)
  const caller = token ? await options.authenticate(token) : undefined
  if (!caller) throw new AppError('sessionEnded', text.sessionEnded)
  if (!isAllowed(caller.authorities, authority))
    throw new AppError('forbidden', text.forbidden, { reason: authority.join('|') })
  return caller
}

/** `accessToken: <token>`, or `Authorization: Bearer <token>`, which mean the same. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.accesstoken
  if (typeof header === 'string' && header !== '') return header
  return request.headers.authorization?.match(/^Bearer\s+(\S+)$/i)?.[1]
}

/** The password of `Authorization: Basic`, whoever the user is. */
function passwordOf(request: FastifyRequest): string | undefined {
  const basic = request.headers.authorization?.match(/^Basic\s+(\S+)$/i)?.[1]
  return basic === undefined
    ? undefined
    : Buffer.from(basic, 'base64').toString('utf8').split(':').slice(1).join(':')
}

/** @throws AppError invalidInput with the path of every field that is wrong */
function parse(schema: z.ZodType, value: unknown): unknown {
  const read = schema.safeParse(value)
  const errors = read.success
    ? []
    : read.error.issues.map(issue => ({ path: issue.path.join('.'), message: issue.message }))
  const fault = read.success ? faultIn(read.data) : undefined
  if (fault) errors.push(fault)
  if (errors.length > 0) throw new AppError('invalidInput', text.invalidInput, { errors })
  return read.data
}

const deepest = 64

/** What no column can keep is refused by name, not by a failed statement: NUL, half a character, nesting without end. */
function faultIn(value: unknown, depth = 0): FieldError | undefined {
  if (typeof value === 'string') return faultOfText(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === deepest) return { path: '', message: tooDeep }
  for (const key in value) {
    const found = faultIn((value as Record<string, unknown>)[key], depth + 1)
    // Of what is nested without end the outermost name says enough.
    if (found) return { ...found, path: joined(key, found.message === tooDeep ? '' : found.path) }
    if (faultOfText(key)) return { path: '', message: 'has a name that cannot be kept' }
  }
  return undefined
}

const tooDeep = 'nested too deeply'
const joined = (key: string, path: string) => (path === '' ? key : `${key}.${path}`)

function faultOfText(text: string): FieldError | undefined {
  if (text.includes('\u0000')) return { path: '', message: 'contains a NUL character' }
  return text.isWellFormed() ? undefined : { path: '', message: 'contains half a character' }
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
  files: readonly UploadedFile[],
  options: MountOptions,
): CallContext {
  return {
    get caller() {
      if (!caller) throw new AppError('sessionEnded', text.sessionEnded)
      return caller
    },
    token: tokenOf(request),
    password: passwordOf(request),
    raw: {
      bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      type: request.headers['content-type'] ?? '',
    },
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    language: languageOf(request),
    files,
    audit: (action, target, details = {}) =>
      options.audit({ userId: caller?.userId, address: request.ip, action, target, details }),
    setStatus(status) {
      reply.status(status)
    },
    setSessionCookie(token, maxAgeSeconds) {
      const path = '/api/pictures'
      if (token === undefined) reply.clearCookie(sessionCookie, { path })
      else
        reply.setCookie(sessionCookie, token, {
          path,
          httpOnly: true,
          sameSite: 'strict',
          secure: request.protocol === 'https',
          ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
        })
    },
  }
}

/** Chinese unless the caller prefers English. */
export function languageOf(request: FastifyRequest): 'zh' | 'en' {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh'
}
