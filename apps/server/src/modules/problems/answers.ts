import {
  isAllowed,
  type Picture,
  type Problem,
  type ProblemComment,
  type ProblemEvent,
  type ProblemOwner,
  problemActionNames,
  problemActions,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { ProblemRow, ProblemStore } from './store.ts'

/** Pictures that may be shown, by id: those deleted since, or out of scope, are left out. */
export type Pictures = ReadonlyMap<string, Picture>

const shown = (pictures: Pictures, ids: readonly string[]) =>
  ids.flatMap(id => {
    const picture = pictures.get(id)
    return picture ? [picture] : []
  })

/** A problem as every call answers it, with what the caller may do with it now. */
export function problemAnswer(row: ProblemRow, caller: Caller, pictures: Pictures): Problem {
  const { id, version, status, shopId, timeZone, cameraId, presetId, questionType, itemId, itemName } = row
  return {
    id,
    version,
    status,
    shopId,
    shopname: row.shopName,
    shopnameEn: row.shopNameEn,
    timeZone,
    cameraId,
    cameraName: row.cameraName ?? '',
    cameraNameEn: row.cameraNameEn ?? '',
    presetId,
    questionType,
    questionTypeEn: row.questionTypeEn,
    itemId,
    itemName,
    itemNameEn: row.itemNameEn ?? '',
    remark: row.remark,
    raisedAt: row.raisedAt.toISOString(),
    raisedDate: row.raisedDate,
    raisedBy: { userId: row.raisedBy, userName: row.raiserName },
    owner: ownerOf(row),
    dueAt: row.dueAt?.toISOString() ?? null,
    overdue: row.overdue,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    beforePictures: shown(pictures, row.beforePictureIds),
    afterPictures: shown(pictures, row.afterPictureIds),
    commentCount: row.commentCount,
    source: { kind: row.sourceKind, id: row.sourceId },
    visitId: row.visitId,
    actions: actionsOf(row, caller),
  }
}

function actionsOf({ status }: ProblemRow, { authorities }: Caller): Problem['actions'] {
  const steps: Problem['actions'] = problemActionNames.filter(name => {
    const { from, authority } = problemActions[name]
    return from === status && isAllowed(authorities, [authority])
  })
  return status !== 'closed' && isAllowed(authorities, ['inspect.score']) ? [...steps, 'change'] : steps
}

type Owned = Pick<ProblemRow, 'ownerUserId' | 'ownerName' | 'ownerStaffId' | 'staffName' | 'staffPhone'>

/** Who is in charge: a user, or one of the staff of the shop; null for nobody. */
export function ownerOf(row: Owned): ProblemOwner | null {
  if (row.ownerUserId !== null)
    return { kind: 'user', id: row.ownerUserId, name: row.ownerName ?? '', phone: '' }
  if (row.ownerStaffId !== null)
    return { kind: 'staff', id: row.ownerStaffId, name: row.staffName ?? '', phone: row.staffPhone ?? '' }
  return null
}

type EventRow = Awaited<ReturnType<ProblemStore['history']>>[number]
type CommentRow = Awaited<ReturnType<ProblemStore['comments']>>[number]

export function eventAnswer(row: EventRow, pictures: Pictures): ProblemEvent {
  return {
    id: row.id,
    action: row.action,
    from: row.fromStatus,
    to: row.toStatus,
    by: { userId: row.userId, userName: row.userName },
    at: row.at.toISOString(),
    remark: row.remark,
    pictures: shown(pictures, row.pictureIds),
    changes: row.changes,
  }
}

export function commentAnswer(row: CommentRow, pictures: Pictures): ProblemComment {
  return {
    id: row.id,
    by: { userId: row.userId, userName: row.userName },
    at: row.createdAt.toISOString(),
    content: row.content,
    pictures: shown(pictures, row.pictureIds),
  }
}
