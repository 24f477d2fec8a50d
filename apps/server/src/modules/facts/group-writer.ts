import type { TableName } from '@aisle/analysis'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Stored } from './kind.ts'

type Client = ClickHouse['client']
type Waiting = { rows: readonly Stored[]; done: () => void; failed: (error: unknown) => void }

const rowsAtOnce = 200_000

/**
 * Writes rows to the measure store, those of posts under way at once in one insert: each insert is a flushed part on disk, and
 * thousands of sensors that post a few rows each would otherwise make thousands of them. Resolves when they are on disk.
 */
export function groupWriter(measures: () => Promise<Pick<ClickHouse, 'client'>>) {
  const queues = new Map<TableName, Waiting[]>()
  const running = new Set<TableName>()

  async function insert(client: Client, table: TableName, rows: readonly Stored[]): Promise<void> {
    // By place and not by name: a third of the bytes. What a row lacks is null here, and there the default of its column.
    const columns = columnsOf(rows)
    await client.insert({
      table,
      columns,
      values: rows.map(row => columns.map(column => row[column])),
      format: 'JSONCompactEachRow',
      clickhouse_settings: {
        // A file of many years is one insert too; on a cluster it is there when all shards have it.
        max_partitions_per_insert_block: '0',
        input_format_null_as_default: 1,
        distributed_foreground_insert: 1,
        date_time_input_format: 'best_effort',
      },
    })
  }

  async function drain(table: TableName): Promise<void> {
    running.add(table)
    try {
      for (;;) {
        const queue = queues.get(table) ?? []
        if (queue.length === 0) return
        let count = 0
        let many = 0
        while (many < queue.length && (many === 0 || count + (queue[many]?.rows.length ?? 0) <= rowsAtOnce))
          count += queue[many++]?.rows.length ?? 0
        await flush(table, queue.splice(0, many))
      }
    } finally {
      running.delete(table)
    }
  }

  async function flush(table: TableName, together: readonly Waiting[]): Promise<void> {
    try {
      const { client } = await measures()
      await insert(
        client,
        table,
        together.flatMap(({ rows }) => rows),
      )
      for (const { done } of together) done()
    } catch (error) {
      const [only, ...others] = together
      if (only && others.length === 0) return only.failed(error)
      // One of them may be at fault: each answers for itself.
      for (const one of together) await flush(table, [one])
    }
  }

  return {
    /** @throws what the store says; the rows may then be there or not, and may be written again */
    write(table: TableName, rows: readonly Stored[]): Promise<void> {
      if (rows.length === 0) return Promise.resolve()
      return new Promise<void>((done, failed) => {
        const queue = queues.get(table) ?? []
        queue.push({ rows, done, failed })
        queues.set(table, queue)
        if (!running.has(table)) void drain(table)
      })
    },
  }
}
/** What any of the rows has. */
function columnsOf(rows: readonly Stored[]): [string, ...string[]] {
  const columns = new Set<string>()
  for (const row of rows) for (const column in row) columns.add(column)
  const [first, ...others] = columns
  if (first === undefined) throw new Error('rows without a column')
  return [first, ...others]
}
