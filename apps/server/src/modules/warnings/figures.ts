import { type Measures, rowReader } from '../../platform/measure-rows.ts'

export type ShopDayKey = { shopId: number; date: string }
type Node = { kind: 'floor' | 'entrance' | 'zone'; id: number }

/** Windows of hours that nobody corrected. */
const uncorrected = `(shop_id, biz_date, device_id, line_id, hour) NOT IN (
    SELECT shop_id, biz_date, device_id, line_id, hour FROM flow_correction FINAL
    WHERE biz_date = {date:Date} AND shop_id IN {shops:Array(UInt32)})`
/** Those of them that were measured, and are no longer than five minutes. */
const fineWindows = `quality NOT IN ('imputed', 'manual') AND span_s <= 300 AND ${uncorrected}`
const ofDoors = "shop_id IN {shops:Array(UInt32)} AND biz_date = {date:Date} AND node_kind = 'entrance'"
const visits = 'toFloat64(sum(toInt64(in_n) - staff_n)) AS visits'

/** What limits are held against, from the rollups that pages read; moments within an hour from the windows themselves. */
export function figureReader(measures: Measures) {
  const rows = rowReader(measures)

  return {
    /** Shop-days whose rollups were made after `ver`, not before `from`; of all shops where none are named. */
    async changedSince(ver: number, from: string, shopIds: readonly number[]) {
      const found = await rows<{ shop_id: number; biz_date: string; latest: number }>(
        `SELECT shop_id, biz_date, toFloat64(max(f.ver)) AS latest FROM flow_shop_day AS f
         WHERE biz_date >= {from:Date} AND f.ver > {ver:UInt64} ${shopIds.length > 0 ? 'AND shop_id IN {shops:Array(UInt32)}' : ''}
         GROUP BY shop_id, biz_date ORDER BY biz_date, shop_id`,
        { ver, from, shops: shopIds },
      )
      return {
        days: found.map((row): ShopDayKey => ({ shopId: row.shop_id, date: row.biz_date })),
        latest: found.reduce((most, row) => Math.max(most, row.latest), ver),
      }
    },

    /** Hours in which more people than that were inside. */
    crowdedHours: (date: string, shops: readonly number[], people: number) =>
      rows<{ shop_id: number; hour: number; peak: number }>(
        `SELECT shop_id, hour, inside_peak AS peak FROM presence_hour FINAL
         WHERE shop_id IN {shops:Array(UInt32)} AND biz_date = {date:Date} AND node_kind = 'shop' AND inside_peak > {people:UInt32}
         ORDER BY shop_id, hour`,
        { date, shops, people },
      ),

    /** Five-minute slots after which more people than that were inside. */
    crowdedSlots: (date: string, shops: readonly number[], people: number) =>
      rows<{ shop_id: number; slot: number }>(
        `SELECT shop_id, slot FROM (
           SELECT shop_id, slot, greatest(0, sum(net) OVER (PARTITION BY shop_id ORDER BY slot ROWS UNBOUNDED PRECEDING)) AS inside
           FROM (SELECT shop_id, slot, sum(toInt64(in_n) - toInt64(out_n)) AS net FROM flow_raw FINAL
             WHERE ${ofDoors} AND ${fineWindows} GROUP BY shop_id, slot))
         WHERE inside > {people:UInt32} ORDER BY shop_id, slot`,
        { date, shops, people },
      ),

    /** Visits of the hours of some days, with how many slots were due and came. */
    hours: (dates: readonly string[], shops: readonly number[]) =>
      rows<{ shop_id: number; biz_date: string; hour: number; visits: number; due: number; got: number }>(
        `SELECT shop_id, biz_date, hour, ${visits}, toUInt32(sum(expected_n)) AS due, toUInt32(sum(least(got_n, expected_n))) AS got
         FROM flow_hour FINAL WHERE shop_id IN {shops:Array(UInt32)} AND biz_date IN {dates:Array(Date)} AND node_kind = 'entrance'
         GROUP BY shop_id, biz_date, hour ORDER BY shop_id, biz_date, hour`,
        { dates, shops },
      ),

    /**
     * People through each door by window that counted any. `slots` is its length; `isFine`: measured, and no longer than five
     * minutes. Estimates and corrections are there too: where they stand, somebody is known to have come.
     */
    doorSlots: async (date: string, shops: readonly number[]) =>
      (
        await rows<{
          shop_id: number
          node_id: number
          slot: number
          slots: number
          fine: number
          entered: number
        }>(
          `SELECT shop_id, node_id, slot, toUInt32(max(greatest(1, intDiv(span_s + 150, 300)))) AS slots, min(is_fine) AS fine, toUInt32(sum(in_n)) AS entered
           FROM (
             SELECT shop_id, node_id, slot, span_s, in_n, out_n, toUInt8(quality NOT IN ('imputed', 'manual') AND span_s <= 300) AS is_fine
             FROM flow_raw FINAL WHERE ${ofDoors} AND ${uncorrected}
             UNION ALL
             SELECT shop_id, node_id, slot, span_s, in_n, out_n, toUInt8(0) FROM flow_correction FINAL WHERE ${ofDoors} AND is_excluded = 0)
           GROUP BY shop_id, node_id, slot HAVING sum(in_n) + sum(out_n) > 0 ORDER BY shop_id, node_id, slot`,
          { date, shops },
        )
      ).map(({ fine, ...row }) => ({ ...row, isFine: fine === 1 })),

    /** When the doors of a day were in use: slots from opening, to closing. */
    openDoors: (date: string, shops: readonly number[]) =>
      rows<{ shop_id: number; node_id: number; opens: number; closes: number }>(
        `SELECT shop_id, node_id, toUInt32(min(open_slot)) AS opens, toUInt32(max(close_slot)) AS closes FROM line FINAL
         WHERE shop_id IN {shops:Array(UInt32)} AND node_kind = 'entrance' AND {date:Date} BETWEEN first_on AND last_on
         GROUP BY shop_id, node_id`,
        { date, shops },
      ),

    /** Visits of whole shops by day, and whether all of what was due came. */
    shopDays: (from: string, to: string, shops: readonly number[]) =>
      rows<{ shop_id: number; biz_date: string; visits: number; due: number; got: number }>(
        `SELECT shop_id, biz_date, ${visits}, toUInt32(sum(expected_n)) AS due, toUInt32(sum(least(got_n, expected_n))) AS got
         FROM flow_shop_day FINAL
         WHERE shop_id IN {shops:Array(UInt32)} AND biz_date BETWEEN {from:Date} AND {to:Date} AND node_kind = 'entrance'
         GROUP BY shop_id, biz_date`,
        { from, to, shops },
      ),

    /** Visits of a floor, door or zone by day. */
    placeDays: (from: string, to: string, shopId: number, { kind, id }: Node) =>
      rows<{ biz_date: string; visits: number }>(
        `SELECT biz_date, ${visits} FROM flow_shop_day FINAL
         WHERE shop_id = {shopId:UInt32} AND biz_date BETWEEN {from:Date} AND {to:Date} AND node_kind = {kind:String} AND node_id = {id:UInt32}
         GROUP BY biz_date`,
        { from, to, shopId, kind, id },
      ),
  }
}
export type FigureReader = ReturnType<typeof figureReader>
