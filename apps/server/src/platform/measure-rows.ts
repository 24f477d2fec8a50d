import { AppError } from '@aisle/contract'
import type { ClickHouse } from './clickhouse.ts'
import { text } from './http/text.ts'

export type Measures = () => Promise<Pick<ClickHouse, 'client'>>

/**
 * How rows of the measure store are read, an object each. While the store does not answer that is said, as it is no fault of the
 * statement: codes of the store itself are numbers.
 * @throws AppError unavailable
 */
export const rowReader =
  (measures: Measures) =>
  async <T>(query: string, query_params: Record<string, unknown>): Promise<T[]> => {
    const { client } = await measures().catch(cause => {
      throw away(cause)
    })
    try {
      return await (await client.query({ query, query_params, format: 'JSONEachRow' })).json<T>()
    } catch (error) {
      throw isAway(error) ? away(error) : error
    }
  }

/** Whether the way to the store is at fault, and not what it was asked. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('E')
export const away = (cause: unknown): AppError => new AppError('unavailable', text.noStore, {}, { cause })
