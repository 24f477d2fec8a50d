// What the scripts share: where the repository is, free ports, and children that never outlive us.
import { fork } from 'node:child_process'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Starts a TypeScript program of ours. The channel to it breaks when we die, by which it knows to end; a group of its own
 * keeps Ctrl-C from reaching it before we have stopped things in order.
 */
export function startChild(path, env, stdio = ['ignore', 'inherit', 'inherit', 'ipc']) {
  return fork(path, { cwd: root, env: { ...process.env, ...env }, stdio, detached: true })
}

/** Asks a child to end, waits, and kills it when it does not. Answers whether it ended well. */
export async function endChild(child, patienceMs) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode === 0
  const ended = new Promise(settle => child.once('exit', code => settle(code === 0)))
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  const well = await ended
  clearTimeout(kill)
  return well
}

/** Whether a port can be listened on; undefined when the host is not one of this machine. */
export function isFree(port, host = '127.0.0.1') {
  return new Promise(settle => {
    const server = createServer()
    server.once('error', error =>
      settle(error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' ? undefined : false),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => settle(true)))
  })
}

/** The first of `count` ports in a row that are free, looked for from `from` on. */
export async function freeRow(from, count, host) {
  for (let first = from; first + count <= 65536; first += count) {
    const row = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index, host)))
    if (row.every(Boolean)) return first
  }
  throw new Error(`No ${count} free ports in a row from ${from} on`)
}
