import type { Granularity } from '@aisle/contract'
import { bucketStart, isClockGrain, isDayGrain, minutesOf } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { type Day, spansOf, textOf, weekdayOf } from '../calendar/days.ts'
import { columnsIn } from '../expressions.ts'
import { type DimensionName, dimensionOf } from '../model/dimensions.ts'
import { factOf } from '../model/facts.ts'
import { joinsFor } from '../model/joins.ts'
import { type TableName, tableOf } from '../tables/index.ts'
import type { Asked, MemberFilter } from './normalize.ts'
import { type Part, pairFunctions } from './plan.ts'
import { aggregateSql, type Binder, binder, mergedSql, type Statement, takingPart } from './statement.ts'
import { dimensionSql, tableFor } from './ways.ts'

/** The current days, the days they are held against, or all days where some of them have no counterpart. */
export type Side = 'current' | 'compared' | 'whole'

export type Shape = {
  readonly side: Side
  /** Everything in one row: the pass of totals. */
  readonly total: boolean
  /** With the number of rows behind each figure. */
  readonly counted?: boolean
}

/** Names of the columns of an answer, in their order. */
export type Layout = {
  readonly bucket: boolean
  readonly slot: boolean
  readonly dimensions: readonly DimensionName[]
  readonly values: readonly string[]
  readonly received: boolean
}

export const showsDays = (grain: Granularity): boolean => grain === 'day' || isClockGrain(grain)

/** What a part's statement answers in each column. */
export function layoutOf(part: Part, asked: Asked, { total }: Shape): Layout {
  const timed = part.timed && !total
  return {
    bucket: timed && (isDayGrain(asked.grain) || isClockGrain(asked.grain)),
    slot: timed && (isClockGrain(asked.grain) || asked.grain === 'distribution'),
    dimensions: total ? [] : part.dimensions,
    values: part.values.map(({ id }) => id),
    received: factOf(part.fact).arrival === 'own',
  }
}

/** The local days a side covers. */
export function daysFor(asked: Asked, { side, total }: Shape): Day[] {
  const { compare, days, grain } = asked
  const single = showsDays(grain) && !total
  if (side === 'compared')
    return compare ? [...compare.map.pairs.keys(), ...(single ? [] : compare.map.extra.keys())] : []
  if (side === 'whole' || !compare || single) return [...days]
  const { matched, unmatched } = compare.map
  const future = new Set(unmatched.filter(({ reason }) => reason === 'future').map(({ day }) => day))
  return days.filter(day => matched.has(day) || future.has(day))
}

/** Whether rows or totals leave days out that the whole period has, since nothing can be held against them. */
export const leavesDaysOut = (asked: Asked, shape: Omit<Shape, 'side'>): boolean =>
  asked.compare !== undefined && daysFor(asked, { ...shape, side: 'current' }).length < asked.days.length

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
    const condition = (piece: Piece) =>
      whereLines([...innerConditions(context, piece), ...outerConditions(context, piece)])
    return { sql: pairsOf(context, first, value.value.fn, condition(first)), params: bound.params }
  }
  if (pieces.length === 1) return { sql: selectPiece(context, first, 'value'), params: bound.params }
  const keys = keyNames(layout)
  const values = part.values.map(({ value }, index) => {
    const merged = `toFloat64(${mergedSql(value, `v${index}`)})`
    return `${value.blank ? `if(sum(n${index}) = 0, NULL, ${merged})` : merged} AS v${index}`
  })
  const sums = [
    ...(layout.received ? ['expected', 'got', 'imputed'] : []),
    ...(shape.counted ? ['row_count'] : []),
  ].map(name => `sum(${name}) AS ${name}`)
  const lines = [
    `SELECT ${[...keys, ...values, ...sums].join(', ')}`,
    `FROM (\n${pieces.map(piece => selectPiece(context, piece, 'state')).join('\nUNION ALL\n')}\n)`,
    ...(keys.length > 0 ? [`GROUP BY ${keys.join(', ')}`] : []),
  ]
  return { sql: lines.join('\n'), params: bound.params }
}

