import { z } from 'zod'
import { picture } from './cameras.ts'
import { endpoint } from './endpoint.ts'
import {
  answerId,
  areaQuery,
  changes,
  done,
  flag,
  id,
  idList,
  isoTime,
  localDate,
  numeric,
  optionalId,
  optionalText,
  optionalTime,
  page,
  pageQuery,
} from './shared.ts'

/** Item trees, evaluations, inspections, daily records and their drafts. */
const tag = 'scoring'
const base = '/api/monitor/checkShop'
const viewer = ['inspect.view', 'inspect.score'] as const

export const checkKinds = ['evaluation', 'inspection', 'daily'] as const
export const checkKind = z.enum(checkKinds)
export type CheckKind = z.infer<typeof checkKind>

/** The part of a shop that an item is looked at in. */
export const cameraGroupName = z.enum(['entrance', 'checkout', 'floor', 'back'])
export type CameraGroupName = z.infer<typeof cameraGroupName>

export const severity = z.enum(['minor', 'medium', 'severe'])
export type Severity = z.infer<typeof severity>

/** Points, to the hundredth. */
const pointsRule = z
  .number()
  .min(0)
  .max(1000)
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'at most two decimals')
const points = numeric(pointsRule)
const optionalPoints = numeric(pointsRule.optional())
export const deductions = z.object({ minor: points, medium: points, severe: points })
export type Deductions = z.infer<typeof deductions>

export const evaluationStatuses = ['saved', 'confirmed', 'revoked'] as const
export const evaluationStatus = z.enum(evaluationStatuses)
export type EvaluationStatus = z.infer<typeof evaluationStatus>
/** As answers name a status, or as its number: 1 saved, 2 confirmed, 3 revoked. */
const anyStatus = z.preprocess(
  value =>
    typeof value === 'number' || typeof value === 'string'
      ? (evaluationStatuses[Number(value) - 1] ?? value)
      : value,
  z.enum(evaluationStatuses),
)

// ── Items ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const item = z.object({
  itemId: answerId,
  kind: checkKind,
  itemName: z.string(),
  itemNameEn: z.string(),
  pitemId: answerId.nullable(),
  isGroup: z.boolean(),
  /** Of a leaf what it is worth, of a group what its leaves are worth together. */
  itemScore: z.number(),
  /** `full`: all of it or nothing; `partial`: a severity takes points away, or the inspector says how many. */
  scoring: z.enum(['full', 'partial']),
  deductions: deductions.nullable(),
  cameraGroup: cameraGroupName.nullable(),
  presetName: z.string(),
  /** Seconds that looking at it should take. */
  itemDuration: z.number(),
  order: z.number(),
  version: z.number(),
  archived: z.boolean(),
})
export type CheckItem = z.infer<typeof item>

const itemNode = item.extend({ children: z.array(item) })
export type CheckItemNode = z.infer<typeof itemNode>

const form = z.object({
  kind: checkKind,
  name: z.string(),
  nameEn: z.string(),
  /** Grows with every edit of an item; records keep the one they were made with. */
  version: z.number(),
  itemCount: z.number(),
  totalScore: z.number(),
  items: z.array(itemNode),
})
export type CheckForm = z.infer<typeof form>

const itemBody = z.object({
  itemName: z.string().trim().min(1).max(60),
  itemNameEn: z.string().trim().max(120).default(''),
  itemScore: points.default(0),
  scoring: z.enum(['full', 'partial']).default('full'),
  deductions: deductions.nullable().default(null),
  cameraGroup: cameraGroupName.nullable().default(null),
  presetName: z.string().trim().max(40).default(''),
  itemDuration: numeric(z.number().int().min(0).max(3600)).default(0),
})
const itemParams = z.object({ itemId: id })
/** What the editor saw; where the item was edited since, the call is refused. */
const seenVersion = { version: numeric(z.number().int().min(1).optional()) }

