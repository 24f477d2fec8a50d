import { activityCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { ActivityService } from './service.ts'

export function activityRoutes(mount: Mount, activities: ActivityService): void {
  mount(activityCalls, {
    list: ({ query }, { caller }) => activities.list(caller, query),
    async create({ body }, context) {
      const made = await activities.create(context.caller, body)
      await context.audit('activity.created', made.id, { ...body })
      return made
    },
    async update({ params, body }, context) {
      const changed = await activities.update(context.caller, params.activityId, body)
      await context.audit('activity.changed', changed.id, { ...body })
      return changed
    },
    async cancel({ params, body }, context) {
      const changed = await activities.cancel(context.caller, params.activityId, body.version)
      await context.audit('activity.cancelled', changed.id)
      return changed
    },
    async remove({ params }, context) {
      await activities.remove(context.caller, params.activityId)
      await context.audit('activity.deleted', params.activityId)
      return null
    },
    async restore({ params }, context) {
      const restored = await activities.restore(context.caller, params.activityId)
      await context.audit('activity.restored', restored.id)
      return restored
    },
  })
}
