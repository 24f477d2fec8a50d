import { randomUUID } from 'node:crypto'
import {
  AppError,
  isAllowed,
  type Page,
  type Problem,
  type ProblemAction,
  type ProblemBody,
  type ProblemComment,
  type ProblemSource,
  problemActions,
  type WholeProblem,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { everyShop } from '../../platform/scope.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import type { NoticePublisher } from '../notices/service.ts'
import type { PictureService } from '../pictures/service.ts'
import { commentAnswer, eventAnswer, ownerOf, problemAnswer } from './answers.ts'
import {
  type LockedProblem,
  type ProblemChange,
  type ProblemFilter,
  type ProblemRow,
  type ProblemSort,
  problemStore,
} from './store.ts'
import { noticeWords, problemLink, type Told, text, wrongStatus } from './text.ts'

const farthest = 1_000_000_000
/** How long before it is due somebody is reminded. */
const aheadMs = 24 * 3_600_000
const remindedAtOnce = 100

/** What the other modules raise. The same source and item is one problem, however often it is raised. */
export type Raise = {
  shopId: string
  cameraId?: string | undefined
  presetId?: string | undefined
  itemId?: string | undefined
  itemName: string
  questionType: string
  remark: string
  pictureIds: readonly string[]
  ownerUserId?: string | undefined
  ownerStaffId?: string | undefined
  /** ISO 8601 with offset, or a moment. */
  dueAt?: string | Date | undefined
  source: { kind: ProblemSource; id: string }
}

export type Step = {
  /** The version that the caller saw. */
  version: number
  remark: string
  pictureIds: readonly string[]
  dueAt?: string | undefined
}
export type OwnerChange = {
  version: number
  ownerUserId?: string | null | undefined
  ownerStaffId?: string | null | undefined
  dueAt?: string | null | undefined
  remark: string
}

type Deps = {
  db: Database
  notices: NoticePublisher
  pictures: Pick<PictureService, 'byIds'>
  now: () => Date
}

/** Problems from the finding to the closed case: who did what when, in which order, and who is told of it. */
export function problemService({ db, notices, pictures, now }: Deps) {
  const store = problemStore(db)

  async function rowOf(caller: Caller, id: string): Promise<ProblemRow> {
    const row = await store.one(caller.scope, id, now())
    return admitted(row)
  }

  async function whole(caller: Caller, id: string): Promise<WholeProblem> {
    const row = await rowOf(caller, id)
    const [history, comments] = await Promise.all([store.history(id), store.comments(id)])
    const ids = [
      ...row.beforePictureIds,
      ...row.afterPictureIds,
      ...[...history, ...comments].flatMap(({ pictureIds }) => pictureIds),
    ]
    const shown = await pictures.byIds(caller.scope, [...new Set(ids)])
    return {
      ...problemAnswer(row, caller, shown),
      history: history.map(event => eventAnswer(event, shown)),
      comments: comments.map(comment => commentAnswer(comment, shown)),
    }
  }

  /** Tells people about a problem as it is on the transaction. */
  async function tell(
    on: Queryable,
    told: Told,
    row: ProblemRow,
    {
      key,
      remark,
      except,
      also = [],
    }: { key: string; remark: string; except?: string; also?: (string | null)[] },
  ): Promise<void> {
    const charged = row.ownerUserId ?? row.staffUserId
    const inCharge = ['raised', 'sentBack', 'reopened', 'charged', 'due', 'overdue', 'closed', 'comment']
    const named = [...(inCharge.includes(told) ? [charged] : []), ...also].filter(id => id !== null)
    // Where nobody is in charge, whoever handles problems of that shop is.
    const toAll = named.length === 0 && (told === 'raised' || told === 'due' || told === 'overdue')
    if (named.length === 0 && !toAll) return
    await notices.publish(
      {
        to: {
          ...(toAll ? { authority: 'problem.handle' } : { userIds: [...new Set(named)] }),
          shopId: row.shopId,
          ...(except === undefined ? {} : { exceptUserIds: [except] }),
        },
        kind: `problem.${told}`,
        ...noticeWords(told, { ...row, itemNameEn: row.itemNameEn ?? '' }, remark),
        link: problemLink(row.id),
        key,
      },
      on,
    )
  }

  /** The problem as the transaction sees it. */
  async function inside(on: Queryable, id: string): Promise<ProblemRow> {
    const row = await store.one(everyShop, id, now(), on)
    if (!row) throw new Error(`problem ${id} is not there any more`)
    return row
  }

  /**
   * Runs a change on a problem that nobody else changes meanwhile.
   * @throws AppError notFound; forbidden out of scope; conflict with the newer state where another was faster
   */
  async function changing(
    caller: Caller,
    id: string,
    version: number,
    change: (on: Queryable, problem: LockedProblem) => Promise<void>,
  ): Promise<WholeProblem> {
    const isStale = await db.transaction(async on => {
      const locked = admitted(await store.lock(on, caller.scope, id))
      if (locked.version !== version) return true
      await change(on, locked)
      return false
    })
    const current = await whole(caller, id)
    if (isStale) throw new AppError('conflict', text.changed, { reason: 'changed', current })
    return current
  }

  /** A user who handles problems of the shop, or one of its staff. @throws AppError invalidInput */
  async function checkOwner(
    shopId: string,
    { ownerUserId, ownerStaffId }: Pick<OwnerChange, 'ownerUserId' | 'ownerStaffId'>,
  ): Promise<void> {
    if (ownerUserId && ownerStaffId) throw invalid('ownerStaffId', 'only one can be in charge')
    if (ownerUserId && (await store.handlers(shopId, ownerUserId)).length === 0)
      throw invalid('ownerUserId', 'does not handle problems of this shop')
    if (ownerStaffId && (await store.staff(shopId, ownerStaffId)).length === 0)
      throw invalid('ownerStaffId', 'does not work in this shop')
  }

  function checkDue(dueAt: string | null | undefined): void {
    if (dueAt && new Date(dueAt) <= now()) throw invalid('dueAt', 'not in the future')
  }

  /** @throws AppError invalidInput where one is not of the shop, was deleted or is out of scope */
  async function checkPictures(caller: Caller, shopId: string, ids: readonly string[]): Promise<void> {
    const known = await store.picturesOfShop(caller.scope, shopId, ids)
    if (known.length < new Set(ids).size) throw invalid('pictureIds', 'not pictures of this shop')
  }

  /**
   * Raises a problem, or answers the one that was raised for the same source and item. What does not belong to the shop
   * (a picture deleted meanwhile, an owner who left) is left out: the problem matters more.
   * @throws AppError forbidden outside the scope or without `inspect.score`, notFound, invalidInput
   */
  async function raise(caller: Caller, input: Raise): Promise<WholeProblem> {
    if (!isAllowed(caller.authorities, ['inspect.score'])) throw new AppError('forbidden', text.forbidden)
    const { shopId, itemId, itemName, questionType, remark, source } = input
    const shop = await store.shop(caller.scope, shopId)
    const key = { sourceKind: source.kind, sourceId: source.id, itemKey: itemId ?? itemName }
    const cameraId =
      input.cameraId !== undefined && (await store.isCameraOf(shopId, input.cameraId)) ? input.cameraId : null
    const presetId =
      cameraId !== null && input.presetId !== undefined && (await store.isPresetOf(cameraId, input.presetId))
        ? input.presetId
        : null
    const beforePictureIds = await store.picturesOfShop(caller.scope, shopId, input.pictureIds)
    const isOwner = await checkOwner(shopId, input).then(
      () => true,
      () => false,
    )
    const at = now()
    const made = await db.transaction(async on => {
      const id = await store.insert(on, {
        ...key,
        shopId,
        cameraId,
        presetId,
        itemId: itemId ?? null,
        itemName,
        questionType,
        remark,
        beforePictureIds,
        raisedBy: caller.userId,
        raisedAt: at,
        raisedDate: legacyTimeOf(at, shop.timeZone).slice(0, 10),
        ownerUserId: (isOwner && input.ownerUserId) || null,
        ownerStaffId: (isOwner && input.ownerStaffId) || null,
        dueAt: input.dueAt === undefined ? null : new Date(input.dueAt),
        updatedAt: at,
      })
      if (id === undefined) return undefined
      await store.note(on, {
        problemId: id,
        version: 1,
        action: 'raise',
        toStatus: 'rectification',
        userId: caller.userId,
        at,
        remark,
        pictureIds: beforePictureIds,
      })
      await tell(on, 'raised', await inside(on, id), {
        key: `problem:${id}:1`,
        remark,
        except: caller.userId,
      })
      return id
    })
    if (made !== undefined) return whole(caller, made)
    const known = await store.bySource(caller.scope, key, at)
    if (known?.shopId !== shopId) throw invalid('shopId', text.otherUse.en)
    return whole(caller, known.id)
  }

  return {
    raise,

    /**
     * What a person raises: everything named must belong to the shop.
     * @throws AppError as `raise`, and invalidInput by the field
     */
    async raiseByHand(caller: Caller, input: ProblemBody): Promise<WholeProblem> {
      const { shopId, cameraId, presetId, pictureId, clientKey, ...rest } = input
      await store.shop(caller.scope, shopId)
      if (cameraId !== undefined && !(await store.isCameraOf(shopId, cameraId)))
        throw invalid('cameraId', 'no camera of this shop')
      if (presetId !== undefined && !(cameraId && (await store.isPresetOf(cameraId, presetId))))
        throw invalid('presetId', 'no preset of this camera')
      const shown = pictureId === undefined ? [] : [pictureId]
      if ((await store.picturesOfShop(caller.scope, shopId, shown)).length < shown.length)
        throw invalid('pictureId', 'no picture of this shop')
      await checkPictures(caller, shopId, input.pictureIds)
      await checkOwner(shopId, input)
      const source: Raise['source'] =
        pictureId === undefined
          ? { kind: 'hand', id: `${caller.userId}:${clientKey ?? randomUUID()}` }
          : { kind: 'picture', id: pictureId }
      const known = await store.bySource(
        caller.scope,
        { sourceKind: source.kind, sourceId: source.id, itemKey: input.itemId ?? input.itemName },
        now(),
      )
      // Sent again: what was right then is not judged anew.
      if (!known) checkDue(input.dueAt)
      return raise(caller, {
        ...rest,
        shopId,
        cameraId,
        presetId,
        source,
        pictureIds: [...new Set([...shown, ...input.pictureIds])],
      })
    },

    /** A problem with its history and comments. @throws AppError notFound, forbidden out of scope */
    whole,

    async page(
      caller: Caller,
      {
        pageNumber,
        pageSize,
        sort = 'latest',
        ...filter
      }: ProblemFilter & { pageNumber: number; pageSize: number; sort?: ProblemSort | undefined },
    ): Promise<Page<Problem>> {
      const offset = Math.min((pageNumber - 1) * pageSize, farthest)
      const { records, total } = await store.page(caller.scope, filter, sort, now(), offset, pageSize)
      const ids = records.flatMap(row => [...row.beforePictureIds, ...row.afterPictureIds])
      const shown = await pictures.byIds(caller.scope, [...new Set(ids)])
      const answers = records.map(row => problemAnswer(row, caller, shown))
      return { current: pageNumber, size: pageSize, total, records: answers }
    },

    items: (caller: Caller, filter: ProblemFilter) => store.items(caller.scope, filter, now()),

    /** Who may be put in charge of a problem of that shop. @throws AppError forbidden, notFound */
    async owners(caller: Caller, shopId: string) {
      await store.shop(caller.scope, shopId)
      const [handlers, staff] = await Promise.all([store.handlers(shopId), store.staff(shopId)])
      return [
        ...staff.map(person => ({ kind: 'staff' as const, ...person })),
        ...handlers.map(user => ({ kind: 'user' as const, ...user, phone: '', duty: '' })),
      ]
    },

    /**
     * Takes a step of the state model.
     * @throws AppError as `changing`; forbidden without the step's authority; ruleBroken, naming the status, from any
     * other status than the step's; invalidInput
     */
    async step(caller: Caller, id: string, action: ProblemAction, step: Step): Promise<WholeProblem> {
      const { from, to, authority } = problemActions[action]
      if (!isAllowed(caller.authorities, [authority])) throw new AppError('forbidden', text.forbidden)
      const { version, remark, pictureIds, dueAt } = step
      const { shopId } = await rowOf(caller, id)
      await checkPictures(caller, shopId, pictureIds)
      return changing(caller, id, version, async (on, problem) => {
        if (problem.status !== from)
          throw new AppError('ruleBroken', wrongStatus(action, problem.status), {
            reason: `status:${problem.status}`,
          })
        checkDue(dueAt)
        const at = now()
        await store.update(on, id, {
          ...effects[action]({ at, userId: caller.userId, pictureIds: [...pictureIds] }),
          ...(dueAt === undefined ? {} : { dueAt: new Date(dueAt) }),
          status: to,
          version: version + 1,
          updatedAt: at,
        })
        await store.note(on, {
          problemId: id,
          version: version + 1,
          action,
          fromStatus: from,
          toStatus: to,
          userId: caller.userId,
          at,
          remark,
          pictureIds: [...pictureIds],
          changes:
            dueAt === undefined
              ? {}
              : { dueAt: { from: problem.dueAt?.toISOString() ?? null, to: new Date(dueAt).toISOString() } },
        })
        await tell(on, toldOf[action], await inside(on, id), {
          key: `problem:${id}:${version + 1}`,
          remark,
          except: caller.userId,
          also: action === 'submit' ? [problem.raisedBy] : [problem.submittedBy],
        })
      })
    },

    /**
     * Puts someone else in charge, or sets the due date; what is left out stays.
     * @throws AppError as `changing`; ruleBroken where it is closed; invalidInput
     */
    async change(caller: Caller, id: string, input: OwnerChange): Promise<WholeProblem> {
      if (!isAllowed(caller.authorities, ['inspect.score'])) throw new AppError('forbidden', text.forbidden)
      const { version, remark, dueAt } = input
      const { shopId } = await rowOf(caller, id)
      await checkOwner(shopId, input)
      return changing(caller, id, version, async (on, problem) => {
        if (problem.status === 'closed')
          throw new AppError('ruleBroken', text.closed, { reason: `status:${problem.status}` })
        checkDue(dueAt)
        const before = await inside(on, id)
        const at = now()
        await store.update(on, id, {
          ...ownerChange(input),
          ...(dueAt === undefined ? {} : { dueAt: dueAt === null ? null : new Date(dueAt) }),
          version: version + 1,
          updatedAt: at,
        })
        const after = await inside(on, id)
        const names = { from: ownerOf(before)?.name ?? null, to: ownerOf(after)?.name ?? null }
        const days = {
          from: before.dueAt?.toISOString() ?? null,
          to: after.dueAt?.toISOString() ?? null,
        }
        const isCharged =
          before.ownerUserId !== after.ownerUserId || before.ownerStaffId !== after.ownerStaffId
        await store.note(on, {
          problemId: id,
          version: version + 1,
          action: 'change',
          fromStatus: problem.status,
          toStatus: problem.status,
          userId: caller.userId,
          at,
          remark,
          changes: {
            ...(isCharged ? { owner: names } : {}),
            ...(days.from === days.to ? {} : { dueAt: days }),
          },
        })
        if (isCharged)
          await tell(on, 'charged', after, {
            key: `problem:${id}:${version + 1}`,
            remark,
            except: caller.userId,
          })
      })
    },

    /** Adds a comment; with the same client key twice is once. @throws AppError notFound, forbidden, invalidInput */
    async comment(
      caller: Caller,
      id: string,
      {
        content,
        pictureIds,
        clientKey,
      }: { content: string; pictureIds: string[]; clientKey?: string | undefined },
    ): Promise<ProblemComment> {
      const problem = await rowOf(caller, id)
      await checkPictures(caller, problem.shopId, pictureIds)
      const made = await db.transaction(async on => {
        const commentId = await store.comment(on, {
          problemId: id,
          userId: caller.userId,
          // One's own key, so that nobody can take another's; of the problem, so that it means one comment.
          clientKey: clientKey === undefined ? null : `${id}:${clientKey}`,
          content,
          pictureIds,
          createdAt: now(),
        })
        if (commentId === undefined) return undefined
        await tell(on, 'comment', problem, {
          key: `problem-comment:${commentId}`,
          remark: content,
          except: caller.userId,
          also: [problem.raisedBy, problem.submittedBy],
        })
        return commentId
      })
      const comments = await store.comments(id)
      const row = comments.find(comment =>
        made === undefined
          ? comment.userId === caller.userId && comment.clientKey === `${id}:${clientKey}`
          : comment.id === made,
      )
      if (!row) throw new Error('the comment was not inserted')
      return commentAnswer(row, await pictures.byIds(caller.scope, row.pictureIds))
    },

    /** For the runner: a day before a problem is due, and when it is overdue, somebody is told; once each. */
    async remind(): Promise<void> {
      for (let reminded = remindedAtOnce; reminded === remindedAtOnce; )
        reminded = await db.transaction(async on => {
          const at = now()
          const found = await store.toRemind(on, at, aheadMs, remindedAtOnce)
          for (const { id } of found) {
            const row = await inside(on, id)
            if (!row.dueAt) continue
            const isLate = row.dueAt <= at
            await tell(on, isLate ? 'overdue' : 'due', row, {
              key: `problem:${id}:${isLate ? 'overdue' : 'due'}:${row.dueAt.toISOString()}`,
              remark: row.remark,
              ...(isLate ? { also: [row.raisedBy] } : {}),
            })
            await store.update(on, id, isLate ? { remindedAfter: row.dueAt } : { remindedBefore: row.dueAt })
          }
          return found.length
        })
    },
  }
}
export type ProblemService = ReturnType<typeof problemService>

/** @throws AppError notFound, forbidden out of scope */
function admitted<T extends { inScope: boolean }>(row: T | undefined): T {
  if (!row) throw new AppError('notFound', text.noProblem)
  if (!row.inScope) throw new AppError('forbidden', text.foreign)
  return row
}

const toldOf = {
  submit: 'submitted',
  sendBack: 'sentBack',
  close: 'closed',
  reopen: 'reopened',
} as const satisfies Record<ProblemAction, Told>

/** What a step does to a problem beside its status. */
const effects: Record<
  ProblemAction,
  (step: { at: Date; userId: string; pictureIds: string[] }) => ProblemChange
> = {
  submit: ({ at, userId, pictureIds }) => ({
    submittedAt: at,
    submittedBy: userId,
    ...(pictureIds.length > 0 ? { afterPictureIds: pictureIds } : {}),
  }),
  sendBack: () => ({ submittedAt: null }),
  close: ({ at, userId }) => ({ closedAt: at, closedBy: userId }),
  reopen: () => ({ closedAt: null, closedBy: null, submittedAt: null }),
}

/** The two columns of which one at most is filled. */
function ownerChange({ ownerUserId, ownerStaffId }: OwnerChange): ProblemChange {
  if (ownerUserId) return { ownerUserId, ownerStaffId: null }
  if (ownerStaffId) return { ownerUserId: null, ownerStaffId }
  return {
    ...(ownerUserId === undefined ? {} : { ownerUserId }),
    ...(ownerStaffId === undefined ? {} : { ownerStaffId }),
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalidInput', text.invalid, { errors: [{ path, message }] })
}
