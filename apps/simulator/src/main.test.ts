import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { listAt, textAt } from '../test/simulated.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
let child: ChildProcess | undefined
afterEach(() => {
  child?.kill('SIGKILL')
})

function start(env: Record<string, string>, stdio: ('pipe' | 'ipc' | 'ignore')[] = ['pipe', 'pipe', 'pipe']) {
  const started = spawn(process.execPath, [main], {
    env: { ...process.env, SIMULATOR_PORT: '0', ...env },
    stdio,
  })
  child = started
  return started
}
async function readyLine(started: ChildProcess): Promise<unknown> {
  let text = ''
  for await (const chunk of started.stdout!) {
    text += chunk
    if (text.includes('\n')) break
  }
  expect(text.trim().split('\n')).toHaveLength(1)
  return JSON.parse(text)
}

describe('the simulator process', () => {
  it('says in one line where it listens, and ends when told to', async () => {
    const started = start({})
    const ready = await readyLine(started)
    expect(Object.keys(Object(ready))).toEqual(['ready', 'control', 'ezviz', 'shilian', 'huawei', 'huiyan'])
    const cameras = await (await fetch(`${textAt(ready, 'control')}/control/cameras`)).json()
    expect(listAt(cameras)).toHaveLength(31)
    started.kill('SIGTERM')
    expect(await once(started, 'exit')).toEqual([0, null])
  })

  it('sends the same to a parent with a channel, and ends when the parent lets go', async () => {
    const started = start({}, ['ignore', 'pipe', 'pipe', 'ipc'])
    const [message] = await once(started, 'message')
    expect(message).toMatchObject({
      ready: true,
      huiyan: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    })
    started.disconnect()
    expect(await once(started, 'exit')).toEqual([0, null])
  })

  it('ends when the pipe to its parent closes', async () => {
    const started = start({})
    await readyLine(started)
    started.stdin?.end()
    expect(await once(started, 'exit')).toEqual([0, null])
  })

  it('names every wrong setting, and a port in use', async () => {
    const errorsOf = async (env: Record<string, string>) => {
      const started = start(env)
      let errors = ''
      for await (const chunk of started.stderr!) errors += chunk
      return errors
    }
    const wrong = await errorsOf({ SIMULATOR_PORT: 'x', SIMULATOR_MEDIA_HOST: 'a:1' })
    expect(wrong).toContain('SIMULATOR_PORT must be')
    expect(wrong).toContain('SIMULATOR_MEDIA_HOST must be')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    expect(await errorsOf({ SIMULATOR_PORT: port })).toContain(
      `EADDRINUSE: address already in use 127.0.0.1:${port}`,
    )
    server.close()
  })
})
