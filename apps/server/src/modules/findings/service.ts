import {
  AppError,
  algorithms,
  type Finding,
  type FindingAction,
  findingActionNames,
  findingActions,
  isAllowed,
  type Page,
  type Picture,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import type { PictureService } from '../pictures/service.ts'
import type { ProblemService } from '../problems/service.ts'
import { type FindingFilter, type FindingRow, findingStore } from './store.ts'
import { text, wrongStatus } from './text.ts'

const farthest = 1_000_000_000

export type Decision = { version: number; remark: string }
export type Raising = Decision & {
  itemName?: string | undefined
  ownerUserId?: string | undefined
  ownerStaffId?: string | undefined
  dueAt?: string | undefined
}

type Deps = {
  db: Database
  pictures: Pick<PictureService, 'byIds'>
  problems: Pick<ProblemService, 'raise'>
  now: () => Date
}

/** Findings: listed, and decided about by people. What is found is up to `checker.ts` and `posted.ts`. */
export function findingService({ db, pictures, problems, now }: Deps) {
  const store = findingStore(db)

  async function rowOf(caller: Caller, id: string): Promise<FindingRow> {
    const row = await store.one(caller.scope, id)
    if (!row) throw new AppError('notFound', text.noFinding)
    if (!row.inScope) throw new AppError('forbidden', text.foreign)
    return row
  }

  async function answers(caller: Caller, rows: readonly FindingRow[]): Promise<Finding[]> {
    const ids = rows.flatMap(({ pictureId }) => pictureId ?? [])
    const shown = await pictures.byIds(caller.scope, [...new Set(ids)])
    return rows.map(row => findingAnswer(row, caller, shown))
  }

  async function detail(caller: Caller, id: string): Promise<Finding> {
    const [answer] = await answers(caller, [await rowOf(caller, id)])
    if (!answer) throw new AppError('notFound', text.noFinding)
    return answer
  }

  /** @throws AppError ruleBroken where the action does not lead on from there, conflict for an older version */
  async function allowed(
    caller: Caller,
    id: string,
    action: FindingAction,
    version: number,
  ): Promise<FindingRow> {
    const row = await rowOf(caller, id)
    if (row.version !== version) throw await stale(caller, id)
    const from: readonly string[] = findingActions[action].from
    if (!from.includes(row.status)) throw new AppError('ruleBroken', wrongStatus(row.status))
    return row
  }

  async function stale(caller: Caller, id: string): Promise<AppError> {
    return new AppError('conflict', text.changed, { reason: 'changed', current: await detail(caller, id) })
  }

  return {
    detail,

    async page(
      caller: Caller,
      { pageNumber, pageSize, ...filter }: FindingFilter & { pageNumber: number; pageSize: number },
    ): Promise<Page<Finding>> {
      const offset = Math.min((pageNumber - 1) * pageSize, farthest)
      const { records, total } = await store.page(caller.scope, filter, offset, pageSize)
      return { current: pageNumber, size: pageSize, total, records: await answers(caller, records) }
    },

    /** What our own detectors found on pictures in scope. */
    async ofPictures(caller: Caller, pictureIds: readonly string[]): Promise<Finding[]> {
      return answers(caller, await store.ofPictures(caller.scope, pictureIds))
    },

    /**
     * Confirms, dismisses, or takes either back.
     * @throws AppError notFound, forbidden out of scope, ruleBroken from another status, conflict with the newer state
     */
    async decide(
      caller: Caller,
      id: string,
      action: Exclude<FindingAction, 'raise'>,
      { version, remark }: Decision,
    ): Promise<Finding> {
      await allowed(caller, id, action, version)
      const isUndone = action === 'undo'
      const changed = await store.decide(id, version, {
        status: findingActions[action].to,
        decidedBy: isUndone ? null : caller.userId,
        decidedAt: isUndone ? null : now(),
        remark,
      })
      if (!changed) throw await stale(caller, id)
      return detail(caller, id)
    },

    /**
     * Raises a problem about a finding; one that was raised answers its problem again.
     * @throws AppError as `decide`, and as the problem's own raise
     */
    async raise(
      caller: Caller,
      id: string,
      { version, remark, itemName, ...rest }: Raising,
    ): Promise<Finding> {
      const known = await rowOf(caller, id)
      if (known.status === 'raised') return detail(caller, id)
      const row = await allowed(caller, id, 'raise', version)
      const name = itemName ?? algorithms[row.algorithm].label.zh
      // The problem comes first and is made once: where we stop in between, the next try finds it.
      const problem = await problems.raise(caller, {
        ...rest,
        shopId: row.shopId,
        cameraId: row.cameraId ?? undefined,
        presetId: row.presetId ?? undefined,
        itemName: name,
        questionType: text.questionType.zh,
        remark,
        pictureIds: row.pictureId === null ? [] : [row.pictureId],
        source: { kind: 'finding', id },
      })
      const changed = await store.decide(id, version, {
        status: 'raised',
        decidedBy: caller.userId,
        decidedAt: now(),
        remark,
        problemId: problem.id,
      })
      const current = await detail(caller, id)
      if (!changed && current.status !== 'raised') throw await stale(caller, id)
      return current
    },
  }
}
export type FindingService = ReturnType<typeof findingService>

/** A finding as every call answers it, with what the caller may do with it now. */
function findingAnswer(row: FindingRow, caller: Caller, shown: ReadonlyMap<string, Picture>): Finding {
  const { id, version, status, algorithm, shopId, cameraId, presetId, zoneName, confidence, boxes } = row
  const mayDecide = isAllowed(caller.authorities, ['inspect.score'])
  return {
    id,
    version,
    status,
    algorithm,
    shopId,
    shopname: row.shopName,
    shopnameEn: row.shopNameEn,
    timeZone: row.timeZone,
    cameraId,
    cameraName: row.cameraName ?? '',
    cameraNameEn: row.cameraNameEn ?? '',
    presetId,
    presetName: row.presetName ?? '',
    zoneName,
    picture: (row.pictureId !== null && shown.get(row.pictureId)) || null,
    confidence,
    boxes,
    measures: row.measures,
    foundAt: row.foundAt.toISOString(),
    source: row.sourceId === null ? null : { id: row.sourceId, name: row.sourceName ?? '' },
    decidedBy: row.decidedBy === null ? null : { userId: row.decidedBy, userName: row.deciderName ?? '' },
    decidedAt: row.decidedAt?.toISOString() ?? null,
    remark: row.remark,
    problemId: row.problemId,
    actions: mayDecide
      ? findingActionNames.filter(action => {
          const from: readonly string[] = findingActions[action].from
          return from.includes(status)
        })
      : [],
  }
}

export type { PostedFindings } from './posted.ts'
