import { contract, type Endpoint } from '@aisle/contract'
import { connectionStore, markLost, markRetrying, markUp, patienceMs } from './connection.ts'
import { languageStore, languageTag } from './i18n.ts'
import {
  ApiProblem,
  type ProblemFacts,
  timedOutMessage,
  unreachable,
  unreachableMessage,
  unreadableMessage,
} from './problem.ts'
import { accessToken, sessionEnded, signedInUser } from './session.ts'

type Schema = Endpoint['params']
type In<S extends Schema> = S['_zod']['input']
type Out<S extends Schema> = S['_zod']['output']

/** One part of a call: absent where the call takes none, optional where nothing in it is required. */
type Part<Name extends string, S extends Schema, Also = never> = [Out<S>] extends [undefined]
  ? { [N in Name]?: undefined }
  : object extends In<S>
    ? { [N in Name]?: In<S> | Also | undefined }
    : { [N in Name]: In<S> | Also }

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Lets the call outlive the page (giving a stream or a camera back when a tab closes). */
  keepalive?: boolean
}

export type Input<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body'], FormData> &
  CallOptions
type Call<E extends Endpoint> =
  object extends Input<E>
    ? (input?: Input<E>) => Promise<Out<E['answer']>>
    : (input: Input<E>) => Promise<Out<E['answer']>>
type Client<C> = {
  [Domain in keyof C]: {
    [Name in keyof C[Domain]]: C[Domain][Name] extends Endpoint ? Call<C[Domain][Name]> : never
  }
}

/** What every call is sent with, whatever its types. */
type Sent = CallOptions & { params?: unknown; query?: unknown; body?: unknown }

/** What the client touches outside itself, handed in so that tests can replace it. */
export type Rim = {
  fetch: typeof fetch
  now(): number
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** `/api/cameras/:cameraId` with the parameters filled in and the query behind it. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = record(params)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(record(query)))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

function requestOf(endpoint: Endpoint, input: Sent, token: string | undefined): RequestInit {
  const headers: Record<string, string> = { 'Accept-Language': languageTag(languageStore.get()) }
  if (token !== undefined) headers.accessToken = token
  const request: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (input.signal) request.signal = input.signal
  if (input.keepalive) request.keepalive = true
  if (input.body instanceof FormData) request.body = input.body
  else if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    request.body = JSON.stringify(input.body)
  }
  return request
}

/**
 * Safe to send again and to take back: GET, and the inherited calls that read by POST (`getAreaList`, `findAllShops`).
 * The inherited GETs that steer a camera are neither.
 */
export function isReading({ method, path, acts }: Pick<Endpoint, 'method' | 'path' | 'acts'>): boolean {
  return !acts && (method === 'GET' || (method === 'POST' && /\/(get|find|query)[A-Z]\w*$/.test(path)))
}

/** A reading call on its way; `newer` is the same call sent after it, whose answer is its own from then on. */
type Flight = { controller: AbortController; newer?: Promise<unknown> }

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false

/** Something between the browser and the service answered in its place: as good as no answer. */
const isGatewayPage = (response: Response) => !isJson(response) && [502, 503, 504].includes(response.status)

/** The service itself is starting or waits for its database: worth asking again. */
const isNotReady = (response: Response) => response.status === 503

const retryPausesMs = [500, 1000, 2000, 4000]

