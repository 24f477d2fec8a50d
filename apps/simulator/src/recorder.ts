import { createHash } from 'node:crypto'
import type { Platform } from './world.ts'

/** One request to a simulated platform, secrets masked. `status` and `answer` come when it was answered. */
export type RecordedRequest = {
  number: number
  at: number
  platform: Platform
  kind: 'api' | 'media'
  method: string
  path: string
  query: unknown
  headers: Record<string, unknown>
  body?: unknown
  status?: number
  answer?: unknown
  durationMs?: number
}

export interface Recorder {
  begin(request: Omit<RecordedRequest, 'number' | 'at'>): RecordedRequest
  /** Adds what became known later, masked. */
  complete(entry: RecordedRequest, rest: Pick<RecordedRequest, 'body' | 'status' | 'answer'>): void
  list(filter?: { platform?: Platform; since?: number }): RecordedRequest[]
  clear(): void
}

const kept = { api: 2000, media: 500 }
const longestAnswer = 16_384
const secretNames =
  /^(access[-_]?token|api-?key|app-?secret|sk|password|tk|t|key|session_id|authorization|cookie|control_(token|lock)|set-cookie|signature)$/i
/** All keys and tokens that the simulator gives out, and MD5 sums of passwords. */
const secretForms = /eyJ[\w-]+\.[\w-]+\.[\w-]+|[0-9a-f]{24,}/gi

/** The last 2,000 calls and 500 requests for media. The same secret is masked to the same word, so that uses of one token can be told. */
export function createRecorder(now: () => number): Recorder {
  let entries: Record<RecordedRequest['kind'], RecordedRequest[]> = { api: [], media: [] }
  let number = 0
  return {
    begin(request) {
      const entry: RecordedRequest = {
        ...request,
        number: ++number,
        at: now(),
        path: request.path.replace(secretForms, mask),
        query: masked(request.query),
        headers: maskedFields(request.headers),
      }
      const ofKind = entries[entry.kind]
      ofKind.push(entry)
      if (ofKind.length > kept[entry.kind]) ofKind.shift()
      return entry
    },
    complete(entry, rest) {
      if (rest.body !== undefined) entry.body = masked(rest.body)
      if (rest.status === undefined) return
      entry.status = rest.status
      entry.durationMs = now() - entry.at
      if (rest.answer !== undefined) entry.answer = masked(readable(rest.answer))
    },
    list: ({ platform, since = 0 } = {}) =>
      [...entries.api, ...entries.media]
        .filter(entry => entry.at >= since && (platform === undefined || entry.platform === platform))
        .sort((left, right) => left.number - right.number),
    clear() {
      entries = { api: [], media: [] }
    },
  }
}

/** The value with every secret replaced, by name or by form. */
function masked(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (secretNames.test(name) && value !== '') return mask(value)
    return value.replace(secretForms, mask)
  }
  if (Array.isArray(value)) return value.map(item => masked(item, name))
  if (typeof value !== 'object' || value === null) return value
  return maskedFields(value)
}

function maskedFields(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, key)]))
}

function mask(secret: string): string {
  return `masked-${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`
}

function readable(answer: unknown): unknown {
  if (typeof answer !== 'string') return answer
  if (answer.length > longestAnswer) return `(${answer.length} characters)`
  try {
    return JSON.parse(answer)
  } catch {
    return answer
  }
}
