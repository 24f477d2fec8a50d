import { randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Engine, Statement } from './clickhouse-engine.ts'

/** What belongs to the protocol, not to the statement's settings. */
const notSettings = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'session_id',
  'session_timeout',
  'session_check',
  'role',
  'user',
  'password',
  'quota_key',
  'compress',
  'decompress',
  'enable_http_compression',
  'wait_end_of_query',
  'buffer_size',
  'send_progress_in_http_headers',
  'cancel_http_readonly_queries_on_client_close',
])

/**
 * The part of ClickHouse's HTTP interface that `@clickhouse/client` uses, in front of an engine of our own: ping, statements,
 * bound parameters in the address or as a form, inserts, streamed answers, ClickHouse's error codes. Asks for the password.
 */
export function clickhouseGateway(engine: Engine, password: string): Server {
  const server = createServer({ maxHeaderSize: 1 << 20, keepAliveTimeout: 30_000 }, (request, response) => {
    answer(engine, password, request, response).catch(error => fail(response, error))
  })
  server.requestTimeout = 0
  return server
}

async function answer(engine: Engine, password: string, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://gateway')
  if (url.pathname === '/ping') return void response.end('Ok.\n')
  if (!isAllowed(request, password))
    throw new Refusal(403, 516, 'Authentication failed', 'AUTHENTICATION_FAILED')
  const queryInAddress = url.searchParams.get('query')
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data')
  const form = isForm ? await readForm(request) : undefined
  const hasData = request.method === 'POST' && !isForm && queryInAddress !== null
  const body = hasData || form ? '' : await readText(request)
  const sql = queryInAddress === null ? (form?.get('query') ?? body) : queryInAddress
  if (!sql.trim()) throw new Refusal(400, 62, 'Empty query', 'SYNTAX_ERROR')
  const gone = new AbortController()
  const statement = readStatement(sql, new Map([...url.searchParams, ...(form ?? [])]), gone.signal)

  response.setHeader('X-ClickHouse-Query-Id', statement.id)
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  if (hasData && /\binsert\b/i.test(sql)) {
    const rows = await engine.insert(statement, request)
    if (rows !== undefined)
      response.setHeader('X-ClickHouse-Summary', JSON.stringify({ written_rows: String(rows) }))
    response.end()
    return
  }
  await send(engine.run(statement), response)
}

/** Sends pieces as they come. A fault after the first is told the way ClickHouse does, and breaks the connection. */
async function send(pieces: AsyncIterable<Uint8Array>, response: ServerResponse) {
  const exceptionTag = randomUUID().replaceAll('-', '').slice(0, 16)
  try {
    for await (const piece of pieces) {
      if (response.destroyed) return
      if (!response.headersSent) response.setHeader('X-ClickHouse-Exception-Tag', exceptionTag)
      if (piece.length > 0 && !response.write(piece) && !response.destroyed) await drained(response)
    }
    response.end()
  } catch (error) {
    if (!response.headersSent) throw error
    const message = `${messageOf(error)}\n`
    response.write(
      `\r\n__exception__\r\n${exceptionTag}\r\n${message}${Buffer.byteLength(message)} ${exceptionTag}\r\n__exception__\r\n`,
      () => response.destroy(),
    )
  }
}

function drained(response: ServerResponse) {
  return new Promise<void>(resolve => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

function readStatement(sql: string, sent: ReadonlyMap<string, string>, signal: AbortSignal): Statement {
  const params = new Map<string, string>()
  const settings = new Map<string, string>()
  for (const [name, value] of sent) {
    if (notSettings.has(name)) continue
    if (!/^\w+$/.test(name)) throw new Refusal(400, 115, `Unknown setting ${name}`, 'UNKNOWN_SETTING')
    if (name.startsWith('param_')) params.set(name.slice('param_'.length), value)
    else settings.set(name, value)
  }
  return {
    sql,
    id: sent.get('query_id') || randomUUID(),
    database: sent.get('database') || 'default',
    format: sent.get('default_format') || 'TabSeparated',
    params,
    settings,
    signal,
  }
}

function isAllowed({ headers }: IncomingMessage, password: string) {
  const basic = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1]
  const given = basic
    ? Buffer.from(basic, 'base64').toString('utf8').split(':').slice(1).join(':')
    : String(headers['x-clickhouse-key'] ?? '')
  const [a, b] = [Buffer.from(given), Buffer.from(password)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function readText(request: IncomingMessage) {
  return Buffer.concat(await request.toArray()).toString('utf8')
}

async function readForm(request: IncomingMessage): Promise<Map<string, string>> {
  const body = Buffer.concat(await request.toArray())
  const form = await new Response(body, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData()
  return new Map([...form].map(([name, value]) => [name, String(value)]))
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, code: number, message: string, type: string) {
    super(`Code: ${code}. DB::Exception: ${message}. (${type})`)
    this.status = status
  }
}

function fail(response: ServerResponse, error: unknown) {
  if (response.headersSent) return void response.destroy()
  const message = messageOf(error)
  response.statusCode = error instanceof Refusal ? error.status : 500
  response.setHeader('X-ClickHouse-Exception-Code', /Code: (\d+)/.exec(message)?.[1] ?? '1002')
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  // What is left of the body is not read: the connection cannot be used again.
  response.setHeader('Connection', 'close')
  response.end(message)
}

function messageOf(error: unknown) {
  const message = error instanceof Error ? error.message.trim() : String(error)
  return /Code: \d+/.test(message) ? message : `Code: 1002. DB::Exception: ${message}. (UNKNOWN_EXCEPTION)`
}
