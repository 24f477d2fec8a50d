import type { Database } from '../../platform/postgres.ts'
import type { DuePlan, NewRun, RunStore } from './run-store.ts'
import { duesBetween, nextDue } from './schedule.ts'

const dayMs = 24 * 3_600_000
/** Of a longer stop only the last days are written down as missed. */
const rememberedMs = 7 * dayMs
const plansAtOnce = 1000

type Deps = { runs: RunStore; catchUpMs: number }

/**
 * Turns plans that are due into runs, each (plan, minute) once. Of what was due while no server ran, the latest is caught up
 * where it is young enough; the rest is missed.
 */
export function dueKeeper({ runs, catchUpMs }: Deps) {
  return async function fill(now: Date): Promise<number> {
    let made = 0
    for (;;) {
      const count = await runs.fill(on => batch(on, now))
      made += count
      if (count < plansAtOnce) return made
    }
  }

  async function batch(
    on: Parameters<Parameters<Database['transaction']>[0]>[0],
    now: Date,
  ): Promise<number> {
    const due = await runs.lockDue(on, now, plansAtOnce)
    if (due.length === 0) return 0
    const times = timesOf(now)
    const added: NewRun[] = []
    const moved = due.map(plan => {
      const presetId = plan.presetId ?? plan.namesake
      const removed = plan.presetName !== '' && presetId === null
      const idle = removed || plan.gone || plan.paused || plan.deletedAt !== null
      const { since, next } = times(plan)
      if (!idle) added.push(...runsOf(plan.id, since, now))
      return { id: plan.id, nextDueAt: idle ? null : next, presetId, presetName: plan.presetName, removed }
    })
    // First where a run is to look, then the run: it copies the preset of its plan.
    await runs.moveOn(on, moved, now)
    if (added.length > 0) await runs.addRuns(on, added)
    return due.length
  }

  function runsOf(planId: string, dues: readonly Date[], now: Date): NewRun[] {
    return dues.map((dueAt, index) => {
      const young = now.getTime() - dueAt.getTime() <= catchUpMs
      const state = young && index === dues.length - 1 ? 'waiting' : 'missed'
      return { planId, dueAt, state, notBefore: now, expiresAt: new Date(dueAt.getTime() + catchUpMs) }
    })
  }
}

/** Times of plans, worked out once for all that are alike. */
function timesOf(now: Date) {
  const known = new Map<string, { since: Date[]; next: Date | null }>()
  return (plan: DuePlan) => {
    const { times, everyMinutes, fromMinute, toMinute, weekdays, timeZone } = plan
    const first = plan.nextDueAt?.getTime() ?? now.getTime()
    const key = JSON.stringify([times, everyMinutes, fromMinute, toMinute, weekdays, timeZone, first])
    const same = known.get(key)
    if (same) return same
    const after = new Date(Math.max(first, now.getTime() - rememberedMs) - 1)
    const made = {
      since: duesBetween(plan, timeZone, after, now),
      next: nextDue(plan, timeZone, now) ?? null,
    }
    known.set(key, made)
    return made
  }
}
