import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '../../test/aisle.ts'
import { testDatabase } from '../../test/database.ts'
import { startJobs } from './jobs.ts'

const database = await testDatabase()
const other = new PgBoss({ connectionString: database.url, max: 2 })
other.on('error', () => undefined)
await other.start()
afterAll(async () => {
  await other.stop({ graceful: false })
  await database.close()
})

it('a job that was lost with its server runs again', async () => {
  // As an older release made it.
  await other.createQueue('lost', { policy: 'exclusive', retryLimit: 0 })
  let runs = 0
  const run = async () => {
    runs += 1
  }
  const first = await startJobs(database.url, [{ name: 'lost', every: '0 0 1 1 *', run }], () => undefined)
  await first.close()
  await other.send('lost')
  // Whoever fetched it is never heard of again.
  expect(await other.fetch('lost')).toHaveLength(1)
  const next = await startJobs(database.url, [{ name: 'lost', every: '0 0 1 1 *', run }], () => undefined)
  expect(await other.send('lost')).toBeNull()
  await database.db.execute(
    sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '5 minutes' where name = 'lost' and state = 'active'`,
  )
  // It is due to be looked through, whoever did so a moment ago.
  await database.db.execute(sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`)
  await other.supervise('lost')
  next.wake('lost')
  await eventually(async () => runs > 0, 'the job runs again')
  await next.close()
})

it('a job that could not be asked for is asked for again', async () => {
  let runs = 0
  const failures: string[] = []
  const run = async () => {
    runs += 1
  }
  const missed = { name: 'missed', every: '0 0 1 1 *', run }
  const jobs = await startJobs(database.url, [missed], message => void failures.push(message))
  await database.db.execute(sql`alter schema pgboss rename to away`)
  jobs.wake('missed')
  await eventually(async () => failures.includes('wake missed'), 'the store refuses')
  await database.db.execute(sql`alter schema away rename to pgboss`)
  await eventually(async () => runs > 0, 'the job runs')
  await jobs.close()
})

it('a job of the start runs soon after it, without its time having come, and no other does', async () => {
  const ran: string[] = []
  const job = (name: string, atStart: boolean) => ({
    name,
    every: '0 0 1 1 *',
    atStart,
    run: async () => void ran.push(name),
  })
  const jobs = await startJobs(database.url, [job('yearly', false), job('first', true)], () => undefined)
  await eventually(async () => ran.length > 0, 'the job runs')
  await jobs.close()
  expect(ran).toEqual(['first'])
})
