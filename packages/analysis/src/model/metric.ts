import type { Authority, Text } from '@aisle/contract'
import type { FactName } from './facts.ts'
import type { SourceName } from './sources.ts'
import type { Additivity, UnitName } from './units.ts'

/**
 * An aggregate over the rows of a fact: `fn(of)`, of the rows where `where` holds. The expressions are ClickHouse's over the
 * columns of the fact's tables. `stored` names the column that holds the aggregate's state in a rollup.
 */
export type Aggregate = {
  readonly fn: string
  readonly of?: string
  readonly where?: string
  readonly stored?: string
  /** The result is multiplied by this: 1/60 makes minutes of seconds. */
  readonly times?: number
  /** Null, not 0, where no row took part: a mean, a quantile, a lowest value. */
  readonly blank?: boolean
}

/** One way to count a metric. The first whose fact knows the question's dimensions and source is taken. */
export type Way = {
  /** Sources that name this way; a question without a source takes the first way that knows its dimensions. */
  readonly source: readonly SourceName[]
  readonly fact: FactName
  readonly value: Aggregate
  /** Only for dimensions that no other way knows: no source chooses it. */
  readonly last?: boolean
}

/** What calculations may read instead of the value itself, for metrics of single durations. */
export type Spread = Readonly<Record<string, Pick<Aggregate, 'fn' | 'times'>>>

type Described = {
  readonly label: Text
  readonly unit: UnitName
  readonly formula: Text
  readonly additivity: Additivity
  /** Beside what its sources need; any one is enough. */
  readonly authority?: readonly Authority[]
  /** A part of others that nobody asks for by itself. */
  readonly hidden?: boolean
}

export type Counted = Described & {
  readonly kind: 'counted'
  readonly ways: readonly Way[]
  readonly spread?: Spread
}
/** Divided after both sides are summed, so that the rate of a group is never a mean of rates. */
export type Ratio = Described & {
  readonly kind: 'ratio'
  readonly over: readonly [string, string]
  readonly times: number
  /** The lower side may know fewer dimensions: each row is then divided by the figure of the larger group it belongs to. */
  readonly coarse?: boolean
  /** Dimensions that the lower side leaves out on purpose. */
  readonly without?: readonly string[]
}
export type Difference = Described & { readonly kind: 'difference'; readonly of: readonly [string, string] }

export type Metric = Counted | Ratio | Difference

export const sum = (of: string, where?: string): Aggregate => ({ fn: 'sum', of, ...(where ? { where } : {}) })
export const count = (where?: string): Aggregate => ({
  fn: 'sum',
  of: 'toUInt64(1)',
  ...(where ? { where } : {}),
})
/** Distinct people or things by a whole number, 0 being nobody. */
export const distinct = (of: string, where?: string, stored?: string): Aggregate => ({
  fn: 'groupBitmap',
  of,
  where: where ? `${of} > 0 AND ${where}` : `${of} > 0`,
  ...(stored ? { stored } : {}),
})

export const way = (source: SourceName | readonly SourceName[], fact: FactName, value: Aggregate): Way => ({
  source: typeof source === 'string' ? [source] : source,
  fact,
  value,
})

/** A way that is taken only for dimensions that no other way knows. */
export const lastWay = (
  source: SourceName | readonly SourceName[],
  fact: FactName,
  value: Aggregate,
): Way => ({
  ...way(source, fact, value),
  last: true,
})
