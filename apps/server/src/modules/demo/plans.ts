import type { PlanKind, RunOutcome, Text } from '@aisle/contract'
import type { Queryable } from '../../platform/postgres.ts'
import * as schema from '../../platform/schema/index.ts'
import { vendorText } from '../cameras/text.ts'
import { duesBetween, nextDue, type Schedule } from '../plans/schedule.ts'
import { runText } from '../plans/text.ts'
import { chinaMoment, lastOnlineAt } from './activity.ts'
import type { ChainCamera, DemoShop } from './chain.ts'
import { insertAll } from './insert-all.ts'
import { inspectorId } from './people.ts'
import { platformAccounts } from './platform-accounts.ts'
import { type Random, randomFrom } from './random.ts'

const ids = { plan: 850_001, patrol: 855_001, run: 860_001 }
const timeZone = 'Asia/Shanghai'
/** How long ago the oldest run of the demo was. */
const ranDays = 14
/** A night on which the servers were stopped: what was due then was missed. */
const stoppedNight = { daysAgo: 6, from: '20:10', to: '21:50' }

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const weekdays = [1, 2, 3, 4, 5]
const base = { times: [], everyMinutes: null, fromMinute: 0, toMinute: 1439, weekdays: everyDay }
const at = (...times: number[]): Schedule => ({ ...base, times })
const every = (everyMinutes: number, fromMinute: number, toMinute: number): Schedule => ({
  ...base,
  everyMinutes,
  fromMinute,
  toMinute,
})
const hour = (hours: number, minutes = 0) => hours * 60 + minutes

type Wish = { scene: string; preset?: number; schedule: Schedule; paused?: boolean }
/** What the inspector set up, by favourite shop; a scene that a shop lacks is left out. */
const wishes: Record<string, readonly Wish[]> = {
  静安寺店: [
    { scene: 'entrance', schedule: every(30, hour(10), hour(22)) },
    { scene: 'checkout_front', schedule: every(60, hour(10), hour(22)) },
    { scene: 'main_aisle', schedule: at(hour(10, 30), hour(14, 30), hour(19, 30)) },
    { scene: 'stock', schedule: { ...at(hour(9, 15)), weekdays } },
    { scene: 'loading', schedule: at(hour(8, 20)), paused: true },
    { scene: 'carpark', schedule: at(hour(9, 45)) },
    { scene: 'checkout_front', preset: 2, schedule: at(hour(9, 50), hour(21, 40)) },
    { scene: 'window', preset: 1, schedule: at(hour(9, 40)) },
    { scene: 'island', preset: 2, schedule: { ...at(hour(13, 10)), weekdays } },
  ],
  杭州湖滨店: [
    { scene: 'entrance', schedule: every(60, hour(10), hour(22)) },
    { scene: 'checkout_front', preset: 2, schedule: at(hour(12, 15), hour(18, 15)) },
  ],
  南京新街口店: [
    { scene: 'entrance', schedule: every(120, hour(10), hour(22)) },
    { scene: 'stock', schedule: at(hour(21, 15)) },
  ],
  苏州观前街店: [{ scene: 'main_aisle', schedule: at(hour(11), hour(17)) }],
}
const rounds = [
  {
    name: '静安寺店全店巡检',
    shops: ['静安寺店'],
    stops: 6,
    schedule: every(120, hour(10, 45), hour(20, 45)),
  },
  {
    name: '华东重点店收银区',
    shops: ['静安寺店', '杭州湖滨店', '南京新街口店', '苏州观前街店'],
    scene: 'checkout_front',
    stops: 1,
    schedule: every(60, hour(11, 20), hour(21, 20)),
  },
]

type Spot = { shop: DemoShop; camera: ChainCamera; preset: ChainCamera['presets'][number] | undefined }
type Planned = Spot & {
  id: string
  kind: PlanKind
  patrolId: string | null
  position: number
  schedule: Schedule
  paused: boolean
}

/** Plans on the favourite shops, two patrols, and what became of them over the last two weeks. */
export async function insertPlans(
  db: Queryable,
  { shops, seed }: { shops: readonly DemoShop[]; seed: number },
  now: Date,
): Promise<void> {
  const since = chinaMoment(now, ranDays + 1, '15:30')
  const own = [...ownPlans(shops), ...patrolStops(shops)].map((plan, index) => ({
    ...plan,
    id: String(ids.plan + index),
  }))
  await insertAll(
    db,
    schema.patrolPlans,
    rounds.map(({ name, schedule }, index) => ({
      id: String(ids.patrol + index),
      name,
      ...schedule,
      userId: inspectorId,
      createdAt: since,
      updatedAt: since,
    })),
  )
  const random = randomFrom(seed, 'plans')
  const runs = own
    .flatMap(plan => runsOf(plan, chinaMoment(now, ranDays, '00:00'), now, random))
    .map((run, index) => ({ ...run, id: String(ids.run + index) }))
  await insertAll(
    db,
    schema.plans,
    own.map(({ id, kind, patrolId, position, shop, camera, preset, schedule, paused }) => ({
      id,
      kind,
      patrolId,
      position,
      shopId: shop.id,
      cameraId: camera.id,
      presetId: preset?.id ?? null,
      presetName: preset?.name ?? '',
      ...schedule,
      paused,
      nextDueAt: paused ? null : (nextDue(schedule, timeZone, now) ?? null),
      failuresInARow: failuresAtEnd(runs.filter(run => run.planId === id)),
      userId: inspectorId,
      createdAt: since,
      updatedAt: since,
    })),
  )
  await insertAll(db, schema.planRuns, runs)
}

