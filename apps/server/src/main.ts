import { join } from 'node:path'
import { buildApp } from './app.ts'
import { demoPassword, demoUsers } from './modules/demo/people.ts'
import { prepareDemo } from './modules/demo/prepare.ts'
import { prepareEmpty } from './modules/people/first-admin.ts'
import { openClickHouse } from './platform/clickhouse.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { EmbeddedError } from './platform/embedded-folder.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { startJobs } from './platform/jobs.ts'
import { openLocks } from './platform/locks.ts'
import { wordsOf } from './platform/logged-error.ts'
import { lazily, makeMeasureTables } from './platform/measure-tables.ts'
import { migratePostgres, openPostgres, statementFault } from './platform/postgres.ts'
import { installationSecret, secretsFrom } from './platform/secrets.ts'

const say = (message: string) => console.error(`[server] ${message}`)
/** What has been started, to be ended in reverse order. */
const ends: (() => Promise<unknown>)[] = []
let leaving: Promise<void> | undefined

async function start(): Promise<void> {
  const config = readConfig()
  const log = { info: say, warn: say }
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ folder: join(config.data, 'postgres'), log })
  if (embedded) ends.push(() => embedded.stop())
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const clickhouseStarts = openClickHouse(
    config.clickhouseUrl ? { url: config.clickhouseUrl } : { folder: join(config.data, 'clickhouse'), log },
  )

  const postgres = openPostgres(url, say)
  ends.push(postgres.close)
  const locks = openLocks(url, say)
  ends.push(locks.close)
  await migratePostgres(postgres)
  const clickhouse = await clickhouseStarts
  ends.push(() => clickhouse.close())
  const secrets = secretsFrom(await installationSecret(config.secret, config.data))

  let jobsReady = () => false
  const measures = lazily(async () => {
    await makeMeasureTables(clickhouse)
    return clickhouse
  })
  const aisle = await buildApp({
    config,
    db: postgres.db,
    locks,
    secrets,
    measures,
    readiness: { postgres: postgres.ready, clickhouse: clickhouse.ready, jobs: () => jobsReady() },
    demo: config.demo
      ? { accounts: demoUsers.filter(user => user.offered), password: demoPassword }
      : undefined,
  })
  ends.push(() => aisle.close())
  if (config.demo) {
    const { thumbnails, pictures, standards, rollups } = aisle
    const demo = await prepareDemo({
      db: postgres.db,
      secrets,
      simulator: config.simulator,
      thumbnails,
      pictures,
      standards,
      facts: { measures, locks, rollups, historyDays: config.demoHistoryDays },
      historyMade: () => aisle.wakeJob('quality'),
      log: say,
    })
    ends.push(demo.stop)
  } else await prepareEmpty(postgres.db, say)

  const jobs = await startJobs(url, aisle.jobs, (message, error) =>
    aisle.app.log.warn({ err: error }, message),
  )
  ends.push(jobs.close)
  jobsReady = jobs.ready
  aisle.wakeJobsBy(jobs.wake)
  aisle.startTickers()
  ends.push(() => aisle.app.close())
  await aisle.app.listen({ host: config.host, port: config.port })
  const address = aisle.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  process.send?.({
    ready: true,
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
  })
  say(`ready on port ${port}`)
}

/** Finishes what is being answered, then ends what was started, last first. */
function leave(code: number): Promise<void> {
  leaving ??= (async () => {
    const limit = setTimeout(() => process.exit(code || 1), 9000)
    limit.unref()
    for (const end of ends.reverse()) await end().catch(error => say(`while stopping: ${wordsOf(error)}`))
    process.exit(code)
  })()
  return leaving
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(0))
// The start script is gone: nobody would stop us.
if (process.send) process.on('disconnect', () => void leave(0))

/** One clear sentence for what people get wrong; the whole error for what they cannot. */
function explain(thrown: unknown): string {
  const error = thrown instanceof Error ? statementFault(thrown) : thrown
  if (error instanceof EmbeddedError) return error.message
  if (error instanceof ConfigError) return `a wrong environment variable:\n${error.message}`
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE')
      return 'the port is in use: stop the other program or choose another with PORT=…'
    if (error.code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
      return 'this port may not be opened: choose another with PORT=…'
    if (error.code === 'ECONNREFUSED')
      return `a store does not answer: ${error.message} (DATABASE_URL, CLICKHOUSE_URL)`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

start().catch(async error => {
  say(explain(error))
  await leave(1)
})
