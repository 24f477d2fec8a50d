import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  answerId,
  areaQuery,
  clockTime,
  done,
  id,
  idList,
  isoTime,
  localDate,
  optionalId,
  optionalText,
  page,
  pageQuery,
} from './shared.ts'

/** Pictures that the server takes by itself at times of the day: of a camera, of a preset, or on a round of many. */
const tag = 'plans'
const inherited = '/api/monitor/checkShop'

/** The time that stands for no plan (specification, sections 4 and 9). */
export const defaultPlanTime = '00:00'
/** Minutes between two rounds (specification: 30 minutes, 1 hour, 2 hours). */
export const planSteps = [30, 60, 120] as const
export type PlanStep = (typeof planSteps)[number]
export const planKinds = ['screenshot', 'preset', 'patrol'] as const
export type PlanKind = (typeof planKinds)[number]
/**
 * What became of a run. `waiting` and `running` are not over; `held`: someone steered the camera all the minute;
 * `missed`: the servers were stopped, or the platform had no turn for it in time.
 */
export const runOutcomes = ['waiting', 'running', 'done', 'failed', 'held', 'offline', 'missed'] as const
export type RunOutcome = (typeof runOutcomes)[number]

const bilingual = z.object({ zh: z.string(), en: z.string() })

/** `HH:MM`, also `H:MM` and `HH:MM:00`; 0, "0" and "00:00" are the time 0, which means none. */
export const planTime = z
  .union([z.string(), z.number()])
  .transform(value => {
    const given = String(value).trim()
    const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(given) ?? []
    return given === '0' ? defaultPlanTime : `${hour.padStart(2, '0')}:${minute}`
  })
  .pipe(clockTime)

const weekdays = z
  .array(z.number().int().min(1).max(7))
  .min(1)
  .max(7)
  .transform(days => [...new Set(days)].sort((a, b) => a - b))

/**
 * When pictures are taken, on the clock of the camera's shop: at fixed `times`, or every so many minutes from one time
 * to another (both inside; past midnight where `to` is earlier). `weekdays`: 1 Monday to 7 Sunday.
 */
const scheduleBody = z.object({
  times: z.array(clockTime).max(96).default([]),
  everyMinutes: z
    .union(planSteps.map(step => z.literal(step)))
    .nullable()
    .default(null),
  from: clockTime.default('00:00'),
  to: clockTime.default('23:59'),
  weekdays: weekdays.default([1, 2, 3, 4, 5, 6, 7]),
})
export type PlanScheduleInput = z.infer<typeof scheduleBody>

export const planSchedule = z.object({
  times: z.array(z.string()),
  everyMinutes: z.number().nullable(),
  from: z.string(),
  to: z.string(),
  weekdays: z.array(z.number()),
})
export type PlanSchedule = z.infer<typeof planSchedule>

export const planRun = z.object({
  id: answerId,
  planId: answerId,
  patrolId: answerId.nullable(),
  kind: z.enum(planKinds),
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  cameraId: answerId,
  cameraName: z.string(),
  cameraNameEn: z.string(),
  cameraNumber: z.string(),
  presetId: answerId.nullable(),
  presetName: z.string(),
  dueAt: isoTime,
  startedAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
  durationMs: z.number().nullable(),
  outcome: z.enum(runOutcomes),
  /** Machine-readable, finer than the outcome; empty where all went well. */
  reason: z.string(),
  /** The same as a sentence. */
  message: bilingual.nullable(),
  tries: z.number(),
  pictureId: answerId.nullable(),
  thumbnailUrl: z.string().nullable(),
})
export type PlanRun = z.infer<typeof planRun>

