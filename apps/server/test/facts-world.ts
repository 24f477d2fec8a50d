import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTables } from '@aisle/analysis'
import { afterAll } from 'vitest'
import { openClickHouse } from '../src/platform/clickhouse.ts'

const quiet = { info() {}, warn() {} }

/** A measure store with its tables, for the test file that calls this. */
export async function measureStore() {
  const folder = await mkdtemp(join(tmpdir(), 'aisle-measures-'))
  const store = await openClickHouse({ folder, log: quiet })
  for (const query of createTables({ kind: 'single' })) await store.client.command({ query })
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
