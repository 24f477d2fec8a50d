import { rotationCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { Database } from '../../platform/postgres.ts'
import { rotationService } from './service.ts'

export function rotationRoutes(mount: Mount, deps: { db: Database; now: () => Date }): void {
  const plans = rotationService(deps)
  mount(rotationCalls, {
    list: (_, { caller }) => plans.list(caller),
    async create({ body }, context) {
      const made = await plans.create(context.caller, body)
      await context.audit('rotation.created', made.id, { name: made.name })
      return made
    },
    async update({ params, body }, context) {
      const changed = await plans.update(context.caller, params.rotationId, body)
      await context.audit('rotation.changed', changed.id, { name: changed.name })
      return changed
    },
    async remove({ params }, context) {
      await plans.remove(context.caller, params.rotationId)
      await context.audit('rotation.deleted', params.rotationId)
      return null
    },
  })
}