export const plan = z.object({
  id: answerId,
  kind: z.enum(planKinds),
  patrolId: answerId.nullable(),
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  timeZone: z.string(),
  cameraId: answerId,
  cameraName: z.string(),
  cameraNameEn: z.string(),
  cameraNumber: z.string(),
  cameraStatus: z.enum(['online', 'offline', 'unknown']),
  presetId: answerId.nullable(),
  presetName: z.string(),
  presetIndex: z.number().nullable(),
  schedule: planSchedule,
  status: z.enum(['enabled', 'paused']),
  nextRunAt: isoTime.nullable(),
  lastRun: planRun.nullable(),
  /** Runs in a row, up to the last, that gave no picture. */
  failuresInARow: z.number(),
  userId: answerId.nullable(),
  userName: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type Plan = z.infer<typeof plan>

const counts = {
  /** All runs that were due; the other figures add up to it. */
  planned: z.number(),
  done: z.number(),
  failed: z.number(),
  held: z.number(),
  offline: z.number(),
  missed: z.number(),
  /** Not over yet. */
  pending: z.number(),
}
export const planCounts = z.object(counts)
export type PlanCounts = z.infer<typeof planCounts>

export const planStatistics = z.object({
  plans: z.object({ enabled: z.number(), paused: z.number() }),
  /** `successRate`: pictures taken of those due and over, percent with one decimal; null where none was due. */
  totals: z.object({ ...counts, successRate: z.number().nullable() }),
  /** Every day of the range, on the clocks of the shops. */
  byDay: z.array(z.object({ date: localDate, ...counts, successRate: z.number().nullable() })),
  /** When pictures are taken: hours that had runs, on the clocks of the shops. */
  byHour: z.array(
    z.object({
      shopId: answerId,
      shopname: z.string(),
      shopnameEn: z.string(),
      hour: z.number(),
      planned: z.number(),
      done: z.number(),
    }),
  ),
})
export type PlanStatistics = z.infer<typeof planStatistics>

const stop = z.object({ cameraId: id, presetId: optionalId })
const answerStop = z.object({
  planId: answerId,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  cameraId: answerId,
  cameraName: z.string(),
  cameraNameEn: z.string(),
  cameraNumber: z.string(),
  presetId: answerId.nullable(),
  presetName: z.string(),
})
const name = z.string().trim().min(1).max(60)

export const patrolPlan = z.object({
  id: answerId,
  name: z.string(),
  schedule: planSchedule,
  status: z.enum(['enabled', 'paused']),
  nextRunAt: isoTime.nullable(),
  /** In the order of the round; those in shops that the user may see. */
  stops: z.array(answerStop),
  /** The latest round that began; null before the first. */
  lastRound: z.object({ dueAt: isoTime, ...counts }).nullable(),
  userId: answerId.nullable(),
  userName: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type PatrolPlan = z.infer<typeof patrolPlan>

const roundSchedule = z.object({
  everyMinutes: z.union(planSteps.map(step => z.literal(step))),
  from: clockTime.default('10:00'),
  to: clockTime.default('22:00'),
  weekdays: weekdays.default([1, 2, 3, 4, 5, 6, 7]),
})
const stops = z.array(stop).min(1).max(500)

const statusQuery = z.preprocess(
  value => (value === '' ? undefined : value),
  z.enum(['enabled', 'paused']).optional(),
)
/** Kinds joined by commas; all where it is left out. */
const kindQuery = optionalText(60).transform((value, context) => {
  if (value === undefined) return undefined
  const read = z.array(z.enum(planKinds)).safeParse(value.split(',').map(part => part.trim()))
  if (read.success) return read.data
  context.addIssue({ code: 'custom', message: `of ${planKinds.join(', ')}` })
  return z.NEVER
})
const outcomeQuery = z.preprocess(value => (value === '' ? undefined : value), z.enum(runOutcomes).optional())
/** A day on the calendar of the shops, from 1900. */
const day = localDate.refine(value => value >= '1900', 'from 1900')
const optionalDate = z.preprocess(value => (value === '' ? undefined : value), day.optional())

const place = { ...areaQuery, shopId: optionalId, cameraId: optionalId }
const ids = z.object({ ids: z.array(id).min(1).max(5000) })

export const plans = {
  list: endpoint({
    method: 'GET',
    path: '/api/plans',
    summary:
      'Plans with their last and next run, by shop and camera; stops of patrol plans where kind asks for them.',
    tag,
    authority: ['inspect.plan', 'inspect.view'],
    query: z.object({
      ...pageQuery(20),
      ...place,
      planId: optionalId,
      kind: kindQuery,
      status: statusQuery,
      keyword: optionalText(60),
    }),
    answer: page(plan),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/plans',
    summary:
      'Puts one schedule on many cameras, or on presets of them: an existing plan is updated, a missing one created. The time 00:00 is none: a schedule that has no other removes the plan.',
    tag,
    authority: ['inspect.plan'],
    body: z.object({ targets: z.array(stop).min(1).max(5000), schedule: scheduleBody }),
    answer: z.object({
      created: z.number(),
      updated: z.number(),
      removed: z.number(),
      ids: z.array(answerId),
    }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/plans/:planId',
    summary:
      'Changes the schedule of a plan, or switches it on or off; null where the time 00:00 removed it.',
    tag,
    authority: ['inspect.plan'],
    params: z.object({ planId: id }),
    body: z.object({
      schedule: scheduleBody.optional(),
      status: z.enum(['enabled', 'paused']).optional(),
    }),
    answer: plan.nullable(),
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/plans/pause',
    summary: 'Switches plans off; all or none.',
    tag,
    authority: ['inspect.plan'],
    body: ids,
    answer: done,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/plans/resume',
    summary: 'Switches plans on again, from now; all or none.',
    tag,
    authority: ['inspect.plan'],
    body: ids,
    answer: done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/plans/:ids',
    summary: 'Removes plans; all or none. Their runs and pictures stay.',
    tag,
    authority: ['inspect.plan'],
    params: z.object({ ids: idList }),
    answer: done,
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/plans/runs',
    summary: 'Runs with what became of them, latest first; days on the clock of each shop.',
    tag,
    authority: ['inspect.plan', 'inspect.view'],
    query: z.object({
      ...pageQuery(20),
      ...place,
      planId: optionalId,
      patrolId: optionalId,
      kind: kindQuery,
      outcome: outcomeQuery,
      from: optionalDate,
      to: optionalDate,
    }),
    answer: page(planRun),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/plans/runs/:runId/retry',
    summary: 'Runs again what gave no picture; the answer is waiting.',
    tag,
    authority: ['inspect.plan'],
    params: z.object({ runId: id }),
    answer: planRun,
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/api/plans/statistics',
    summary: 'Plans, and runs planned, done, failed and missed by day and by hour; up to 400 days.',
    tag,
    authority: ['inspect.plan', 'inspect.view'],
    query: z.object({ ...place, kind: kindQuery, from: day, to: day }),
    answer: planStatistics,
  }),
  patrols: endpoint({
    method: 'GET',
    path: '/api/plans/patrols',
    summary: 'Patrol plans: rounds over cameras and presets every 30 minutes, hour or two hours.',
    tag,
    authority: ['inspect.plan', 'inspect.view'],
    query: z.object({ ...areaQuery, shopId: optionalId, status: statusQuery, keyword: optionalText(60) }),
    answer: z.array(patrolPlan),
  }),
  createPatrol: endpoint({
    method: 'POST',
    path: '/api/plans/patrols',
    summary: 'Makes a patrol plan.',
    tag,
    authority: ['inspect.plan'],
    body: z.object({ name, schedule: roundSchedule, stops }),
    answer: patrolPlan,
  }),
  updatePatrol: endpoint({
    method: 'PUT',
    path: '/api/plans/patrols/:patrolId',
    summary: 'Changes the given fields of a patrol plan; stops that stay keep their runs.',
    tag,
    authority: ['inspect.plan'],
    params: z.object({ patrolId: id }),
    body: z.object({
      name: name.optional(),
      schedule: roundSchedule.optional(),
      stops: stops.optional(),
      status: z.enum(['enabled', 'paused']).optional(),
    }),
    answer: patrolPlan,
  }),
  removePatrol: endpoint({
    method: 'DELETE',
    path: '/api/plans/patrols/:patrolId',
    summary: 'Removes a patrol plan; its runs and pictures stay.',
    tag,
    authority: ['inspect.plan'],
    params: z.object({ patrolId: id }),
    answer: done,
  }),
}

/** The specification's preset plan; hour and minute are those of planTime. */
export const legacyPresetPlan = z.object({
  id: answerId,
  planTime: z.string(),
  hour: z.number(),
  minute: z.number(),
  /** All times of the plan: the inherited calls set one, the console may set more. */
  planTimes: z.array(z.string()),
  presetId: answerId.nullable(),
  presetName: z.string(),
  userId: answerId.nullable(),
  shopId: answerId,
  videoNo: z.string(),
  channelNo: z.string(),
})
export type LegacyPresetPlan = z.infer<typeof legacyPresetPlan>

export const legacyScreenshotPlan = legacyPresetPlan
  .omit({ presetId: true, presetName: true })
  .extend({ areaId: answerId.nullable() })
export type LegacyScreenshotPlan = z.infer<typeof legacyScreenshotPlan>

const videoNo = z.string().trim().min(1).max(64)
const channelNo = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(64))
const video = { shopId: id, videoNo, channelNo }

/**
 * The inherited calls of plans. One plan a preset and one a camera. The time 0 removes the plan where there is one and
 * else does nothing, and the answer is null; any other time updates the plan that is there and creates a missing one.
 */
export const planCalls = {
  findPresetPlansByVideoNoAndChannelNo: endpoint({
    method: 'GET',
    path: `${inherited}/findPresetPlansByVideoNoAndChannelNo`,
    summary: 'Preset plans of a camera, by time.',
    tag: 'inspection',
    authority: ['inspect.view', 'inspect.plan'],
    query: z.object({ videoNo, channelNo, shopId: optionalId }),
    answer: z.array(legacyPresetPlan),
  }),
  savePresetPlan: endpoint({
    method: 'POST',
    path: `${inherited}/savePresetPlan`,
    summary: 'Sets the time of a preset’s plan; the time 0 removes it.',
    tag: 'inspection',
    authority: ['inspect.plan'],
    body: z.object({ id: optionalId, ...video, presetId: id, planTime }),
    answer: legacyPresetPlan.nullable(),
  }),
  updatePresetPlan: endpoint({
    method: 'PUT',
    path: `${inherited}/updatePresetPlan`,
    summary: 'Changes the time or the preset of a preset plan; the time 0 removes it.',
    tag: 'inspection',
    authority: ['inspect.plan'],
    body: z.object({ id, presetId: optionalId, planTime: planTime.optional() }),
    answer: legacyPresetPlan.nullable(),
  }),
  delPresetPlanByIds: endpoint({
    method: 'DELETE',
    path: `${inherited}/delPresetPlanByIds/:ids`,
    summary: 'Removes preset plans; all or none.',
    tag: 'inspection',
    authority: ['inspect.plan'],
    params: z.object({ ids: idList }),
    answer: done,
  }),
  saveScreenshotPlan: endpoint({
    method: 'POST',
    path: `${inherited}/saveScreenshotPlan`,
    summary: 'Sets the time of a camera’s screenshot plan; the time 0 removes it.',
    tag: 'inspection',
    authority: ['inspect.plan'],
    body: z.object({ id: optionalId, ...video, areaId: optionalId, planTime }),
    answer: legacyScreenshotPlan.nullable(),
  }),
  updateScreenshotPlan: endpoint({
    method: 'PUT',
    path: `${inherited}/updateScreenshotPlan`,
    summary: 'Changes the time of a screenshot plan; the time 0 removes it.',
    tag: 'inspection',
    authority: ['inspect.plan'],
    body: z.object({ id, areaId: optionalId, planTime: planTime.optional() }),
    answer: legacyScreenshotPlan.nullable(),
  }),
  delScreenshotPlanByIds: endpoint({
    method: 'DELETE',
    path: `${inherited}/delScreenshotPlanByIds/:ids`,
    summary: 'Removes screenshot plans; all or none.',
    tag: 'inspection',
    authority: ['inspect.plan'],
    params: z.object({ ids: idList }),
    answer: done,
  }),
}
