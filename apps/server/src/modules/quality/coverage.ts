import { type Measures, rowReader } from '../../platform/measure-rows.ts'
import type { NodeKind } from './day.ts'

type DayRow = { biz_date: string; expected: number; got: number; imputed: number }
export type CoverageDay = { date: string; expected: number; got: number; imputed: number }
const dayOf = ({ biz_date, expected, got, imputed }: DayRow): CoverageDay => ({
  date: biz_date,
  expected,
  got: Math.min(got, expected),
  imputed: Math.round(imputed * 10_000) / 10_000,
})

const entered = "sumIf(in_n, node_kind != 'outside')"
const figures = `toUInt32(sum(expected_n)) AS expected, toUInt32(sum(least(got_n, expected_n))) AS got, if(${entered} > 0, least(1, sumIf(imputed_n, node_kind != 'outside') / ${entered}), 0) AS imputed`
/** Shops are judged by their doors and by who passes them: what is inside adds nothing to their figures. */
const outer = "node_kind IN ('entrance', 'outside')"

/** Slots received of those due, and how much was estimated, from the rollups. */
export function coverageReader(measures: Measures) {
  const rows = rowReader(measures)
  return {
    async total(shopIds: number[], from: string, to: string) {
      const [row] = await rows<Omit<DayRow, 'biz_date'>>(
        `SELECT ${figures} FROM flow_shop_day FINAL
         WHERE shop_id IN {shopIds:Array(UInt32)} AND biz_date BETWEEN {from:Date} AND {to:Date} AND ${outer}`,
        { shopIds, from, to },
      )
      const isDue = row !== undefined && row.expected > 0
      return { coverage: isDue ? row.got / row.expected : null, imputed: isDue ? row.imputed : null }
    },

    async byShop(shopIds: number[], from: string, to: string): Promise<Map<number, CoverageDay[]>> {
      const found = await rows<DayRow & { shop_id: number }>(
        `SELECT shop_id, biz_date, ${figures} FROM flow_shop_day FINAL
         WHERE shop_id IN {shopIds:Array(UInt32)} AND biz_date BETWEEN {from:Date} AND {to:Date} AND ${outer}
         GROUP BY shop_id, biz_date ORDER BY shop_id, biz_date`,
        { shopIds, from, to },
      )
      const days = new Map<number, CoverageDay[]>()
      for (const row of found) days.set(row.shop_id, [...(days.get(row.shop_id) ?? []), dayOf(row)])
      return days
    },

    async byNode(shopId: number, from: string, to: string) {
      const found = await rows<DayRow & { node_kind: NodeKind; node_id: number }>(
        `SELECT node_kind, node_id, biz_date, ${figures} FROM flow_shop_day FINAL
         WHERE shop_id = {shopId:UInt32} AND biz_date BETWEEN {from:Date} AND {to:Date}
         GROUP BY node_kind, node_id, biz_date ORDER BY node_kind, node_id, biz_date`,
        { shopId, from, to },
      )
      const nodes = new Map<string, { nodeKind: NodeKind; nodeId: number; days: CoverageDay[] }>()
      for (const row of found) {
        const key = `${row.node_kind} ${row.node_id}`
        const node = nodes.get(key) ?? { nodeKind: row.node_kind, nodeId: row.node_id, days: [] }
        node.days.push(dayOf(row))
        nodes.set(key, node)
      }
      return [...nodes.values()]
    },
  }
}
