import type { FullQuestion } from '@aisle/contract'
import type { Calendar } from '../calendar/calendar.ts'
import { effectsFor, withoutFactor } from './effects.ts'
import type { Frames } from './evaluate.ts'
import { frameOf } from './frames.ts'
import { modelsFor } from './model-of-days.ts'
import { type Asked, type Context, normalize } from './normalize.ts'
import { type Plan, plan } from './plan.ts'
import { quadrantsFor, withoutQuadrant } from './quadrants.ts'
import { framesOfRanked, rankedCount, rankedRequest } from './ranked.ts'
import { type Amendment, reductionsFor } from './reduce.ts'
import { type Request, requestsFor } from './requests.ts'
import { type Seen, type Shaped, type ShapedRow, shape } from './shape.ts'
import { sparklinesFor } from './sparklines.ts'
import { targetsFor } from './targets.ts'

/** A question ready to be run: nothing in it reads a clock, a network or a store. */
export type Prepared = {
  readonly asked: Asked
  readonly plan: Plan
  readonly calendar: Calendar
  readonly requests: readonly Request[]
  readonly amendments: readonly Amendment[]
  /** What the question holds as a whole, where this is a piece of it. */
  readonly seen?: Seen
}

/** Rows of a statement, each an array in the order of its layout. */
export type Rows = readonly (readonly unknown[])[]

/**
 * From a question to the statements that answer it.
 * @throws AppError invalidInput with a sentence in both languages
 */
export function prepare(question: FullQuestion, context: Context): Prepared {
  const { calendar } = context
  const { direct: asked, amendments: reductions } = reductionsFor(normalize(question, context))
  const amendments = [
    ...reductions,
    ...modelsFor(asked, calendar, context.activities ?? []),
    ...sparklinesFor(asked),
    ...quadrantsFor(asked),
    ...effectsFor(asked, calendar),
    ...targetsFor(asked, context.targets ?? [], context.placeTargets ?? []),
  ]
  const planned = plan(withoutQuadrant(withoutFactor(asked)))
  const inner = amendments.flatMap((amendment, number) =>
    amendment.inner.flatMap((one, index) =>
      requestsFor(one.asked, one.plan, calendar).map(request => ({
        ...request,
        key: `${prefixOf(number, index)}${request.key}`,
      })),
    ),
  )
  return {
    asked,
    plan: planned,
    calendar,
    requests: [...ownRequests(asked, planned, calendar, amendments.length > 0), ...inner],
    amendments,
  }
}

/** Rows and totals; of a ranking the first members alone, where nothing looks at the others. */
function ownRequests(asked: Asked, planned: Plan, calendar: Calendar, isAmended: boolean): Request[] {
  const all = requestsFor(asked, planned, calendar)
  const ranked = isAmended ? undefined : rankedRequest(asked, planned, calendar)
  return ranked ? [ranked, ...all.filter(({ total }) => total)] : all
}

const prefixOf = (amendment: number, index: number) => `${amendment}.${index}:`

/** The answers of a question's own statements, those of its amendments left out. */
export const framesOf = (
  { requests }: Pick<Prepared, 'requests'>,
  rowsOf: (key: string) => Rows,
  prefix = '',
): Frames =>
  new Map(
    requests
      .filter(({ key }) => (prefix === '' ? !/^\d+\.\d+:/.test(key) : key.startsWith(prefix)))
      .flatMap(request =>
        request.ranked
          ? framesOfRanked(rowsOf(request.key), request)
          : [[request.key.slice(prefix.length), frameOf(rowsOf(request.key), request.layout)] as const],
      ),
  )

/** From the rows of every statement, by its key, to the rows of the answer. */
export function finish(prepared: Prepared, rowsOf: (key: string) => Rows): Shaped {
  const { asked, plan: planned, amendments, seen } = prepared
  const amend = (rows: ShapedRow[], totals: ShapedRow['cells'] | undefined) => {
    let answered = rows
    for (const [number, amendment] of amendments.entries()) {
      const answers = amendment.inner.map(
        (one, index) => shape(one.asked, one.plan, framesOf(prepared, rowsOf, prefixOf(number, index))).rows,
      )
      amendment.apply(answered, answers, totals)
      if (amendment.rows) answered = amendment.rows(answers, answered)
    }
    return answered
  }
  const ranked = prepared.requests.find(request => request.ranked)
  return shape(asked, planned, framesOf(prepared, rowsOf), {
    ...(ranked ? { rowCount: rankedCount(rowsOf(ranked.key)) } : {}),
    ...(amendments.length > 0 ? { amend } : {}),
    ...(seen ? { seen } : {}),
  })
}

/** The totals alone, from the statements of their own pass; undefined where the question has none. */
export function totalsOf(prepared: Prepared, rowsOf: (key: string) => Rows): Shaped['totals'] {
  const { asked, plan: planned } = prepared
  const requests = prepared.requests.filter(({ total }) => total)
  return requests.length === 0 ? undefined : shape(asked, planned, framesOf({ requests }, rowsOf)).totals
}
