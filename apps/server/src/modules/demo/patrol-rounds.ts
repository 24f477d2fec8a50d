import type { Queryable } from '../../platform/postgres.ts'
import * as schema from '../../platform/schema/index.ts'
import { chinaMoment, type DemoVisit } from './activity.ts'
import type { DemoShop } from './chain.ts'
import { insertAll } from './insert-all.ts'
import { inspectorId } from './people.ts'

const firstId = 856_001
const adminId = '701001'
const route = ['静安寺店', '徐家汇店', '杭州湖滨店', '南京新街口店', '苏州观前街店', '宁波天一店']
/** Days around the present that have a round: the demo is looked at for some days after it was made. */
const days = { before: 1, after: 13 }

const chinaDay = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Rounds of the inspector and of whoever administrates: shops that they looked into that day are done. */
export async function insertPatrolRounds(
  db: Queryable,
  { shops }: { shops: readonly DemoShop[] },
  visits: readonly DemoVisit[],
  now: Date,
): Promise<void> {
  const stops = route.flatMap(name => shops.find(shop => shop.name === name)?.id ?? [])
  const rounds = [inspectorId, adminId].flatMap(userId =>
    Array.from({ length: days.before + 1 + days.after }, (_, index) => ({
      userId,
      day: chinaDay(chinaMoment(now, days.before - index, '12:00')),
    })),
  )
  const ended = new Map(
    visits.map(visit => [`${visit.userId} ${visit.shopId} ${chinaDay(visit.endedAt)}`, visit.endedAt]),
  )
  await insertAll(
    db,
    schema.patrolRounds,
    rounds.map((round, index) => ({
      ...round,
      id: String(firstId + index),
      sourceKind: 'hand' as const,
      createdAt: chinaMoment(now, days.before + 2, '17:40'),
    })),
  )
  await insertAll(
    db,
    schema.patrolRoundStops,
    rounds.flatMap(({ userId, day }, index) =>
      stops.map((shopId, position) => {
        const at = ended.get(`${userId} ${shopId} ${day}`) ?? null
        return {
          roundId: String(firstId + index),
          shopId,
          position,
          state: at === null ? ('left' as const) : ('done' as const),
          at,
        }
      }),
    ),
  )
}
