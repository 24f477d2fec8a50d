import type { FullQuestion } from '@aisle/contract'
import type { Calendar } from '../calendar/calendar.ts'
import type { Frames } from './evaluate.ts'
import { frameOf } from './frames.ts'
import { type Asked, type Context, normalize } from './normalize.ts'
import { type Plan, plan } from './plan.ts'
import { type Reduction, reductionsFor, withReductions } from './reduce.ts'
import { type Request, requestsFor } from './requests.ts'
import { type Shaped, shape } from './shape.ts'

/** A question ready to be run: nothing in it reads a clock, a network or a store. */
export type Prepared = {
  readonly asked: Asked
  readonly plan: Plan
  readonly calendar: Calendar
  readonly requests: readonly Request[]
  readonly reductions: readonly Reduction[]
}

/** Rows of a statement, each an array in the order of its layout. */
export type Rows = readonly (readonly unknown[])[]

/**
 * From a question to the statements that answer it.
 * @throws AppError invalidInput with a sentence in both languages
 */
export function prepare(question: FullQuestion, context: Context): Prepared {
  const asked = normalize(question, context)
  const { direct, reductions } = reductionsFor(asked)
  const planned = plan(direct)
  return {
    asked: direct,
    plan: planned,
    calendar: context.calendar,
    requests: [
      ...requestsFor(direct, planned, context.calendar),
      ...reductions.flatMap((reduction, index) =>
        requestsFor(reduction.asked, reduction.plan, context.calendar).map(request => ({
          ...request,
          key: `${index}:${request.key}`,
        })),
      ),
    ],
    reductions,
  }
}

/** From the rows of every statement, by its key, to the rows of the answer. */
export function finish(
  { asked, plan: planned, requests, reductions }: Prepared,
  rowsOf: (key: string) => Rows,
): Shaped {
  const frames = (prefix: string): Frames =>
    new Map(
      requests.flatMap(({ key, layout }) =>
        (prefix === '' ? !/^\d+:/.test(key) : key.startsWith(prefix))
          ? [[key.slice(prefix.length), frameOf(rowsOf(key), layout)] as const]
          : [],
      ),
    )
  return withReductions(
    shape(asked, planned, frames('')),
    asked,
    reductions.map((reduction, index) => ({
      reduction,
      shaped: shape(reduction.asked, reduction.plan, frames(`${index}:`)),
    })),
  )
}
