// 10,000 planned pictures of as many cameras, due in the same minute: how long until the last is filed, with one server and
// with ten, and whether each was taken once and within what the platforms allow. The rows, the claims, the adapters with
// their limits, the picture files and their thumbnails are the product's own; only the network is made by hand, and answers
// after 80 ms. Plans that come from real platforms are bound by those: see the last row for what the simulator paints.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { pictureService } from '../apps/server/src/modules/pictures/service.ts'
import { runStore } from '../apps/server/src/modules/plans/run-store.ts'
import { planRunner } from '../apps/server/src/modules/plans/runner.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { folderDisk } from '../apps/server/src/platform/pictures.ts'
import { migratePostgres, openPostgres } from '../apps/server/src/platform/postgres.ts'
import { providers } from '../packages/cameras/src/index.ts'
import { startProduct } from './product.mjs'

const planned = Number(process.env.PLANS ?? 10_000)
/** One capture is one call on this platform; 20 calls a second are what its adapter allows an account. */
const accounts = 16
const callsPerSecond = 20
const answerMs = 80

export const title = 'Plans'

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'aisle-bench-'))
  const embedded = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log: { info() {}, warn() {} },
  })
  const postgres = openPostgres(embedded.url, () => undefined, 20)
  try {
    await migratePostgres(postgres)
    await furnish(postgres.pool)
    const disk = await folderDisk(join(folder, 'pictures'))
    const rows = []
    for (const count of [1, 10]) rows.push(await measure({ count, url: embedded.url, postgres, disk }))
    rows.push(await onSimulator())
    return rows
  } finally {
    await postgres.close()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure({ count, url, postgres, disk }) {
  await postgres.pool.query('truncate plan_runs, plan_lanes, pictures, plans cascade')
  const calls = new Map()
  const network = platform(calls)
  const servers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const own = openPostgres(url, () => undefined, count === 1 ? 20 : 8)
      const runner = planRunner({
        runs: runStore(own.db),
        open: cameras(network, own.pool),
        pictures: pictureService({ db: own.db, disk, now: () => new Date() }),
        settings: { settleMs: 3000, catchUpMs: 600_000 },
        holder: `server ${index}`,
        now: () => new Date(),
        log: (message, error) => console.error(`[plans] ${message}: ${error?.message}`),
      })
      return { own, runner }
    }),
  )
  // Due at the minute that has just begun: all at once.
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  const ofDay = (Math.floor(minute / 60_000) + 480) % 1440
  await postgres.pool.query(
    `insert into plans (kind, shop_id, camera_id, times, next_due_at)
     select 'screenshot', shop_id, id, array[$1::int], $2 from cameras limit $3`,
    [ofDay, new Date(minute), planned],
  )
  const began = performance.now()
  const cpuBegan = process.cpuUsage()
  let stopped = false
  const left = async () =>
    (
      await postgres.pool.query(
        "select count(*)::int as n from plan_runs where state in ('waiting', 'running')",
      )
    ).rows[0].n +
    (await postgres.pool.query('select count(*)::int as n from plans where next_due_at <= now()')).rows[0].n
  const ticking = servers.map(async ({ runner }, index) => {
    await pause(index * 37)
    while (!stopped) {
      await runner.tick()
      await pause(1000)
    }
  })
  while ((await left()) > 0) await pause(250)
  const seconds = (performance.now() - began) / 1000
  const cpu = process.cpuUsage(cpuBegan)
  stopped = true
  await Promise.all(ticking)
  await Promise.all(servers.map(({ runner }) => runner.close()))
  await Promise.all(servers.map(({ own }) => own.close()))
  const { rows } = await postgres.pool.query(
    `select count(*) filter (where r.state = 'done')::int as done, count(*)::int as runs,
       count(p.id)::int as pictures, count(distinct r.plan_id)::int as plans, max(r.tries)::int as tries
     from plan_runs r left join pictures p on p.plan_run_id = r.id`,
  )
  return {
    name: `${planned} plans due in one minute, ${count} server${count === 1 ? '' : 's'}`,
    'all filed after s': seconds.toFixed(1),
    'done/runs/plans': `${rows[0].done}/${rows[0].runs}/${rows[0].plans}`,
    pictures: rows[0].pictures,
    'most tries': rows[0].tries,
    'most calls in 1 s, account': mostInASecond(calls),
    'CPU s of the servers': ((cpu.user + cpu.system) / 1e6).toFixed(0),
  }
}

