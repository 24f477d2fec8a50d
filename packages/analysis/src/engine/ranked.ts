import type { Calendar } from '../calendar/calendar.ts'
import { columnsIn } from '../expressions.ts'
import { factOf } from '../model/facts.ts'
import { joinsFor } from '../model/joins.ts'
import { tableOf } from '../tables/index.ts'
import { allOf, keySql, piecesOf } from './compile.ts'
import { dayCondition, innerConditions, outerConditions } from './conditions.ts'
import { type Frame, frameOf } from './frames.ts'
import { goneBefore } from './kept.ts'
import type { Asked } from './normalize.ts'
import type { Part, Plan } from './plan.ts'
import { keyOf, type Request } from './requests.ts'
import { daysFor, layoutOf, leavesDaysOut, type PieceContext } from './sides.ts'
import { binder } from './statement.ts'
import { dimensionSql } from './ways.ts'

/** Below it, two plain statements are sooner read by the store than one that holds both sides. */
const manyShops = 500

/**
 * The first few of many members by a figure or its growth: both sides in one statement, ordered and cut by the store, so that ten
 * thousand shops are not read for the ten that are shown. Undefined where rows depend on each other, or where the order is not by
 * counts that lie side by side in one table. Who is level with the last stands in the answer too: the order of those is ours.
 */
export function rankedRequest(asked: Asked, planned: Plan, calendar: Calendar): Request | undefined {
  const { limit, offset, order, top } = asked.question
  const [part, ...others] = planned.parts
  const [by] = order
  const formula = by && planned.formulas.get(by.by)
  if (
    asked.shops.length < manyShops ||
    limit === undefined ||
    top ||
    !part ||
    others.length > 0 ||
    !by ||
    formula?.kind !== 'value'
  )
    return
  if (!isOfPlainCounts(asked, planned, part)) return
  if (by.value !== 'current' && !asked.compare) return
  const sides = asked.compare ? (['current', 'compared'] as const) : (['current'] as const)
  const bound = binder()
  const read = sides.map(side => {
    const shape = { side, total: false }
    const days = daysFor(asked, shape)
    const layout = layoutOf(part, asked, shape)
    const context: PieceContext = { part, asked, calendar, shape, layout, bound }
    const pieces = piecesOf(part, asked, shape, days)
    return { days, layout, context, piece: pieces.length === 1 ? pieces[0] : undefined }
  })
  const [now, before] = read
  if (!now?.piece || (before && before.piece?.table !== now.piece.table)) return
  const { context, piece, layout } = now
  // Which of overlapping windows count, and how far into a day, are other questions.
  if (piece.table === 'flow_raw' || read.some(one => one.piece?.before)) return
  const keys = keySql(context, piece)
  const table = tableOf(piece.table)
  const outer = outerConditions(context, piece)
  const columns = [
    ...new Set(
      [
        ...keys.map(({ sql }) => sql),
        ...outer,
        ...part.values.flatMap(({ value }) => [value.of ?? '', value.where ?? '']),
        'expected_n got_n imputed_n',
      ].flatMap(columnsIn),
    ),
  ]
  if (joinsFor(columns.filter(name => !(name in table.columns))).length > 0) return
  if (!columns.every(name => name in table.columns)) return
  const [, ...places] = allOf(innerConditions(context, piece))
  const conditions = read.map(({ days }) => dayCondition(days, bound))
  const aggregates = conditions.flatMap((_, side) => [
    ...part.values.map(({ value: { of, where } }, index) => {
      const only = [...(where ? [`(${where})`] : []), `in_${side}`].join(' AND ')
      return `toFloat64(sumIf(${of}, ${only})) AS v${index}_${side}`
    }),
    ...Object.entries(received).map(([name, sql]) => `sumIf(${sql}, in_${side}) AS ${name}_${side}`),
    `countIf(in_${side}) AS rows_${side}`,
  ])
  const column = part.values.findIndex(({ id }) => id === formula.id)
  const figures = conditions.map(
    (_, side) => `if(got_${side} = 0 AND imputed_${side} = 0, NULL, v${column}_${side}) AS figure_${side}`,
  )
  const names = [...keys.map(({ name }) => name), ...aggregates.map(sql => sql.replace(/^.* AS /s, ''))]
  const direction = by.direction === 'asc' ? 'ASC' : 'DESC'
  const lines = [
    `SELECT ${names.join(', ')}, count() OVER () AS all_rows`,
    `FROM (\nSELECT ${[...keys.map(({ name, sql }) => `${sql} AS ${name}`), ...aggregates, ...figures].join(', ')}`,
    `FROM (\nSELECT ${[...columns, ...conditions.map((sql, side) => `(${sql}) AS in_${side}`)].join(', ')}\nFROM ${piece.table} FINAL`,
    `WHERE ${[`(${conditions.join(' OR ')})`, ...places, ...outer].join(' AND ')}\n) AS facts`,
    `GROUP BY ${keys.map(({ name }) => name).join(', ')}\n) AS ranked`,
    `ORDER BY ${orders[by.value]} ${direction} NULLS LAST`,
    `LIMIT ${bound.bind('UInt32', offset + limit)} WITH TIES`,
  ]
  return {
    key: keyOf(part.id, { side: 'current', total: false }),
    statement: { sql: lines.join('\n'), params: bound.params },
    layout,
    side: 'current',
    total: false,
    part,
    ranked: { sides },
  }
}

