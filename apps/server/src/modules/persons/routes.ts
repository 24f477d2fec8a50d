import { personCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { SampleService } from './samples.ts'
import type { PersonService } from './service.ts'
import type { TrackService } from './tracks.ts'

type Services = { persons: PersonService; tracks: TrackService; samples: SampleService }

/** Single persons. Whoever looks at one of them is written to the audit log. */
export function personRoutes(mount: Mount, { persons, tracks, samples }: Services): void {
  mount(personCalls, {
    list: ({ query }, { caller }) => persons.list(caller, query),
    captures: ({ query }, { caller }) => persons.captures(caller, query),
    async detail({ params, query }, context) {
      const found = await persons.detail(context.caller, params.personId, query)
      await context.audit('person.opened', params.personId)
      return found
    },
    visits: ({ params, query }, { caller }) => persons.visits(caller, params.personId, query),
    async mark({ params, body }, context) {
      await persons.mark(context.caller, params.personId, body.identity)
      await context.audit('person.marked', params.personId, { identity: body.identity })
      return null
    },
    async pictures({ body }, context) {
      const found = await persons.pictures(context.caller, body.visits)
      if (found.length > 0)
        await context.audit(
          'person.pictures',
          found.map(({ shopId, visitId }) => `${shopId}/${visitId}`).join(','),
        )
      return found
    },
    tracked: ({ query }, { caller }) => tracks.list(caller, query),
    async track({ body }, context) {
      const found = await tracks.open(context.caller, body.shopId, body.trackId)
      await context.audit('person.track', found.personId, {
        shopId: body.shopId,
        trackId: body.trackId,
        reason: body.reason,
      })
      return found
    },
    async samples({ query }, context) {
      const found = await samples.samples(context.caller, query)
      if (found.samples.length > 0)
        await context.audit(
          'person.samples',
          found.samples.map(({ shopId, visitId }) => `${shopId}/${visitId}`).join(','),
        )
      return found
    },
    async check({ params, body }, context) {
      const kept = await samples.check(context.caller, params, body)
      await context.audit('person.checked', `${params.shopId}/${params.visitId}`, {
        attribute: body.attribute,
        verdict: body.verdict,
      })
      return kept
    },
    confusion: ({ query }, { caller }) => samples.confusion(caller, query),
  })
}
