import type { Text } from '@aisle/contract'
import type { Calendar } from '../calendar/calendar.ts'
import { factOf } from '../model/facts.ts'
import { type MetricName, metricOf } from '../model/index.ts'
import { additivities } from '../model/units.ts'
import { compile } from './compile.ts'
import { frameOf, type Place, placeKey } from './frames.ts'
import type { Asked } from './normalize.ts'
import { additivityOf, type Formula, type Plan } from './plan.ts'
import type { Rows } from './prepare.ts'
import { daysFor, layoutOf } from './sides.ts'
import type { Statement } from './statement.ts'

/** A figure that a metric was made of: what was read for it, and what came of it. */
export type Piece = {
  readonly metric: string
  readonly label: Text
  readonly table: string
  readonly grain: 'day' | 'hour' | 'slot' | 'row'
  readonly side: 'current' | 'compared'
  readonly days: number
  readonly statement: Statement
  /** Value and number of rows at a place, from the rows of the statement. */
  read(rows: Rows, place: Place): { value: number | null; rows: number }
}

const rollups = new Set(['flow_day', 'flow_shop_day', 'people_day', 'sale_day', 'goods_day', 'device_day'])
const grainOf = (table: string): Piece['grain'] =>
  rollups.has(table) ? 'day' : table.endsWith('_hour') ? 'hour' : table === 'flow_raw' ? 'slot' : 'row'

/** Everything a metric of a question was worked out from, with the rows behind each figure. */
export function piecesBehind(key: string, asked: Asked, planned: Plan, calendar: Calendar): Piece[] {
  const formula = planned.formulas.get(key)
  const leaves = formula ? leavesOf(formula) : []
  const sides = asked.compare ? (['current', 'compared'] as const) : (['current'] as const)
  return leaves.flatMap(leaf => {
    const part = planned.parts.find(({ id }) => id === leaf.part)
    const value = part?.values.find(({ id }) => id === leaf.id)
    if (!part || !value) return []
    return sides
      .filter(side => side === 'current' || !factOf(part.fact).timeless)
      .map(side => {
        const shape = { side, total: false, counted: true }
        const layout = layoutOf(part, asked, shape)
        return {
          metric: value.metric,
          label: metricOf(value.metric).label,
          table: part.table,
          grain: grainOf(part.table),
          side,
          days: daysFor(asked, shape).length,
          statement: compile(part, asked, calendar, shape),
          read(rows: Rows, place: Place) {
            const wanted = placeKey(place, layout)
            const row = rows.find(one => frameOf([one], layout).entries.has(wanted))
            if (!row) return { value: null, rows: 0 }
            const entry = frameOf([row], layout).entries.get(wanted)
            const counted = entry?.values[layout.values.indexOf(leaf.id)] ?? null
            return {
              value: counted === null ? null : counted * (leaf.value.times ?? 1),
              rows: Number(row.at(-1) ?? 0),
            }
          },
        }
      })
  })
}

type Leaf = Extract<Formula, { kind: 'value' }>
function leavesOf(formula: Formula): Leaf[] {
  if (formula.kind === 'value') return [formula]
  const [a, b] = formula.kind === 'ratio' ? [formula.upper, formula.lower] : [formula.left, formula.right]
  return [...leavesOf(a), ...leavesOf(b)]
}

/** Why the figures of smaller groups need not add up to this one; undefined where they do. */
export function whyNotAddUp(key: string, name: MetricName, planned: Plan): Text | undefined {
  const additivity = additivityOf(key, name, planned)
  return additivity === 'full' ? undefined : additivities[additivity]
}
