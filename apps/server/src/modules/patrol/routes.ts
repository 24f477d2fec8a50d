import { patrol } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { DeskService } from './desk.ts'
import type { PatrolRoundService } from './rounds.ts'
import type { cameraTurns } from './turns.ts'

type Services = { rounds: PatrolRoundService; desk: DeskService; turns: ReturnType<typeof cameraTurns> }

/** The calls of remote patrols and of the desk that watches over an area. */
export function patrolRoutes(mount: Mount, { rounds, desk, turns }: Services): void {
  mount(patrol, {
    round: async ({ query }, { caller }) => (await rounds.ofDay(caller, query.day)) ?? null,
    lastRound: async ({ query }, { caller }) => (await rounds.last(caller, query.before)) ?? null,
    async saveRound({ body }, context) {
      const round = await rounds.save(context.caller, body)
      await context.audit('patrol.round', round.id, { day: round.day, shops: round.stops.length })
      return round
    },
    async markStop({ params, body }, context) {
      const round = await rounds.mark(context.caller, params.roundId, params.shopId, body.state)
      await context.audit('patrol.stop', params.roundId, { shopId: params.shopId, state: body.state })
      return round
    },
    async removeRound({ params }, context) {
      await rounds.remove(context.caller, params.roundId)
      await context.audit('patrol.roundRemoved', params.roundId)
      return null
    },
    turns: ({ query }, { caller }) => turns(caller, query.shopId, query.day),
    desk: ({ query }, { caller }) => desk.look(caller, query),
  })
}
