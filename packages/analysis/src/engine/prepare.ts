import type { FullQuestion } from '@aisle/contract'
import type { Calendar } from '../calendar/calendar.ts'
import type { Frames } from './evaluate.ts'
import { frameOf } from './frames.ts'
import { modelsFor } from './model-of-days.ts'
import { type Asked, type Context, normalize } from './normalize.ts'
import { type Plan, plan } from './plan.ts'
import { type Amendment, reductionsFor } from './reduce.ts'
import { type Request, requestsFor } from './requests.ts'
import { type Shaped, shape } from './shape.ts'

/** A question ready to be run: nothing in it reads a clock, a network or a store. */
export type Prepared = {
  readonly asked: Asked
  readonly plan: Plan
  readonly calendar: Calendar
  readonly requests: readonly Request[]
  readonly amendments: readonly Amendment[]
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
  const amendments = [...reductions, ...modelsFor(asked, calendar)]
  const planned = plan(asked)
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
    requests: [...requestsFor(asked, planned, calendar), ...inner],
    amendments,
  }
}

const prefixOf = (amendment: number, index: number) => `${amendment}.${index}:`

/** From the rows of every statement, by its key, to the rows of the answer. */
export function finish(
  { asked, plan: planned, requests, amendments }: Prepared,
  rowsOf: (key: string) => Rows,
): Shaped {
  const frames = (prefix: string): Frames =>
    new Map(
      requests
        .filter(({ key }) => (prefix === '' ? !/^\d+\.\d+:/.test(key) : key.startsWith(prefix)))
        .map(({ key, layout }) => [key.slice(prefix.length), frameOf(rowsOf(key), layout)]),
    )
  return shape(asked, planned, frames(''), rows => {
    for (const [number, amendment] of amendments.entries()) {
      const answers = amendment.inner.map(
        (one, index) => shape(one.asked, one.plan, frames(prefixOf(number, index))).rows,
      )
      amendment.apply(rows, answers)
    }
  })
}
