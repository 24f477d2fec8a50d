import { type TableName, tableOf } from '@aisle/analysis'
import type { VisitRules } from '../../platform/config.ts'
import type { OutlinedMap } from './outlines.ts'

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
  now: Present
  /** The same where clocks show something else, by zone. */
  elsewhere?: ReadonlyMap<string, Present>
  visits: VisitRules
  /** The plans of the maps that sensors told tracks over. */
  outlines?: readonly OutlinedMap[]
  ver: number
}

/** Business day and the five-minute slot of it that is still running. */
export type Present = { date: string; slot: number }

/** The shop-days with their slots that are `over` on the shop's own clock; those of the future have -1. */
export function daysSoFar({ days, now, elsewhere = new Map() }: Rebuild): string {
  const over = (date: string, slot: string | number) =>
    `toInt32(multiIf(biz_date < ${date}, 288, biz_date = ${date}, ${slot}, -1)) AS over`
  if (elsewhere.size === 0)
    return `SELECT shop_id, biz_date, ${over(`toDate('${now.date}')`, now.slot)} FROM (${days})`
  const presents = [...elsewhere.values()]
  const zones = [...elsewhere.keys()].map(zone => `'${zone.replaceAll(/[\\']/g, '')}'`).join(', ')
  const dates = presents.map(({ date }) => `'${date}'`).join(', ')
  const slots = presents.map(({ slot }) => slot).join(', ')
  const today = `toDate(transform(zone, [${zones}], [${dates}], '${now.date}'))`
  return `SELECT shop_id, biz_date, ${over(today, `transform(zone, [${zones}], [${slots}], ${now.slot})`)}
    FROM (${days}) AS asked LEFT JOIN (SELECT shop_id, toString(time_zone) AS zone FROM shop FINAL) AS zones USING (shop_id)`
}

/** The days whose raw rows are still kept. What is older stays as it was made when they were there. */
export function withRows(table: TableName, { within, now }: Rebuild): string {
  const { keepDays } = tableOf(table)
  return keepDays === undefined ? within : `${within} AND biz_date > toDate('${now.date}') - ${keepDays - 1}`
}

/** The other days: those whose raw rows may be gone. */
export function withoutRows(table: TableName, { within, now }: Rebuild): string {
  const { keepDays } = tableOf(table)
  return keepDays === undefined
    ? 'false'
    : `${within} AND biz_date <= toDate('${now.date}') - ${keepDays - 1}`
}
