import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let program: ChildProcess
let server: Server
let base: string

beforeEach(async () => {
  program = fork(join(import.meta.dirname, 'main.ts'), [], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
  })
  server = createServer((request, response) => {
    if (request.url === '/local.m3u8')
      response.end(
        `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1.0,\nfile://${join(import.meta.dirname, '../test/clips/red.m2ts')}\n#EXT-X-ENDLIST\n`,
      )
    else if (request.url !== '/silent.flv') response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  program.kill('SIGKILL')
  server.closeAllConnections()
  server.close()
})

async function ask(job: unknown): Promise<unknown> {
  const answer = once(program, 'message')
  program.send(job as object)
  return (await answer)[0]
}

describe('the capture program', { timeout: 30_000 }, () => {
  it('says why there is no picture and keeps the address to itself', async () => {
    const url = `${base}/nothing.flv?token=secret`
    const answer = await ask({ id: 1, url, kind: 'httpFlv' })
    expect(answer).toEqual({ id: 1, error: expect.any(String) })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  it('reads no file of the machine that a playlist names', async () => {
    expect(await ask({ id: 2, url: `${base}/local.m3u8`, kind: 'hls' })).toEqual({
      id: 2,
      error: expect.any(String),
    })
  })

  it('refuses a job of an unknown kind and goes on', async () => {
    expect(await ask({ id: 3, url: base, kind: 'concat' })).toEqual({ id: 3, error: 'not a job' })
    expect(await ask({ id: 4, url: 'file:///etc/hostname', kind: 'httpFlv' })).toEqual({
      id: 4,
      error: expect.any(String),
    })
  })

  it('ends when its channel does', async () => {
    await ask({ id: 5, url: base, kind: 'concat' })
    program.disconnect()
    expect(await once(program, 'exit')).toEqual([null, 'SIGKILL'])
  })

  it('ends with its channel even while it waits for a stream', async () => {
    const asked = once(server, 'request')
    program.send({ id: 6, url: `${base}/silent.flv`, kind: 'httpFlv' })
    await asked
    program.disconnect()
    expect(await once(program, 'exit')).toEqual([null, 'SIGKILL'])
  })
})
