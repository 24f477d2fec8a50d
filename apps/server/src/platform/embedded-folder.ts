import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the embedded stores need of a log. */
export interface EmbeddedLog {
  info(message: string): void
  warn(message: string): void
}

/** A fault that a person can act on: one sentence, shown as it is at start. */
export class EmbeddedError extends Error {}

const lockTimeoutMs = 120_000

/** Whether a process of that id runs and names `mark` in its command line: ids are used again. */
export function runs(pid: number, mark: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
  } catch {
    return process.platform !== 'linux'
  }
}

/**
 * Runs `work` while no other process on this machine works under the same folder's lock.
 * The lock is a Linux abstract socket: the kernel frees it with its process, so no stale lock can remain.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const name = `\0aisle-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`
  const end = Date.now() + lockTimeoutMs
  let lock = process.platform === 'linux' ? await tryListen(name) : createServer()
  while (!lock) {
    if (Date.now() > end) throw new EmbeddedError(`The folder ${folder} stays locked by another server`)
    await sleep(50)
    lock = await tryListen(name)
  }
  try {
    return await work()
  } finally {
    lock.close()
  }
}

function tryListen(path: string): Promise<Server | undefined> {
  return new Promise(resolve => {
    const server = createServer(socket => socket.destroy())
    server.once('error', () => resolve(undefined))
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
}

/** The port this folder's process has used so far, or a free one that it keeps from now on. */
export async function keptPort(folder: string): Promise<number> {
  const path = join(folder, 'port')
  const kept = readPort(folder)
  const port = kept !== undefined && (await isFree(kept)) ? kept : await freePort()
  writeFileSync(path, String(port))
  return port
}

/** The port that the store of this folder was started at last; undefined where it never was. */
export function readPort(folder: string): number | undefined {
  const path = join(folder, 'port')
  const port = existsSync(path) ? Number(readFileSync(path, 'utf8')) : Number.NaN
  return Number.isInteger(port) && port > 0 ? port : undefined
}

function isFree(port: number) {
  return new Promise<boolean>(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Puts a whole file in place at once, so that no reader sees half of it and no crash leaves half of it. */
export function writeSecret(path: string, value: string) {
  rmSync(`${path}.new`, { force: true })
  writeFileSync(`${path}.new`, value, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}
