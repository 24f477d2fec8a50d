import { customAreaCalls, floorPlanCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { AreaService } from './areas.ts'
import type { PlanService } from './service.ts'

export function floorPlanRoutes(
  mount: Mount,
  { plans, areas }: { plans: PlanService; areas: AreaService },
): void {
  mount(floorPlanCalls, {
    list: ({ query }, { caller }) => plans.list(caller, query.shopIds),
    async save({ params, body }, context) {
      const plan = await plans.save(context.caller, params.floorId, body)
      await context.audit('floorPlan.saved', plan.id, { shop: plan.shopId, floor: plan.floorName })
      return plan
    },
    async moveZone({ params, body }, context) {
      const plan = await plans.moveZone(context.caller, params.floorId, params.zoneId, body.polygon)
      await context.audit('floorPlan.zoneMoved', plan.id, {
        zone: params.zoneId,
        isOnPlan: body.polygon !== null,
      })
      return plan
    },
    heat: ({ body }, { caller }) => plans.heat(caller, body),
  })
  mount(customAreaCalls, {
    list: ({ query }, { caller }) => areas.list(caller, query.shopId),
    async create({ body }, context) {
      const area = await areas.create(context.caller, body)
      await context.audit('customArea.created', area.id, { name: area.name, shop: area.shopId })
      return area
    },
    async update({ params, body }, context) {
      const area = await areas.update(context.caller, params.areaId, body)
      await context.audit('customArea.changed', area.id, { name: area.name })
      return area
    },
    async remove({ params }, context) {
      await areas.remove(context.caller, params.areaId)
      await context.audit('customArea.removed', params.areaId)
      return null
    },
    async restore({ params }, context) {
      const area = await areas.restore(context.caller, params.areaId)
      await context.audit('customArea.restored', area.id, { name: area.name })
      return area
    },
    figures: ({ body }, { caller }) => areas.figures(caller, body),
  })
}
