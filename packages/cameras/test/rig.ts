import type { ProviderName } from '@aisle/contract'
import type {
  CameraProvider,
  ProviderFactory,
  ProviderOptions,
  VendorCamera,
  VendorLogEntry,
  VendorMemory,
} from '../src/provider.ts'

export type Seen = {
  method: string
  origin: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  form?: Record<string, string>
  json?: unknown
}
type Reply = Response | Error | ((seen: Seen) => Response | Error | Promise<Response>)

/** A memory in this process, with a lock per key as the server's has. */
export function localMemory(): VendorMemory & { entries: Map<string, { value: string; expiresAt: number }> } {
  const entries = new Map<string, { value: string; expiresAt: number }>()
  const locks = new Map<string, Promise<unknown>>()
  return {
    entries,
    read: async key => entries.get(key),
    write: async (key, value, expiresAt) => {
      entries.set(key, { value, expiresAt })
    },
    remove: async key => {
      entries.delete(key)
    },
    exclusive(key, work) {
      const turn = (locks.get(key) ?? Promise.resolve()).then(work)
      locks.set(
        key,
        turn.catch(() => undefined),
      )
      return turn
    },
  }
}

/** A clock that only moves when somebody sleeps or it is told to. */
export function handClock(startsAt = Date.parse('2026-06-08T00:00:00Z')) {
  let at = startsAt
  const slept: number[] = []
  return {
    now: () => at,
    sleep: async (ms: number) => {
      slept.push(ms)
      at += ms
    },
    pass: (ms: number) => {
      at += ms
    },
    slept,
  }
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

/**
 * A platform played by hand: answers each path from a queue (the last answer stays), and keeps what it was sent, as it
 * would read it off the wire.
 */
export function handPlatform(replies: Record<string, Reply | Reply[]>) {
  const seen: Seen[] = []
  const queues = new Map(
    Object.entries(replies).map(([path, reply]) => [path, Array.isArray(reply) ? [...reply] : [reply]]),
  )
  const handFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname, searchParams } = new URL(request.url)
    const body = await request.text()
    const type = request.headers.get('content-type')
    const entry: Seen = {
      method: request.method,
      origin,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(request.headers),
      ...(type === 'application/x-www-form-urlencoded'
        ? { form: Object.fromEntries(new URLSearchParams(body)) }
        : {}),
      ...(type === 'application/json' ? { json: JSON.parse(body) } : {}),
    }
    seen.push(entry)
    const queue = queues.get(pathname)
    if (!queue) throw new Error(`the test has no answer for ${pathname}`)
    const reply = queue.length > 1 ? queue.shift() : queue[0]
    const answer = typeof reply === 'function' ? await reply(entry) : reply
    if (answer instanceof Error) throw answer
    return typeof reply === 'function' ? answer! : answer!.clone()
  }
  const to = (path: string) => seen.filter(entry => entry.path === path)
  return { fetch: handFetch, seen, to }
}

const credentials: Record<ProviderName, Record<string, string>> = {
  ezviz: { appKey: 'the-app-key', appSecret: 'the-app-secret' },
  shilian: { user: 'aisle', password: 'the-password' },
  huawei: { ak: 'the-ak', sk: 'the-secret-key', userId: '123456789012345' },
  huiyan: { user: 'aisle', password: 'the-password' },
}

export type Rig = ReturnType<typeof rig>

/** One provider before a hand-made platform. */
export function rig(
  name: ProviderName,
  make: ProviderFactory,
  replies: Record<string, Reply | Reply[]>,
  changes: {
    settings?: Record<string, string>
    memory?: VendorMemory
    baseUrl?: string
    credentials?: Record<string, string>
  } = {},
) {
  const platform = handPlatform(replies)
  const clock = handClock()
  const log: VendorLogEntry[] = []
  const memory = changes.memory ?? localMemory()
  const options: ProviderOptions = {
    account: {
      id: 'account-1',
      baseUrl: changes.baseUrl ?? 'https://platform.test',
      credentials: changes.credentials ?? credentials[name],
      settings: changes.settings ?? {},
    },
    memory,
    fetch: platform.fetch,
    now: clock.now,
    sleep: clock.sleep,
    random: () => 0.5,
    log: entry => log.push(entry),
  }
  const provider: CameraProvider = make(options)
  return { provider, options, platform, clock, log, memory }
}

export function vendorCamera(deviceCode: string, channel: string): VendorCamera {
  return { id: `camera-${deviceCode}-${channel}`, deviceCode, channel }
}

/** The code of the VendorError that a promise ends with; fails when it does not end with one. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const outcome = await promise.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  )
  if (outcome instanceof Error && 'code' in outcome && outcome.name === 'VendorError')
    return String(outcome.code)
  throw outcome
}
