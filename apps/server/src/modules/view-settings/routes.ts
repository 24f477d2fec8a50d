import {
  businessView,
  businessViewCalls,
  defaultBusinessView,
  defaultTotalView,
  totalView,
  totalViewCalls,
} from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { Database } from '../../platform/postgres.ts'
import { viewSettingsService } from './service.ts'

/** How the overview looks, and what figures are coloured by. */
export function viewSettingsRoutes(mount: Mount, deps: { db: Database; now: () => Date }): void {
  const overview = viewSettingsService(deps, {
    target: 'totalView',
    schema: totalView,
    initial: defaultTotalView,
  })
  mount(totalViewCalls, {
    read: (_, { caller }) => overview.read(caller),
    async save({ body }, context) {
      const saved = await overview.save(context.caller, body)
      await context.audit('settings.totalView', `${body.layer} ${body.roleId}`.trim(), {
        removed: body.value === null,
      })
      return saved
    },
  })
  const business = viewSettingsService(deps, {
    target: 'businessView',
    schema: businessView,
    initial: defaultBusinessView,
  })
  mount(businessViewCalls, {
    read: (_, { caller }) => business.read(caller),
    async save({ body }, context) {
      const saved = await business.save(context.caller, body)
      await context.audit('settings.businessView', `${body.layer} ${body.roleId}`.trim(), {
        removed: body.value === null,
      })
      return saved
    },
  })
}