export const checkItems = {
  list: endpoint({
    method: 'GET',
    path: '/api/check-items',
    summary: 'The form of a kind as a tree of groups and items.',
    tag,
    authority: viewer,
    query: z.object({ kind: checkKind.default('evaluation'), archived: flag.default(false) }),
    answer: form,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/check-forms/:kind',
    summary: 'Names the form of a kind.',
    tag,
    authority: ['shop.manage'],
    params: z.object({ kind: checkKind }),
    body: z.object({
      name: z.string().trim().min(1).max(60),
      nameEn: z.string().trim().max(120).default(''),
    }),
    answer: form,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/check-items',
    summary: 'Adds a group, or an item to a group, at the end of it.',
    tag,
    authority: ['shop.manage'],
    body: itemBody.extend({
      kind: checkKind,
      pitemId: id.nullable().default(null),
      isGroup: flag.default(false),
    }),
    answer: item,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/check-items/:itemId',
    summary: 'Changes an item; records made before keep the name and score they were made with.',
    tag,
    authority: ['shop.manage'],
    params: itemParams,
    body: changes(itemBody).extend(seenVersion),
    answer: item,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/check-items/:itemId/move',
    summary: 'Moves an item to a place, counted from 0, in its group or in another.',
    tag,
    authority: ['shop.manage'],
    params: itemParams,
    body: z.object({
      pitemId: id.nullable().optional(),
      order: numeric(z.number().int().min(0).max(9999)),
      ...seenVersion,
    }),
    answer: item,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/check-items/:itemId/archive',
    summary:
      'Takes an item out of the form, a group with all of its items; nothing that was recorded changes.',
    tag,
    authority: ['shop.manage'],
    params: itemParams,
    answer: item,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/check-items/:itemId/restore',
    summary: 'Brings an archived item back.',
    tag,
    authority: ['shop.manage'],
    params: itemParams,
    answer: item,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/check-items/:itemId/versions',
    summary: 'How an item was edited, latest first.',
    tag,
    authority: viewer,
    params: itemParams,
    answer: z.array(
      z.object({
        version: z.number(),
        action: z.enum(['created', 'changed', 'moved', 'archived', 'restored']),
        item: item.partial(),
        userName: z.string(),
        at: isoTime,
      }),
    ),
  }),
}

// ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const owner = {
  id: answerId,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  userId: answerId,
  userName: z.string(),
  /** The check-shop record in which it was made. */
  recordId: answerId.nullable(),
  /** 1 on Saturdays and Sundays in the shop's zone. */
  isHoliday: z.number(),
}
const copiedItem = {
  itemId: answerId,
  itemName: z.string(),
  itemNameEn: z.string(),
  pitemId: answerId.nullable(),
  pitemName: z.string(),
  pitemNameEn: z.string(),
}
const evidence = {
  remark: z.string(),
  cameraId: answerId.nullable(),
  presetId: answerId.nullable(),
  itemDuration: z.number(),
  publishTime: z.string(),
  pictures: z.array(picture),
  /** A problem was asked for: `pending` until it is raised. */
  problem: z.enum(['none', 'pending', 'raised']),
}

export const evaluationDetail = z.object({
  id: answerId,
  ...copiedItem,
  /** What the item was worth that day. */
  itemScore: z.number(),
  result: z.enum(['pass', 'deduct', 'na', 'unscored']),
  severity: severity.nullable(),
  /** Points earned; null where it does not apply or was not scored. */
  score: z.number().nullable(),
  lostScore: z.number(),
  ...evidence,
})
export type EvaluationDetail = z.infer<typeof evaluationDetail>

export const evaluationSummary = z.object({
  ...owner,
  evaluationStatus,
  evaluationTime: z.string(),
  statusUpdatetime: z.string(),
  /** Seconds that it took. */
  useTime: z.number(),
  /** Of an evaluation of one item that item's; else null, the form's name, the points that could be earned, all seconds. */
  itemId: answerId.nullable(),
  itemName: z.string(),
  itemScore: z.number(),
  itemDuration: z.number(),
  pitemId: answerId.nullable(),
  pitemName: z.string(),
  presetId: answerId.nullable(),
  /** On 100, to one decimal. */
  score: z.number(),
  earnedScore: z.number(),
  lostScore: z.number(),
  maxScore: z.number(),
  formName: z.string(),
  formNameEn: z.string(),
  formVersion: z.number(),
  itemCount: z.number(),
  passCount: z.number(),
  deductCount: z.number(),
  naCount: z.number(),
  unscoredCount: z.number(),
  pictureCount: z.number(),
  remark: z.string(),
  revokeReason: z.string(),
})
export type EvaluationSummary = z.infer<typeof evaluationSummary>
export const evaluation = evaluationSummary.extend({ evaluationDetails: z.array(evaluationDetail) })
export type Evaluation = z.infer<typeof evaluation>

