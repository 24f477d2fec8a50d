import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { z } from 'zod'

const program = join(import.meta.dirname, '../../simulator/src/counters/main.ts')
const ready = z.object({ control: z.url(), recorder: z.url(), broker: z.url() })

/** The simulated recorder and broker in a process of their own, and what a test does to them. */
export async function simulatedCounters() {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  afterAll(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const [message] = await once(child, 'message')
  const { control, recorder, broker } = ready.parse(message)
  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${control}/control/counters${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return (answer.status === 204 ? undefined : await answer.json()) as T
  }
  return {
    recorder,
    broker,
    state: () =>
      send<{ recorder: { calls: Record<string, number> }; broker: { clients: string[] } }>('GET', ''),
    recorderFaults: (faults: { isDown?: boolean; skewMs?: number; isGarbled?: boolean }) =>
      send('PATCH', '/recorder', faults),
    rows: (from: Date, to: Date) =>
      send<{ channel: number; from: number; entered: number; exited: number }[]>(
        'GET',
        `/recorder/rows?from=${from.toISOString()}&to=${to.toISOString()}`,
      ),
    brokerFaults: (faults: { isDown: boolean }) => send('PATCH', '/broker', faults),
    publish: (topic: string, payload: string | object, qos = 1) =>
      send('POST', '/broker/publish', { topic, payload, qos }),
    reset: () => send('POST', '/reset', {}),
  }
}
