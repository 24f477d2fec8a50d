import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { randomFrom } from '../src/modules/demo/random.ts'
import { rollupKeeper } from '../src/modules/facts/service.ts'
import { openClickHouse } from '../src/platform/clickhouse.ts'
import { openLocks } from '../src/platform/locks.ts'
import { areas, deviceLines, devices, ingestSources, shops } from '../src/platform/schema/index.ts'
import { testDatabase } from './database.ts'
import { startServer } from './server-process.ts'

/** Kills of the server: a handful in every run, as many as one likes by AISLE_KILLS. */
const rounds = Number(process.env.AISLE_KILLS ?? 3)
const senders = 4
const rowsAtOnce = 40
const firstDay = Date.parse('2026-03-01T16:00:00Z')

const folder = await mkdtemp(join(tmpdir(), 'aisle-ingest-crash-'))
const database = await testDatabase()
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 60, retryDelay: 250 })
})
const { db } = database
const token = 'ais_of_the_test'
await db.insert(areas).values({ id: '1', level: 'region', name: '区' })
await db.insert(shops).values({
  id: '900',
  name: '店',
  format: 'standard',
  regionId: '1',
  provinceId: '1',
  cityId: '1',
  countyId: '1',
})
await db.insert(ingestSources).values({
  name: '盒子',
  allShops: true,
  tokenHash: createHash('sha256').update(token).digest('hex'),
  tokenEnd: 'test',
})
for (let sender = 0; sender < senders; sender++) {
  await db
    .insert(devices)
    .values({ id: `90${sender}`, sn: `box-${sender}`, name: '盒', kind: 'counter', shopId: '900' })
  await db.insert(deviceLines).values({ deviceId: `90${sender}`, line: '1', number: 1, place: 'entrance' })
}

type Batch = { rows: { device: string; from: string; to: string; in: number; out: number }[] }
const random = randomFrom(5, 'kills')

/** The next windows of a sender: five minutes each, one after the other. */
function batchOf(sender: number, number: number): Batch {
  return {
    rows: Array.from({ length: rowsAtOnce }, (_, index) => {
      const from = firstDay + (number * rowsAtOnce + index) * 300_000
      return {
        device: `box-${sender}`,
        from: new Date(from).toISOString(),
        to: new Date(from + 300_000).toISOString(),
        in: random.whole(0, 9),
        out: random.whole(0, 9),
      }
    }),
  }
}

