import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join as joinPath } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError, type EmbeddedLog, runs, withFolderLock } from './embedded-folder.ts'

/** How to start the process of a folder, and how to know that it answers. */
export interface SharedProgram {
  name: string
  folder: string
  log: EmbeddedLog
  /** Signal that asks the program to end in good order. */
  endSignal: 'INT' | 'TERM'
  /** Readies the folder; called under its lock when no process serves it. */
  prepare(): Promise<Command>
  /** Whether the running process answers now. */
  answers(): Promise<boolean>
}

export interface Command {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  uid?: number
  gid?: number
}

export interface SharedProcess {
  /** True when another server had started the process. */
  adopted: boolean
  /** Lets go; the process ends when the last server has, and this waits for that end. */
  stop(): Promise<void>
}

const graceSeconds = 8
const startTimeoutMs = 60_000

const keeper = joinPath(import.meta.dirname, 'embedded-keeper.sh')

/**
 * Serves a folder by one process that all servers on this machine share: the first starts it, the next join it, and whoever
 * notices that it died starts it again. It outlives the server that started it while another still uses it.
 * @throws EmbeddedError when it cannot be started
 */
export async function shareProcess(program: SharedProgram): Promise<SharedProcess> {
  const { folder, name, log } = program
  makeFolder(folder)
  let held: number | undefined
  let joined: number | undefined
  let since = 0
  let rejoining = false
  let stopped = false

  /** Joins the running process, or starts one. Answers whether it was already there. */
  function join() {
    return withFolderLock(folder, async () => {
      letGo()
      if (isServed(folder)) {
        held = writingEnd(folder)
        joined = keeperPid(folder)
        if (held !== undefined && (await answersInTime(program, () => isServed(folder)))) return true
        letGo()
      }
      await endLeftOver(folder)
      const command = await program.prepare()
      makePipe(folder)
      const child = launch(program, command, fd => {
        held = fd
      })
      joined = child.pid
      const lives = () => child.exitCode === null && child.signalCode === null
      if (!(await answersInTime(program, lives))) {
        letGo()
        throw new EmbeddedError(`${name} did not start: ${lastLines(logFile(folder)) || 'it gave no reason'}`)
      }
      child.once('exit', () => void rejoin())
      return false
    })
  }

  function letGo() {
    if (held !== undefined) closeSync(held)
    held = undefined
  }

  async function rejoin() {
    if (rejoining || stopped) return
    rejoining = true
    log.warn(`${name} ended unexpectedly and is started again`)
    for (let delayMs = Date.now() - since > 10_000 ? 0 : 500; ; delayMs = Math.min(5000, delayMs + 500)) {
      await sleep(delayMs)
      if (stopped) break
      try {
        await join()
        since = Date.now()
        break
      } catch (error) {
        log.warn(error instanceof Error ? error.message : String(error))
      }
    }
    if (stopped) letGo()
    rejoining = false
  }

  const adopted = await join()
  since = Date.now()
  const watch = setInterval(() => {
    if (keeperPid(folder) !== joined || !isServed(folder)) void rejoin()
  }, 500)
  watch.unref()

  return {
    adopted,
    async stop() {
      if (stopped) return
      stopped = true
      clearInterval(watch)
      letGo()
      if (!isHeldByOthers(folder)) await untilEnded(folder, (graceSeconds + 2) * 1000)
    },
  }
}

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new EmbeddedError(
      `The folder ${folder} cannot be used: it belongs to another user or to a disk that takes no changes; set AISLE_DATA to a folder of your own`,
      { cause: error },
    )
  }
}

/** A new pipe for a new keeper, so that nothing left of an older one listens to it. */
function makePipe(folder: string) {
  rmSync(pipeFile(folder), { force: true })
  const made = spawnSync('mkfifo', ['-m', '600', pipeFile(folder)], { encoding: 'utf8' })
  if (made.status !== 0)
    throw new EmbeddedError(
      `The folder ${folder} cannot hold a named pipe (${made.stderr?.trim() || made.error?.message}): set AISLE_DATA to a folder on a local disk`,
    )
}

