import { z } from 'zod'
import { picture } from './cameras.ts'
import { pointsRule, severity } from './check-items.ts'
import { answerId, flag, id, isoTime, numeric, optionalId, optionalTime } from './shared.ts'

/** Evaluations, inspections and daily records: as answers tell them, and as saves take them. */

const optionalPoints = numeric(pointsRule.optional())

export const evaluationStatuses = ['saved', 'confirmed', 'revoked'] as const
export const evaluationStatus = z.enum(evaluationStatuses)
export type EvaluationStatus = z.infer<typeof evaluationStatus>

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
  itemNameEn: z.string(),
  itemScore: z.number(),
  itemDuration: z.number(),
  pitemId: answerId.nullable(),
  pitemName: z.string(),
  pitemNameEn: z.string(),
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
/** A state that an evaluation came into: when (on the shop's clock), by whom, and why where somebody said so. */
const evaluationStep = z.object({
  status: evaluationStatus,
  time: z.string(),
  /** Null where the account is gone. */
  userId: answerId.nullable(),
  userName: z.string(),
  reason: z.string(),
})
export type EvaluationStep = z.infer<typeof evaluationStep>
export const evaluation = evaluationSummary.extend({
  evaluationDetails: z.array(evaluationDetail),
  /** Oldest first; begins with the save. */
  history: z.array(evaluationStep),
})
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
