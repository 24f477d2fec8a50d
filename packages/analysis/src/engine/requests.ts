import type { Calendar } from '../calendar/calendar.ts'
import type { DimensionName } from '../model/dimensions.ts'
import { factOf } from '../model/facts.ts'
import { compile, compileArrivals } from './compile.ts'
import type { Asked } from './normalize.ts'
import type { Part, Plan } from './plan.ts'
import { type Layout, layoutOf, leavesDaysOut, type Shape, type Side } from './sides.ts'
import type { Statement } from './statement.ts'

/** One statement to run, and what its answer is. Rows are arrays in the order of the layout. */
export type Request = {
  readonly key: string
  readonly statement: Statement
  readonly layout: Layout
  readonly side: Side
  readonly total: boolean
  readonly part?: Part
  readonly arrival?: { readonly arrival: string; readonly dimensions: readonly DimensionName[] }
  /** The first of many members, with these sides in each row. */
  readonly ranked?: { readonly sides: readonly Side[] }
}

/** Rows and totals of every part, on every side the question has. */
export function requestsFor(asked: Asked, planned: Plan, calendar: Calendar, counted = false): Request[] {
  const passes = [false, ...(needsTotals(asked) ? [true] : [])]
  return passes.flatMap(total => {
    const sides: Side[] = [
      'current',
      ...(asked.compare ? ['compared' as const] : []),
      ...(leavesDaysOut(asked, { total }) ? ['whole' as const] : []),
    ]
    return sides.flatMap(side => {
      const shape: Shape = { side, total, counted }
      const parts = planned.parts
        // What does not change with time is the same on every side.
        .filter(part => !(factOf(part.fact).timeless && side !== 'current'))
        .map(part => ({
          key: keyOf(part.id, shape),
          statement: compile(part, asked, calendar, shape),
          layout: layoutOf(part, asked, shape),
          side,
          total,
          part,
        }))
      const arrivals = planned.arrivals.map(arrival => {
        const key = keyOf(arrivalKey(arrival), shape)
        return { key, ...arrivalRequest(arrival, asked, calendar, shape), side, total, arrival }
      })
      return [...parts, ...arrivals]
    })
  })
}

/** Totals have a pass of their own, unless the rows are the total already. */
export const needsTotals = ({ question, calcs, grain, dimensions, metrics }: Asked): boolean =>
  (question.totals ||
    [...calcs, ...metrics.map(({ calc }) => calc)].some(calc => calc === 'share' || calc === 'topShare')) &&
  (grain !== 'none' || dimensions.length > 0)

export const keyOf = (id: string, { side, total }: Pick<Shape, 'side' | 'total'>): string =>
  `${id}#${side}${total ? '#total' : ''}`
export const arrivalKey = ({
  arrival,
  dimensions,
}: {
  arrival: string
  dimensions: readonly string[]
}): string => `arrival:${arrival}|${dimensions.join()}`

function arrivalRequest(
  arrival: { arrival: string; dimensions: readonly DimensionName[] },
  asked: Asked,
  calendar: Calendar,
  shape: Shape,
): { statement: Statement; layout: Layout } {
  const statement = compileArrivals(arrival, asked, calendar, shape)
  const bucket = !shape.total && asked.grain !== 'none' && asked.grain !== 'distribution'
  const layout: Layout = {
    bucket,
    slot: false,
    dimensions: shape.total ? [] : arrival.dimensions,
    values: ['expected', 'got'],
    received: false,
  }
  return { statement, layout }
}
