import { setTimeout as pause } from 'node:timers/promises'
import { inBackground } from '@aisle/cameras'
import type { ProviderName, Text } from '@aisle/contract'
import type { PictureService } from '../pictures/service.ts'
import { dueKeeper } from './due.ts'
import { type Gate, gate } from './gate.ts'
import type { Claimed, RunStore } from './run-store.ts'
import { failureOf, type PlanCamera, shooter } from './shot.ts'
import { runText, text } from './text.ts'

/** A server not heard of for so long is gone: another goes on with its runs. */
const leaseMs = 20_000
const heartbeatMs = 5_000
/** A run is tried again within this of its first try. */
const retryWithinMs = 60_000
const triesAllowed = 4
/** Works at once in a lane for each call a second that its platform allows: most of a run is waiting. */
const worksPerCall = 6
const mostAtOnce = 120
/** The rest of what a platform bears stays free for users' hands. */
const shareOfPlans = 0.9
/** Taken in one go, so that servers that start together share the accounts. */
const lanesAtOnce = 4
const betweenLanesMs = 100
const idleMs = 200
const leavingMs = 3_000
const failuresTold = 3
const savedAtOnce = 6

/** Calls a second that an account is taken to bear, as the adapters assume; its settings may say otherwise. */
const callsPerSecond: Record<ProviderName, number> = { ezviz: 5, shilian: 20, huawei: 20, huiyan: 20 }

export type PlanNotices = {
  publish(notice: {
    to: { userIds?: string[]; shopId?: string; authority?: 'inspect.plan' }
    kind: string
    title: Text
    body: Text
    link: string
    key?: string
  }): Promise<void>
}

type Deps = {
  runs: RunStore
  /** Cameras by id, ready to be used; those that are gone are left out. */
  open(cameraIds: string[]): Promise<Map<string, PlanCamera>>
  pictures: Pick<PictureService, 'save'>
  notices?: PlanNotices | undefined
  settings: { settleMs: number; catchUpMs: number }
  /** Names this server among all. */
  holder: string
  now: () => Date
  sleep?: (ms: number) => Promise<void>
  log(message: string, error: unknown): void
}

/**
 * Runs what is due. All servers may run one of these: rows in PostgreSQL decide who does what. Each platform account is a
 * lane that one server has at a time, so that what the platform bears is kept however many servers there are; in a lane
 * many runs go on at once, one a camera.
 */
