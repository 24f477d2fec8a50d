import {
  businessView,
  businessViewCalls,
  defaultBusinessView,
  defaultGlossary,
  defaultTotalView,
  glossary,
  glossaryCalls,
  totalView,
  totalViewCalls,
} from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { CallContext } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { type Kind, type Save, viewSettingsService } from './service.ts'

type Deps = { db: Database; now: () => Date }

/** How the overview looks, what figures are coloured by, and how the chain's own words are read in English. */
export function viewSettingsRoutes(mount: Mount, deps: Deps): void {
  mount(totalViewCalls, layered(deps, { target: 'totalView', schema: totalView, initial: defaultTotalView }))
  mount(
    businessViewCalls,
    layered(deps, { target: 'businessView', schema: businessView, initial: defaultBusinessView }),
  )
  mount(glossaryCalls, layered(deps, { target: 'glossary', schema: glossary, initial: defaultGlossary }))
}

/** The calls of one kind of settings. */
function layered<Value>(deps: Deps, kind: Kind<Value>) {
  const settings = viewSettingsService(deps, kind)
  return {
    read: (_: unknown, { caller }: CallContext) => settings.read(caller),
    async save({ body }: { body: Save<Value> }, context: CallContext) {
      const saved = await settings.save(context.caller, body)
      await context.audit(`settings.${kind.target}`, `${body.layer} ${body.roleId}`.trim(), {
        removed: body.value === null,
      })
      return saved
    },
  }
}
