import type { ClickHouseClient } from '@clickhouse/client'

/** Statements of the history: what is drawn from a seed is drawn in the engine, so that millions of rows take seconds. */
export type Engine = {
  run(sql: string): Promise<void>
  insert(table: string, rows: readonly object[]): Promise<void>
}

/** Stops between statements once the signal is given. */
export function engineOf(client: ClickHouseClient, signal?: AbortSignal): Engine {
  return {
    async run(sql) {
      signal?.throwIfAborted()
      await client.command({ query: sql })
    },
    async insert(table, rows) {
      for (let at = 0; at < rows.length; at += 50_000) {
        signal?.throwIfAborted()
        await client.insert({ table, values: rows.slice(at, at + 50_000), format: 'JSONEachRow' })
      }
    },
  }
}

/** A number from 0 to 1 that depends on the seed, a label and the given columns, and on nothing else. */
export const chance = (seed: number, label: string, ...columns: string[]) =>
  `(cityHash64(${[seed, `'${label}'`, ...columns].join(', ')}) / 18446744073709551616.)`

/** A number around 0 with a spread of 1, close to normal: the sum of the four parts of one hash. */
export function spread(seed: number, label: string, ...columns: string[]): string {
  const hash = `cityHash64(${[seed, `'${label}'`, ...columns].join(', ')})`
  const parts = [0, 16, 32, 48].map(bits => `bitAnd(bitShiftRight(${hash}, ${bits}), 65535)`)
  return `(((${parts.join(' + ')}) / 65535. - 2) * 1.7320508)`
}

/** A whole number around an expected one, as counts of people vary: never below 0. */
export const counted = (expected: string, seed: number, label: string, ...columns: string[]) =>
  `toUInt32(greatest(0, round((${expected}) + sqrt(greatest(${expected}, 0)) * ${spread(seed, label, ...columns)})))`
