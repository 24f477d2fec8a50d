import { knows } from '../expressions.ts'
import { type DimensionName, dimensionNames, dimensionOf } from '../model/dimensions.ts'
import { type Fact, factOf } from '../model/facts.ts'
import { joinedColumns, joinsFor } from '../model/joins.ts'
import type { Aggregate, Counted, Way } from '../model/metric.ts'
import type { SourceName } from '../model/sources.ts'
import { type TableName, tableOf } from '../tables/index.ts'
import type { Table } from '../tables/table.ts'

/** How fine a table has to be: nothing below the day, hours, or five-minute slots. */
export type Fineness = 'day' | 'hour' | 'slot'

/** Columns that statements make up themselves, and what they need. */
const madeUp: Readonly<Record<string, readonly string[]>> = { times_seen: ['person_id'] }

/** The expression of a dimension that a table can work out, with small tables joined to it. */
export function dimensionSql(table: Table, name: DimensionName): string | undefined {
  const reach = [
    ...joinedColumns.filter(column => canJoin(table, column)),
    ...Object.keys(madeUp).filter(column => madeUp[column]?.every(need => need in table.columns)),
  ]
  return dimensionOf(name).by.find(sql => knows(table, sql, reach))
}

function canJoin(table: Table, column: string): boolean {
  return joinsFor([column])
    .flatMap(({ needs }) => needs)
    .every(need => need in table.columns || joinedColumns.includes(need))
}

/** Whether a table can aggregate so: from the rows, or from a state it keeps. */
const canCount = (table: Table, { of = '', where = '', stored }: Aggregate): boolean =>
  (stored !== undefined && stored in table.columns) || (knows(table, of) && knows(table, where))

const isFine = (table: Table, fineness: Fineness): boolean =>
  fineness === 'day'
    ? 'biz_date' in table.columns || !('hour' in table.columns)
    : fineness === 'hour'
      ? 'hour' in table.columns
      : 'slot' in table.columns

/** The coarsest table of a fact that has all of it; undefined where none has. */
export function tableFor(
  fact: Fact,
  values: readonly Aggregate[],
  dimensions: readonly DimensionName[],
  fineness: Fineness,
): TableName | undefined {
  return fact.tables.find(name => {
    const table = tableOf(name)
    return (
      (fact.timeless || isFine(table, fineness)) &&
      values.every(value => canCount(table, value)) &&
      dimensions.every(dimension => dimensionSql(table, dimension) !== undefined)
    )
  })
}

/** Which of the dimensions a way knows, in any table of its fact. */
export function knownTo({ fact, value }: Way, dimensions: readonly DimensionName[]): DimensionName[] {
  const tables = factOf(fact)
    .tables.map(tableOf)
    .filter(table => canCount(table, value))
  return dimensions.filter(name => tables.some(table => dimensionSql(table, name) !== undefined))
}

/**
 * The way a metric is counted for some dimensions: that of the source where it names one, else the first that knows them all.
 * `coarse`: the one that knows most will do.
 */
export function wayFor(
  metric: Counted,
  source: SourceName | undefined,
  dimensions: readonly DimensionName[],
  fineness: Fineness,
  coarse: boolean,
): Way | undefined {
  const named =
    source === undefined ? [] : metric.ways.filter(way => !way.last && way.source.includes(source))
  const candidates = named.length > 0 ? named : metric.ways
  const full = candidates.find(
    way => tableFor(factOf(way.fact), [way.value], dimensions, fineness) !== undefined,
  )
  if (full || !coarse) return full
  return candidates.find(way => !way.last)
}

/** Every dimension that a metric of single figures can be asked by, in some way of counting it. */
export function knownDimensions(metric: Counted): DimensionName[] {
  return dimensionNames.filter(name => metric.ways.some(way => knownTo(way, [name]).length > 0))
}