export const inspectionDetail = z.object({
  id: answerId,
  ...copiedItem,
  result: z.enum(['normal', 'abnormal', 'na']),
  ...evidence,
})
export type InspectionDetail = z.infer<typeof inspectionDetail>

export const inspectionSummary = z.object({
  ...owner,
  inspectionTime: z.string(),
  useTime: z.number(),
  formName: z.string(),
  formNameEn: z.string(),
  formVersion: z.number(),
  itemCount: z.number(),
  abnormalCount: z.number(),
  pictureCount: z.number(),
  remark: z.string(),
  delFlag: z.number(),
})
export type InspectionSummary = z.infer<typeof inspectionSummary>
export const inspection = inspectionSummary.extend({ inspectionDetails: z.array(inspectionDetail) })
export type Inspection = z.infer<typeof inspection>

export const dailyRecord = z.object({
  ...owner,
  typeId: answerId,
  typeName: z.string(),
  typeNameEn: z.string(),
  content: z.string(),
  pictures: z.array(picture),
  recordTime: z.string(),
  delFlag: z.number(),
})
export type DailyRecord = z.infer<typeof dailyRecord>

/** Ids of pictures, as a list or joined by commas. */
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
/** Asks for a problem about a deduction: who is to put it right, and until when. */
const raise = z.object({
  questionType: z.string().trim().max(60).default(''),
  ownerUserId: optionalId,
  dueAt: isoTime.optional(),
})
const detailBody = {
  /** Left out it is the evaluation's own `itemId`. */
  itemId: optionalId,
  remark: z.string().trim().max(200).default(''),
  cameraId: optionalId,
  presetId: optionalId,
  publishTime: optionalTime,
  itemDuration: numeric(z.number().int().min(0).max(86_400).optional()),
  pictureIds,
  raise: raise.optional(),
}
const recordBody = {
  shopId: id,
  recordId: optionalId,
  /** Made by the client for one save: sent twice, the second answers the record of the first. */
  clientKey: z.string().trim().min(1).max(80).optional(),
}
const seconds = numeric(z.number().int().min(0).max(86_400))

export const evaluationBody = z.object({
  ...recordBody,
  evaluationTime: optionalTime,
  useTime: seconds.default(0),
  remark: z.string().trim().max(500).default(''),
  /** False refuses a form with items that nobody scored, with reason `unscored`. */
  allowUnscored: flag.default(true),
  /** For an evaluation of one item: what its detail leaves out. */
  itemId: optionalId,
  score: optionalPoints,
  presetId: optionalId,
  evaluationDetails: z
    .array(
      z.object({
        ...detailBody,
        result: z.enum(['pass', 'deduct', 'na', 'unscored']).optional(),
        /** Points earned, of which a full scoring knows only all and none. */
        score: optionalPoints,
        severity: severity.optional(),
      }),
    )
    .max(300)
    .default([]),
})
export type EvaluationBody = z.infer<typeof evaluationBody>

export const inspectionBody = z.object({
  ...recordBody,
  inspectionTime: optionalTime,
  useTime: seconds.default(0),
  remark: z.string().trim().max(500).default(''),
  inspectionDetails: z
    .array(z.object({ ...detailBody, result: z.enum(['normal', 'abnormal', 'na']) }))
    .min(1)
    .max(300),
})
export type InspectionBody = z.infer<typeof inspectionBody>

export const dailyRecordBody = z.object({
  ...recordBody,
  typeId: id,
  content: z.string().trim().min(1).max(1000),
  recordTime: optionalTime,
  pictureIds,
})
export type DailyRecordBody = z.infer<typeof dailyRecordBody>

