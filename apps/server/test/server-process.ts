import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { demoPassword } from '../src/modules/demo/people.ts'
import { base64 } from './aisle.ts'

const program = join(import.meta.dirname, '../src/main.ts')
const readyMessage = z.object({ ready: z.literal(true), url: z.url() })

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
export type Answer = { status: number; code: number; data: any; heldBy?: { name: string } }

/** A server as an installation runs it: a process of its own, on a port of the system's choice. */
export type ServerProcess = {
  child: ChildProcess
  /** Its address once it is ready. @throws with what it said when it ends before */
  ready: Promise<string>
  /** Sends the signal and answers how it ended, and after how long. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; signal: string | null; afterMs: number }>
}

export function startServer(env: Record<string, string>): ServerProcess {
  const { DATABASE_URL: _, CLICKHOUSE_URL: __, ...inherited } = process.env
  const child = fork(program, {
    env: { ...inherited, PORT: '0', AISLE_LOG: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', part => {
    said += part
  })
  const ended = once(child, 'exit')
  const ready = Promise.race([
    once(child, 'message').then(([message]) => readyMessage.parse(message).url),
    ended.then(([code, signal]) => {
      throw new Error(`the server ended (${code ?? signal}) before it was ready: ${said}`)
    }),
  ])
  // Whoever kills it while it starts does not wait for it.
  ready.catch(() => undefined)
  afterAll(() => void child.kill('SIGKILL'))
  return {
    child,
    ready,
    async end(signal) {
      const asked = Date.now()
      child.kill(signal)
      const [code, by] = await ended
      return { code, signal: by, afterMs: Date.now() - asked }
    },
  }
}

/** Calls a server over HTTP, with a token where there is one. */
export function client(url: string, token = '') {
  return {
    token,
    async call(method: string, path: string, body?: object): Promise<Answer> {
      const answer = await fetch(url + path, {
        method,
        headers: {
          ...(token ? { accesstoken: token } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(20_000),
      })
      return { status: answer.status, ...(await answer.json()) }
    },
    async bytes(path: string): Promise<Buffer> {
      const answer = await fetch(url + path, { headers: { accesstoken: token } })
      return Buffer.from(await answer.arrayBuffer())
    },
  }
}
export type Client = ReturnType<typeof client>

export async function signIn(url: string, loginName: string): Promise<Client> {
  const body = { username: base64(loginName), password: base64(demoPassword), encryption: 1 }
  const { data } = await client(url).call('POST', '/api/auth/login', body)
  return client(url, data.accessToken)
}
