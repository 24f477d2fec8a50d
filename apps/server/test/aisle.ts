import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../src/app.ts'
import { demoPassword } from '../src/modules/demo/people.ts'
import { provisionSimulator, type SimulatorAddresses } from '../src/modules/demo/provision.ts'
import { seedDemo } from '../src/modules/demo/seed.ts'
import { type ClickHouse, openClickHouse } from '../src/platform/clickhouse.ts'
import { readConfig } from '../src/platform/config.ts'
import { openLocks } from '../src/platform/locks.ts'
import { lazily } from '../src/platform/measure-tables.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import type { TestDatabase } from './database.ts'
import { demoDatabase, testSecrets } from './demo-database.ts'
import { tablesOfTests } from './facts-world.ts'

const simulatorProgram = join(import.meta.dirname, '../../simulator/src/main.ts')
const readyMessage = z.object({
  ready: z.literal(true),
  control: z.url(),
  ezviz: z.url(),
  shilian: z.url(),
  huawei: z.url(),
  huiyan: z.url(),
})

/** The simulated platforms in a process of their own, on ports of the system's choice. */
export async function simulatedPlatforms(): Promise<SimulatorAddresses & { process: ChildProcess }> {
  const child = fork(simulatorProgram, {
    env: { ...process.env, SIMULATOR_PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  afterAll(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const [message] = await once(child, 'message')
  const { ready: _, ...addresses } = readyMessage.parse(message)
  return { ...addresses, process: child }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
type Data = any
export type Answer = {
  status: number
  code: number
  msg: string
  data: Data
  errors?: { path: string }[]
  reason?: string
  heldBy?: { name: string }
  headers: Record<string, unknown>
}

/** The whole server, demo chain and all, in this process; closed when the test file is done. */
export async function aisle(
  options: {
    simulator?: SimulatorAddresses
    database?: TestDatabase
    env?: Record<string, string>
    tickers?: boolean
  } = {},
) {
  const database = options.database ?? (await demoDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'aisle-data-'))
  const secrets = testSecrets
  await seedDemo({
    db: database.db,
    now: new Date(),
    hashPassword,
    encrypt: secrets.encrypt,
    log: () => undefined,
  })
  if (options.simulator) await provisionSimulator({ addresses: options.simulator, db: database.db, fetch })
  const locks = openLocks(database.url, () => undefined)
  let clickhouse: ClickHouse | undefined
  const measures = lazily(async () => {
    clickhouse = await openClickHouse({ folder: join(folder, 'clickhouse'), log: { info() {}, warn() {} } })
    for (const query of tablesOfTests()) await clickhouse.client.command({ query })
    return clickhouse
  })
  const server = await buildApp({
    config: readConfig({ AISLE_DATA: folder, AISLE_LOG: 'silent', PORT: '0', ...options.env }),
    db: database.db,
    locks,
    secrets,
    measures,
    readiness: { postgres: database.ready, clickhouse: async () => true, jobs: () => true },
    demo: { accounts: [], password: demoPassword },
    checkAnswers: true,
  })
  await server.app.ready()
  if (options.tickers) server.startTickers()
  afterAll(async () => {
    await server.app.close()
    await server.close()
    await locks.close()
    await clickhouse?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await server.app.inject({
      method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    // A file stands for itself: only its failures come in the envelope.
    const isFile = answer.headers['content-disposition'] !== undefined
    const envelope = isFile ? { code: 200, msg: 'ok', data: answer.rawPayload } : answer.json()
    return { ...envelope, status: answer.statusCode, headers: answer.headers }
  }
  return {
    ...server,
    database,
    folder,
    measures,
    call,
    /** Signs in and answers a `call` that carries the token. */
    async as(loginName: string) {
      const { data } = await call('POST', '/api/auth/login', {
        username: base64(loginName),
        password: base64(demoPassword),
        encryption: 1,
      })
      const token: string = data.accessToken
      return {
        token,
        call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object | string) =>
          call(method, url, payload, { accesstoken: token }),
      }
    },
  }
}
export type TestAisle = Awaited<ReturnType<typeof aisle>>
export type Someone = Awaited<ReturnType<TestAisle['as']>>

export const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Waits until `look` answers something; long enough for a machine that does much else at the same time. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  what: string,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (Date.now() > end) throw new Error(`never happened: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
