import {
  defaultPlanTime,
  type PatrolPlan,
  type Plan,
  type PlanSchedule,
  type PlanStep,
  planSteps,
} from '@aisle/contract'

/** What a plan is of: the camera as it stands, or one of its presets. */
export type PlanTarget = { cameraId: string; presetId: string | undefined }

const everyDay = [1, 2, 3, 4, 5, 6, 7]
export const emptySchedule: PlanSchedule = {
  times: [],
  everyMinutes: null,
  from: '00:00',
  to: '23:59',
  weekdays: everyDay,
}

export const planOf = (plans: readonly Plan[], { cameraId, presetId }: PlanTarget): Plan | undefined =>
  plans.find(plan => plan.cameraId === cameraId && plan.presetId === (presetId ?? null))

/**
 * What becomes of a plan when a time is added (specification, section 4): the time 0 removes the plan that is there, and
 * else does nothing; any other time updates it or makes a missing one.
 */
export type Change = { what: 'nothing' | 'remove' | 'known' } | { what: 'save'; schedule: PlanSchedule }

export function withTime(plan: Plan | undefined, time: string): Change {
  if (time === defaultPlanTime) return { what: plan ? 'remove' : 'nothing' }
  const schedule = plan?.schedule ?? emptySchedule
  if (schedule.times.includes(time)) return { what: 'known' }
  return { what: 'save', schedule: { ...schedule, times: [...schedule.times, time].sort() } }
}

/** A plan without its last time is none, unless it also runs every so many minutes. */
export function withoutTime({ schedule }: Plan, time: string): Change {
  const times = schedule.times.filter(each => each !== time)
  if (times.length === 0 && schedule.everyMinutes === null) return { what: 'remove' }
  return { what: 'save', schedule: { ...schedule, times } }
}

/** The next times of all plans of a camera, for a line of few words. */
export function timesOf(plans: readonly Plan[]): string[] {
  const enabled = plans.filter(({ status }) => status === 'enabled')
  return [...new Set(enabled.flatMap(({ schedule }) => schedule.times))].sort()
}

/** The round over presets of this camera alone; rounds over several cameras are edited where all of them are seen. */
export const patrolOf = (patrols: readonly PatrolPlan[], cameraId: string): PatrolPlan | undefined =>
  patrols.find(({ stops }) => stops.length > 0 && stops.every(stop => stop.cameraId === cameraId))

export const stepOf = (minutes: number | null): PlanStep | undefined =>
  planSteps.find(step => step === minutes)
