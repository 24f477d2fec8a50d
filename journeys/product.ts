import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** For each file that runs at once one, with a demo chain and simulated platforms of its own. */
    products: Omit<Product, 'stop'>[]
    browserPath: string
  }
}

const root = resolve(import.meta.dirname, '..')
export type Product = {
  url: string
  /** The control port of its simulated platforms. */
  control: string
  stop(): Promise<void>
}

/** So many errors of the product's log stand in that of the run. */
const mostAlarms = 30

/** As many products as journeys run at once. */
export async function setup(project: TestProject) {
  const products = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startProduct()))
  project.provide(
    'products',
    products.map(({ url, control }) => ({ url, control })),
  )
  project.provide('browserPath', process.env.AISLE_CHROMIUM ?? '/usr/bin/chromium')
  return async () => void (await Promise.all(products.map(({ stop }) => stop())))
}

/** What npm start starts, on free ports, with data of its own. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'aisle-journeys-'))
  const product = fork(join(root, 'scripts/start.mjs'), {
    cwd: root,
    env: {
      ...withoutStores(process.env),
      HOST: '127.0.0.1',
      PORT: '0',
      AISLE_DATA: folder,
      AISLE_DEMO: '1',
      AISLE_DEMO_HISTORY: '14',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const alarms: string[] = []
  if (product.stdout)
    createInterface(product.stdout).on('line', line => {
      if (/"level":[56]0/.test(line) && alarms.length < mostAlarms) alarms.push(line)
    })
  let said = ''
  product.stderr?.on('data', piece => {
    said += piece
  })
  const { url, simulator } = await firstMessage(product, () => said)
  await quietPlans(url)
  return {
    url,
    control: simulator.control,
    async stop() {
      const ended = once(product, 'exit')
      product.kill('SIGTERM')
      await ended
      for (const alarm of alarms) console.log(`[product] ${alarm}`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A developer's own stores are none of a test's business. */
function withoutStores(env: NodeJS.ProcessEnv) {
  const mine = { ...env }
  for (const name of [
    'DATABASE_URL',
    'CLICKHOUSE_URL',
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_KEY',
    'S3_SECRET',
    'AISLE_SIMULATOR',
    'AISLE_SECRET',
  ])
    delete mine[name]
  return mine
}

/** Plans of the demo turn cameras by the clock: they rest while a person steers. */
async function quietPlans(url: string): Promise<void> {
  let token = ''
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', accessToken: token },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: never }
    if (code !== 200) throw new Error(`${method} ${path}: ${msg}`)
    return data
  }
  const account = { username: 'admin', password: 'Aisle2026', encryption: 0 }
  token = ((await ask('POST', '/api/auth/login', account)) as { accessToken: string }).accessToken
  const { records }: { records: { id: string }[] } = await ask(
    'GET',
    '/api/plans?status=enabled&kind=screenshot,preset&pageSize=5000',
  )
  if (records.length > 0) await ask('POST', '/api/plans/pause', { ids: records.map(plan => plan.id) })
  const patrols: { id: string }[] = await ask('GET', '/api/plans/patrols?status=enabled')
  for (const { id } of patrols) await ask('PUT', `/api/plans/patrols/${id}`, { status: 'paused' })
}

type Ready = { url: string; simulator: { control: string } }

function firstMessage(product: ChildProcess, said: () => string): Promise<Ready> {
  return new Promise((settle, refuse) => {
    product.once('message', message => settle(message as Ready))
    product.once('exit', () => refuse(new Error(`the product did not start:\n${said()}`)))
  })
}
