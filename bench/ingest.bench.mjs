// Counts posted over HTTP, judged, placed and on disk, beside bare inserts of the rows that they become; then questions over
// HTTP at 10,000 shops, each different from the one before so that none is answered from memory. AISLE_BENCH_INGEST names
// another number of rows, AISLE_BENCH_HTTP_SHOPS of shops.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { inTurns, median } from './analysis/clock.mjs'
import { dayOf, fillStore, textOf } from './analysis/rows.mjs'
import { base64, startProduct } from './product.mjs'

export const title = 'Ingest and questions over HTTP'
const counted = Number(process.env.AISLE_BENCH_INGEST ?? 400_000)
const shopCount = Number(process.env.AISLE_BENCH_HTTP_SHOPS ?? 10_000)
const devices = 500
const atOnce = 20_000
const senders = 4
const rounds = 3

export async function run() {
  const product = await startProduct()
  const measures = engineOf(product.folder)
  const { Pool } = (await import('pg')).default
  const pool = new Pool({ connectionString: product.databaseUrl, max: 4 })
  try {
    const call = await administrator(product.url)
    // Asks for something of the measure store, which makes its tables.
    await call('/api/analysis/query', { metrics: ['visits'], period: { preset: 'yesterday' } })
    return [
      ...(await ingest({ product, pool, measures, call })),
      ...(await questions({ pool, measures, call })),
    ]
  } finally {
    await pool.end()
    await measures.close()
    await product.stop()
  }
}

/** The product's own engine, with nothing between. */
function engineOf(folder) {
  const read = name => readFileSync(join(folder, 'clickhouse', name), 'utf8').trim()
  return createClient({
    url: `http://aisle:${read('password')}@127.0.0.1:${read('port')}`,
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: 120_000,
    max_open_connections: 8,
  })
}