const optionalDay = z.preprocess(value => (value === '' ? undefined : value), localDate.optional())
const dayQuery = z.object({
  shopid: id,
  checkdate: optionalDay,
})
const listQuery = {
  ...pageQuery(20),
  shopid: optionalId,
  ...areaQuery,
  /** Days on the shops' clocks, both inside. */
  checkdate_beg: optionalDay,
  checkdate_end: optionalDay,
  userId: optionalId,
  searchKey: optionalText(60),
}

/** The inherited calls about evaluations, inspections and daily records. */
export const scoring = {
  getEvaluationItemList: endpoint({
    method: 'GET',
    path: `${base}/getEvaluationItemList`,
    summary: 'Items of the evaluation form right under `pid`; without it the groups.',
    tag,
    authority: viewer,
    query: z.object({ pid: optionalId }),
    answer: z.array(item.extend({ children: z.number() })),
  }),
  getInspectionItemList: endpoint({
    method: 'GET',
    path: `${base}/getInspectionItemList`,
    summary: 'The items of inspections as a tree.',
    tag,
    authority: viewer,
    answer: z.array(itemNode),
  }),
  getEvaluation: endpoint({
    method: 'GET',
    path: `${base}/getEvaluation/:id`,
    summary: 'An evaluation with its details and their pictures.',
    tag,
    authority: viewer,
    params: z.object({ id }),
    answer: evaluation,
  }),
  getEvaluationList: endpoint({
    method: 'GET',
    path: `${base}/getEvaluationList`,
    summary: 'Evaluations of a shop on a day (today where none is named), latest first.',
    tag,
    authority: viewer,
    query: dayQuery,
    answer: z.array(evaluation),
  }),
  getInspectionList: endpoint({
    method: 'GET',
    path: `${base}/getInspectionList`,
    summary: 'Inspections of a shop on a day (today where none is named), latest first.',
    tag,
    authority: viewer,
    query: dayQuery,
    answer: z.array(inspection),
  }),
  getDailyrecordDetailList: endpoint({
    method: 'GET',
    path: `${base}/getDailyrecordDetailList`,
    summary: 'Daily records of a shop on a day (today where none is named), latest first.',
    tag,
    authority: viewer,
    query: dayQuery,
    answer: z.array(dailyRecord),
  }),
  saveEvaluation: endpoint({
    method: 'POST',
    path: `${base}/saveEvaluation`,
    summary: 'Saves an evaluation; the same clientKey twice is one evaluation.',
    tag,
    authority: ['inspect.score'],
    body: evaluationBody,
    answer: evaluation,
  }),
  saveInspection: endpoint({
    method: 'POST',
    path: `${base}/saveInspection`,
    summary: 'Saves an inspection; the same clientKey twice is one inspection.',
    tag,
    authority: ['inspect.score'],
    body: inspectionBody,
    answer: inspection,
  }),
  saveDailyrecord: endpoint({
    method: 'POST',
    path: `${base}/saveDailyrecord`,
    summary: 'Saves a daily record; the same clientKey twice is one record.',
    tag,
    authority: ['inspect.score'],
    body: dailyRecordBody,
    answer: dailyRecord,
  }),
  revoke: endpoint({
    method: 'POST',
    path: `${base}/revoke/:id`,
    summary: 'Revokes a saved or confirmed evaluation; it counts no longer and stays readable.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ id }),
    body: z.object({ reason: z.string().trim().max(200).default('') }),
    answer: evaluation,
  }),
  updateStatus: endpoint({
    method: 'POST',
    path: `${base}/updateStatus/:id`,
    summary: 'Confirms a saved evaluation.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ id }),
    body: z.object({ status: anyStatus }),
    answer: evaluation,
  }),
  delInspectionByIds: endpoint({
    method: 'DELETE',
    path: `${base}/delInspectionByIds/:id`,
    summary: 'Deletes inspections of the user (restorable); all or none.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ id: idList }),
    answer: done,
  }),
}

/** Lists across shops, and what the inherited calls lack. The printed report is GET /api/evaluations/:id/report.pdf. */
export const evaluations = {
  list: endpoint({
    method: 'GET',
    path: '/api/evaluations',
    summary: 'Evaluations in scope, latest first.',
    tag,
    authority: viewer,
    query: z.object({ ...listQuery, status: anyStatus.optional() }),
    answer: page(evaluationSummary),
  }),
}