/** A table, the days read from it, and how far into the day that stands for today. */
type Piece = {
  readonly table: TableName
  readonly days: readonly Day[]
  readonly before?: { readonly day?: Day; readonly slot: number }
}

type PieceContext = {
  readonly part: Part
  readonly asked: Asked
  readonly calendar: Calendar
  readonly shape: Shape
  readonly layout: Layout
  readonly bound: Binder
}

/** Whole days from the part's table; a day that is cut short from one fine enough, where the part's is not. */
function piecesOf(part: Part, asked: Asked, { side }: Shape, days: readonly Day[]): Piece[] {
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
      ? ['sum(expected_n) AS expected', 'sum(got_n) AS got', 'sum(imputed_n) AS imputed']
      : []),
    ...(shape.counted ? ['count() AS row_count'] : []),
  ]
  const outer = outerConditions(context, piece)
  const inner = innerConditions(context, piece)
  const read = [
    ...keys.map(({ sql }) => sql),
    ...values.map(sql => sql.replace(/ AS \w+$/, '')),
    ...sums.map(sql => sql.replace(/ AS \w+$/, '')),
    ...outer,
  ]
  const needed = [...new Set(read.flatMap(columnsIn))]
  const joins = joinsFor(needed.filter(name => !(name in table.columns)))
  const seen = needed.includes('times_seen')
  const from = `${piece.table} FINAL`
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

/** Of receipts the unit is the receipt, of people the person's day. */
const unitKeys: Readonly<Record<string, string>> = {
  sale_line: 'shop_id, biz_date, receipt_id',
  face_visit: 'person_id, biz_date',
}

/**
 * Pairs of places that one person saw on one day, or of goods on one receipt. `pair`: the people; `lift`: how many more units
 * hold both than if the two had nothing to do with each other.
 */
function pairsOf(context: PieceContext, { table }: Piece, fn: string, where: readonly string[]): string {
  const [dimension] = context.layout.dimensions
  if (dimension === undefined) return totalPairs(table, where)
  const sql = dimensionSql(tableOf(table), dimension) ?? "''"
  const keys = unitKeys[table] ?? unitKeys.face_visit
  const needed = joinsFor(columnsIn(sql).filter(name => !(name in tableOf(table).columns)))
  const joined = needed.map(join => `\n${join.sql}`).join('')
  const sets = `SELECT ${keys}, groupUniqArray(${sql}) AS places\nFROM (SELECT * FROM ${table} FINAL\n${[...where, ...(table === 'face_visit' ? ['  AND person_id > 0'] : ['  AND is_deal = 1'])].join('\n')}) AS facts${joined}\nGROUP BY ${keys}`
  const who = table === 'sale_line' ? keys : 'person_id'
  const pairs = `SELECT one AS d0, other AS d1, count() AS both, uniqExact(${who}) AS whose\nFROM (${sets})\nARRAY JOIN places AS one\nARRAY JOIN places AS other\nWHERE one != other\nGROUP BY d0, d1`
  if (fn === 'pair') return `SELECT d0, d1, toFloat64(whose) AS v0 FROM (${pairs})`
  const single = `SELECT place, count() AS units FROM (${sets}) ARRAY JOIN places AS place GROUP BY place`
  return [
    `SELECT d0, d1, both * (SELECT count() FROM (${sets})) / (a.units * b.units) AS v0`,
    `FROM (${pairs}) AS pairs`,
    `INNER JOIN (${single}) AS a ON a.place = pairs.d0`,
    `INNER JOIN (${single}) AS b ON b.place = pairs.d1`,
  ].join('\n')
}

/** There is no total of pairs: it is left blank. */
const totalPairs = (table: TableName, where: readonly string[]): string =>
  `SELECT NULL AS v0 FROM ${table} FINAL ${where.join('\n')} LIMIT 1`

const whereLines = (conditions: readonly string[]): string[] =>
  conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []

