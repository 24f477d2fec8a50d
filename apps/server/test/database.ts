import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { openPostgres, type Postgres } from '../src/platform/postgres.ts'
import { administer, withDatabase } from './one-postgres.ts'

export interface TestDatabase extends Postgres {
  url: string
}

/**
 * A fresh, migrated database for the test file that calls this; closing it drops it, and the end of the run drops it in
 * any case.
 */
export const testDatabase = (): Promise<TestDatabase> => copiedDatabase(inject('templateDatabase'))

/** The same with what another database has, to which nobody is connected. */
export async function copiedDatabase(template: string): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `${inject('templateDatabase')}_${randomBytes(6).toString('hex')}`
  await copyTemplate(server, name, template)
  const url = withDatabase(server, name)
  const postgres = openPostgres(url, () => {})
  return {
    ...postgres,
    url,
    async close() {
      await postgres.close()
      await administer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** PostgreSQL refuses to copy a database while another copy of it begins; then a moment later it does. */
async function copyTemplate(server: string, name: string, template: string) {
  for (let tries = 1; ; tries++) {
    try {
      return void (await administer(server, `create database ${name} template ${template}`))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== '55006' || tries > 100) throw error
      await sleep(50)
    }
  }
}
