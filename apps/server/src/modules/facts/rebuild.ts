import { type TableName, tableOf } from '@aisle/analysis'
import type { VisitRules } from '../../platform/config.ts'

/**
 * Statements that make the rollups of some shop-days anew from their raw rows. The result depends on what the raw tables hold
 * and on nothing else: however often, in whatever order and in however many pieces the rows came, it is the same. A later `ver`
 * replaces an earlier one.
 */
export type Rebuild = {
  /** Subquery of the shop-days: `shop_id`, `biz_date`. */
  days: string
  /** Condition on `shop_id` and `biz_date` that holds at least for these: what lets the engine skip the rest. */
  within: string
  /** The present on the shops' clocks: after it nothing is due. */
  now: { date: string; slot: number }
  visits: VisitRules
  ver: number
}

/** The days whose raw rows are still kept. What is older stays as it was made when they were there. */
export function withRows(table: TableName, { within, now }: Rebuild): string {
  const { keepDays } = tableOf(table)
  return keepDays === undefined ? within : `${within} AND biz_date > toDate('${now.date}') - ${keepDays - 1}`
}
