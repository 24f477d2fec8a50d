import { columnsIn } from '../expressions.ts'
import { ofWholeShops } from '../model/dimensions.ts'
import { joinsFor } from '../model/joins.ts'
import { type TableName, tableOf } from '../tables/index.ts'
import { filterConditions, shopCondition } from './conditions.ts'
import type { Piece, PieceContext } from './sides.ts'
import { dimensionSql } from './ways.ts'

/** Of receipts the unit is the receipt, of people the person's day. */
const unitKeys: Readonly<Record<string, string>> = {
  sale_line: 'shop_id, biz_date, receipt_id',
  face_visit: 'person_id, biz_date',
}

/**
 * What narrows the groups of a pair narrows its first end alone: where those who came to one shop also went lies outside of it.
 * `wide` is the question without it, `narrow` the conditions on rows of the first end.
 */
export function pairSides(
  context: PieceContext,
  piece: Piece,
): { wide: PieceContext; narrow: readonly string[] } {
  const { asked, layout, bound } = context
  const [dimension] = layout.dimensions
  if (dimension === undefined) return { wide: context, narrow: [] }
  const isOwn = ({ member }: { member: string }) => member === dimension
  const around = ofWholeShops.includes(dimension) ? asked.around : undefined
  const own = { ...context, asked: { ...asked, filters: asked.filters.filter(isOwn) } }
  return {
    wide: {
      ...context,
      asked: { ...asked, ...around, filters: asked.filters.filter(filter => !isOwn(filter)) },
    },
    narrow: [...(around ? [shopCondition(asked.shops, bound)] : []), ...filterConditions(own, piece)],
  }
}

/**
 * Pairs of places that one person saw on one day, or of goods on one receipt. `pair`: the people; `lift`: how many more units
 * hold both than if the two had nothing to do with each other.
 */
export function pairsOf(
  context: PieceContext,
  { table }: Piece,
  fn: string,
  where: readonly string[],
  narrow: readonly string[],
): string {
  const [dimension] = context.layout.dimensions
  if (dimension === undefined) return totalPairs(table, where)
  const sql = dimensionSql(tableOf(table), dimension) ?? "''"
  const keys = unitKeys[table] ?? unitKeys.face_visit
  const needed = joinsFor(columnsIn(sql).filter(name => !(name in tableOf(table).columns)))
  const joined = needed.map(join => `\n${join.sql}`).join('')
  const places = [
    `groupUniqArray(${sql}) AS places`,
    ...(narrow.length > 0 ? [`groupUniqArrayIf(${sql}, ${narrow.join(' AND ')}) AS begun`] : []),
  ]
  const begun = narrow.length > 0 ? 'begun' : 'places'
  const sets = `SELECT ${keys}, ${places.join(', ')}\nFROM (SELECT * FROM ${table} FINAL\n${[...where, ...(table === 'face_visit' ? ['  AND person_id > 0'] : ['  AND is_deal = 1'])].join('\n')}) AS facts${joined}\nGROUP BY ${keys}`
  const who = table === 'sale_line' ? keys : 'person_id'
  const pairs = `SELECT one AS d0, other AS d1, count() AS both, uniqExact(${who}) AS whose\nFROM (${sets})\nARRAY JOIN ${begun} AS one\nARRAY JOIN places AS other\nWHERE one != other\nGROUP BY d0, d1`
  if (fn === 'pair') return `SELECT d0, d1, toFloat64(whose) AS v0 FROM (${pairs})`
  const single = (of: string) =>
    `SELECT place, count() AS units FROM (${sets}) ARRAY JOIN ${of} AS place GROUP BY place`
  return [
    `SELECT d0, d1, both * (SELECT count() FROM (${sets})) / (a.units * b.units) AS v0`,
    `FROM (${pairs}) AS pairs`,
    `INNER JOIN (${single(begun)}) AS a ON a.place = pairs.d0`,
    `INNER JOIN (${single('places')}) AS b ON b.place = pairs.d1`,
  ].join('\n')
}

/** There is no total of pairs: it is left blank. */
const totalPairs = (table: TableName, where: readonly string[]): string =>
  `SELECT NULL AS v0 FROM ${table} FINAL ${where.join('\n')} LIMIT 1`
