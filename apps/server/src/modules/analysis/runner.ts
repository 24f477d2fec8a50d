import type { Request, Rows, Statement } from '@aisle/analysis'
import { AppError } from '@aisle/contract'
import { away, isAway, type Measures } from '../../platform/measure-rows.ts'
import { text } from './text.ts'

/** Runs statements; one with the same text and values is answered from memory until the store holds other data. */
export type Runner = {
  rows(statement: Statement): Promise<Rows>
  all(requests: readonly Request[]): Promise<Map<string, Rows>>
  /** Asked of the store and not remembered: what an export goes through once. */
  once(requests: readonly Request[]): Promise<Map<string, Rows>>
}

/** Statements remembered, and rows of all of them together. */
const mostKept = { statements: 400, rows: 400_000 }
const limits =
  'SETTINGS max_execution_time = 20, max_result_rows = 1000000, do_not_merge_across_partitions_select_final = 1'
/** Codes of ClickHouse for a statement that took too long, read too much or answered too much. */
const tooMuch = new Set(['159', '160', '241', '307', '396'])

/** @param measures opens the store; failures of it are told as such */
export function runner(measures: Measures, now: () => Date): Runner {
  const kept = new Map<string, Promise<Rows>>()
  const sizes = new Map<string, number>()
  let version: { at: number; value: Promise<string> } | undefined

  async function read(statement: Statement): Promise<Rows> {
    const { client } = await open()
    try {
      const answer = await client.query({
        query: `${statement.sql}\n${limits}`,
        query_params: { ...statement.params },
        format: 'JSONCompact',
      })
      return (await answer.json<unknown[]>()).data
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (tooMuch.has(code)) throw new AppError('ruleBroken', text.tooMuch, {}, { cause: error })
      throw isAway(error) ? away(error) : error
    }
  }

  const open = () =>
    measures().catch(cause => {
      throw away(cause)
    })

  /** Changes with every insert and every merge; looked at once in a moment, which is how late a cached answer may be. */
  function dataVersion(): Promise<string> {
    const at = now().getTime()
    if (!version || at - version.at > 250) {
      const sql =
        'SELECT toString(count()), toString(sum(rows)), toString(max(modification_time)), toString(sum(cityHash64(name, table) % 1000003)) FROM system.parts WHERE active AND database = currentDatabase()'
      version = { at, value: read({ sql, params: {} }).then(rows => JSON.stringify(rows)) }
      version.value.catch(() => {
        version = undefined
      })
    }
    return version.value
  }

  async function rows(statement: Statement): Promise<Rows> {
    const key = `${await dataVersion()}\n${statement.sql}\n${JSON.stringify(statement.params)}`
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const found = read(statement)
    kept.set(key, found)
    found.then(
      ({ length }) => {
        if (kept.has(key)) sizes.set(key, length)
        forgetOldest()
      },
      () => kept.delete(key),
    )
    return found
  }

  function forgetOldest(): void {
    let rowsKept = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    for (const key of kept.keys()) {
      if (kept.size <= mostKept.statements && rowsKept <= mostKept.rows) return
      rowsKept -= sizes.get(key) ?? 0
      sizes.delete(key)
      kept.delete(key)
    }
  }

  return {
    rows,
    all: requests => each(requests, rows),
    once: requests => each(requests, read),
  }
}

const each = async (
  requests: readonly Request[],
  ask: (statement: Statement) => Promise<Rows>,
): Promise<Map<string, Rows>> =>
  new Map(await Promise.all(requests.map(async ({ key, statement }) => [key, await ask(statement)] as const)))
