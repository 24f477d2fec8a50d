import type { Text } from '@aisle/contract'

/** A column: its ClickHouse type with codec, or an expression over the row's other columns (ALIAS, never stored). */
export type Column = string | { readonly alias: string; readonly type: string }

/**
 * How rows of one key become one row. `replacing` keeps the one with the highest `ver` and forgets it where that one says
 * `is_deleted`; reading needs FINAL. `aggregating` adds states up, for sources that are only ever appended to.
 */
export type Engine = 'replacing' | 'aggregating'

export type Table = {
  readonly label: Text
  readonly engine: Engine
  readonly columns: Readonly<Record<string, Column>>
  readonly order: readonly string[]
  readonly partition: string
  /** Days after the business date, then gone; the default of the setting that the specification names. */
  readonly keepDays?: number
  /** Raw rows that nothing else holds: an acknowledged insert survives a loss of power. */
  readonly durable: boolean
  /** Spread over the shards of a cluster by shop, or whole on every server (small tables that are joined). */
  readonly spread: 'byShop' | 'everywhere'
}

/** Type-checks a table without widening its column names. */
export const table = <const T extends Table>(definition: T): T => definition

/** What every table of observations begins with: the shop and its own business day. Slot 0 begins at the cut of the day. */
export const shopDay = { biz_date: 'Date', shop_id: 'UInt32' } as const
/** Five-minute slot of the local business day, 0–287, and its hour. */
export const slot = {
  slot: 'UInt16 CODEC(Delta, ZSTD(1))',
  hour: { alias: 'toUInt8(intDiv(slot, 12))', type: 'UInt8' },
} as const
/** Newest wins; a row with `is_deleted` = 1 takes the row of its key away. */
export const versioned = { ver: 'UInt64 CODEC(Delta, ZSTD(1))', is_deleted: 'UInt8 DEFAULT 0' } as const

export const counter = 'UInt32 CODEC(T64, ZSTD(1))'
export const instant = "DateTime('UTC') CODEC(Delta, ZSTD(1))"
export const instantMs = "DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))"
export const money = 'Decimal(18, 2) CODEC(ZSTD(1))'
export const code = 'LowCardinality(String)'
export const monthly = 'toYYYYMM(biz_date)'
export const yearly = 'toYear(biz_date)'

/** A column of named numbers; statements compare it with the names. */
export const enumOf = (values: Readonly<Record<string, number>>): string =>
  `Enum8(${Object.entries(values)
    .map(([name, value]) => `'${name}' = ${value}`)
    .join(', ')})`
