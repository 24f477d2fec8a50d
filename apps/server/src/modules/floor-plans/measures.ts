import { AppError } from '@aisle/contract'
import type { z } from 'zod'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import { text } from './text.ts'

export type Measures = () => Promise<ClickHouse>

const limits = 'SETTINGS max_execution_time = 20, do_not_merge_across_partitions_select_final = 1'

/** Reads rows of the measure store. @throws AppError unavailable while it does not answer */
export async function rowsOf<Row extends z.ZodType>(
  measures: Measures,
  row: Row,
  query: string,
  params: Record<string, unknown>,
): Promise<z.infer<Row>[]> {
  const { client } = await measures().catch(error => {
    throw new AppError('unavailable', text.noStore, {}, { cause: error })
  })
  const answer = await client
    .query({ query: `${query} ${limits}`, query_params: params, format: 'JSONEachRow' })
    .catch(error => {
      // Codes of the store itself are numbers: what failed then is the statement.
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!code.startsWith('E')) throw error
      throw new AppError('unavailable', text.noStore, {}, { cause: error })
    })
  return row.array().parse(await answer.json())
}
