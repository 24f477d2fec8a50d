import { z } from 'zod'
import type { Authority } from './authorities.ts'
import { picture } from './cameras.ts'
import { endpoint } from './endpoint.ts'
import type { Text } from './problems.ts'
import {
  answerId,
  areaQuery,
  flag,
  id,
  isoTime,
  localDate,
  numeric,
  optionalId,
  optionalText,
  page,
  pageQuery,
} from './shared.ts'

/** Problems found in shops, from the finding to the closed case. The table of errors is `problems.ts`. */
const tag = 'problems'

export const problemStatuses = ['rectification', 'pending', 'closed'] as const
export const problemStatus = z.enum(problemStatuses)
export type ProblemStatus = z.infer<typeof problemStatus>

export const problemStatusNames: Record<ProblemStatus, Text> = {
  rectification: { zh: '整改中', en: 'Under rectification' },
  pending: { zh: '待复核', en: 'Pending review' },
  closed: { zh: '已关闭', en: 'Closed' },
}

/** The state model of a problem (specification, list of pages, section 7): from which status who may bring it into which. */
export const problemActions = {
  submit: {
    from: 'rectification',
    to: 'pending',
    authority: 'problem.handle',
    name: { zh: '提交整改', en: 'Submit' },
  },
  sendBack: {
    from: 'pending',
    to: 'rectification',
    authority: 'inspect.score',
    name: { zh: '退回', en: 'Send back' },
  },
  close: {
    from: 'pending',
    to: 'closed',
    authority: 'inspect.score',
    name: { zh: '复核通过', en: 'Close' },
  },
  reopen: {
    from: 'closed',
    to: 'rectification',
    authority: 'inspect.score',
    name: { zh: '重新打开', en: 'Reopen' },
  },
} as const satisfies Record<
  string,
  { from: ProblemStatus; to: ProblemStatus; authority: Authority; name: Text }
>
export type ProblemAction = keyof typeof problemActions
export const problemActionNames = Object.keys(problemActions) as ProblemAction[]

/** What a problem was found by. */
export const problemSources = ['evaluation', 'inspection', 'daily', 'picture', 'finding', 'hand'] as const
export type ProblemSource = (typeof problemSources)[number]

const viewers = ['problem.view', 'problem.handle'] as const
const raisers = ['inspect.score'] as const

// ── Answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Who is to put it right: a user, or one of the shop's staff who may have no account. */
export const problemOwner = z.object({
  kind: z.enum(['user', 'staff']),
  id: answerId,
  name: z.string(),
  phone: z.string(),
})
export type ProblemOwner = z.infer<typeof problemOwner>

const person = z.object({ userId: answerId, userName: z.string() })

export const problem = z.object({
  id: answerId,
  /** Grows with every change; a change that knows an older one is refused with 409. */
  version: z.number(),
  status: problemStatus,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  timeZone: z.string(),
  cameraId: answerId.nullable(),
  cameraName: z.string(),
  cameraNameEn: z.string(),
  presetId: answerId.nullable(),
  questionType: z.string(),
  /** Where the type is a group of the check form; empty for a type of one's own. */
  questionTypeEn: z.string().optional(),
  itemId: answerId.nullable(),
  itemName: z.string(),
  itemNameEn: z.string(),
  remark: z.string(),
  raisedAt: isoTime,
  /** The day on the shop's clock. */
  raisedDate: localDate,
  raisedBy: person,
  owner: problemOwner.nullable(),
  dueAt: isoTime.nullable(),
  /** Not closed, and not put right before it was due. */
  overdue: z.boolean(),
  submittedAt: isoTime.nullable(),
  closedAt: isoTime.nullable(),
  beforePictures: z.array(picture),
  afterPictures: z.array(picture),
  commentCount: z.number(),
  source: z.object({ kind: z.enum(problemSources), id: z.string() }),
  /** The check-shop record of the evaluation or inspection that raised it; null where it came without one. */
  visitId: answerId.nullable(),
  /** What the caller may do with it now. */
  actions: z.array(z.enum(['submit', 'sendBack', 'close', 'reopen', 'change'])),
})
export type Problem = z.infer<typeof problem>

export const problemEvent = z.object({
  id: answerId,
  action: z.enum(['raise', 'submit', 'sendBack', 'close', 'reopen', 'change']),
  from: problemStatus.nullable(),
  to: problemStatus,
  by: person,
  at: isoTime,
  remark: z.string(),
  pictures: z.array(picture),
  /** Of a `change`: what is new. */
  changes: z.object({
    owner: z.object({ from: z.string().nullable(), to: z.string().nullable() }).optional(),
    dueAt: z.object({ from: z.string().nullable(), to: z.string().nullable() }).optional(),
  }),
})
export type ProblemEvent = z.infer<typeof problemEvent>

