import type { Picture, ProblemComment } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import type { NoticePublisher } from '../notices/service.ts'
import { brought, type PictureService } from '../pictures/service.ts'
import { commentAnswer } from './answers.ts'
import { problemChecks } from './checks.ts'
import { problemRaising, type Raise } from './raising.ts'
import { problemReading } from './reading.ts'
import { problemSteps } from './steps.ts'
import { isOverdue, problemStore } from './store.ts'
import { problemTelling } from './telling.ts'

export type { Raise }
/** Other modules count what is overdue the same way. */
export { isOverdue }

/** How long before it is due somebody is reminded. */
const aheadMs = 24 * 3_600_000
const remindedAtOnce = 100

type Deps = {
  db: Database
  notices: NoticePublisher
  pictures: Pick<PictureService, 'byIds' | 'save'>
  now: () => Date
}

/** Problems from the finding to the closed case: who did what when, in which order, and who is told of it. */
export function problemService({ db, notices, pictures, now }: Deps) {
  const store = problemStore(db)
  const reading = problemReading({ store, pictures, now })
  const checks = problemChecks({ store, now })
  const tell = problemTelling(notices)
  const { rowOf, whole, page, items, owners, inside } = reading
  const parts = { db, store, reading, checks, tell, now }

  return {
    ...problemRaising(parts),
    ...problemSteps(parts),
    whole,
    page,
    owners,
    items,

    /**
     * Keeps a picture for a problem: one that was taken beside the product, by phone. It belongs to the shop, and to the
     * camera where the problem has one; the next step or comment names it.
     * @throws AppError notFound, forbidden out of scope, and as the saving of pictures
     */
    async addPicture(caller: Caller, id: string, data: Buffer): Promise<Picture> {
      const { shopId, cameraId } = await rowOf(caller, id)
      const { userId } = caller
      return pictures.save({ data, takenAt: now(), shopId, cameraId, userId, screenshotType: brought })
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
      await checks.pictures(caller, problem.shopId, pictureIds)
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