/** In the order in which plain statements tell them. */
const received = {
  expected: 'expected_n',
  covered: 'least(got_n, expected_n)',
  imputed: 'imputed_n',
  got: 'got_n',
} as const

/** Sums of one table that keeps beside them what was due and received, by members alone, none of them gone. */
function isOfPlainCounts(asked: Asked, planned: Plan, part: Part): boolean {
  return (
    asked.grain === 'none' &&
    asked.dimensions.length > 0 &&
    part.dimensions.length === asked.dimensions.length &&
    asked.calcs.length === 0 &&
    asked.groupFilters.length === 0 &&
    asked.metrics.every(({ calc }) => calc === undefined) &&
    planned.arrivals.length === 0 &&
    factOf(part.fact).arrival === 'own' &&
    !factOf(part.fact).timeless &&
    part.values.every(
      ({ value }) => value.fn === 'sum' && value.of && !value.stored && !value.blank && !value.times,
    ) &&
    // What an expression about the calendar says of a day is another thing on either side.
    [...asked.dimensions, ...asked.filters.map(({ member }) => member)].every(
      name => dimensionSql(tableOf(part.table), name)?.includes('Days:') === false,
    ) &&
    !leavesDaysOut(asked, { total: false }) &&
    goneBefore(asked, planned) === undefined
  )
}

const growthSql = '((figure_0 - figure_1) / figure_1 * 100)'
/**
 * What rows can be ordered by, of the figures of both sides. Counts are whole: only growth is rounded, in the very steps in which
 * the answer does it.
 */
const orders = {
  current: 'figure_0',
  compared: 'figure_1',
  difference: 'figure_0 - figure_1',
  growth: `if(figure_1 <= 0, NULL, sign(${growthSql} AS g) * floor(abs(g) * 10 * 1.0000000000000002220446049250313 + 0.5))`,
} as const

/** The answers of both sides as if they had been asked for one by one; a side without rows of a member has none of it. */
export function framesOfRanked(
  rows: readonly (readonly unknown[])[],
  { part, layout, ranked }: Request,
): [string, Frame][] {
  if (!part || !ranked) return []
  const keys = layout.dimensions.length
  const width = layout.values.length + Object.keys(received).length
  return ranked.sides.map((side, index) => {
    const from = keys + index * (width + 1)
    const own = rows.flatMap(row =>
      Number(row[from + width]) > 0 ? [[...row.slice(0, keys), ...row.slice(from, from + width)]] : [],
    )
    return [keyOf(part.id, { side, total: false }), frameOf(own, layout)]
  })
}

/** How many members there are, also those that were cut off. */
export const rankedCount = (rows: readonly (readonly unknown[])[]): number => Number(rows[0]?.at(-1) ?? 0)