export const problemComment = z.object({
  id: answerId,
  by: person,
  at: isoTime,
  content: z.string(),
  pictures: z.array(picture),
})
export type ProblemComment = z.infer<typeof problemComment>

export const wholeProblem = problem.extend({
  /** Of the last evaluation of that shop on the day it was found; null where there was none. */
  score: z.number().nullable(),
  /** Oldest first. */
  history: z.array(problemEvent),
  comments: z.array(problemComment),
})
export type WholeProblem = z.infer<typeof wholeProblem>

const problemCounts = z.object({
  total: z.number(),
  rectification: z.number(),
  pending: z.number(),
  closed: z.number(),
  overdue: z.number(),
  /** Under rectification and due on the shop's next day. */
  dueTomorrow: z.number(),
})
export type ProblemCounts = z.infer<typeof problemCounts>

/** Share in percent, to one decimal; null where there is nothing to divide by. */
const rate = z.number().nullable()
const tally = {
  problems: z.number(),
  closed: z.number(),
  closeRate: rate,
  /** From the finding to the last closing, of those that are closed. */
  meanCloseMinutes: z.number().nullable(),
}
const problemStatistics = z.object({
  ...tally,
  open: z.number(),
  overdue: z.number(),
  /** Most problems first. */
  byItem: z.array(
    z.object({
      questionType: z.string(),
      itemId: answerId.nullable(),
      itemName: z.string(),
      itemNameEn: z.string(),
      ...tally,
    }),
  ),
  byShop: z.array(z.object({ shopId: answerId, shopname: z.string(), shopnameEn: z.string(), ...tally })),
  byOwner: z.array(z.object({ owner: problemOwner.nullable(), ...tally, overdue: z.number() })),
  /** By the Monday of the week on the shops' clocks: found in that week, and closed in that week. */
  byWeek: z.array(z.object({ week: localDate, problems: z.number(), closed: z.number() })),
})
export type ProblemStatistics = z.infer<typeof problemStatistics>

/** A line of the patrol log. */
export const patrolLogLine = z.object({
  id: answerId,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  visitDate: localDate,
  /** When the visit in which it was found began; where there was none, when it was noted. HH:mm:ss on the shop's clock. */
  inspectionTime: z.string(),
  recordId: answerId.nullable(),
  questionType: z.string(),
  questionTypeEn: z.string().optional(),
  itemName: z.string(),
  itemNameEn: z.string(),
  screenshot: picture.nullable(),
  remark: z.string(),
  recorder: person,
  owner: problemOwner.nullable(),
  status: problemStatus,
  overdue: z.boolean(),
  /** Of the last evaluation of that shop and day. */
  score: z.number().nullable(),
})
export type PatrolLogLine = z.infer<typeof patrolLogLine>

// ── Requests ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Empty form fields leave out what they stand for. */
const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess(value => (value === '' ? undefined : value), type.optional())

const filter = {
  ...areaQuery,
  shopId: optionalId,
  /** Days on the shops' clocks on which problems were found, both inside. */
  begin: optional(localDate),
  end: optional(localDate),
  questionType: optionalText(60),
  itemId: optionalId,
  itemName: optionalText(60),
  ownerUserId: optionalId,
  ownerStaffId: optionalId,
  raisedBy: optionalId,
  cameraId: optionalId,
  pictureId: optionalId,
  /** In shop, item, question type, remark, people and the id. */
  keyword: optionalText(60),
}
const statusFilter = { status: optional(problemStatus), overdue: optional(flag) }

const problemParams = z.object({ problemId: id })
const version = numeric(z.number().int().min(1))
const pictureIds = z.preprocess(
  value =>
    typeof value === 'string'
      ? value
          .split(',')
          .map(part => part.trim())
          .filter(part => part !== '')
      : value,
  z.array(id).max(20).default([]),
)
const remark = z.string().trim().max(500).default('')
const clientKey = z.string().trim().min(1).max(80).optional()

export const problemBody = z.object({
  shopId: id,
  cameraId: optionalId,
  presetId: optionalId,
  itemId: optionalId,
  itemName: z.string().trim().min(1).max(60),
  questionType: z.string().trim().max(60).default(''),
  remark,
  pictureIds,
  ownerUserId: optionalId,
  ownerStaffId: optionalId,
  dueAt: optional(isoTime),
  /** The picture that shows it: the same item is raised once about one picture. */
  pictureId: optionalId,
  /** Made by the client for one save: sent twice, the second answers the problem of the first. */
  clientKey,
})
export type ProblemBody = z.infer<typeof problemBody>

const stepBody = z.object({ version, remark, pictureIds })
const backBody = stepBody.extend({ dueAt: optional(isoTime) })

