import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClickHouse, openClickHouse } from './clickhouse.ts'

/** An acknowledged insert survives a loss of power, as in the raw tables. */
const durable = 'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1'

const log = { info() {}, warn() {} }
const parent = mkdtempSync(join(tmpdir(), 'aisle-clickhouse-'))
const folder = join(parent, 'clickhouse')
let clickhouse: ClickHouse
beforeAll(async () => {
  clickhouse = await openClickHouse({ folder, log })
}, 60_000)
afterAll(async () => {
  await clickhouse.close()
  rmSync(parent, { recursive: true, force: true })
}, 30_000)

async function rows<T>(query: string, more: Record<string, unknown> = {}, on = clickhouse): Promise<T[]> {
  return (await on.client.query({ query, format: 'JSONEachRow', ...more })).json<T>()
}

async function until(condition: () => Promise<boolean>) {
  const end = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('waited in vain')
    await sleep(25)
  }
}

const running = (mark: string) =>
  rows<{ n: number }>(
    `SELECT toUInt32(count()) n FROM system.processes WHERE query LIKE '%${mark}%' AND query NOT LIKE '%system.processes%'`,
  ).then(([row]) => row!.n)

/** The process that owns the engine: the one child of the keeper that is not a shell. */
function childPid() {
  const keeper = readFileSync(join(folder, 'keeper.pid'), 'utf8')
  const children = readFileSync(`/proc/${keeper}/task/${keeper}/children`, 'utf8').trim().split(' ')
  return Number(
    children.find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('clickhouse-gateway-main')),
  )
}

