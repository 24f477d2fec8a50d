import type {
  DailyRecord,
  Evaluation,
  EvaluationDetail,
  EvaluationStep,
  EvaluationSummary,
  Inspection,
  InspectionDetail,
  InspectionSummary,
  Picture,
} from '@aisle/contract'
import { legacyTimeOf } from '../../platform/time.ts'
import type { DailyRow } from './daily-store.ts'
import type { EvaluationDetailRow, EvaluationRow, EvaluationStepRow } from './evaluation-store.ts'
import type { InspectionDetailRow, InspectionRow } from './inspection-store.ts'
import type { RecordNames } from './records.ts'

type Pictures = ReadonlyMap<string, Picture>
type RecordRow = RecordNames & {
  id: string
  shopId: string
  userId: string
  recordId: string | null
  isHoliday: boolean
}

function ownerOf(row: RecordRow) {
  const { id, shopId, shopName, shopNameEn, userId, userName, recordId, isHoliday } = row
  return {
    id,
    shopId,
    shopname: shopName,
    shopnameEn: shopNameEn,
    userId,
    userName,
    recordId,
    isHoliday: isHoliday ? 1 : 0,
  }
}

function evidenceOf(row: EvaluationDetailRow | InspectionDetailRow, timeZone: string, pictures: Pictures) {
  const { itemId, itemName, itemNameEn, pitemId, pitemName, pitemNameEn, remark, cameraId, presetId } = row
  return {
    id: row.id,
    itemId,
    itemName,
    itemNameEn,
    pitemId,
    pitemName,
    pitemNameEn,
    remark,
    cameraId,
    presetId,
    itemDuration: row.durationSeconds,
    publishTime: legacyTimeOf(row.publishedAt, timeZone),
    pictures: picturesOf(row, pictures),
    problem:
      row.raise === null ? ('none' as const) : row.raisedAt ? ('raised' as const) : ('pending' as const),
  }
}

/** Those that are still there, in the order in which they were attached. */
function picturesOf({ pictureIds }: { pictureIds: readonly string[] }, pictures: Pictures): Picture[] {
  return pictureIds.flatMap(id => pictures.get(id) ?? [])
}

function evaluationDetailOf(
  row: EvaluationDetailRow,
  timeZone: string,
  pictures: Pictures,
): EvaluationDetail {
  const { itemScore, result, severity, score, lost } = row
  return { ...evidenceOf(row, timeZone, pictures), itemScore, result, severity, score, lostScore: lost }
}

/** `details` are all of its own; of an evaluation of one item they say which. */
export function evaluationSummaryOf(
  row: EvaluationRow,
  details: readonly EvaluationDetailRow[],
): EvaluationSummary {
  const only = row.itemCount === 1 ? details[0] : undefined
  const { score, earned, maximum, formName, formNameEn, formVersion, timeZone } = row
  const { itemCount, passCount, deductCount, naCount, unscoredCount, pictureCount, remark, revokeReason } =
    row
  return {
    ...ownerOf(row),
    evaluationStatus: row.status,
    evaluationTime: legacyTimeOf(row.evaluatedAt, timeZone),
    statusUpdatetime: legacyTimeOf(row.statusUpdatedAt, timeZone),
    useTime: row.useSeconds,
    itemId: only?.itemId ?? null,
    itemName: only?.itemName ?? formName,
    itemNameEn: only?.itemNameEn ?? formNameEn,
    itemScore: only?.itemScore ?? maximum,
    itemDuration: only?.durationSeconds ?? row.useSeconds,
    pitemId: only?.pitemId ?? null,
    pitemName: only?.pitemName ?? '',
    pitemNameEn: only?.pitemNameEn ?? '',
    presetId: only?.presetId ?? null,
    score,
    earnedScore: earned,
    lostScore: (Math.round(maximum * 100) - Math.round(earned * 100)) / 100,
    maxScore: maximum,
    formName,
    formNameEn,
    formVersion,
    itemCount,
    passCount,
    deductCount,
    naCount,
    unscoredCount,
    pictureCount,
    remark,
    revokeReason,
  }
}

export function evaluationOf(
  row: EvaluationRow,
  details: readonly EvaluationDetailRow[],
  pictures: Pictures,
  steps: readonly EvaluationStepRow[],
): Evaluation {
  return {
    ...evaluationSummaryOf(row, details),
    evaluationDetails: details.map(detail => evaluationDetailOf(detail, row.timeZone, pictures)),
    history: historyOf(row, steps),
  }
}

/** From the save on, which the record itself tells. */
function historyOf(row: EvaluationRow, steps: readonly EvaluationStepRow[]): EvaluationStep[] {
  const { userId, userName, createdAt, timeZone } = row
  return [
    { status: 'saved', time: legacyTimeOf(createdAt, timeZone), userId, userName, reason: '' },
    ...steps.map(step => ({
      status: step.status,
      time: legacyTimeOf(step.at, timeZone),
      userId: step.userId,
      userName: step.userName ?? '',
      reason: step.reason,
    })),
  ]
}

export function inspectionSummaryOf(row: InspectionRow): InspectionSummary {
  const { formName, formNameEn, formVersion, itemCount, abnormalCount, pictureCount, remark } = row
  return {
    ...ownerOf(row),
    inspectionTime: legacyTimeOf(row.inspectedAt, row.timeZone),
    useTime: row.useSeconds,
    formName,
    formNameEn,
    formVersion,
    itemCount,
    abnormalCount,
    pictureCount,
    remark,
    delFlag: row.deletedAt ? 1 : 0,
  }
}

export function inspectionOf(
  row: InspectionRow,
  details: readonly InspectionDetailRow[],
  pictures: Pictures,
): Inspection {
  const inspectionDetails: InspectionDetail[] = details.map(detail => ({
    ...evidenceOf(detail, row.timeZone, pictures),
    result: detail.result,
  }))
  return { ...inspectionSummaryOf(row), inspectionDetails }
}

export function dailyRecordOf(row: DailyRow, pictures: Pictures): DailyRecord {
  const { typeId, typeName, typeNameEn, content, recordedAt, timeZone } = row
  return {
    ...ownerOf(row),
    typeId,
    typeName,
    typeNameEn,
    content,
    pictures: picturesOf(row, pictures),
    recordTime: legacyTimeOf(recordedAt, timeZone),
    delFlag: row.deletedAt ? 1 : 0,
  }
}

/** Rows by the record they belong to. */
export function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): (key: string) => Row[] {
  const groups = Map.groupBy(rows, keyOf)
  return key => groups.get(key) ?? []
}
