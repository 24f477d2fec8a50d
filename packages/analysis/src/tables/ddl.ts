import { type TableName, tableNames, tableOf } from './index.ts'
import type { Column, Table } from './table.ts'

/**
 * Where tables are made: one server, or a cluster. On a cluster each table is a replicated one on every shard (named
 * `<table>_local`) under a distributed one with the plain name, so that statements read alike in both.
 */
export type Target =
  | { readonly kind: 'single' }
  | { readonly kind: 'cluster'; readonly cluster: string; readonly database: string }

/** Acknowledged inserts survive a loss of power; ClickHouse does not promise that by itself. */
const durable = [
  'fsync_after_insert = 1',
  'fsync_part_directory = 1',
  'min_rows_to_fsync_after_merge = 1',
  'min_compressed_bytes_to_fsync_after_merge = 1',
]
/** Batches that were sent twice are taken once, as long as the second comes within this many. */
const window = 10_000

/** Days that raw rows are kept, where it is not what the table says; null keeps them for ever. */
export type Keeping = Partial<Record<TableName, number | null>>

/** Statements that make every table; each can be repeated without harm. */
export function createTables(target: Target, keeping: Keeping = {}): string[] {
  return tableNames.flatMap(name => createTable(name, target, keeping))
}

/** Statements that make one table: one for a server, two for a cluster. */
export function createTable(name: TableName, target: Target, keeping: Keeping = {}): string[] {
  const { keepDays: usual, ...rest } = tableOf(name)
  const keepDays = name in keeping ? keeping[name] : usual
  const table: Table = { ...rest, ...(typeof keepDays === 'number' ? { keepDays } : {}) }
  if (target.kind === 'single')
    return [
      created(name, table, engine(table), storage(table, `non_replicated_deduplication_window = ${window}`)),
    ]
  const { cluster, database } = target
  const on = ` ON CLUSTER ${cluster}`
  const everywhere = table.spread === 'everywhere'
  const local = everywhere ? name : `${name}_local`
  const path = `/clickhouse/tables/${everywhere ? 'all' : '{shard}'}/${database}/${name}`
  const replicated = `Replicated${engine(table, [`'${path}'`, `'${everywhere ? '{shard}-{replica}' : '{replica}'}'`])}`
  const stored = created(
    `${database}.${local}`,
    table,
    replicated,
    storage(table, `replicated_deduplication_window = ${window}`),
    on,
  )
  if (everywhere) return [stored]
  return [
    stored,
    `CREATE TABLE IF NOT EXISTS ${database}.${name}${on} AS ${database}.${local}\n` +
      `ENGINE = Distributed('${cluster}', '${database}', '${local}', shop_id)`,
  ]
}

function created(name: string, table: Table, engineSql: string, storageSql: string, on = ''): string {
  const columns = Object.entries(table.columns).map(
    ([column, definition]) => `  ${column} ${typed(definition)}`,
  )
  return `CREATE TABLE IF NOT EXISTS ${name}${on} (\n${columns.join(',\n')}\n)\nENGINE = ${engineSql}\n${storageSql}`
}

const typed = (column: Column) =>
  typeof column === 'string' ? column : `${column.type} ALIAS ${column.alias}`

function engine(table: Table, before: string[] = []): string {
  const merge = table.engine === 'replacing' ? 'ReplacingMergeTree' : 'AggregatingMergeTree'
  const after = table.engine === 'replacing' ? ['ver', 'is_deleted'] : []
  return `${merge}(${[...before, ...after].join(', ')})`
}

function storage(table: Table, deduplication: string): string {
  const settings = [deduplication, ...(table.durable ? durable : [])]
  return [
    `PARTITION BY ${table.partition}`,
    `ORDER BY (${table.order.join(', ')})`,
    ...(table.keepDays === undefined ? [] : [`TTL biz_date + INTERVAL ${table.keepDays} DAY`]),
    `SETTINGS ${settings.join(', ')}`,
  ].join('\n')
}