describe('the embedded ClickHouse', { timeout: 60_000 }, () => {
  it('answers the ping of the client, with and without a statement', async () => {
    expect(await clickhouse.ready()).toBe(true)
    expect((await clickhouse.client.ping()).success).toBe(true)
  })

  it('creates, fills and reads a durable table with Chinese text', async () => {
    await clickhouse.client.command({
      query: `CREATE TABLE visits (shop String, at DateTime64(3), people UInt32) ENGINE = MergeTree ORDER BY (shop, at) ${durable}`,
    })
    const values = [
      { shop: '朝集 · 生活百货', at: '2026-11-21 09:30:00.500', people: 12 },
      { shop: 'O\'Reilly \\ \n\t"quotes"', at: '2026-11-21 10:00:00.000', people: 3 },
    ]
    const { summary } = await clickhouse.client.insert({ table: 'visits', format: 'JSONEachRow', values })
    expect(summary?.written_rows).toBe('2')
    expect(await rows('SELECT * FROM visits ORDER BY at')).toEqual(values)
  })

  it('inserts named columns, streams of objects and other formats', async () => {
    await clickhouse.client.command({
      query: 'CREATE TABLE loose (a UInt32, b String) ENGINE = MergeTree ORDER BY a',
    })
    await clickhouse.client.insert({
      table: 'loose',
      columns: ['a'],
      format: 'JSONEachRow',
      values: [{ a: 1 }],
    })
    await clickhouse.client.insert({ table: 'loose', format: 'JSONCompactEachRow', values: [[2, '二']] })
    await clickhouse.client.insert({
      table: 'loose',
      format: 'TabSeparated',
      values: Readable.from(['3\t三\n'], { objectMode: false }),
    })
    await clickhouse.client.insert({
      table: 'loose',
      format: 'CSV',
      values: Readable.from(['4,"a,b"\n', '5,"x"\n'], { objectMode: false }),
    })
    expect(await rows('SELECT a, b FROM loose ORDER BY a')).toEqual([
      { a: 1, b: '' },
      { a: 2, b: '二' },
      { a: 3, b: '三' },
      { a: 4, b: 'a,b' },
      { a: 5, b: 'x' },
    ])
  })

  it('binds parameters of every kind, in the address and as a form when they are long', async () => {
    const text = "it's \\ \t\n 中文 {x:String} -- ; DROP"
    const [row] = await rows(
      'SELECT {text:String} t, {n:UInt64} n, {list:Array(String)} l, {none:Nullable(UInt8)} z, {at:DateTime64(3)} d',
      {
        query_params: {
          text,
          n: '9007199254740991',
          list: ["a'b", '中'],
          none: null,
          at: new Date('2026-11-21T01:02:03.004Z'),
        },
      },
    )
    expect(row).toEqual({
      t: text,
      n: 9007199254740991,
      l: ["a'b", '中'],
      z: null,
      d: '2026-11-21 01:02:03.004',
    })
    const many = Array.from({ length: 20_000 }, (_, index) => index)
    expect(await rows('SELECT toUInt32(length({many:Array(UInt32)})) n', { query_params: { many } })).toEqual(
      [{ n: 20_000 }],
    )
  })

  it('never answers with the parameter of an earlier statement', async () => {
    for (let index = 0; index < 8; index++)
      await rows('SELECT {secret:String} s', { query_params: { secret: 'mine' } })
    for (let index = 0; index < 8; index++)
      await expect(rows('SELECT {secret:String} s')).rejects.toMatchObject({ code: '456' })
  })

  it('runs parameterised statements beside each other', async () => {
    const asked = Array.from({ length: 200 }, (_, index) => index)
    const answered = await Promise.all(
      asked.map(x => rows<{ x: number }>('SELECT {x:UInt32} x', { query_params: { x } })),
    )
    expect(answered.map(([row]) => row!.x)).toEqual(asked)
  })

  it('keeps the settings of one statement from the next', async () => {
    const query = `SELECT getSetting('max_block_size') size, getSetting('max_execution_time') seconds`
    const [before] = await rows(query)
    const [during] = await rows(query, {
      clickhouse_settings: { max_block_size: '1234', max_execution_time: 7 },
    })
    expect(during).toMatchObject({ size: 1234, seconds: 7 })
    for (let index = 0; index < 8; index++) expect(await rows(query)).toEqual([before])
    expect(before).toMatchObject({ seconds: 60 })
  })

  it("tells ClickHouse's own errors with their codes", async () => {
    await expect(rows('SELECT * FROM missing')).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' })
    await expect(rows('SELEC 1')).rejects.toMatchObject({ code: '62', type: 'SYNTAX_ERROR' })
    await expect(rows('SELECT 1', { clickhouse_settings: { no_such_setting: 1 } })).rejects.toMatchObject({
      code: '115',
    })
    await expect(
      clickhouse.client.insert({ table: 'visits', format: 'JSONEachRow', values: [{ people: 'many' }] }),
    ).rejects.toMatchObject({ code: '27' })
    await expect(
      rows('SELECT count() FROM numbers(100000000000) WHERE number % 7 = 1', {
        clickhouse_settings: { max_execution_time: 1 },
      }),
    ).rejects.toMatchObject({ type: 'TIMEOUT_EXCEEDED' })
    expect(await rows('SELECT 1 one')).toEqual([{ one: 1 }])
  })

  it('streams a million rows and can be left halfway', async () => {
    const query = 'SELECT number, toString(number) text FROM numbers(1000000)'
    let count = 0
    for await (const part of (await clickhouse.client.query({ query, format: 'JSONEachRow' })).stream())
      count += part.length
    expect(count).toBe(1_000_000)
    const left = await clickhouse.client.query({
      query: `${query.replace('1000000', '100000000')}`,
      format: 'JSONEachRow',
    })
    for await (const _ of left.stream()) break
    await until(async () => (await running('100000000)')) === 0)
  })

  it('tells an error that happens in the middle of an answer', async () => {
    const answer = await clickhouse.client.query({
      query: 'SELECT throwIf(number = 500000) FROM numbers(1000000) SETTINGS max_block_size = 1000',
      format: 'JSONEachRow',
    })
    const read = async () => {
      for await (const _ of answer.stream());
    }
    await expect(read()).rejects.toMatchObject({ code: '395' })
  })

  it('stops a statement whose client went away', async () => {
    const leaving = new AbortController()
    const asked = rows('SELECT count() FROM numbers(100000000001) WHERE number % 7 = 1', {
      abort_signal: leaving.signal,
    })
    const refused = expect(asked).rejects.toThrow('aborted')
    await until(async () => (await running('100000000001')) === 1)
    leaving.abort()
    await refused
    await until(async () => (await running('100000000001')) === 0)
  })

  it('answers a quick question while a slow one runs', async () => {
    const leaving = new AbortController()
    const slow = rows('SELECT count() FROM numbers(100000000002) WHERE number % 7 = 1', {
      abort_signal: leaving.signal,
    }).catch(() => {})
    await until(async () => (await running('100000000002')) === 1)
    expect(await rows('SELECT 1 one')).toEqual([{ one: 1 }])
    expect(await running('100000000002')).toBe(1)
    leaving.abort()
    await slow
  })

  it('answers nobody who does not know the password', async () => {
    const url = new URL(clickhouse.url)
    url.password = 'guess'
    const stranger = createClient({ url, log: { level: ClickHouseLogLevel.OFF } })
    await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516' })
    await stranger.close()
    expect(url.hostname).toBe('127.0.0.1')
    expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
  })

  it('comes back after its process was killed, with what was acknowledged, and repeats the reads that met it', async () => {
    await clickhouse.client.command({
      query: `CREATE TABLE kept (id UInt32) ENGINE = MergeTree ORDER BY id ${durable}`,
    })
    await clickhouse.client.insert({
      table: 'kept',
      format: 'JSONEachRow',
      values: Array.from({ length: 1000 }, (_, id) => ({ id })),
    })
    const asked = rows<{ n: number }>('SELECT toUInt32(count() + sleep(1)) n FROM kept')
    await until(async () => (await running('sleep(1)')) === 1)
    process.kill(childPid(), 'SIGKILL')
    expect(await asked).toEqual([{ n: 1000 }])
    await clickhouse.client.insert({ table: 'kept', format: 'JSONEachRow', values: [{ id: 1000 }] })
    expect(await rows('SELECT toUInt32(count()) n FROM kept')).toEqual([{ n: 1001 }])
  })

  it('is shared by a second server, and survives the one that started it', async () => {
    const shared = join(parent, 'shared')
    const first = fork(join(import.meta.dirname, '../../test/other-clickhouse-user.ts'), [shared])
    await new Promise(resolve => first.once('message', resolve))
    const second = await openClickHouse({ folder: shared, log })
    await second.client.command({ query: 'CREATE TABLE seen (id UInt32) ENGINE = MergeTree ORDER BY id' })
    first.kill('SIGKILL')
    await new Promise(resolve => first.once('exit', resolve))
    expect(await rows('SELECT * FROM seen', {}, second)).toEqual([])
    await second.close()
    await expect(fetch(new URL('/ping', second.url.replace(/\/\/.*@/, '//')))).rejects.toThrow()
  })
})