export function planRunner(deps: Deps) {
  const { runs, open, notices, settings, holder, now, log } = deps
  const sleep = deps.sleep ?? (ms => pause(ms))
  const fill = dueKeeper({ runs, catchUpMs: settings.catchUpMs })
  const saving = gate(savedAtOnce)
  const pictures: Deps['pictures'] = { save: picture => saving(() => deps.pictures.save(picture)) }
  const shoot = shooter({ runs, pictures, settleMs: settings.settleMs, sleep, log })
  const lanes = new Map<string, Promise<void>>()
  /** Lanes that another server took because this one was not heard of. */
  const lost = new Set<string>()
  let beat: NodeJS.Timeout | undefined
  let closing = false

  return {
    /** Looks what is due and begins it; run every second on each server. */
    async tick(): Promise<void> {
      if (closing) return
      await fill(now())
      await runs.settleStale(now())
      const accounts = (await runs.accountsWithWork(now())).filter(id => !lanes.has(id))
      for (const [at, accountId] of accounts.entries()) {
        if (at > 0 && at % lanesAtOnce === 0) await pause(betweenLanesMs)
        if (closing) break
        if (await runs.takeLane(accountId, holder, now(), lease())) enter(accountId)
      }
    },

    /** Resolves when this server has nothing under way. */
    async idle(): Promise<void> {
      while (lanes.size > 0) await Promise.all(lanes.values())
    },

    /** Begins nothing more, waits a little for what is under way, and gives the rest to other servers. */
    async close(): Promise<void> {
      closing = true
      await Promise.race([this.idle(), pause(leavingMs, undefined, { ref: false })])
      clearInterval(beat)
      await runs.giveBack(holder, now())
    },
  }

  function lease(): Date {
    return new Date(now().getTime() + leaseMs)
  }

  function enter(accountId: string): void {
    const work = lane(accountId)
      .catch(error => log(`plans of account ${accountId}`, error))
      .finally(async () => {
        lanes.delete(accountId)
        lost.delete(accountId)
        if (lanes.size === 0) {
          clearInterval(beat)
          beat = undefined
        }
        await runs.leaveLane(accountId, holder).catch(error => log('leave a lane', error))
      })
    lanes.set(accountId, work)
    beat ??= setInterval(() => void keep(), heartbeatMs)
  }

  async function keep(): Promise<void> {
    try {
      const kept = await runs.keep(holder, lease())
      for (const accountId of lanes.keys()) if (!kept.has(accountId)) lost.add(accountId)
    } catch (error) {
      log('lease of plans', error)
    }
  }

  async function lane(accountId: string): Promise<void> {
    const account = await runs.account(accountId)
    const told = Number(account?.settings.callsPerSecond)
    const pace = told >= 1 ? Math.floor(told) : callsPerSecond[account?.provider ?? 'ezviz']
    const atOnce = Math.min(mostAtOnce, pace * worksPerCall)
    // As many calls on their way as the platform answers in a second, behind those that users wait for.
    const admitted = gate(Math.max(2, pace), 1000 / (pace * shareOfPlans))
    const onPlatform: Gate = work => admitted(() => inBackground(work))
    const working = new Set<Promise<void>>()
    while (!closing && !lost.has(accountId)) {
      const free = atOnce - working.size
      const claimed = free * 4 < atOnce ? [] : await runs.claim(accountId, holder, now(), lease(), free)
      if (claimed.length === 0) {
        if (working.size === 0) return
        await Promise.race([...working, ...(free > 0 ? [pause(idleMs)] : [])])
        continue
      }
      for (const work of await begin(claimed, onPlatform)) {
        const done = work.finally(() => working.delete(done))
        working.add(done)
      }
    }
    await Promise.all(working)
  }

  async function begin(claimed: Claimed[], onPlatform: Gate): Promise<Promise<void>[]> {
    const ids = [...new Set(claimed.map(run => run.cameraId))]
    const [cameras, presets] = await Promise.all([
      open(ids),
      runs.presetsOf(claimed.filter(run => run.presetId !== null).map(run => run.cameraId)),
    ])
    return claimed.map(run =>
      settle(run, cameras.get(run.cameraId), presets.get(run.cameraId) ?? [], onPlatform).catch(error =>
        log(`run ${run.id}`, error),
      ),
    )
  }

  /** Does a run and writes down what became of it. */
  async function settle(
    run: Claimed,
    camera: PlanCamera | undefined,
    presets: readonly { id: string; index: number }[],
    onPlatform: Gate,
  ): Promise<void> {
    if (!camera) return fail(run, { state: 'failed', reason: 'cameraGone', message: runText.cameraGone })
    try {
      await shoot(run, camera, presets, onPlatform)
    } catch (error) {
      const failure = failureOf(error, run.tries)
      if (failure.reason === 'unexpected') log(`run ${run.id}`, error)
      const { againAfterMs } = failure
      const again = againAfterMs === undefined ? undefined : new Date(now().getTime() + againAfterMs)
      const inTime = again && again.getTime() <= run.startedAt.getTime() + retryWithinMs
      if (again && inTime && run.tries < triesAllowed)
        return runs.postpone(run, holder, again, failure.reason, failure.message)
      return fail(run, failure)
    }
    await runs.finish(run, holder, { state: 'done', reason: '', message: null, at: now() })
  }

  async function fail(
    run: Claimed,
    { state, reason, message }: { state: 'failed' | 'held' | 'offline'; reason: string; message: Text },
  ): Promise<void> {
    const inARow = await runs.finish(run, holder, { state, reason, message, at: now() })
    if (inARow === failuresTold && run.planId !== null) await tell(run.planId, run.id, message)
  }

  async function tell(planId: string, runId: string, why: Text): Promise<void> {
    const plan = notices && (await runs.planNamed(planId))
    if (!plan) return
    const { userId, shopId, shopName, shopNameEn, cameraName, cameraNameEn } = plan
    await notices.publish({
      to: userId === null ? { shopId, authority: 'inspect.plan' } : { userIds: [userId] },
      kind: 'plan.failing',
      title: text.failing,
      body: text.failingBody(
        shopName,
        shopNameEn || shopName,
        cameraName,
        cameraNameEn || cameraName,
        failuresTold,
        why,
      ),
      link: `/x_2_SnapPlan/x_2_SnapPlanList?plan=${planId}`,
      key: `plan.failing:${planId}:${runId}`,
    })
  }
}
