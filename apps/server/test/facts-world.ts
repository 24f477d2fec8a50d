import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTables } from '@aisle/analysis'
import { afterAll } from 'vitest'
import { openClickHouse } from '../src/platform/clickhouse.ts'

const quiet = { info() {}, warn() {} }

/**
 * Statements that make the tables as they are, but for what makes an insert survive a loss of power: no test pulls the plug, and on
 * a busy disk it is most of the time (as the PostgreSQL of tests has no fsync). Crashes are tested on the real server.
 */
export const tablesOfTests = (): string[] =>
  createTables({ kind: 'single' }).map(query =>
    query
      .replace(/\bfsync_(after_insert|part_directory) = 1/g, 'fsync_$1 = 0')
      .replace(/\b(min_\w+_to_fsync_after_merge) = 1/g, '$1 = 0'),
  )

/** A measure store with its tables, for the test file that calls this. */
export async function measureStore() {
  const folder = await mkdtemp(join(tmpdir(), 'aisle-measures-'))
  const store = await openClickHouse({ folder, log: quiet })
  for (const query of tablesOfTests()) await store.client.command({ query })
  afterAll(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    client: store.client,
    async rows<T>(query: string): Promise<T[]> {
      return (await store.client.query({ query, format: 'JSONEachRow' })).json<T>()
    },
  }
}
