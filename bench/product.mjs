// The whole product for a measurement: `npm start`'s own script in a folder of its own, on a free port.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
export const base64 = text => Buffer.from(text).toString('base64')

/** Starts it, signs in as the inspector, and answers where it is; `stop` ends it and removes its folder. */
export async function startProduct({
  folder = mkdtempSync(join(tmpdir(), 'aisle-bench-')),
  keep = false,
  env = {},
} = {}) {
  const began = performance.now()
  const child = fork(join(root, 'scripts/start.mjs'), {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      AISLE_DATA: folder,
      AISLE_LOG: 'warn',
      AISLE_DEMO_HISTORY: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr.on('data', bytes => {
    said += bytes
  })
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message),
    once(child, 'exit').then(() => {
      throw new Error(`the product did not start:\n${said}`)
    }),
  ])
  const startMs = performance.now() - began
  const call = async (method, path, body, token) => {
    const answer = await fetch(ready.url + path, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { accessToken: token } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await answer.json()).data
  }
  const { accessToken: token } = await call('POST', '/api/auth/login', {
    username: base64('inspector'),
    password: base64('Aisle2026'),
  })
  const { records } = await call(
    'GET',
    '/api/monitor/checkShop/getCheckShopList?searchKey=SH0127',
    undefined,
    token,
  )
  return {
    url: ready.url,
    pid: child.pid,
    folder,
    startMs,
    token,
    shopId: records[0].shopid,
    call: (method, path, body) => call(method, path, body, token),
    get databaseUrl() {
      return postgresUrl(folder)
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      if (!keep) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The embedded PostgreSQL's address, from the files it keeps in its folder. */
function postgresUrl(folder) {
  const read = name => readFileSync(join(folder, 'postgres', name), 'utf8').trim()
  return `postgres://aisle:${read('password')}@127.0.0.1:${read('port')}/aisle`
}
