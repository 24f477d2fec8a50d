import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client'
import { EmbeddedError, type EmbeddedLog, keptPort, readPort, writeSecret } from './embedded-folder.ts'
import { shareProcess } from './embedded-process.ts'

/** A ClickHouse server or cluster by address, or the embedded engine on a folder. */
export type ClickHouseOptions = { url: string } | { folder: string; log: EmbeddedLog }

export interface ClickHouse {
  client: ClickHouseClient
  /** Address with user and password. */
  url: string
  /** Whether it answers a statement now. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Opens the measure store. The embedded engine runs in a process of its own that all servers on the folder share; it is
 * started again when it dies. A read that meets a lost connection is asked once more; a write only if it was never sent.
 * @throws EmbeddedError with one sentence when the embedded engine cannot start
 */
export async function openClickHouse(options: ClickHouseOptions): Promise<ClickHouse> {
  if ('url' in options) return connect(options.url, async () => {}, serverSettings)
  const { folder } = options
  const shared = await shareProcess({
    name: 'ClickHouse (chDB)',
    folder,
    log: options.log,
    endSignal: 'TERM',
    async prepare() {
      if (!existsSync(join(folder, 'password')))
        writeSecret(join(folder, 'password'), randomBytes(24).toString('base64url'))
      await keptPort(folder)
      const program = join(import.meta.dirname, 'clickhouse-gateway-main.ts')
      // More threads than sessions: each running statement holds one.
      const settings = ['TZ=UTC', 'UV_THREADPOOL_SIZE=12']
      return { command: 'env', args: [...settings, process.execPath, program, folder] }
    },
    answers: async () => {
      const probe = createClient({ url: address(folder), log: { level: ClickHouseLogLevel.OFF } })
      try {
        return (await probe.ping({ select: true })).success
      } finally {
        await probe.close()
      }
    },
  })
  return connect(address(folder), shared.stop)
}

/** What the embedded engine sets by itself. */
const serverSettings: ClickHouseSettings = {
  max_execution_time: 60,
  output_format_json_quote_64bit_integers: 0,
}

/**
 * Statements name shops and days one by one, some of them in each of their subqueries: 400 shop-days come to half a megabyte,
 * 10,000 shops to more. What the server allows by itself (256 kB) is for statements typed by hand.
 */
const longStatements: ClickHouseSettings = {
  max_query_size: String(64 * 2 ** 20),
  max_ast_elements: '1000000',
  max_expanded_ast_elements: '5000000',
}

function connect(url: string, stop: () => Promise<void>, settings: ClickHouseSettings = {}): ClickHouse {
  const client = createClient({
    url,
    application: 'aisle',
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { ...longStatements, ...settings },
    use_multipart_params_auto: true,
    request_timeout: 120_000,
    max_open_connections: 16,
    // Below what either server keeps an idle connection open for.
    keep_alive: { enabled: true, idle_socket_ttl: 2500 },
  })
  const ready = async () => (await client.ping({ select: true })).success
  const query = client.query.bind(client)
  client.query = params => query(params).catch(onceMore(isLost, () => query(params)))
  const command = client.command.bind(client)
  client.command = params => command(params).catch(onceMore(isUnsent, () => command(params)))
  const insert = client.insert.bind(client)
  client.insert = params =>
    insert(params).catch(
      onceMore(
        error => isUnsent(error) && Array.isArray(params.values),
        () => insert(params),
      ),
    )

  /** Waits for the store to be back, then does it again, when the fault is of that kind. */
  function onceMore<T>(isOfKind: (error: unknown) => boolean, again: () => Promise<T>) {
    return async (error: unknown): Promise<T> => {
      if (!isOfKind(error)) throw error
      for (const end = Date.now() + 15_000; Date.now() < end && !(await ready()); ) await sleep(100)
      return again()
    }
  }

  return {
    client,
    url,
    ready,
    async close() {
      await client.close()
      await stop()
    },
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const isUnsent = (error: unknown) => codeOf(error) === 'ECONNREFUSED'
const isLost = (error: unknown) =>
  isUnsent(error) || codeOf(error) === 'ECONNRESET' || codeOf(error) === 'EPIPE'

function address(folder: string) {
  const password = readFileSync(join(folder, 'password'), 'utf8')
  const port = readPort(folder)
  if (!password || port === undefined) throw new EmbeddedError(`${folder} has lost its password or port file`)
  return `http://aisle:${password}@127.0.0.1:${port}`
}
