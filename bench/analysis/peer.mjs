// What a builder would take instead: Malloy on DuckDB. It is not among the dependencies of the product; this installs it into
// bench/peers, in the versions named there, when it is first measured.
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../peers')

/** @returns the peer, or the sentence that says why it cannot be measured here */
export async function openPeer() {
  if (!existsSync(join(folder, 'node_modules'))) {
    const args = ['install', '--prefix', folder, '--no-package-lock', '--no-audit', '--no-fund']
    const { status, stderr } = spawnSync('npm', [...args, '--loglevel=error', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 300_000,
    })
    if (status !== 0) return `Malloy could not be installed: ${stderr?.trim().split('\n')[0] ?? 'no npm'}`
  }
  const child = fork(join(folder, 'malloy.mjs'), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let said = ''
  child.stderr.on('data', bytes => {
    said += bytes
  })
  const gone = once(child, 'exit').then(
    () => `Malloy could not be started: ${said.trim().split('\n').at(-1)}`,
  )
  const first = await Promise.race([once(child, 'message'), gone])
  if (typeof first === 'string') return first
  let number = 0
  const waiting = new Map()
  child.on('message', ({ id, answer, error }) => {
    const { done, failed } = waiting.get(id)
    waiting.delete(id)
    if (error) failed(new Error(error))
    else done(answer)
  })
  child.on('exit', () => {
    for (const { failed } of waiting.values()) failed(new Error('Malloy ended'))
  })
  const tell = (task, input = {}) =>
    new Promise((done, failed) => {
      number += 1
      waiting.set(number, { done, failed })
      child.send({ id: number, task, ...input })
    })
  return {
    load: (tables, model) => tell('load', { tables, model }),
    ask: (query, value) => tell('ask', { query, value }),
    memoryMb: () => tell('memoryMb'),
    close() {
      child.disconnect()
    },
  }
}
