import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Deps = {
  pool: pg.Pool
  /** What is done with a payload, by channel. */
  heard: Readonly<Record<string, (payload: string) => void>>
  /** Listening began, at first or again: what was said in between was not heard. */
  joined(): void
  log(message: string, error?: unknown): void
}

const pausesMs = [200, 1000, 3000]
/** A connection that died without a word is found out by this. */
const askEveryMs = 20_000

/**
 * Hears what any server says with NOTIFY, over a connection of its own, which is opened again whenever it is lost.
 * `began` settles once it listens for the first time.
 */
export function listener({ pool, heard, joined, log }: Deps) {
  const leaving = new AbortController()
  let begin: () => void = () => undefined
  const began = new Promise<void>(resolve => {
    begin = resolve
  })

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: pool.options.connectionString,
      application_name: 'aisle-listener',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    })
    const over = new Promise<void>(resolve => {
      client.on('error', error => {
        if (!leaving.signal.aborted) log('the listener lost its connection', error)
        resolve()
      })
      client.on('end', resolve)
      leaving.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    let asking: NodeJS.Timeout | undefined
    try {
      await client.connect()
      client.on('notification', ({ channel, payload }) => heard[channel]?.(payload ?? ''))
      for (const channel of Object.keys(heard)) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      asking = setInterval(() => {
        client.query('select 1').catch(() => client.end())
      }, askEveryMs)
      if (leaving.signal.aborted) return
      joined()
      begin()
      await over
    } finally {
      clearInterval(asking)
      await client.end().catch(() => undefined)
    }
  }

  async function run() {
    for (let failures = 0; !leaving.signal.aborted; ) {
      const at = Date.now()
      await listenOnce().catch(error => log('the listener cannot listen', error))
      failures = Date.now() - at > 60_000 ? 0 : failures + 1
      const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0
      await sleep(pause, undefined, { signal: leaving.signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    began,
    async close(): Promise<void> {
      leaving.abort()
      begin()
      await running
    },
  }
}