async function administrator(url) {
  const send = async (path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const { data, msg } = await answer.json()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${msg}`)
    return data
  }
  const login = { username: base64('admin'), password: base64('Aisle2026'), encryption: 1 }
  const { accessToken } = await send('/api/auth/login', login)
  return (path, body, headers) => send(path, body, headers ?? { accesstoken: accessToken })
}

async function ingest({ product, pool, measures, call }) {
  const { token } = await call('/api/ingest/sources', { name: 'bench', allShops: true })
  await pool.query(
    `insert into devices (id, sn, name, kind, shop_id) select (8000000 + n)::text, 'bench-' || n, 'bench', 'counter', $1 from generate_series(1, ${devices}) n`,
    [product.shopId],
  )
  await pool.query(
    `insert into device_lines (device_id, line, number, place) select (8000000 + n)::text, '1', 1, 'entrance' from generate_series(1, ${devices}) n`,
  )
  let round = 0
  const overHttp = () =>
    inBatches(index => {
      const body = windowsOf(round * counted + index * atOnce).map(row => JSON.stringify(row))
      return () =>
        call('/api/ingest/counts', body.join('\n'), {
          'content-type': 'application/x-ndjson',
          authorization: `Bearer ${token}`,
        }).then(({ accepted }) => {
          if (accepted !== atOnce) throw new Error(`${accepted} of ${atOnce} rows were taken`)
        })
    })
  const bare = () =>
    inBatches(index => {
      const values = storedOf(windowsOf(round * counted + index * atOnce))
      return () => measures.insert({ table: 'flow_raw', values, format: 'JSONEachRow' })
    })
  const rates = { overHttp: [], bare: [] }
  for (; round < rounds; round++) {
    rates.overHttp.push(counted / ((await overHttp()) / 1000))
    rates.bare.push(counted / ((await bare()) / 1000))
  }
  const share = median(rates.overHttp.map((rate, index) => rate / rates.bare[index]))
  return [
    { name: 'counts over HTTP, rows/s', value: Math.round(median(rates.overHttp)).toLocaleString('en') },
    {
      name: 'bare inserts of the same rows, rows/s',
      value: Math.round(median(rates.bare)).toLocaleString('en'),
    },
    { name: 'over HTTP of bare', value: `${Math.round(share * 100)} %` },
  ]
}

/** Sends all batches, some at once, and answers the milliseconds. What is sent is made before the clock runs. */
async function inBatches(prepare) {
  const jobs = Array.from({ length: Math.ceil(counted / atOnce) }, (_, index) => prepare(index))
  const began = performance.now()
  await Promise.all(
    Array.from({ length: senders }, async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await job()
    }),
  )
  return performance.now() - began
}

const begin = Date.parse('2026-01-01T00:00:00Z')
/** Windows of five minutes, one device after the other, from a number on. */
const windowsOf = first =>
  Array.from({ length: atOnce }, (_, index) => {
    const number = first + index
    const from = begin + Math.floor(number / devices) * 300_000
    return {
      device: `bench-${(number % devices) + 1}`,
      from: new Date(from).toISOString(),
      to: new Date(from + 300_000).toISOString(),
      in: number % 9,
      out: number % 7,
    }
  })
/** The rows of the store that windows become, of devices that do not get in their way. */
const storedOf = windows =>
  windows.map(row => ({
    biz_date: row.from.slice(0, 10),
    shop_id: 1,
    node_kind: 'entrance',
    node_id: 0,
    floor_id: 0,
    device_id: Number(row.device.slice(6)),
    line_id: 1,
    at: row.from.slice(0, 23).replace('T', ' '),
    span_s: 300,
    slot: Math.floor((Date.parse(row.from) % 86_400_000) / 300_000),
    in_n: row.in,
    out_n: row.out,
    pass_n: 0,
    has_pass: 0,
    child_n: 0,
    staff_n: 0,
    group_n: 0,
    quality: 'retransmitted',
    source: 'counts',
    ver: 1,
  }))

async function questions({ pool, measures, call }) {
  await pool.query(
    `insert into shops (name, format, region_id, province_id, city_id, county_id)
     select 'bench ' || n, format, region_id, province_id, city_id, county_id
     from (select * from shops order by id limit 1) s, generate_series(1, $1 - (select count(*)::int from shops where closed_at is null)) n`,
    [shopCount],
  )
  const { rows } = await pool.query('select id from shops where closed_at is null')
  await fillStore(measures, { ids: rows.map(({ id }) => Number(id)) })
  const day = (base, shift) => textOf(dayOf(base) + shift)
  const asked = {
    'chain-wide by day': shift => ({
      metrics: ['visits'],
      granularity: 'day',
      period: { from: day('2026-09-03', shift % 8), to: day('2026-10-04', Math.floor(shift / 8)) },
    }),
    'ranking of a week against the week before, 1,000 rows': shift => ({
      metrics: ['visits'],
      dimensions: ['shop'],
      period: { from: day('2026-09-10', shift % 25), to: day('2026-09-16', shift % 25) },
      compare: { type: 'lastWeekSameDay' },
      order: [{ by: 'visits', value: shift < 25 ? 'growth' : 'current' }],
      limit: 1000 - shift,
    }),
    'distinct people of 30 days': shift => ({
      metrics: ['visitors'],
      period: { from: '2026-09-12', to: '2026-10-11' },
      // Another minute of the day is another statement.
      filters: [{ member: 'shop', op: 'notIn', values: [String(rows[shift].id)] }],
    }),
  }
  const answered = []
  for (const [name, question] of Object.entries(asked)) {
    let shift = 0
    const times = await inTurns(
      { once: () => call('/api/analysis/query', question(shift++)) },
      { rounds: 40, warm: 3 },
    )
    answered.push({
      name: `${name}, ${rows.length.toLocaleString('en')} shops`,
      value: `p50 ${times.ms('once').toFixed(0)} ms, p95 ${times.p95('once').toFixed(0)} ms`,
    })
  }
  return answered
}
