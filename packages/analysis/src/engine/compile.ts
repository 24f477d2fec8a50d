import { isClockGrain } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import type { Day } from '../calendar/days.ts'
import { columnsIn } from '../expressions.ts'
import type { DimensionName } from '../model/dimensions.ts'
import { factOf } from '../model/facts.ts'
import { joinsFor } from '../model/joins.ts'
import { type TableName, tableOf } from '../tables/index.ts'
import { bucketSql, slotSql, withDays } from './calendar-sql.ts'
import { innerConditions, outerConditions, whereLines } from './conditions.ts'
import type { Asked } from './normalize.ts'
import { pairSides, pairsOf } from './pairs.ts'
import { type Part, pairFunctions } from './plan.ts'
import { daysFor, type Layout, layoutOf, type Piece, type PieceContext, type Shape } from './sides.ts'
import { aggregateSql, binder, mergedSql, type Statement, takingPart } from './statement.ts'
import { dimensionSql, tableFor } from './ways.ts'
import { countingWindows, windowColumns, windowsWithFaced } from './windows.ts'

/**
 * One statement for one side of one part. Names come from the dictionary and values are bound: nothing else enters the text.
 */
export function compile(part: Part, asked: Asked, calendar: Calendar, shape: Shape): Statement {
  const bound = binder()
  const days = daysFor(asked, shape)
  const layout = layoutOf(part, asked, shape)
  const pieces = piecesOf(part, asked, shape, days)
  const [first] = pieces
  if (!first) throw new Error('a part without a table')
  const context = { part, asked, calendar, shape, layout, bound }
  const [value] = part.values
  if (value && pairFunctions.has(value.value.fn)) {
    const { wide, narrow } = pairSides(context, first)
    const where = whereLines([...allOf(innerConditions(wide, first)), ...outerConditions(wide, first)])
    return { sql: pairsOf(wide, first, value.value.fn, where, narrow), params: bound.params }
  }
  if (pieces.length === 1) return { sql: selectPiece(context, first, 'value'), params: bound.params }
  const keys = keyNames(layout)
  const values = part.values.map(({ value }, index) => {
    const merged = `toFloat64(${mergedSql(value, `v${index}`)})`
    return `${value.blank ? `if(sum(n${index}) = 0, NULL, ${merged})` : merged} AS v${index}`
  })
  const sums = [
    ...(layout.received ? ['expected', 'covered', 'imputed', 'got'] : []),
    ...(shape.counted ? ['row_count'] : []),
  ].map(name => `sum(${name}) AS ${name}`)
  const lines = [
    `SELECT ${[...keys, ...values, ...sums].join(', ')}`,
    `FROM (\n${pieces.map(piece => selectPiece(context, piece, 'state')).join('\nUNION ALL\n')}\n)`,
    ...(keys.length > 0 ? [`GROUP BY ${keys.join(', ')}`] : []),
  ]
  return { sql: lines.join('\n'), params: bound.params }
}

/** Whole days from the part's table; a day that is cut short from one fine enough, where the part's is not. */
export function piecesOf(part: Part, asked: Asked, { side }: Shape, days: readonly Day[]): Piece[] {
  const table = ordered(part, asked)
  const cut = side === 'compared' ? asked.compare?.cut : undefined
  if (!cut || !days.includes(cut.day) || factOf(part.fact).timeless) return [{ table, days }]
  const columns = tableOf(table).columns
  if ('slot' in columns) return [{ table, days, before: cut }]
  const hourly = 'hour' in columns
  const values = part.values.map(({ value }) => value)
  const whole = { day: cut.day, slot: Math.floor(cut.slot / 12) * 12 }
  if (hourly && (cut.slot % 12 === 0 || values.some(({ fn }) => fn === 'raw')))
    return [{ table, days, before: whole }]
  const filters = asked.filters.map(({ member }) => member)
  const finer = tableFor(
    factOf(part.fact),
    values,
    [...part.dimensions, ...filters],
    cut.slot % 12 === 0 ? 'hour' : 'slot',
  )
  const others = days.filter(day => day !== cut.day)
  if (finer === undefined) return hourly ? [{ table, days, before: whole }] : [{ table, days }]
  const today = { table: finer, days: [cut.day], before: { slot: cut.slot } }
  return others.length === 0 ? [today] : [{ table, days: others }, today]
}

const few = 20
/** Counts by day are kept in two orders; few shops are read from the one by shop. */
const ordered = ({ table }: Part, { shops, everyShop }: Asked): TableName =>
  table === 'flow_day' && !everyShop && shops.length <= few ? 'flow_shop_day' : table

const keyNames = ({ bucket, slot, dimensions }: Layout): string[] => [
  ...(bucket ? ['bucket'] : []),
  ...(slot ? ['slot_key'] : []),
  ...dimensions.map((_, index) => `d${index}`),
]

