import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Text } from './problems.ts'
import { answerId, areaQuery, done, id, isoTime, localDate } from './shared.ts'

/** Remote patrols: the round of a day, what cameras looked at when, and the desk that watches over an area. */
const tag = 'patrol'
const viewers = ['inspect.operate', 'inspect.view'] as const

export const stopStates = ['left', 'done', 'skipped'] as const
export const stopState = z.enum(stopStates)
export type StopState = z.infer<typeof stopState>
export const stopStateNames: Record<StopState, Text> = {
  left: { zh: '未巡', en: 'To do' },
  done: { zh: '已巡', en: 'Done' },
  skipped: { zh: '已跳过', en: 'Skipped' },
}

/** What the shops of a round were taken from. */
export const roundSources = ['area', 'favourites', 'plan', 'hand'] as const
const roundSource = z.object({ kind: z.enum(roundSources), name: z.string().trim().max(100).default('') })
export type RoundSource = z.infer<typeof roundSource>
export const mostStops = 200

const roundStop = z.object({
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  timeZone: z.string(),
  areaPath: z.string(),
  areaPathEn: z.string(),
  cameraCount: z.number(),
  onlineCount: z.number(),
  state: stopState,
  /** When it was done or skipped. */
  at: isoTime.nullable(),
})
export type RoundStop = z.infer<typeof roundStop>

export const patrolRound = z.object({
  id: answerId,
  day: localDate,
  source: roundSource,
  /** In the order of the round; shops that the user may see and that are open. */
  stops: z.array(roundStop),
  createdAt: isoTime,
})
export type PatrolRound = z.infer<typeof patrolRound>

/** What a camera looked at: a preset that a plan went to, or a person watching it. */
export const cameraTurn = z.object({
  cameraId: answerId,
  cameraName: z.string(),
  cameraNameEn: z.string(),
  cameraNumber: z.string(),
  kind: z.enum(['plan', 'watched']),
  at: isoTime,
  /** When it was over; null where that is not known. */
  until: isoTime.nullable(),
  presetName: z.string(),
  /** Of a plan: what became of it. */
  outcome: z.string(),
  pictureId: answerId.nullable(),
  thumbnailUrl: z.string().nullable(),
  userName: z.string(),
})
export type CameraTurn = z.infer<typeof cameraTurn>

const figure = z.object({
  value: z.number(),
  /** A day before; null where nothing was noted then. */
  compared: z.number().nullable(),
})
export type DeskFigure = z.infer<typeof figure>

const deskShop = z.object({
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  provinceId: answerId,
  provinceName: z.string(),
  provinceNameEn: z.string(),
  timeZone: z.string(),
  cameras: z.number(),
  online: z.number(),
  /** Open warnings: cameras that are off, problems overdue, findings that nobody looked at, warnings about flow. */
  offline: z.number(),
  overdue: z.number(),
  findings: z.number(),
  /** 0 for those who may not see warnings. */
  flow: z.number(),
})
export type DeskShop = z.infer<typeof deskShop>

export const attentionKinds = ['offline', 'overdue', 'finding', 'flow'] as const
const attention = z.object({
  kind: z.enum(attentionKinds),
  /** Of the problem, the finding or the warning; of the camera where it is off. */
  id: answerId,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  timeZone: z.string(),
  cameraId: answerId.nullable(),
  cameraName: z.string(),
  cameraNameEn: z.string(),
  cameraNumber: z.string(),
  cameraStatus: z.enum(['online', 'offline', 'unknown']),
  /** Since when, or when it was seen; null where that is not known. */
  at: isoTime.nullable(),
  /** When the camera saw it: what a recording is asked for; null where there is nothing to see. */
  seenAt: isoTime.nullable(),
  what: z.object({ zh: z.string(), en: z.string() }),
})
export type Attention = z.infer<typeof attention>

export const patrol = {
  round: endpoint({
    method: 'GET',
    path: '/api/patrol/rounds',
    summary: 'The own round of a day; null where none was begun.',
    tag,
    authority: viewers,
    query: z.object({ day: localDate }),
    answer: patrolRound.nullable(),
  }),
  lastRound: endpoint({
    method: 'GET',
    path: '/api/patrol/rounds/last',
    summary: 'The own latest round of an earlier day, to walk it again; null where there is none.',
    tag,
    authority: viewers,
    query: z.object({ before: localDate }),
    answer: patrolRound.nullable(),
  }),
  saveRound: endpoint({
    method: 'POST',
    path: '/api/patrol/rounds',
    summary: 'Begins the round of a day, or gives it other shops; shops that stay keep their state.',
    tag,
    authority: viewers,
    body: z.object({ day: localDate, source: roundSource, shopIds: z.array(id).min(1).max(mostStops) }),
    answer: patrolRound,
  }),
  markStop: endpoint({
    method: 'PUT',
    path: '/api/patrol/rounds/:roundId/stops/:shopId',
    summary: 'Says that a shop of the own round is done, skipped or left.',
    tag,
    authority: viewers,
    params: z.object({ roundId: id, shopId: id }),
    body: z.object({ state: stopState }),
    answer: patrolRound,
  }),
  removeRound: endpoint({
    method: 'DELETE',
    path: '/api/patrol/rounds/:roundId',
    summary: 'Gives the own round of a day up.',
    tag,
    authority: viewers,
    params: z.object({ roundId: id }),
    answer: done,
  }),
  turns: endpoint({
    method: 'GET',
    path: '/api/patrol/turns',
    summary: 'What the cameras of a shop looked at on a day of its clock: presets of plans, and who watched.',
    tag,
    authority: ['inspect.view'],
    query: z.object({ shopId: id, day: localDate }),
    answer: z.array(cameraTurn),
  }),
  desk: endpoint({
    method: 'GET',
    path: '/api/patrol/desk',
    summary: 'Shops of an area with the state of their cameras, what asks for attention, and figures.',
    tag,
    authority: ['inspect.view'],
    query: z.object({ ...areaQuery }),
    answer: z.object({
      at: isoTime,
      figures: z.object({ devices: figure, devicesOnline: figure, warnings: figure, patrols: figure }),
      /** Most warnings first. */
      shops: z.array(deskShop),
      /** Latest first. */
      attention: z.array(attention),
    }),
  }),
}
export type Desk = z.infer<typeof patrol.desk.answer>
