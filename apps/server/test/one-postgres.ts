import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migratePostgres, openPostgres } from '../src/platform/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test databases are made. */
    postgresUrl: string
    /** A migrated database to copy. */
    templateDatabase: string
  }
}

/** One PostgreSQL for a whole run: the one of DATABASE_URL, else an embedded one with throw-away data. */
export async function setup(project: TestProject) {
  const given = process.env.DATABASE_URL
  const folder = given ? undefined : mkdtempSync(join(tmpdir(), 'aisle-test-'))
  const embedded = folder
    ? await startEmbeddedPostgres({
        folder: join(folder, 'postgres'),
        log: { info() {}, warn() {} },
        settings: {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          max_connections: '300',
        },
      })
    : undefined
  const url = given ?? embedded?.url ?? ''
  const template = `aisle_test_${randomBytes(6).toString('hex')}`
  await administer(url, `create database ${template}`)
  const postgres = openPostgres(withDatabase(url, template), () => {}, 2)
  await migratePostgres(postgres)
  await postgres.close()
  project.provide('postgresUrl', url)
  project.provide('templateDatabase', template)

  return async () => {
    if (!embedded) await dropAll(url, template)
    await embedded?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

/** The template and what was copied from it. */
async function dropAll(url: string, template: string) {
  const names = await administer(
    url,
    `select datname from pg_database where starts_with(datname, '${template}')`,
  )
  for (const { datname } of names) await administer(url, `drop database if exists ${datname} with (force)`)
}

export const administer = (url: string, statement: string): Promise<Record<string, string>[]> =>
  connected(url, async client => (await client.query(statement)).rows)

/** Work over a connection of its own; locks that it took end with it. */
export async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function withDatabase(url: string, name: string) {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