/** Every camera of the demo on the simulated platforms, whose pictures are painted and encoded on this machine too. */
async function onSimulator() {
  const product = await startProduct()
  const postgres = openPostgres(product.databaseUrl, () => undefined, 2)
  try {
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    const ofDay = (minute.getTime() / 60_000 + 480) % 1440
    await postgres.pool.query('update plans set next_due_at = null, deleted_at = now()')
    const { rowCount } = await postgres.pool.query(
      `insert into plans (kind, shop_id, camera_id, times, next_due_at)
       select 'screenshot', shop_id, id, array[$1::int], $2 from cameras`,
      [ofDay, minute],
    )
    const began = performance.now()
    const runs = async state =>
      (
        await postgres.pool.query(
          `select count(*)::int as n, count(p.id)::int as pictures from plan_runs r
             left join pictures p on p.plan_run_id = r.id where r.due_at = $1 and r.state ${state}`,
          [minute],
        )
      ).rows[0]
    while ((await runs("not in ('waiting', 'running')")).n < rowCount && performance.now() - began < 120_000)
      await pause(500)
    const seconds = (performance.now() - began) / 1000
    const { n, pictures } = await runs("= 'done'")
    return {
      name: 'every camera of the demo, on the simulator',
      'all filed after s': seconds.toFixed(1),
      'done/runs/plans': `${n}/${(await runs('is not null')).n}/${rowCount}`,
      pictures,
    }
  } finally {
    await postgres.close()
    await product.stop()
  }
}

/** What the servers remember of an account, as the database keeps it for them. */
const memories = new Map()
function memoryOf(id) {
  const known = memories.get(id)
  if (known) return known
  const values = new Map()
  let line = Promise.resolve()
  const memory = {
    read: async key => values.get(key),
    write: async (key, value, expiresAt) => void values.set(key, { value, expiresAt }),
    remove: async key => void values.delete(key),
    exclusive(_, work) {
      const turn = line.then(work)
      line = turn.catch(() => undefined)
      return turn
    },
  }
  memories.set(id, memory)
  return memory
}

/** The adapters of the product, one an account and server, over the network made by hand. */
function cameras(network, pool) {
  const made = new Map()
  const providerOf = id => {
    const known = made.get(id)
    if (known) return known
    const provider = providers.huawei({
      account: {
        id,
        baseUrl: `http://${id}.platform.invalid`,
        credentials: { ak: 'ak', sk: 'secret', userId: 'user' },
        settings: {},
      },
      memory: memoryOf(id),
      fetch: network,
      now: () => Date.now(),
      sleep: ms => pause(ms),
      random: Math.random,
    })
    made.set(id, provider)
    return provider
  }
  return async ids => {
    const { rows } = await pool.query(
      'select id, account_id, device_code, channel from cameras where id = any($1)',
      [ids],
    )
    return new Map(
      rows.map(row => {
        const camera = { id: row.id, deviceCode: row.device_code, channel: row.channel }
        return [
          row.id,
          {
            goTo: index => providerOf(row.account_id).presets.go(camera, index),
            release: async () => {},
            async frame(patienceMs) {
              const picture = await providerOf(row.account_id).capture(camera, { patienceMs })
              return { data: Buffer.from(picture.data), takenAt: new Date(picture.takenAt) }
            },
          },
        ]
      }),
    )
  }
}

/** Answers every call after a while, and notes when it came. */
function platform(calls) {
  const answer = body => new Response(body, { headers: { 'content-type': 'application/json' } })
  return async address => {
    const { hostname, pathname } = new URL(String(address))
    const at = performance.now()
    await pause(answerMs)
    if (pathname.endsWith('/access-token'))
      return answer(JSON.stringify({ access_token: 'token', expire_time: 86_400 * 7 }))
    const known = calls.get(hostname)
    if (known) known.push(at)
    else calls.set(hostname, [at])
    return answer(snapshot)
  }
}

/** A picture as cameras send it: 1280 × 720 with grain, 100 kB or so. */
const grain = await sharp({
  create: {
    width: 1280,
    height: 720,
    channels: 3,
    background: '#667',
    noise: { type: 'gaussian', mean: 120, sigma: 18 },
  },
})
  .blur(0.8)
  .jpeg({ quality: 70 })
  .toBuffer()
const snapshot = JSON.stringify({ pic_data: grain.toString('base64') })

function mostInASecond(calls) {
  let most = 0
  for (const times of calls.values()) {
    times.sort((a, b) => a - b)
    for (let from = 0, to = 0; to < times.length; to++) {
      while (times[to] - times[from] >= 1000) from++
      most = Math.max(most, to - from + 1)
    }
  }
  return `${most} of ${callsPerSecond}`
}

/** 200 shops, one camera a plan, shared out among the accounts. */
async function furnish(pool) {
  await pool.query(`insert into areas (id, level, name) values ('1', 'region', 'region')`)
  await pool.query(
    `insert into shops (id, name, format, region_id, province_id, city_id, county_id)
     select 'shop' || n, 'shop ' || n, 'standard', '1', '1', '1', '1' from generate_series(0, 199) n`,
  )
  await pool.query(
    `insert into camera_accounts (id, provider, name, base_url, credentials)
     select 'account' || n, 'huawei', 'account', 'http://platform.invalid', '' from generate_series(0, $1::int - 1) n`,
    [accounts],
  )
  await pool.query(
    `insert into cameras (id, shop_id, account_id, provider, device_code, channel, number, name)
     select 'camera' || n, 'shop' || (n % 200), 'account' || (n % $1::int), 'huawei', 'DEVICE' || lpad(n::text, 6, '0'),
       '0', '01', 'camera' from generate_series(0, $2::int - 1) n`,
    [accounts, planned],
  )
  await pool.query('analyze')
}