/** The writing end of the pipe, if a keeper reads it. */
function writingEnd(folder: string): number | undefined {
  try {
    return openSync(pipeFile(folder), constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

function isServed(folder: string) {
  const pid = keeperPid(folder)
  if (pid === undefined || !runs(pid, keeperName(folder))) return false
  const fd = writingEnd(folder)
  if (fd !== undefined) closeSync(fd)
  return fd !== undefined
}

/** Whether some server still holds the writing end: then reading would wait, else it finds the end at once. */
function isHeldByOthers(folder: string) {
  let fd: number | undefined
  try {
    fd = openSync(pipeFile(folder), constants.O_RDONLY | constants.O_NONBLOCK)
    return readSync(fd, Buffer.alloc(1)) > 0
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

function launch(program: SharedProgram, command: Command, hold: (fd: number) => void): ChildProcess {
  const pipe = pipeFile(program.folder)
  // Both ends first: opening one end of a named pipe alone would wait for the other.
  const both = openSync(pipe, constants.O_RDWR)
  const lifeLine = openSync(pipe, constants.O_RDONLY)
  hold(openSync(pipe, constants.O_WRONLY))
  closeSync(both)
  const output = openSync(rotatedLog(program.folder), 'a', 0o600)
  try {
    const child = spawn(
      'sh',
      [
        keeper,
        keeperName(program.folder),
        program.endSignal,
        String(graceSeconds * 10),
        command.command,
        ...command.args,
      ],
      {
        stdio: ['ignore', output, output, lifeLine],
        // A group of its own, so that Ctrl-C in a terminal reaches the server first and not the store under it.
        detached: true,
        ...(command.env ? { env: command.env } : {}),
        ...(command.uid === undefined ? {} : { uid: command.uid }),
        ...(command.gid === undefined ? {} : { gid: command.gid }),
      },
    )
    child.unref()
    child.on('error', error => program.log.warn(`${program.name}: ${error.message}`))
    if (child.pid !== undefined) writeFileSync(keeperFile(program.folder), String(child.pid), { mode: 0o600 })
    return child
  } finally {
    closeSync(lifeLine)
    closeSync(output)
  }
}

const keeperName = (folder: string) => `aisle-keeper:${folder}`
const pipeFile = (folder: string) => joinPath(folder, 'servers')
const keeperFile = (folder: string) => joinPath(folder, 'keeper.pid')
const logFile = (folder: string) => joinPath(folder, 'log')

function rotatedLog(folder: string) {
  const path = logFile(folder)
  if (existsSync(path) && statSync(path).size > 8_000_000) renameSync(path, `${path}.old`)
  return path
}

function lastLines(path: string) {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').slice(-3).join(' ')
  } catch {
    return ''
  }
}

async function answersInTime(program: SharedProgram, alive: () => boolean) {
  const end = Date.now() + startTimeoutMs
  while (Date.now() < end && alive()) {
    if (await program.answers()) return true
    await sleep(20)
  }
  return false
}

/** Waits for a keeper that is on its way out, since its program may hold the data, and ends it if it never goes. */
async function endLeftOver(folder: string) {
  if (await untilEnded(folder, (graceSeconds + 2) * 1000)) return
  const pid = keeperPid(folder)
  if (pid !== undefined && runs(pid, keeperName(folder))) process.kill(-pid, 'SIGKILL')
}

async function untilEnded(folder: string, patienceMs: number) {
  const pid = keeperPid(folder)
  const end = Date.now() + patienceMs
  while (pid !== undefined && runs(pid, keeperName(folder))) {
    if (Date.now() > end) return false
    await sleep(20)
  }
  return true
}

function keeperPid(folder: string) {
  const path = keeperFile(folder)
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : Number.NaN
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}
