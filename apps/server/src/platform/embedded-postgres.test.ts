import { execFileSync, fork } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { runs } from './embedded-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const log = { info() {}, warn() {} }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'aisle-postgres-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'postgres')
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ folder, log })
  cleanups.push(() => postgres.stop())
  return postgres
}

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another server process on the folder, which tells its address once ready. */
async function otherServer(folder: string) {
  const child = fork(join(import.meta.dirname, '../../test/other-postgres-user.ts'), [folder])
  cleanups.push(() => child.kill('SIGKILL'))
  const ready = await new Promise<{ url: string; adopted: boolean }>((resolve, reject) => {
    child.once('message', message => resolve(message as { url: string; adopted: boolean }))
    child.once('exit', code => reject(new Error(`ended with ${code}`)))
  })
  return { child, ...ready }
}

const postmasterPid = (folder: string) =>
  Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])

async function until(condition: () => boolean | Promise<boolean>) {
  const end = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('waited in vain')
    await sleep(25)
  }
}

describe('startEmbeddedPostgres', { timeout: 60_000 }, () => {
  it('keeps data, address and password over a stop and a start', async () => {
    const folder = newFolder()
    const first = await start(folder)
    await query(first.url, `create table shops (name text); insert into shops values ('朝集 · 生活百货')`)
    await first.stop()
    expect(existsSync(join(folder, 'data/postmaster.pid'))).toBe(false)
    const second = await start(folder)
    expect(second.url).toBe(first.url)
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select * from shops')).toEqual([{ name: '朝集 · 生活百货' }])
  })

  it('is durable, listens on this machine only and keeps its password from others', async () => {
    const folder = newFolder()
    const { url } = await start(folder)
    const [settings] = await query(
      url,
      `select current_setting('fsync') fsync, current_setting('full_page_writes') pages, current_setting('listen_addresses') host,
       current_setting('unix_socket_directories') sockets, current_setting('server_encoding') encoding`,
    )
    expect(settings).toEqual({ fsync: 'on', pages: 'on', host: '127.0.0.1', sockets: '', encoding: 'UTF8' })
    expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({
      code: '28P01',
    })
  })

  it('ends in good order when its server is killed, and starts again with what was committed', async () => {
    const folder = newFolder()
    const { child, url } = await otherServer(folder)
    await query(url, 'create table kept (id int); insert into kept select generate_series(1, 1000)')
    const pid = postmasterPid(folder)
    child.kill('SIGKILL')
    await until(() => !runs(pid, folder))
    expect(existsSync(join(folder, 'data/postmaster.pid'))).toBe(false)
    const again = await start(folder)
    expect(await query(again.url, 'select count(*)::int n from kept')).toEqual([{ n: 1000 }])
  })

  it('is shared by two servers and survives the one that started it', async () => {
    const folder = newFolder()
    const first = await otherServer(folder)
    const second = await start(folder)
    expect([first.adopted, second.adopted]).toEqual([false, true])
    expect(second.url).toBe(first.url)
    const pid = postmasterPid(folder)
    first.child.kill('SIGKILL')
    await new Promise(resolve => first.child.once('exit', resolve))
    expect(await query(second.url, 'select 1 one')).toEqual([{ one: 1 }])
    expect(postmasterPid(folder)).toBe(pid)
    await second.stop()
    expect(runs(pid, folder)).toBe(false)
  })

  it('serves both of two servers that start at the same moment on an empty folder', async () => {
    const folder = newFolder()
    const both = await Promise.all([otherServer(folder), otherServer(folder)])
    expect(both.map(one => one.adopted).sort()).toEqual([false, true])
    expect(both[0].url).toBe(both[1].url)
  })

  it('is started again on the same address when it dies', async () => {
    const folder = newFolder()
    const { url } = await start(folder)
    const pid = postmasterPid(folder)
    process.kill(pid, 'SIGKILL')
    await until(() =>
      query(url, 'select 1').then(
        () => true,
        () => false,
      ),
    )
    expect(postmasterPid(folder)).not.toBe(pid)
  })

  it('takes over from one whose keeper was killed', async () => {
    const folder = newFolder()
    const { url } = await start(folder)
    await query(url, 'create table kept (id int)')
    process.kill(Number(readFileSync(join(folder, 'keeper.pid'), 'utf8')), 'SIGKILL')
    await until(() =>
      query(url, 'select * from kept').then(
        () => true,
        () => false,
      ),
    )
  })

  it('starts over a lock file that names some other program', async () => {
    const folder = newFolder()
    const first = await start(folder)
    const pid = postmasterPid(folder)
    const lockFile = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8')
    await first.stop()
    execFileSync('tee', [join(folder, 'data/postmaster.pid')], {
      input: lockFile.replace(String(pid), String(process.pid)),
    })
    const again = await start(folder)
    expect(await query(again.url, 'select 1 one')).toEqual([{ one: 1 }])
  })
})
