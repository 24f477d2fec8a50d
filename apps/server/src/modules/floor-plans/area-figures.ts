import { areaOf, cellsIn } from '@aisle/analysis'
import type { AreaFigures, CustomArea, FloorPlan } from '@aisle/contract'
import { z } from 'zod'
import type { Measures } from '../../platform/measure-rows.ts'
import { rowsOf } from './measures.ts'
import type { Hours } from './period.ts'

type Drawn = {
  area: CustomArea
  plan: FloorPlan
  polygons: readonly (readonly (readonly [number, number])[])[]
}
type Sums = AreaFigures['current']
type Daily = Map<string, Sums>

const trackRow = z.object({
  date: z.string(),
  tracks: z.coerce.number(),
  passes: z.coerce.number(),
  inside: z.coerce.number(),
})
const heatRow = z.object({
  date: z.string(),
  cols: z.coerce.number(),
  rows: z.coerce.number(),
  seconds: z.array(z.coerce.number()),
})

/** What tracks and heat grids say of areas that were drawn, day by day. Nothing else is known of them. */
export function areaReader(measures: Measures) {
  const where = (cut: Hours['cut'], hour: string) =>
    `shop_id = {shopId:UInt32} AND map_id = {mapId:UInt32} AND biz_date IN {days:Array(Date)} AND ${hour} IN {hours:Array(UInt8)}${
      cut ? ` AND NOT (biz_date = {cutDate:Date} AND ${hour} >= {cutHour:UInt8})` : ''
    }`
  const paramsOf = (
    plan: FloorPlan,
    days: readonly string[],
    { hours, cut }: Pick<Hours, 'hours' | 'cut'>,
  ) => ({
    shopId: Number(plan.shopId),
    mapId: plan.mapId,
    days: [...days],
    hours: [...hours],
    ...(cut ? { cutDate: cut.date, cutHour: cut.beforeHour } : {}),
  })

  /** Tracks with a point in one of the polygons: a visit once, and the time between its points inside. */
  async function tracks(
    { plan, polygons }: Drawn,
    days: readonly string[],
    when: Pick<Hours, 'hours' | 'cut'>,
  ) {
    // The corners are whole numbers of our own: nothing of a user's text gets into the statement.
    const within = polygons
      .map(
        polygon =>
          `pointInPolygon((x, y), [${polygon.map(([x, y]) => `(${Math.round(x)}, ${Math.round(y)})`).join(', ')}])`,
      )
      .join(' OR ')
    return rowsOf(
      measures,
      trackRow,
      `WITH arrayMap((x, y) -> toUInt8(${within}), x_cm, y_cm) AS is_in
      SELECT toString(biz_date) AS date, count() AS tracks,
        uniqExactIf(if(visit_id = 0, track_id, visit_id), arrayExists(i -> i = 1, is_in)) AS passes,
        sum(arraySum(arrayMap((i, dt) -> i * toUInt64(dt), is_in, dt_ms))) / 1000 AS inside
      FROM track FINAL WHERE ${where(when.cut, 'toUInt8(intDiv(slot, 12))')} GROUP BY date`,
      paramsOf(plan, days, when),
    )
  }

  async function heat({ plan }: Drawn, days: readonly string[], when: Pick<Hours, 'hours' | 'cut'>) {
    return rowsOf(
      measures,
      heatRow,
      `SELECT toString(biz_date) AS date, cols, rows, sumForEach(seconds) AS seconds
      FROM heat_hour FINAL WHERE ${where(when.cut, 'hour')} GROUP BY date, cols, rows`,
      paramsOf(plan, days, when),
    )
  }

  async function daily(
    drawn: Drawn,
    days: readonly string[],
    when: Pick<Hours, 'hours' | 'cut'>,
  ): Promise<Daily> {
    if (drawn.plan.mapId === null || days.length === 0 || when.hours.length === 0) return new Map()
    const [trackRows, heatRows] = await Promise.all([tracks(drawn, days, when), heat(drawn, days, when)])
    const found: Daily = new Map()
    for (const { date, passes, inside } of trackRows)
      found.set(date, { passes, insideSeconds: Math.round(inside), heatSeconds: null })
    for (const { date, cols, rows, seconds } of heatRows) {
      const grid = { cols, rows, widthCm: drawn.plan.widthCm, heightCm: drawn.plan.heightCm }
      const cells = new Set(drawn.polygons.flatMap(polygon => cellsIn(polygon, grid)))
      const sum = [...cells].reduce((total, cell) => total + (seconds[cell] ?? 0), 0)
      const known = found.get(date) ?? { passes: null, insideSeconds: null, heatSeconds: null }
      found.set(date, { ...known, heatSeconds: (known.heatSeconds ?? 0) + sum })
    }
    return found
  }

  return async (drawn: Drawn, when: Hours): Promise<AreaFigures> => {
    const { hours, cut, comparedDays } = when
    const [current, compared] = await Promise.all([
      daily(drawn, when.days, { hours, cut: undefined }),
      comparedDays ? daily(drawn, comparedDays, { hours, cut }) : Promise.resolve(undefined),
    ])
    return {
      areaId: drawn.area.id,
      current: summed(current),
      compared: compared ? summed(compared) : null,
      days: [...current].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, sums]) => ({ date, ...sums })),
      areaM2: Math.round(drawn.polygons.reduce((sum, polygon) => sum + areaOf(polygon), 0) / 1000) / 10,
    }
  }
}
export type AreaReader = ReturnType<typeof areaReader>

/** Unknown stays unknown: only days on which something is known are added. */
function summed(days: Daily): Sums {
  const sum = (of: (sums: Sums) => number | null) => {
    const known = [...days.values()].flatMap(sums => of(sums) ?? [])
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
  }
  return {
    passes: sum(({ passes }) => passes),
    insideSeconds: sum(({ insideSeconds }) => insideSeconds),
    heatSeconds: sum(({ heatSeconds }) => heatSeconds),
  }
}
