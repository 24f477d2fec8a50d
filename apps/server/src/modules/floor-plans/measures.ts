import type { z } from 'zod'
import { type Measures, rowReader } from '../../platform/measure-rows.ts'

const limits = 'SETTINGS max_execution_time = 20, do_not_merge_across_partitions_select_final = 1'

/** Reads rows of the measure store. @throws AppError unavailable while it does not answer */
export async function rowsOf<Row extends z.ZodType>(
  measures: Measures,
  row: Row,
  query: string,
  params: Record<string, unknown>,
): Promise<z.infer<Row>[]> {
  return row.array().parse(await rowReader(measures)(`${query} ${limits}`, params))
}
