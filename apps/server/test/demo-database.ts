import { inject } from 'vitest'
import { seedDemo } from '../src/modules/demo/seed.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import { openPostgres } from '../src/platform/postgres.ts'
import { secretsFrom } from '../src/platform/secrets.ts'
import { copiedDatabase, type TestDatabase } from './database.ts'
import { administer, connected, withDatabase } from './one-postgres.ts'

/** What test databases are encrypted under, so that one seeded for all files is read by each. */
export const testSecrets = secretsFrom('a secret of the tests')

/** A database of its own with the demo chain in it: seeded by the first file that asks, copied for all. */
export async function demoDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `${inject('templateDatabase')}_demo`
  // Whoever comes meanwhile waits; a seeding that broke off leaves a database of another name.
  await connected(server, async client => {
    await client.query(`select pg_advisory_lock(hashtextextended('${name}', 0))`)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await seed(server, name)
  })
  return copiedDatabase(name)
}

async function seed(server: string, name: string): Promise<void> {
  const unfinished = `${name}_new`
  await administer(server, `drop database if exists ${unfinished} with (force)`)
  await administer(server, `create database ${unfinished} template ${inject('templateDatabase')}`)
  const postgres = openPostgres(withDatabase(server, unfinished), () => {})
  try {
    await seedDemo({
      db: postgres.db,
      now: new Date(),
      hashPassword,
      encrypt: testSecrets.encrypt,
      log: () => undefined,
    })
  } finally {
    await postgres.close()
  }
  await administer(server, `alter database ${unfinished} rename to ${name}`)
}
