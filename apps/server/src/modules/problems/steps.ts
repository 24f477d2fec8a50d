import { AppError, isAllowed, type ProblemAction, problemActions, type WholeProblem } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { ownerOf } from './answers.ts'
import { admitted, type Charge, type ProblemChecks } from './checks.ts'
import type { ProblemReading } from './reading.ts'
import type { LockedProblem, ProblemChange, ProblemStore } from './store.ts'
import type { Tell } from './telling.ts'
import { type Told, text, wrongStatus } from './text.ts'

export type Step = {
  /** The version that the caller saw. */
  version: number
  remark: string
  pictureIds: readonly string[]
  dueAt?: string | undefined
}
export type OwnerChange = Charge & {
  version: number
  dueAt?: string | null | undefined
  remark: string
}

type Deps = {
  db: Database
  store: ProblemStore
  reading: ProblemReading
  checks: ProblemChecks
  tell: Tell
  now: () => Date
}

/** What is done to a problem that is there: each change knows the version it was made on. */
export function problemSteps({ db, store, reading, checks, tell, now }: Deps) {
  const { rowOf, whole, inside } = reading

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

  return {
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
      await checks.pictures(caller, shopId, pictureIds)
      return changing(caller, id, version, async (on, problem) => {
        if (problem.status !== from)
          throw new AppError('ruleBroken', wrongStatus(action, problem.status), {
            reason: `status:${problem.status}`,
          })
        checks.due(dueAt)
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
      await checks.owner(shopId, input)
      return changing(caller, id, version, async (on, problem) => {
        if (problem.status === 'closed')
          throw new AppError('ruleBroken', text.closed, { reason: `status:${problem.status}` })
        checks.due(dueAt)
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
  }
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
