import type { Aggregate } from '../model/metric.ts'

/** SQL with named parameters; what a caller sent is only ever a parameter. */
export type Statement = { readonly sql: string; readonly params: Readonly<Record<string, unknown>> }

/** Collects values under names of their own and answers what stands for them in the text. */
export type Binder = {
  readonly params: Record<string, unknown>
  bind(type: string, value: unknown): string
}
/** Names values of a caller one after the other, so that none is written into the text. */
export function binder(): Binder {
  const params: Record<string, unknown> = {}
  return {
    params,
    bind(type, value) {
      const name = `p${Object.keys(params).length}`
      params[name] = value
      return `{${name}:${type}}`
    },
  }
}

/** A ClickHouse server takes no parameter of more than 128 kB. */
const listed = 5000

/** Whether an expression is one of some values, or none of them; long lists in pieces. */
export function isIn(
  { bind }: Binder,
  sql: string,
  type: string,
  values: readonly unknown[],
  operator: 'IN' | 'NOT IN' = 'IN',
): string {
  const pieces = Array.from({ length: Math.max(1, Math.ceil(values.length / listed)) }, (_, at) =>
    values.slice(at * listed, (at + 1) * listed),
  )
  const tests = pieces.map(piece => `${sql} ${operator} ${bind(`Array(${type})`, piece)}`)
  return tests.length === 1 ? tests.join() : `(${tests.join(operator === 'IN' ? ' OR ' : ' AND ')})`
}

/** What reads rows in one go. */
type Stage = 'value' | 'state'

const additive = new Set(['sum', 'max', 'min'])

/** `quantileExact(0.5)` with `Merge` is `quantileExactMerge(0.5)`. */
function combined(fn: string, suffix: string): string {
  const [, name = fn, parameters = ''] = /^(\w+)(\(.*\))?$/.exec(fn) ?? []
  return `${name}${suffix}${parameters}`
}

/** The aggregate over the rows of a table: its value, or a state that can be merged with that of another table. */
export function aggregateSql(
  { fn, of = '', where, stored }: Aggregate,
  isStored: boolean,
  stage: Stage,
): string {
  if (fn === 'raw') return of
  if (isStored && stored) return `${combined(fn, stage === 'value' ? 'Merge' : 'MergeState')}(${stored})`
  const suffix = stage === 'value' || additive.has(fn) ? '' : 'State'
  return where ? `${combined(fn, `${suffix}If`)}(${of}, ${where})` : `${combined(fn, suffix)}(${of})`
}

/** Merges the states that several tables gave. */
export const mergedSql = ({ fn }: Aggregate, column: string): string =>
  additive.has(fn) ? `${fn}(${column})` : `${combined(fn, 'Merge')}(${column})`

/** How many rows took part, for values that are null where none did. */
export const takingPart = ({ where }: Aggregate): string => (where ? `countIf(${where})` : 'count()')
