import type { FloorPlan, HeatQuestion, PlanHeat } from '@aisle/contract'
import { z } from 'zod'
import type { Measures } from '../../platform/measure-rows.ts'
import { rowsOf } from './measures.ts'
import type { Hours } from './period.ts'

const numbers = z.array(z.coerce.number())
const gridRow = z.object({
  map_id: z.coerce.number(),
  cols: z.coerce.number(),
  rows: z.coerce.number(),
  hours: z.coerce.number(),
  at: z.string(),
  last: z.coerce.number(),
  seconds: numbers,
  walkable: numbers,
})
type Row = z.infer<typeof gridRow>

/** Heat grids of plans, summed cell by cell where they are cut alike. */
export function heatReader(measures: Measures) {
  async function sums(
    plans: readonly FloorPlan[],
    days: readonly string[],
    { hours, cut }: Pick<Hours, 'hours'> & Partial<Pick<Hours, 'cut'>>,
    byHour: boolean,
  ): Promise<Row[]> {
    if (days.length === 0 || hours.length === 0) return []
    return rowsOf(
      measures,
      gridRow,
      `SELECT map_id, cols, rows, count() AS hours, ${byHour ? "concat(toString(biz_date), ' ', leftPad(toString(hour), 2, '0'), ':00')" : "''"} AS at,
          max(toUInt32(biz_date) * 24 + hour) AS last, sumForEach(seconds) AS seconds, argMax(walkable, toUInt32(biz_date) * 24 + hour) AS walkable
        FROM heat_hour FINAL
        WHERE shop_id IN {shopIds:Array(UInt32)} AND map_id IN {mapIds:Array(UInt32)} AND biz_date IN {days:Array(Date)} AND hour IN {hours:Array(UInt8)}
          ${cut ? 'AND NOT (biz_date = {cutDate:Date} AND hour >= {cutHour:UInt8})' : ''}
        GROUP BY map_id, cols, rows, at ORDER BY map_id, at`,
      {
        shopIds: [...new Set(plans.map(({ shopId }) => Number(shopId)))],
        mapIds: plans.flatMap(({ mapId }) => mapId ?? []),
        days: [...days],
        hours: [...hours],
        ...(cut ? { cutDate: cut.date, cutHour: cut.beforeHour } : {}),
      },
    )
  }

  return async (
    plans: readonly FloorPlan[],
    when: Hours,
    granularity: HeatQuestion['granularity'],
  ): Promise<PlanHeat[]> => {
    const [current, compared] = await Promise.all([
      sums(plans, when.days, { hours: when.hours }, granularity === 'hour'),
      when.comparedDays
        ? sums(plans, when.comparedDays, { hours: when.hours, cut: when.cut }, false)
        : Promise.resolve(undefined),
    ])
    return plans.map(plan => {
      const own = current.filter(row => row.map_id === plan.mapId)
      const before = compared?.filter(row => row.map_id === plan.mapId)
      // Maps are cut anew now and then: the latest cut counts, hours of another one cannot be added to it.
      const latest = [...own, ...(before ?? [])].toSorted((a, b) => b.last - a.last)[0]
      const isLike = (row: Row) => row.cols === latest?.cols && row.rows === latest.rows
      const hoursOf = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + row.hours, 0)
      const [alike, alikeBefore] = [own.filter(isLike), before?.filter(isLike)]
      return {
        planId: plan.id,
        cols: latest?.cols ?? 0,
        rows: latest?.rows ?? 0,
        walkable: latest?.walkable ?? [],
        frames: alike.map(({ at, seconds }) => ({ at: at === '' ? null : at, seconds })),
        compared: alikeBefore ? (alikeBefore[0]?.seconds ?? []) : null,
        hours: hoursOf(alike),
        comparedHours: hoursOf(alikeBefore ?? []),
        otherGrids: hoursOf(own.filter(row => !isLike(row))),
      }
    })
  }
}
export type HeatReader = ReturnType<typeof heatReader>