/** Days, shops, hours and level: what the table's own order serves. */
function innerConditions(
  { part, asked, bound, layout }: PieceContext,
  { table, days, before }: Piece,
): string[] {
  const { columns } = tableOf(table)
  const conditions: string[] = []
  if ('biz_date' in columns) conditions.push(dayCondition(days, bound))
  if (!asked.everyShop)
    conditions.push(
      asked.shops.length === 1
        ? `shop_id = ${bound.bind('UInt32', asked.shops[0])}`
        : `shop_id IN ${bound.bind('Array(UInt32)', asked.shops)}`,
    )
  if (part.level) conditions.push(`${part.level.column} IN ${bound.bind('Array(String)', part.level.values)}`)
  if (part.leavesClerksOut && 'identity' in columns) conditions.push("identity != 'clerk'")
  if (asked.slots.length > 0 && part.timed) {
    const [column, size] = 'slot' in columns ? ['slot', 1] : ['hour', 12]
    const ranges = asked.slots.map(
      ([from, to]) =>
        `(${column} >= ${bound.bind('UInt16', from / size)} AND ${column} < ${bound.bind('UInt16', to / size)})`,
    )
    conditions.push(`(${ranges.join(' OR ')})`)
  }
  if (before) {
    const isBefore =
      'slot' in columns
        ? `slot < ${bound.bind('UInt16', before.slot)}`
        : `hour < ${bound.bind('UInt16', Math.floor(before.slot / 12))}`
    conditions.push(
      before.day === undefined
        ? isBefore
        : `(biz_date != ${bound.bind('Date', textOf(before.day))} OR ${isBefore})`,
    )
  }
  // Windows longer than a bucket cannot be told apart within it.
  if (layout.slot && isClockGrain(asked.grain) && asked.grain !== 'hour' && 'span_s' in columns)
    conditions.push(`span_s <= ${bound.bind('UInt16', minutesOf[asked.grain] * 60)}`)
  return conditions
}

