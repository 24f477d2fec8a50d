import { isSimple } from '@aisle/analysis'
import { AppError, type FloorPlan, type HeatQuestion, type PlanBody, type PlanPoint } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { HeatReader } from './heat.ts'
import { hoursOf } from './period.ts'
import type { PlanStore } from './store.ts'
import { text } from './text.ts'

type Deps = { store: PlanStore; heat: HeatReader; now: () => Date }
const mostHourlyDays = 7
const dayMs = 86_400_000

/** Floor plans and the heat on them. */
export function planService({ store, heat, now }: Deps) {
  async function planOf(caller: Caller, floorId: string): Promise<FloorPlan> {
    const plan = await store.ofFloor(caller.scope, floorId)
    if (!plan) throw new AppError('notFound', text.noPlan)
    return plan
  }

  return {
    list: (caller: Caller, shopIds: readonly string[]) => store.ofShops(caller.scope, shopIds),

    /** @throws notFound, ruleBroken, or conflict with the plan as it is now */
    async save(caller: Caller, floorId: string, { version, ...body }: PlanBody & { version: number }) {
      const floor = await store.floor(caller.scope, floorId)
      if (!floor) throw new AppError('notFound', text.noFloor)
      checkPolygon(body.outline, body)
      for (const { polygon } of body.zones) checkPolygon(polygon, body)
      if (body.zones.some(({ zoneId }) => !floor.zoneIds.has(zoneId)))
        throw new AppError('ruleBroken', text.foreignZone)
      if (body.entrances.some(({ entranceId }) => !floor.entranceIds.has(entranceId)))
        throw new AppError('ruleBroken', text.foreignEntrance)
      if (await store.isMapTaken(floor.shopId, floorId, body.mapCode))
        throw new AppError('ruleBroken', text.takenMap)
      const by = { userId: caller.userId, at: now(), version }
      if (!(await store.save({ floorId, shopId: floor.shopId }, body, by)))
        throw new AppError('conflict', text.changed, {
          reason: 'changed',
          current: await store.ofFloor(caller.scope, floorId),
        })
      return planOf(caller, floorId)
    },

    /** @throws notFound, or ruleBroken where the zone is another floor's or the polygon cannot be */
    async moveZone(caller: Caller, floorId: string, zoneId: string, polygon: PlanPoint[] | null) {
      const plan = await planOf(caller, floorId)
      const floor = await store.floor(caller.scope, floorId)
      if (!floor?.zoneIds.has(zoneId)) throw new AppError('ruleBroken', text.foreignZone)
      if (polygon) checkPolygon(polygon, plan)
      await store.moveZone(plan.id, zoneId, polygon, { userId: caller.userId, at: now() })
      return planOf(caller, floorId)
    },

    /** Plans out of scope are left out, like those that do not exist. */
    async heat(caller: Caller, { planIds, granularity, ...when }: HeatQuestion) {
      const days = (Date.parse(when.period.to) - Date.parse(when.period.from)) / dayMs + 1
      if (granularity === 'hour' && days > mostHourlyDays) throw new AppError('ruleBroken', text.tooLong)
      const plans = await store.byIds(caller.scope, planIds)
      const zones = await store.timeZones(
        caller.scope,
        plans.map(({ shopId }) => shopId),
      )
      const groups = Map.groupBy(plans, ({ shopId }) => zones.get(shopId) ?? 'Asia/Shanghai')
      const answers = await Promise.all(
        [...groups].map(([zone, own]) => heat(own, hoursOf(when, now(), zone), granularity)),
      )
      return answers.flat()
    },
  }
}
export type PlanService = ReturnType<typeof planService>

/** @throws ruleBroken where sides cross or a corner lies off the plan */
export function checkPolygon(
  polygon: readonly PlanPoint[],
  { widthCm, heightCm }: Pick<FloorPlan, 'widthCm' | 'heightCm'>,
): void {
  if (polygon.some(([x, y]) => x < 0 || y < 0 || x > widthCm || y > heightCm))
    throw new AppError('ruleBroken', text.outside)
  if (!isSimple(polygon)) throw new AppError('ruleBroken', text.crossed)
}