function selectPiece(context: PieceContext, piece: Piece, stage: 'value' | 'state'): string {
  const { part, layout, shape } = context
  const table = tableOf(piece.table)
  const keys = keySql(context, piece)
  const values = part.values.flatMap(({ value }, index) => {
    const isStored = value.stored !== undefined && value.stored in table.columns
    const sql = aggregateSql(value, isStored, stage)
    if (stage === 'state')
      return [`${sql} AS v${index}`, ...(value.blank ? [`${takingPart(value)} AS n${index}`] : [])]
    const times = `toFloat64(${sql})`
    return [`${value.blank ? `if(${takingPart(value)} = 0, NULL, ${times})` : times} AS v${index}`]
  })
  const sums = [
    ...(layout.received
      ? [
          'sum(expected_n) AS expected',
          // What a counter sends at night makes up for nothing that another one owes.
          'sum(least(got_n, expected_n)) AS covered',
          'sum(imputed_n) AS imputed',
          'sum(got_n) AS got',
        ]
      : []),
    ...(shape.counted ? ['count() AS row_count'] : []),
  ]
  const outer = outerConditions(context, piece)
  const conditions = innerConditions(context, piece)
  const read = [
    ...keys.map(({ sql }) => sql),
    ...values.map(sql => sql.replace(/ AS \w+$/, '')),
    ...sums.map(sql => sql.replace(/ AS \w+$/, '')),
    ...outer,
  ]
  const needed = [...new Set(read.flatMap(columnsIn))]
  const joins = joinsFor(needed.filter(name => !(name in table.columns)))
  const seen = needed.includes('times_seen')
  const isOfWindows = piece.table === 'flow_raw' && needed.every(isOfWindow)
  const windows = needed.includes('pass_got_n') ? windowsWithFaced : countingWindows
  const from = isOfWindows
    ? `(\n${windows(conditions.places, conditions.times, conditions.longest)}\n) AS windows`
    : `${piece.table} FINAL`
  const inner = isOfWindows ? [] : allOf(conditions)
  const selected = [...keys.map(({ name, sql }) => `${sql} AS ${name}`), ...values, ...sums].join(', ')
  const grouped = keys.length > 0 ? [`GROUP BY ${keys.map(({ name }) => name).join(', ')}`] : []
  if (joins.length === 0 && !seen)
    return [`SELECT ${selected}`, `FROM ${from}`, ...whereLines([...inner, ...outer]), ...grouped].join('\n')
  const columns = [...new Set([...needed, ...joins.flatMap(({ needs }) => needs)])].filter(
    name => name in table.columns,
  )
  const rows = [...columns, ...(seen ? ['count() OVER (PARTITION BY person_id) AS times_seen'] : [])].join(
    ', ',
  )
  return [
    `SELECT ${selected}`,
    `FROM (\nSELECT ${rows}\nFROM ${from}\n${whereLines(inner).join('\n')}\n) AS facts`,
    ...joins.map(({ sql }) => sql),
    ...whereLines(outer),
    ...grouped,
  ].join('\n')
}

/** Every condition of the rows of a table. */
export const allOf = ({ places, times, longest }: ReturnType<typeof innerConditions>): string[] => [
  ...places,
  ...times,
  ...(longest === undefined ? [] : [longest]),
]
/** What is joined is no column of a window and none that it lacks. */
const isOfWindow = (name: string): boolean =>
  windowColumns.has(name) || !(name in tableOf('flow_raw').columns)

type Key = { readonly name: string; readonly sql: string }

/** The columns that rows are kept apart by. */
export function keySql(context: PieceContext, piece: Piece): Key[] {
  const { layout, asked } = context
  const { columns } = tableOf(piece.table)
  const keys: Key[] = []
  if (layout.bucket) keys.push({ name: 'bucket', sql: bucketSql(context, piece) })
  if (layout.slot) keys.push({ name: 'slot_key', sql: slotSql(asked.grain, 'slot' in columns) })
  layout.dimensions.forEach((name, index) => {
    const sql = dimensionSql(tableOf(piece.table), name)
    if (sql === undefined) throw new Error(`${piece.table} does not know ${name}`)
    keys.push({ name: `d${index}`, sql: withDays(sql, context) })
  })
  return keys
}

/** Slots due and received of a source, by the keys of a question that are about shops and days. */
export function compileArrivals(
  { arrival, dimensions }: { arrival: string; dimensions: readonly DimensionName[] },
  asked: Asked,
  calendar: Calendar,
  shape: Shape,
): Statement {
  const part: Part = {
    id: arrival,
    fact: 'record',
    table: 'source_day',
    dimensions,
    timed: true,
    leavesClerksOut: false,
    values: [
      { id: 'expected', metric: 'slotsDue', value: { fn: 'sum', of: 'expected_n' } },
      { id: 'got', metric: 'slotsReceived', value: { fn: 'sum', of: 'got_n' } },
    ],
  }
  const byDay: Asked = {
    ...asked,
    filters: [],
    slots: [],
    grain: isClockGrain(asked.grain) ? 'day' : asked.grain === 'distribution' ? 'none' : asked.grain,
  }
  const { sql, params } = compile(part, byDay, calendar, shape)
  const source = 'arrival'
  return {
    sql: sql.replace(/\bWHERE /, `WHERE source = {${source}:String} AND `),
    params: { ...params, [source]: arrival },
  }
}