/** A step of the state model; the two that lead back to rectification may set a new due date. */
const step = <Body extends z.ZodType>(action: ProblemAction, body: Body, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/problems/:problemId/${action}`,
    summary,
    tag,
    authority: [problemActions[action].authority],
    params: problemParams,
    body,
    answer: wholeProblem,
  })

export const problemCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/problems',
    summary: 'Problems in scope: those that are due first, or the latest first.',
    tag,
    authority: viewers,
    query: z.object({
      ...pageQuery(20),
      ...filter,
      ...statusFilter,
      sort: optional(z.enum(['latest', 'due', 'closed'])),
    }),
    answer: page(problem),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/problems/counts',
    summary: 'How many of the same problems are in each status.',
    tag,
    authority: [...viewers, 'inspect.view'],
    query: z.object(filter),
    answer: problemCounts,
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/api/problems/statistics',
    summary: 'Counts, close rate and mean time to close; by item, shop, owner and week.',
    tag,
    authority: [...viewers, 'inspect.view'],
    query: z.object({
      ...filter,
      ...statusFilter,
      top: numeric(z.number().int().min(1).max(1000).default(20)),
    }),
    answer: problemStatistics,
  }),
  owners: endpoint({
    method: 'GET',
    path: '/api/problems/owners',
    summary: 'Who may be charged with a problem of a shop: users who handle problems there, and its staff.',
    tag,
    authority: [...viewers, ...raisers],
    query: z.object({ shopId: id }),
    answer: z.array(problemOwner.extend({ duty: z.string() })),
  }),
  items: endpoint({
    method: 'GET',
    path: '/api/problems/items',
    summary: 'Question types and problem items that occur, for filters and forms.',
    tag,
    authority: [...viewers, ...raisers, 'inspect.view'],
    query: z.object({ ...areaQuery, shopId: optionalId }),
    answer: z.array(
      z.object({
        questionType: z.string(),
        questionTypeEn: z.string().optional(),
        itemName: z.string(),
        itemNameEn: z.string(),
        count: z.number(),
      }),
    ),
  }),
  raise: endpoint({
    method: 'POST',
    path: '/api/problems',
    summary: 'Raises a problem; it begins under rectification.',
    tag,
    authority: raisers,
    body: problemBody,
    answer: wholeProblem,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/problems/:problemId',
    summary: 'A problem with its pictures, history and comments.',
    tag,
    authority: viewers,
    params: problemParams,
    answer: wholeProblem,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/problems/:problemId',
    summary: 'Charges someone else with an open problem, or sets its due date; null takes it away.',
    tag,
    authority: raisers,
    params: problemParams,
    body: z.object({
      version,
      ownerUserId: id.nullable().optional(),
      ownerStaffId: id.nullable().optional(),
      dueAt: isoTime.nullable().optional(),
      remark,
    }),
    answer: wholeProblem,
  }),
  submit: step('submit', stepBody, 'Says that it was put right, with pictures of afterwards.'),
  sendBack: step(
    'sendBack',
    backBody,
    'Is not satisfied: back to rectification, with a new due date where one is given.',
  ),
  close: step('close', stepBody, 'Is satisfied: closes it.'),
  reopen: step('reopen', backBody, 'Opens a closed one again.'),
  comment: endpoint({
    method: 'POST',
    path: '/api/problems/:problemId/comments',
    summary: 'Adds a comment.',
    tag,
    authority: ['problem.handle', 'inspect.score'],
    params: problemParams,
    body: z.object({ content: z.string().trim().min(1).max(1000), pictureIds, clientKey }),
    answer: problemComment,
  }),
  addPicture: endpoint({
    method: 'POST',
    path: '/api/problems/:problemId/pictures',
    summary:
      'Saves a picture for a problem, to be named in its next step or comment: from a phone, as a file.',
    tag,
    authority: ['problem.handle', 'inspect.score'],
    params: problemParams,
    upload: true,
    bodyLimit: 15_000_000,
    /** `data:image/jpeg;base64,…` where the picture is not sent as a multipart file. */
    body: z.object({ file: z.string().optional() }),
    answer: picture,
  }),
  patrolLog: endpoint({
    method: 'GET',
    path: '/api/patrol/log',
    summary: 'The patrol log: what was found on which visit, latest first, with the score of the day.',
    tag,
    authority: ['inspect.view', 'problem.view'],
    query: z.object({ ...pageQuery(20), ...filter, ...statusFilter }),
    answer: page(patrolLogLine),
  }),
  patrolLogTrend: endpoint({
    method: 'GET',
    path: '/api/patrol/log/trend',
    summary: 'Problems found and mean score, by day or by week (its Monday).',
    tag,
    authority: ['inspect.view', 'problem.view'],
    query: z.object({ ...filter, ...statusFilter, granularity: optional(z.enum(['day', 'week'])) }),
    answer: z.array(z.object({ date: localDate, problems: z.number(), score: z.number().nullable() })),
  }),
}
