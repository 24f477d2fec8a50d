import { planCalls, plans } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { PatrolService } from './patrols.ts'
import type { PlanService } from './service.ts'
import type { planStatistics } from './statistics.ts'

type Services = {
  plans: PlanService
  patrols: PatrolService
  statistics: ReturnType<typeof planStatistics>
}

export function planRoutes(mount: Mount, services: Services): void {
  const { patrols } = services
  const own = services.plans

  mount(planCalls, {
    findPresetPlansByVideoNoAndChannelNo: ({ query }, { caller }) =>
      own.presetPlans(caller, query.videoNo, query.channelNo, query.shopId),
    async savePresetPlan({ body }, context) {
      const plan = await own.savePresetPlan(context.caller, body)
      const { presetId, planTime } = body
      await context.audit(plan ? 'plan.saved' : 'plan.removed', plan?.id ?? presetId, { presetId, planTime })
      return plan
    },
    async updatePresetPlan({ body }, context) {
      const plan = await own.updatePresetPlan(context.caller, body)
      await context.audit(plan ? 'plan.saved' : 'plan.removed', body.id, { planTime: body.planTime })
      return plan
    },
    async delPresetPlanByIds({ params }, context) {
      await own.remove(context.caller, params.ids, ['preset'])
      await context.audit('plan.removed', params.ids.join(','))
      return null
    },
    async saveScreenshotPlan({ body }, context) {
      const plan = await own.saveScreenshotPlan(context.caller, body)
      const { videoNo, channelNo, planTime } = body
      const target = plan?.id ?? `${videoNo}/${channelNo}`
      await context.audit(plan ? 'plan.saved' : 'plan.removed', target, { planTime })
      return plan
    },
    async updateScreenshotPlan({ body }, context) {
      const plan = await own.updateScreenshotPlan(context.caller, body)
      await context.audit(plan ? 'plan.saved' : 'plan.removed', body.id, { planTime: body.planTime })
      return plan
    },
    async delScreenshotPlanByIds({ params }, context) {
      await own.remove(context.caller, params.ids, ['screenshot'])
      await context.audit('plan.removed', params.ids.join(','))
      return null
    },
  })

  mount(plans, {
    list: ({ query: { kind, ...query } }, { caller }) => own.list(caller, { ...query, kinds: kind }),
    async save({ body }, context) {
      const done = await own.save(context.caller, body.targets, body.schedule)
      const { created, updated, removed } = done
      await context.audit('plan.saved', `${body.targets.length} targets`, { created, updated, removed })
      return done
    },
    async update({ params, body }, context) {
      const plan = await own.update(context.caller, params.planId, body)
      await context.audit(plan ? 'plan.saved' : 'plan.removed', params.planId, body)
      return plan
    },
    async pause({ body }, context) {
      await own.setPaused(context.caller, body.ids, true)
      await context.audit('plan.paused', body.ids.join(','))
      return null
    },
    async resume({ body }, context) {
      await own.setPaused(context.caller, body.ids, false)
      await context.audit('plan.resumed', body.ids.join(','))
      return null
    },
    async remove({ params }, context) {
      await own.remove(context.caller, params.ids)
      await context.audit('plan.removed', params.ids.join(','))
      return null
    },
    runs: ({ query: { kind, ...query } }, { caller }) => own.runs(caller, { ...query, kinds: kind }),
    async retry({ params }, context) {
      const run = await own.retry(context.caller, params.runId)
      await context.audit('plan.retried', params.runId)
      return run
    },
    statistics: ({ query: { kind, ...query } }, { caller }) =>
      services.statistics(caller.scope, { ...query, kinds: kind }),
    patrols: ({ query }, { caller }) => patrols.list(caller, query),
    async createPatrol({ body }, context) {
      const patrol = await patrols.create(context.caller, body)
      await context.audit('patrol.created', patrol.id, { name: body.name })
      return patrol
    },
    async updatePatrol({ params, body }, context) {
      const patrol = await patrols.update(context.caller, params.patrolId, body)
      await context.audit('patrol.changed', params.patrolId, { name: patrol.name, status: patrol.status })
      return patrol
    },
    async removePatrol({ params }, context) {
      await patrols.remove(context.caller, params.patrolId)
      await context.audit('patrol.removed', params.patrolId)
      return null
    },
  })
}
