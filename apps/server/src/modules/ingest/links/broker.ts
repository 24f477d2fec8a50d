import { setTimeout as pause } from 'node:timers/promises'
import { connect, ErrorWithReasonCode, type MqttClient } from 'mqtt'
import { wordsOf } from '../../../platform/logged-error.ts'
import { LinkError } from './fault.ts'

export type Broker = {
  url: string
  username: string
  password: string
  clientId: string
  topics: readonly string[]
}
type Listening = {
  /** Topics that are wanted no more. */
  dropped: readonly string[]
  /** Resolves when what came is on disk: then, and no sooner, the broker is told so. */
  take(topic: string, payload: Buffer): Promise<void>
  /** All topics are subscribed to. */
  ready(): void
  /** It is over: nothing is listened to any more. */
  failed(error: LinkError): void
}

const connectMs = 10_000
const keepAliveSeconds = 30
/** How often a message is tried before the broker is left, which keeps it and sends it again. */
const tries = 3
const againMs = 1000
const goneMs = 1000
/** Answers of brokers to a log-in that the user or password is to blame for: 3.1.1 (4, 5) and 5 (134, 135, 140). */
const refusals = [4, 5, 134, 135, 140]
/** What a broker grants where it does not. */
const notGranted = 128

/**
 * Listens to topics with quality of service 1 in a lasting session (MQTT 3.1.1, clean session off): what comes while nobody
 * listens waits at the broker, and what was not taken comes again. Messages are taken one after the other; while one
 * is, the broker waits. Answers how to stop; a message under way is finished first.
 */
export function listen(broker: Broker, { dropped, take, ready, failed }: Listening): () => Promise<void> {
  const client = open(broker, false)
  let isOver = false
  let underWay: Promise<void> = Promise.resolve()

  function fail(error: LinkError): void {
    if (isOver) return
    isOver = true
    client.end(true)
    failed(error)
  }

  // Called before a message is acknowledged; the acknowledgement is sent when its callback is called.
  client.handleMessage = ({ topic, payload }, done) => {
    if (isOver) return
    underWay = taken(topic, Buffer.isBuffer(payload) ? payload : Buffer.from(payload)).then(
      () => done(),
      error => fail(notStored(error)),
    )
  }

  async function taken(topic: string, payload: Buffer): Promise<void> {
    for (let tried = 1; ; tried++)
      try {
        return await take(topic, payload)
      } catch (error) {
        if (tried === tries || isOver) throw error
        await pause(againMs * tried, undefined, { ref: false })
      }
  }

  client.on('connect', () => {
    subscribe(client, broker.topics, dropped).then(ready, error => fail(problemOf(error)))
  })
  client.on('error', error => fail(problemOf(error)))
  client.on('close', () => fail(new LinkError('unreachable', 'the connection was closed')))
  client.connect()

  return async () => {
    if (isOver) return
    isOver = true
    await underWay
    await ended(client)
  }
}

/** Reaches a broker with a session of its own, waits a while for something to come, and leaves nothing behind. */
export async function tryBroker(
  broker: Broker,
  waitMs: number,
  signal: AbortSignal,
): Promise<{ count: number; first: Buffer | undefined }> {
  const client = open({ ...broker, clientId: `${broker.clientId}-try` }, true)
  try {
    let count = 0
    let first: Buffer | undefined
    await new Promise<void>((resolve, reject) => {
      client.on('message', (_topic, payload) => {
        count += 1
        first ??= payload
      })
      client.on('connect', () => {
        subscribe(client, broker.topics, []).then(resolve, reject)
      })
      client.on('error', reject)
      client.on('close', () => reject(new LinkError('unreachable', 'the connection was closed')))
      signal.addEventListener('abort', () => reject(new LinkError('unreachable', 'no answer in time')))
      client.connect()
    })
    await pause(waitMs, undefined, { signal }).catch(() => undefined)
    return { count, first }
  } catch (error) {
    throw problemOf(error)
  } finally {
    client.end(true)
  }
}

/** Has the broker forget our lasting session, and what it keeps for it. */
export async function forgetSession(broker: Broker, signal: AbortSignal): Promise<void> {
  await tryBroker({ ...broker, clientId: broker.clientId.replace(/-try$/, ''), topics: [] }, 0, signal)
}

function open({ url, username, password, clientId }: Broker, clean: boolean): MqttClient {
  return connect(url, {
    clientId,
    clean,
    ...(username === '' ? {} : { username, password }),
    protocolVersion: 4,
    connectTimeout: connectMs,
    keepalive: keepAliveSeconds,
    // Who comes back when is decided by whoever holds the link.
    reconnectPeriod: 0,
    resubscribe: false,
    manualConnect: true,
  })
}

async function subscribe(
  client: MqttClient,
  topics: readonly string[],
  dropped: readonly string[],
): Promise<void> {
  if (dropped.length > 0) await client.unsubscribeAsync([...dropped])
  if (topics.length === 0) return
  const granted = await client.subscribeAsync([...topics], { qos: 1 })
  const refused = granted.filter(({ qos }) => Number(qos) === notGranted)
  if (refused.length > 0) throw new LinkError('noTopic', refused.map(({ topic }) => topic).join(', '))
}

/** A connection that is closing already calls nobody back. */
const ended = (client: MqttClient) =>
  Promise.race([client.endAsync(true).catch(() => undefined), pause(goneMs, undefined, { ref: false })])

function problemOf(error: unknown): LinkError {
  if (error instanceof LinkError) return error
  const detail = error instanceof Error ? error.message : String(error)
  const isRefused = error instanceof ErrorWithReasonCode && refusals.includes(error.code)
  if (isRefused) return new LinkError('refused', detail, { cause: error })
  if (/subscribe error|unspecified error/i.test(detail))
    return new LinkError('noTopic', detail, { cause: error })
  const code = error instanceof Error && 'code' in error ? `${String(error.code)} ` : ''
  return new LinkError('unreachable', `${code}${detail}`, { cause: error })
}

const notStored = (error: unknown) => new LinkError('notStored', wordsOf(error), { cause: error })
