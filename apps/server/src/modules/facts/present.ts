import { tableOf } from '@aisle/analysis'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import { dayAfter, dayBefore } from '../../platform/time.ts'
import type { Kind, Stored, StoredParts } from './kind.ts'

type Client = ClickHouse['client']

/** A thing that is told anew on another day is looked for this far around. */
const movedDays = 45
/** Longer lists of values are left out of the condition: the days and shops are narrow enough. */
const listed = 1000
const pairsListed = 2000

export type News = {
  /** Rows that say something new, and rows that take away what they replace elsewhere. */
  fresh: Stored[]
  gone: Stored[]
}

/** Columns that tell a thing from another: the key, less the day where it may move. */
export function identity(kind: Pick<Kind<never>, 'table' | 'movable'>): readonly string[] {
  const { order } = tableOf(kind.table)
  return kind.movable ? ['shop_id', kind.movable.by] : order
}
function keyOf(row: Stored, columns: readonly string[]): string {
  let key = ''
  for (const column of columns) key += `${row[column]}\n`
  return key
}

/** Of several words on one thing in one post the last, or the one with the highest version; by what names the thing. */
export function lastOfEach(rows: readonly Stored[], columns: readonly string[]): Map<string, Stored> {
  const last = new Map<string, Stored>()
  for (const row of rows) {
    const key = keyOf(row, columns)
    const before = last.get(key)
    if (!before || Number(row.ver) >= Number(before.ver)) last.set(key, row)
  }
  return last
}

/**
 * What of the rows is new against what the store has: a row that is there with the same figures, or with a higher version, is
 * not. Rows are one of each thing, by what names it (`lastOfEach`).
 */
export async function newsOf(
  client: Client,
  kind: Pick<Kind<never>, 'table' | 'movable' | 'ignored' | 'saysMore'>,
  named: ReadonlyMap<string, Stored>,
): Promise<News> {
  const rows = [...named.values()]
  const [first] = rows
  if (!first) return { fresh: [], gone: [] }
  const { order } = tableOf(kind.table)
  const columns = identity(kind)
  const figures = Object.keys(first).filter(column => !order.includes(column) && column !== 'ver')
  const answer = await client.query({
    query: `SELECT ${[...order, ...figures].join(', ')}, toFloat64(ver) AS ver FROM ${kind.table} FINAL WHERE ${near(kind, rows)}`,
    format: 'JSONEachRow',
  })
  const telling = [...order, ...figures].filter(column => !kind.ignored?.includes(column))
  const there = new Map<string, Stored[]>()
  for (const row of await answer.json<Stored>()) {
    const key = keyOf(row, columns)
    const others = there.get(key)
    if (others) others.push(row)
    else there.set(key, [row])
  }
  const news: News = { fresh: [], gone: [] }
  for (const [key, row] of named) {
    const before = there.get(key)
    if (!before) {
      news.fresh.push(row)
      continue
    }
    const isOlder = before.some(old => Number(old.ver) > Number(row.ver))
    const same = before.find(old => isSame(old, row, telling) && !kind.saysMore?.(old, row))
    if (isOlder || (same && before.length === 1)) continue
    news.fresh.push(row)
    for (const old of before)
      if (order.some(column => String(old[column]) !== String(row[column])))
        news.gone.push({ ...picked(old, order), is_deleted: 1, ver: row.ver })
  }
  return news
}

/** Rows of dependent tables that the new ones do not replace: an article that is no longer on the receipt. */
export async function leftOver(
  client: Client,
  kind: Pick<Kind<never>, 'table' | 'movable'>,
  fresh: readonly Stored[],
  dependents: StoredParts,
): Promise<StoredParts> {
  const { movable } = kind
  const left: StoredParts = {}
  if (!movable || fresh.length === 0) return left
  const versions = new Map(fresh.map(row => [keyOf(row, identity(kind)), row.ver]))
  for (const table of movable.dependents) {
    const { order } = tableOf(table)
    const answer = await client.query({
      query: `SELECT ${[...new Set([...order, movable.by])].join(', ')} FROM ${table} FINAL WHERE ${near({ table, movable }, fresh)}`,
      format: 'JSONEachRow',
    })
    const kept = new Set((dependents[table] ?? []).map(row => keyOf(row, order)))
    left[table] = (await answer.json<Stored>()).flatMap(row => {
      const ver = versions.get(keyOf(row, identity(kind)))
      return ver === undefined || kept.has(keyOf(row, order))
        ? []
        : [{ ...picked(row, order), is_deleted: 1, ver }]
    })
  }
  return left
}

/** A condition that holds at least for the keys of these rows, by the columns that the store is ordered by. */
function near({ table, movable }: Pick<Kind<never>, 'table' | 'movable'>, rows: readonly Stored[]): string {
  const inList = (column: string, values: ReadonlySet<unknown>) =>
    `${column} IN (${[...values].map(literal).join(', ')})`
  const dates = [...valuesOf(rows, 'biz_date')].map(String).sort()
  const parts: string[] = []
  const [from = '', to = ''] = [dates[0], dates.at(-1)]
  const { order } = tableOf(table)
  for (const column of movable ? ['shop_id', movable.by] : order) {
    if (column === 'biz_date') continue
    const values = valuesOf(rows, column, column === 'shop_id' ? Number.POSITIVE_INFINITY : listed)
    if (column === 'shop_id' || values.size <= listed) parts.push(inList(column, values))
  }
  const days = movable ? [dayBefore(from, movedDays), dayAfter(to, movedDays)] : [from, to]
  parts.push(`biz_date BETWEEN '${days[0]}' AND '${days[1]}'`)
  if (!movable && order.includes('shop_id')) {
    const pairs = new Set<string>()
    for (const row of rows) if (pairs.size <= pairsListed) pairs.add(`(${row.shop_id}, '${row.biz_date}')`)
    if (pairs.size > 1 && pairs.size <= pairsListed)
      parts.push(`(shop_id, biz_date) IN (${[...pairs].join(', ')})`)
  }
  return parts.join(' AND ')
}

/** Values of a column; no more than one beyond `most`. */
function valuesOf(
  rows: readonly Stored[],
  column: string,
  most = Number.POSITIVE_INFINITY,
): ReadonlySet<unknown> {
  const values = new Set<unknown>()
  for (const row of rows) {
    values.add(row[column])
    if (values.size > most) break
  }
  return values
}

const literal = (value: unknown): string =>
  typeof value === 'number' ? String(value) : `'${String(value).replace(/[\\']/g, '\\$&')}'`
const picked = (row: Stored, columns: readonly string[]): Stored =>
  Object.fromEntries(columns.map(column => [column, row[column]]))
const isSame = (a: Stored, b: Stored, columns: readonly string[]): boolean =>
  columns.every(column => plain(a[column]) === plain(b[column]))
const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
