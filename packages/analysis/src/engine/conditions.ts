import { isClockGrain, minutesOf } from '../calendar/buckets.ts'
import { type Day, spansOf, textOf } from '../calendar/days.ts'
import { dimensionOf } from '../model/dimensions.ts'
import { tableOf } from '../tables/index.ts'
import { withDays } from './calendar-sql.ts'
import type { Asked, MemberFilter } from './normalize.ts'
import type { Part } from './plan.ts'
import type { Layout, Piece, PieceContext } from './sides.ts'
import { type Binder, isIn } from './statement.ts'
import { dimensionSql } from './ways.ts'

export const whereLines = (conditions: readonly string[]): string[] =>
  conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []

/** What the table's own order serves, apart: where and which days; which time of day; how long a window may be. */
type Inner = {
  readonly places: readonly string[]
  readonly times: readonly string[]
  readonly longest?: string
}

/** Days, shops, hours and level: what the table's own order serves. */
export function innerConditions(
  { part, asked, bound, layout }: PieceContext,
  { table, days, before }: Piece,
): Inner {
  const { columns } = tableOf(table)
  const places: string[] = []
  const times: string[] = []
  if ('biz_date' in columns)
    places.push(dayCondition(days, bound), ...activityConditions(asked, layout, bound))
  if (!asked.everyShop) places.push(shopCondition(asked.shops, bound))
  if (part.level) places.push(`${part.level.column} IN ${bound.bind('Array(String)', part.level.values)}`)
  const kinds = table === 'record' ? kindsIn(part) : undefined
  if (kinds) places.push(isIn(bound, 'kind', 'String', kinds))
  if (part.leavesClerksOut && 'identity' in columns) places.push("identity != 'clerk'")
  if (asked.slots.length > 0 && part.timed) {
    const [column, size] = 'slot' in columns ? ['slot', 1] : ['hour', 12]
    const ranges = asked.slots.map(
      ([from, to]) =>
        `(${column} >= ${bound.bind('UInt16', from / size)} AND ${column} < ${bound.bind('UInt16', to / size)})`,
    )
    times.push(`(${ranges.join(' OR ')})`)
  }
  if (before) {
    // A window that is not over at that time of today has not come in yet.
    const isBefore =
      'slot' in columns
        ? `${'span_s' in columns ? 'slot + greatest(0, intDiv(span_s + 150, 300) - 1)' : 'slot'} < ${bound.bind('UInt16', before.slot)}`
        : `hour < ${bound.bind('UInt16', Math.floor(before.slot / 12))}`
    times.push(
      before.day === undefined
        ? isBefore
        : `(biz_date != ${bound.bind('Date', textOf(before.day))} OR ${isBefore})`,
    )
  }
  // Windows longer than a bucket cannot be told apart within it.
  const isFine = layout.slot && isClockGrain(asked.grain) && asked.grain !== 'hour' && 'span_s' in columns
  const longest =
    isFine && isClockGrain(asked.grain)
      ? `span_s <= ${bound.bind('UInt16', minutesOf[asked.grain] * 60)}`
      : undefined
  return { places, times, ...(longest === undefined ? {} : { longest }) }
}

/**
 * The kinds of records that a part counts; undefined where one of its values is of all. Others bring no rows: a status that only
 * visits have is none of problems.
 */
function kindsIn({ values }: Part): string[] | undefined {
  const named = values.map(({ value }) => [
    ...(value.where ?? '').matchAll(/kind (?:= ('[\w-]+')|IN \(([^)]+)\))/g),
  ])
  if (named.some(({ length }) => length === 0)) return undefined
  const kinds = named.flat().flatMap(([, one, several]) => (one ?? several ?? '').split(', '))
  return [...new Set(kinds.map(kind => kind.replaceAll("'", '')))]
}

/**
 * A shop's day that belongs to several of the activities counts once: it is looked for among their days, not joined to each.
 * Totals of rows by activity are of the days on which something was on.
 */
function activityConditions(asked: Asked, { dimensions }: Layout, { bind }: Binder): string[] {
  if (dimensions.includes('activity')) return []
  const filters = asked.filters.filter(({ member }) => member === 'activity')
  if (filters.length === 0 && !asked.dimensions.includes('activity')) return []
  const where = filters.map(filter => filterSql('toString(activity_id)', filter, { params: {}, bind }))
  return [
    `(shop_id, biz_date) IN (SELECT shop_id, biz_date FROM activity_day FINAL${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''})`,
  ]
}

export const shopCondition = (shops: readonly number[], bound: Binder): string =>
  shops.length === 1 ? `shop_id = ${bound.bind('UInt32', shops[0])}` : isIn(bound, 'shop_id', 'UInt32', shops)

const fewSpans = 6
/** Holds on these days. */
export function dayCondition(days: readonly Day[], { bind }: Binder): string {
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

/** Filters by members that a table can work out. */
export function filterConditions(context: PieceContext, { table }: Pick<Piece, 'table'>): string[] {
  const { asked, layout, bound } = context
  return asked.filters.flatMap(filter => {
    const sql = dimensionSql(tableOf(table), filter.member)
    if (filter.member === 'activity' && !layout.dimensions.includes('activity')) return []
    return sql === undefined ? [] : [filterSql(withDays(sql, context), filter, bound)]
  })
}

/** Filters by members, and values that stand for "not known". */
export function outerConditions(context: PieceContext, piece: Piece): string[] {
  const { layout, bound } = context
  const definition = tableOf(piece.table)
  const known = layout.dimensions.flatMap(name => {
    const { unknown } = dimensionOf(name)
    const sql = dimensionSql(definition, name)
    return unknown === undefined || sql === undefined
      ? []
      : [`${withDays(sql, context)} != ${bound.bind('String', unknown)}`]
  })
  return [...filterConditions(context, piece), ...known]
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function filterSql(sql: string, { op, values }: MemberFilter, bound: Binder): string {
  const { bind } = bound
  const texts = values.map(String)
  const number = (value: string | number | undefined) => bind('Float64', Number(value))
  switch (op) {
    case 'in':
    case 'eq':
      return isIn(bound, sql, 'String', texts)
    case 'notIn':
    case 'ne':
      return isIn(bound, sql, 'String', texts, 'NOT IN')
    case 'between':
      return `toFloat64OrNull(${sql}) BETWEEN ${number(values[0])} AND ${number(values[1] ?? values[0])}`
    default:
      return `toFloat64OrNull(${sql}) ${operators[op]} ${number(values[0])}`
  }
}