/** Builds the typed client: `api.cameras.live({ params, body })` answers the data of the envelope. */
export function createClient<C extends Record<string, Record<string, Endpoint>>>(
  calls: C,
  rim: Rim,
): Client<C> {
  /** Reading calls are repeated until the service answers or 30 s have passed; others fail at once. */
  async function reach(endpoint: Endpoint, address: string, input: Sent): Promise<Response> {
    const begun = rim.now()
    for (let attempt = 0; ; attempt++) {
      const isPatient = isReading(endpoint) && rim.now() - begun < patienceMs
      try {
        const response = await rim.fetch(address, requestOf(endpoint, input, accessToken()))
        if (!isGatewayPage(response) && !(isPatient && isNotReady(response))) {
          markUp()
          return response
        }
      } catch (error) {
        if (input.signal?.aborted || isAbort(error)) throw error
      }
      if (!isPatient || connectionStore.get().phase === 'lost') {
        if (isReading(endpoint)) markLost()
        throw new ApiProblem(unreachableMessage(), {
          code: unreachable,
          status: 0,
          method: endpoint.method,
          path: address,
          at: new Date(begun),
        })
      }
      markRetrying(rim.now())
      await rim.wait(retryPausesMs[attempt] ?? 5000, input.signal)
    }
  }

  const flights = new Map<string, Flight>()

  /**
   * A repeat of a reading call cancels the request before it (specification of inspection, section 8), and whoever asked first gets
   * the newer answer: nobody is left with an error that nobody made. What changes something is never cancelled, least
   * of all the stop of a moving camera.
   */
  async function call(endpoint: Endpoint, input: Sent = {}): Promise<unknown> {
    if (!isReading(endpoint)) return send(endpoint, input)
    const key = JSON.stringify([
      endpoint.method,
      addressOf(endpoint.path, input.params, input.query),
      input.body,
    ])
    const earlier = flights.get(key)
    const flight: Flight = { controller: new AbortController() }
    flights.set(key, flight)
    const signals = [flight.controller.signal, ...(input.signal ? [input.signal] : [])]
    const answer = send(endpoint, { ...input, signal: AbortSignal.any(signals) }).catch(error => {
      if (!flight.newer || input.signal?.aborted) throw error
      // The one who repeated it may have left the page meanwhile: then it is asked for once more.
      return flight.newer.catch(reason => {
        if (!isAbort(reason) || input.signal?.aborted) throw reason
        return call(endpoint, input)
      })
    })
    if (earlier) {
      earlier.newer = answer
      earlier.controller.abort()
    }
    try {
      return await answer
    } finally {
      if (flights.get(key) === flight) flights.delete(key)
    }
  }

  /** Gives up after the time that the call declares, however often it was repeated until then. */
  async function send(endpoint: Endpoint, input: Sent): Promise<unknown> {
    const patience = new AbortController()
    const begun = rim.now()
    const timer = setTimeout(() => patience.abort(), endpoint.timeoutMs)
    try {
      const signals = [patience.signal, ...(input.signal ? [input.signal] : [])]
      return await ask(endpoint, { ...input, signal: AbortSignal.any(signals) })
    } catch (error) {
      if (!patience.signal.aborted || input.signal?.aborted) throw error
      throw new ApiProblem(timedOutMessage(endpoint.timeoutMs / 1000), {
        code: unreachable,
        reason: 'timedOut',
        status: 0,
        method: endpoint.method,
        path: addressOf(endpoint.path, input.params, input.query),
        at: new Date(begun),
      })
    } finally {
      clearTimeout(timer)
    }
  }

  async function ask(endpoint: Endpoint, input: Sent): Promise<unknown> {
    const address = addressOf(endpoint.path, input.params, input.query)
    const at = new Date(rim.now())
    const token = accessToken()
    const asker = signedInUser()
    const response = await reach(endpoint, address, input)
    // A file stands for itself; only its failures come in the envelope.
    if (endpoint.file && response.ok && !isJson(response)) return new Uint8Array(await response.arrayBuffer())
    const answer = await envelopeOf(response)
    if (answer.code === 200) return answer.data
    if (response.status === 401 && endpoint.authority !== 'public') {
      const isRenewed = await sessionEnded(token, !isReading(endpoint))
      // What one user asked for is never sent as another one's.
      if (isRenewed && asker === signedInUser() && !input.signal?.aborted) return ask(endpoint, input)
    }
    throw new ApiProblem(answer.msg, {
      ...answer.details,
      code: answer.code,
      status: response.status,
      method: endpoint.method,
      path: address,
      at,
    })
  }

  const client = Object.fromEntries(
    Object.entries(calls).map(([domain, endpoints]) => [
      domain,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, endpoint]) => [name, (input?: Sent) => call(endpoint, input)]),
      ),
    ]),
  )
  // The same keys with the same endpoints behind them, which the compiler cannot follow through Object.entries.
  return client as Client<C>
}

type Answer = { code: number; msg: string; data: unknown; details: Partial<ProblemFacts> }

async function envelopeOf(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => undefined)
  const fields = record(body)
  if (typeof fields.code !== 'number')
    return { code: response.status || 500, msg: unreadableMessage(), data: undefined, details: {} }
  const msg = typeof fields.msg === 'string' && fields.msg !== '' ? fields.msg : unreadableMessage()
  return { code: fields.code, msg, data: fields.data, details: detailsOf(fields, response) }
}

/** What a problem carries stands beside its message; the waiting time may also be the usual header. */
function detailsOf(fields: Record<string, unknown>, response: Response): Partial<ProblemFacts> {
  const inside = { ...record(fields.data), ...fields }
  const seconds = Number(inside.retryAfterSeconds ?? response.headers.get('retry-after') ?? Number.NaN)
  const heldBy = record(inside.heldBy)
  return {
    errors: Array.isArray(inside.errors) ? inside.errors.filter(isFieldError) : [],
    reason: typeof inside.reason === 'string' ? inside.reason : undefined,
    traceId: typeof inside.traceId === 'string' ? inside.traceId : undefined,
    retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    heldBy:
      typeof heldBy.name === 'string'
        ? { userId: String(heldBy.userId ?? ''), name: heldBy.name, until: String(heldBy.until ?? '') }
        : undefined,
  }
}

function isFieldError(value: unknown): value is { path: string; message: string } {
  const fields = record(value)
  return typeof fields.path === 'string' && typeof fields.message === 'string'
}

const browser: Rim = {
  fetch: (address, request) => fetch(address, request),
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new DOMException('aborted', 'AbortError'))
      })
    }),
}

/** Every call of the product. Throws `ApiProblem`; pass react-query's `signal` along with the input. */
export const api = createClient(contract, browser)