export const inspections = {
  list: endpoint({
    method: 'GET',
    path: '/api/inspections',
    summary: 'Inspections in scope, latest first.',
    tag,
    authority: viewer,
    query: z.object(listQuery),
    answer: page(inspectionSummary),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/inspections/:id',
    summary: 'An inspection with its details and their pictures.',
    tag,
    authority: viewer,
    params: z.object({ id }),
    answer: inspection,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/inspections/:ids/restore',
    summary: 'Brings deleted inspections of the user back; all or none.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ ids: idList }),
    answer: z.array(inspectionSummary),
  }),
}

export const dailyRecords = {
  list: endpoint({
    method: 'GET',
    path: '/api/daily-records',
    summary: 'Daily records in scope, latest first.',
    tag,
    authority: viewer,
    query: z.object({ ...listQuery, typeId: optionalId }),
    answer: page(dailyRecord),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/daily-records/:ids',
    summary: 'Deletes daily records of the user (restorable); all or none.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ ids: idList }),
    answer: done,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/daily-records/:ids/restore',
    summary: 'Brings deleted daily records of the user back; all or none.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ ids: idList }),
    answer: z.array(dailyRecord),
  }),
}

// ── Drafts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const draftBytes = 200_000
/** What the console keeps of a half-filled form: the body of its save as far as it is filled in. */
export const scoreDraftContent = z
  .record(z.string().max(60), z.unknown())
  .refine(content => lengthOf(content) <= draftBytes, 'larger than 200 kB')
/** What is nested without end has no length that fits. */
function lengthOf(content: unknown): number {
  try {
    return JSON.stringify(content).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
export type ScoreDraftContent = z.infer<typeof scoreDraftContent>

export const scoreDraft = z.object({
  kind: checkKind,
  shopId: answerId,
  shopname: z.string(),
  /** The clientKey of the record that it becomes. */
  key: z.string(),
  version: z.number(),
  content: scoreDraftContent,
  updatedAt: isoTime,
})
export type ScoreDraft = z.infer<typeof scoreDraft>

const draftParams = z.object({ kind: checkKind, shopId: id })
export const scoreDrafts = {
  list: endpoint({
    method: 'GET',
    path: '/api/score-drafts',
    summary: 'Drafts of the user, latest first.',
    tag,
    authority: ['inspect.score'],
    answer: z.array(scoreDraft),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/score-drafts/:kind/:shopId',
    summary: 'The draft of the user for a shop; null where there is none.',
    tag,
    authority: ['inspect.score'],
    params: draftParams,
    answer: scoreDraft.nullable(),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/score-drafts/:kind/:shopId',
    summary:
      'Keeps a draft. `version` is the one that the caller knows, 0 for a new draft; where another was saved since, 409 with it.',
    tag,
    authority: ['inspect.score'],
    params: draftParams,
    body: z.object({
      version: numeric(z.number().int().min(0)),
      key: z.string().trim().min(1).max(80).optional(),
      content: scoreDraftContent,
    }),
    answer: scoreDraft,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/api/score-drafts/:kind/:shopId',
    summary: 'Discards a draft; where another than `version` is kept, 409 with it.',
    tag,
    authority: ['inspect.score'],
    params: draftParams,
    query: z.object({ version: numeric(z.number().int().min(1).optional()) }),
    answer: done,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/score-drafts/:kind/:shopId/submit',
    summary: 'Turns a draft into its record, both in one step; sent again it answers the same record.',
    tag,
    authority: ['inspect.score'],
    params: draftParams,
    body: z.object({
      version: numeric(z.number().int().min(1)),
      /** The draft's key: what a repeated submit is known by. */
      key: z.string().trim().min(1).max(80),
      /** Items may be left unscored: the user was asked. */
      allowUnscored: flag.default(false),
    }),
    answer: z.object({
      kind: checkKind,
      id: answerId,
      evaluation: evaluation.nullable(),
      inspection: inspection.nullable(),
      dailyRecord: dailyRecord.nullable(),
    }),
  }),
}
