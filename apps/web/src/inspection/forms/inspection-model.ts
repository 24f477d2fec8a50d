import { type CheckItem, type InspectionBody, inspectionBody, type ScoreDraftContent } from '@aisle/contract'
import type { Raise } from './raise-fields.tsx'

/** What was found at an item. */
export type Finding = {
  result: 'normal' | 'abnormal' | 'na'
  remark: string
  pictureIds: readonly string[]
  cameraId?: string | undefined
  presetId?: string | undefined
  raise?: Raise | undefined
}
export type InspectionSheet = { findings: Readonly<Record<string, Finding>>; useTime: number }

export const emptyInspection: InspectionSheet = { findings: {}, useTime: 0 }

type Named = Pick<CheckItem, 'itemId'>

/** Another verdict on an item; what belongs to something abnormal alone goes with it. */
export function found(
  before: Finding | undefined,
  result: Finding['result'],
  proposed: Raise | undefined,
): Finding {
  const { remark = '', pictureIds = [], cameraId, presetId, raise } = before ?? {}
  const kept = { result, remark, pictureIds, cameraId, presetId }
  return result === 'abnormal' ? { ...kept, raise: raise ?? proposed } : kept
}

/** All items that nobody looked at are normal. */
export function restNormal(sheet: InspectionSheet, items: readonly Named[]): InspectionSheet {
  const findings = Object.fromEntries(
    items.map(({ itemId }) => [itemId, sheet.findings[itemId] ?? found(undefined, 'normal', undefined)]),
  )
  return { ...sheet, findings: { ...sheet.findings, ...findings } }
}

export function countsOf(sheet: InspectionSheet, items: readonly Named[]) {
  const results = items.map(({ itemId }) => sheet.findings[itemId]?.result)
  return {
    all: items.length,
    done: results.filter(result => result !== undefined).length,
    abnormal: results.filter(result => result === 'abnormal').length,
  }
}

/** The sheet as the body of its save; items that left the form meanwhile are left out, as are due dates gone by. */
export function inspectionContent(
  sheet: InspectionSheet,
  items: readonly Named[],
  { shopId, recordId, now }: { shopId: string; recordId: string | undefined; now: Date },
): ScoreDraftContent {
  const details = items.flatMap(({ itemId }): InspectionBody['inspectionDetails'] => {
    const finding = sheet.findings[itemId]
    if (!finding) return []
    const { result, remark, pictureIds, cameraId, presetId, raise } = finding
    const dueAt = raise?.dueAt !== undefined && new Date(raise.dueAt) > now ? raise.dueAt : undefined
    return [
      {
        itemId,
        result,
        remark,
        pictureIds: [...pictureIds],
        cameraId,
        presetId,
        raise: raise && { questionType: '', ownerUserId: raise.ownerUserId, dueAt },
      },
    ]
  })
  const visit = recordId === undefined ? {} : { recordId }
  return { shopId, ...visit, useTime: sheet.useTime, inspectionDetails: details }
}

/** A kept draft as a sheet; what cannot be read is an empty one. */
export function inspectionSheetOf(content: ScoreDraftContent, shopId: string): InspectionSheet {
  const { data } = inspectionBody.safeParse({ ...content, shopId })
  if (!data) return emptyInspection
  const findings = data.inspectionDetails.flatMap(detail => {
    const { itemId, result, remark, pictureIds, cameraId, presetId, raise } = detail
    if (itemId === undefined) return []
    const finding: Finding = { result, remark, pictureIds, cameraId, presetId, raise }
    return [[itemId, finding] as const]
  })
  return { findings: Object.fromEntries(findings), useTime: data.useTime }
}