const fewSpans = 6
function dayCondition(days: readonly Day[], { bind }: Binder): string {
  const spans = spansOf(days)
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return 'false'
  const between = (from: Day, to: Day) =>
    `biz_date BETWEEN ${bind('Date', textOf(from))} AND ${bind('Date', textOf(to))}`
  if (spans.length > fewSpans)
    return `${between(first.from, last.to)} AND biz_date IN ${bind('Array(Date)', [...new Set(days)].sort((a, b) => a - b).map(textOf))}`
  const conditions = spans.map(({ from, to }) => between(from, to))
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' OR ')})`
}

/** Filters by members, and values that stand for "not known". */
function outerConditions(context: PieceContext, { table }: Piece): string[] {
  const { asked, layout, bound } = context
  const definition = tableOf(table)
  const filters = asked.filters.flatMap(filter => {
    const sql = dimensionSql(definition, filter.member)
    return sql === undefined ? [] : [filterSql(withDays(sql, context), filter, bound)]
  })
  const known = layout.dimensions.flatMap(name => {
    const { unknown } = dimensionOf(name)
    const sql = dimensionSql(definition, name)
    return unknown === undefined || sql === undefined
      ? []
      : [`${withDays(sql, context)} != ${bound.bind('String', unknown)}`]
  })
  return [...filters, ...known]
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function filterSql(sql: string, { op, values }: MemberFilter, { bind }: Binder): string {
  const texts = values.map(String)
  const number = (value: string | number | undefined) => bind('Float64', Number(value))
  switch (op) {
    case 'in':
    case 'eq':
      return `${sql} IN ${bind('Array(String)', texts)}`
    case 'notIn':
    case 'ne':
      return `${sql} NOT IN ${bind('Array(String)', texts)}`
    case 'between':
      return `toFloat64OrNull(${sql}) BETWEEN ${number(values[0])} AND ${number(values[1] ?? values[0])}`
    default:
      return `toFloat64OrNull(${sql}) ${operators[op]} ${number(values[0])}`
  }
}

type Key = { readonly name: string; readonly sql: string }

function keySql(context: PieceContext, piece: Piece): Key[] {
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

function slotSql(grain: Granularity, hasSlot: boolean): string {
  if (!isClockGrain(grain) || grain === 'hour' || !hasSlot) return 'toUInt16(hour) * 12'
  const size = minutesOf[grain] / 5
  return size === 1 ? 'slot' : `intDiv(slot, ${size}) * ${size}`
}

const truncated = {
  day: (sql: string) => sql,
  week: (sql: string) => `toMonday(${sql})`,
  month: (sql: string) => `toStartOfMonth(${sql})`,
  quarter: (sql: string) => `toStartOfQuarter(${sql})`,
  year: (sql: string) => `toStartOfYear(${sql})`,
} as const

/** The bucket as a day number; on the compared side that of the current day it is held against. */
function bucketSql({ asked, shape, bound }: PieceContext, { days }: Piece): string {
  const grain = isDayGrain(asked.grain) ? asked.grain : 'day'
  const start = truncated[grain]
  if (shape.side !== 'compared' || !asked.compare) return `toUInt16(${start('biz_date')})`
  const { pairs, extra } = asked.compare.map
  const counterpart = (day: Day) => pairs.get(day) ?? extra.get(day) ?? 0
  const [first = 0] = days
  const shift = counterpart(first) - first
  if (days.every(day => counterpart(day) - day === shift))
    return `toUInt16(${start(`biz_date + ${bound.bind('Int32', shift)}`)})`
  const from = bound.bind('Array(UInt16)', days)
  const to = bound.bind(
    'Array(UInt16)',
    days.map(day => bucketStart(counterpart(day), grain)),
  )
  return `transform(toUInt16(biz_date), ${from}, ${to}, toUInt16(0))`
}

/** Binds the lists of days that an expression about the calendar names. */
function withDays(sql: string, { asked, calendar, shape, bound }: PieceContext): string {
  if (!sql.includes('Days:')) return sql
  const days = daysFor(asked, { ...shape, side: shape.side === 'current' ? 'whole' : shape.side })
  const list = <T>(pairs: readonly (readonly [Day, T])[], type: string): [string, string] => [
    bound.bind('Array(Date)', pairs.length > 0 ? pairs.map(([day]) => textOf(day)) : ['1970-01-01']),
    bound.bind(
      `Array(${type})`,
      pairs.length > 0 ? pairs.map(([, value]) => value) : [type === 'String' ? '' : 0],
    ),
  ]
  const replaced = (text: string, [keys, values]: [string, string], keyName: RegExp, valueName: RegExp) =>
    text.replace(keyName, keys).replace(valueName, values)
  if (sql.includes('{typedDays:')) {
    const typed = days.flatMap(day => {
      const { type } = calendar.of(day)
      return type === (weekdayOf(day) > 5 ? 'weekend' : 'workday') ? [] : [[day, type] as const]
    })
    return replaced(sql, list(typed, 'String'), /\{typedDays:[^}]*\}/, /\{typesOfDays:[^}]*\}/)
  }
  if (sql.includes('{holidayDays:')) {
    const named = days.flatMap(day => {
      const [first] = calendar.of(day).holidays
      return first ? [[day, first.name] as const] : []
    })
    return replaced(sql, list(named, 'String'), /\{holidayDays:[^}]*\}/, /\{namesOfDays:[^}]*\}/)
  }
  const indexed = days.map(day => [day, dayIndex(day, asked, calendar, shape)] as const)
  return replaced(sql, list(indexed, 'Int32'), /\{indexedDays:[^}]*\}/, /\{indexOfDays:[^}]*\}/)
}

/** Day of the break where the question is about holidays or years, else of the period; a compared day has its counterpart's. */
function dayIndex(day: Day, asked: Asked, calendar: Calendar, { side }: Shape): number {
  const aboutHolidays =
    asked.dimensions.some(name => name === 'holiday' || name === 'year') ||
    asked.question.filters.some(({ member }) => member === 'holiday')
  if (aboutHolidays && calendar.of(day).index > 0) return calendar.of(day).index
  const current = side === 'compared' ? (asked.compare?.map.pairs.get(day) ?? day) : day
  return current - asked.span.from + 1
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
