import { createTables, type Target } from '@aisle/analysis'
import type { ClickHouse } from './clickhouse.ts'

/** Makes the tables of the measure store that are not there yet; every server may do it at its start. */
export async function makeMeasureTables(
  { client }: ClickHouse,
  target: Target = { kind: 'single' },
): Promise<void> {
  for (const query of createTables(target)) await client.command({ query })
}

/** The store once its tables are there; opened by whoever needs it first. A failure is not remembered. */
export function lazily<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open().catch(error => {
      opened = undefined
      throw error
    })
    return opened
  }
}