function ownPlans(shops: readonly DemoShop[]): Omit<Planned, 'id'>[] {
  return Object.entries(wishes).flatMap(([name, wanted]) =>
    wanted.flatMap(({ scene, preset: index, schedule, paused = false }) =>
      spotsOf(shops, [name], scene, index).map(spot => ({
        ...spot,
        kind: spot.preset ? ('preset' as const) : ('screenshot' as const),
        patrolId: null,
        position: 0,
        schedule,
        paused,
      })),
    ),
  )
}

function patrolStops(shops: readonly DemoShop[]): Omit<Planned, 'id'>[] {
  return rounds.flatMap(({ shops: names, scene, stops, schedule }, round) =>
    names
      .flatMap(name => spotsOf(shops, [name], scene, 1).slice(0, stops))
      .map((spot, position) => ({
        ...spot,
        kind: 'patrol' as const,
        patrolId: String(ids.patrol + round),
        position,
        schedule,
        paused: false,
      })),
  )
}

/** Cameras of shops by scene, each with the preset of that number; without a number, the camera as it stands. */
function spotsOf(
  shops: readonly DemoShop[],
  names: readonly string[],
  scene?: string,
  index?: number,
): Spot[] {
  return shops
    .filter(shop => names.includes(shop.name))
    .flatMap(shop =>
      shop.cameras
        .filter(camera => scene === undefined || camera.scene === scene)
        .flatMap(camera => {
          const preset = camera.presets.find(each => each.index === index)
          return index !== undefined && !preset ? [] : [{ shop, camera, preset }]
        }),
    )
}

type Fate = { state: RunOutcome; reason: string; message: Text | null }
const done: Fate = { state: 'done', reason: '', message: null }
const slow: Fate = { state: 'failed', reason: 'timeout', message: vendorText.timeout }
const held: Fate = { state: 'held', reason: 'held', message: runText.held }
const dark: Fate = { state: 'offline', reason: 'offline', message: vendorText.offline }
const missed: Fate = { state: 'missed', reason: 'stopped', message: runText.stopped }

function runsOf(
  plan: Planned,
  from: Date,
  now: Date,
  random: Random,
): (typeof schema.planRuns.$inferInsert)[] {
  if (plan.paused) return []
  const { id, kind, patrolId, shop, camera, preset, schedule } = plan
  const stop = [stoppedNight.from, stoppedNight.to].map(clock =>
    chinaMoment(now, stoppedNight.daysAgo, clock),
  )
  // What is due this very minute is left to the servers.
  const until = new Date(Math.floor(now.getTime() / 60_000) * 60_000 - 1)
  return duesBetween(schedule, timeZone, from, until).map(dueAt => {
    const stopped = stop[0] && stop[1] && dueAt >= stop[0] && dueAt <= stop[1]
    const offline = camera.offline !== undefined && dueAt > lastOnlineAt(camera, now)
    const fate = stopped
      ? missed
      : offline
        ? dark
        : random.chance(0.008)
          ? slow
          : preset && random.chance(0.012)
            ? held
            : done
    const lateMs = random.whole(300, 1800)
    const tookMs =
      fate === held || fate === slow
        ? random.whole(30_000, 42_000)
        : (preset ? 3800 : 500) + random.whole(0, 1400)
    const startedAt = new Date(dueAt.getTime() + lateMs)
    const endedAt = new Date(startedAt.getTime() + tookMs)
    return {
      planId: id,
      kind,
      patrolId,
      shopId: shop.id,
      cameraId: camera.id,
      accountId: platformAccounts[camera.account].id,
      presetId: preset?.id ?? null,
      presetName: preset?.name ?? '',
      dueAt,
      notBefore: dueAt,
      expiresAt: new Date(dueAt.getTime() + 600_000),
      ...fate,
      tries: fate === missed ? 0 : fate === held || fate === slow ? 4 : 1,
      startedAt: fate === missed ? null : startedAt,
      endedAt: fate === missed ? chinaMoment(now, stoppedNight.daysAgo, stoppedNight.to) : endedAt,
      durationMs: fate === missed ? null : tookMs,
      createdAt: dueAt,
    }
  })
}

function failuresAtEnd(runs: readonly { state?: RunOutcome | undefined }[]): number {
  const over = runs.filter(run => run.state !== 'missed')
  const lastDone = over.findLastIndex(run => run.state === 'done')
  return over.length - 1 - lastDone
}