async function post(url: string, kind: string, rows: object[]) {
  const answer = await fetch(`${url}/api/ingest/${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
    signal: AbortSignal.timeout(20_000),
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()).data
}
const receipts = (batch: Batch) =>
  batch.rows.map(row => ({
    id: `${row.device} ${row.from}`,
    shop: '900',
    at: row.from,
    net: row.in,
    lines: [{ goods: `sku-${row.in}`, net: row.in }],
  }))

/** The measure store of this folder, whatever process serves it: killed as if the power went. */
function killStore(): void {
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (command.includes('clickhouse-gateway-main.ts') && command.includes(folder))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It is gone already.
    }
}

it(
  'killed at random moments among posts: nothing that was acknowledged is lost, and nothing is there twice',
  async () => {
    const acknowledged: Batch[] = []
    const open: Batch[] = []
    const numbers = new Array<number>(senders).fill(0)
    const env = {
      DATABASE_URL: database.url,
      AISLE_DATA: folder,
      AISLE_DEMO: '0',
      AISLE_SECRET: 'a secret of this test',
    }
    for (let round = 0; round < rounds; round++) {
      const server = startServer(env)
      const url = await server.ready
      let isOver = false
      const sending = Array.from({ length: senders }, async (_, sender) => {
        while (!isOver) {
          // What was not answered is sent again first, as a sender does.
          const at = open.findIndex(batch => batch.rows[0]?.device === `box-${sender}`)
          const batch = at < 0 ? batchOf(sender, numbers[sender]!++) : (open.splice(at, 1)[0] as Batch)
          try {
            await post(url, 'counts', batch.rows)
            await post(url, 'sales', receipts(batch))
            acknowledged.push(batch)
          } catch {
            open.push(batch)
            return
          }
        }
      })
      await Promise.race([sleep(200 + random.whole(0, 900)), Promise.all(sending)])
      // Every other time the store dies with it.
      if (round % 2 === 1) killStore()
      await server.end('SIGKILL')
      isOver = true
      await Promise.all(sending)
    }

    const last = startServer(env)
    const url = await last.ready
    const store = await openClickHouse({ folder: join(folder, 'clickhouse'), log: { info() {}, warn() {} } })
    const rows = async <T>(query: string): Promise<T[]> =>
      (await store.client.query({ query, format: 'JSONEachRow' })).json<T>()
    expect(acknowledged.length).toBeGreaterThan(rounds)
    const wanted = acknowledged.flatMap(batch => batch.rows)

    // All that was acknowledged is there, as it was sent.
    const there = new Map(
      (
        await rows<{ device_id: number; at: string; in_n: number; out_n: number }>(
          "SELECT device_id, formatDateTime(at, '%Y-%m-%dT%H:%i:%S.000Z') AS at, in_n, out_n FROM flow_raw FINAL",
        )
      ).map(row => [`box-${row.device_id - 900} ${row.at}`, `${row.in_n} ${row.out_n}`]),
    )
    const lost = wanted.filter(row => there.get(`${row.device} ${row.from}`) !== `${row.in} ${row.out}`)
    expect(lost).toEqual([])

    // What was not acknowledged is sent again; then everything is there exactly once, also when all of it comes once more.
    const all = [...acknowledged, ...open]
    for (const batch of open) {
      await post(url, 'counts', batch.rows)
      await post(url, 'sales', receipts(batch))
    }
    for (const batch of acknowledged.slice(-5)) {
      expect(await post(url, 'counts', batch.rows)).toMatchObject({ accepted: 0, duplicates: rowsAtOnce })
      expect(await post(url, 'sales', receipts(batch))).toMatchObject({ accepted: 0, duplicates: rowsAtOnce })
    }
    const sum = (of: (row: Batch['rows'][number]) => number) =>
      all.reduce((total, batch) => total + batch.rows.reduce((part, row) => part + of(row), 0), 0)
    const totals = { rows: all.length * rowsAtOnce, entered: sum(row => row.in), went: sum(row => row.out) }
    expect(
      await rows('SELECT count() AS rows, sum(in_n) AS entered, sum(out_n) AS went FROM flow_raw FINAL'),
    ).toEqual([totals])
    expect(await rows('SELECT count() AS rows, toUInt32(sum(net)) AS net FROM sale FINAL')).toEqual([
      { rows: totals.rows, net: totals.entered },
    ])
    expect(await rows('SELECT count() AS rows, toUInt32(sum(net)) AS net FROM sale_line FINAL')).toEqual([
      { rows: totals.rows, net: totals.entered },
    ])

    const locks = openLocks(database.url, () => undefined)
    await rollupKeeper({ db, measures: async () => store, locks, now: () => new Date() }).run()
    await locks.close()
    expect(await rows('SELECT sum(in_n) AS entered, sum(out_n) AS went FROM flow_day FINAL')).toEqual([
      { entered: totals.entered, went: totals.went },
    ])
    expect(await rows('SELECT toUInt32(sum(net)) AS net FROM sale_day FINAL')).toEqual([
      { net: totals.entered },
    ])
    await store.close()
    await last.end('SIGTERM')
    if (process.env.AISLE_KILLS !== undefined)
      console.info(
        `${rounds} kills, ${acknowledged.length} posts acknowledged (${wanted.length} rows), ${open.length} open at the end`,
      )
  },
  60_000 + rounds * 30_000,
)
