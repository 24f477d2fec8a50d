import { AppError, type Notice, type NoticeCounts, type Page } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { type NewNotice, type NoticeFilter, type NoticeRow, noticeStore } from './store.ts'
import { text } from './text.ts'

export type { NewNotice } from './store.ts'

const dayMs = 24 * 3_600_000
/** How long notices are kept: once handled, and at all. */
const keptMs = { handled: 90 * dayMs, atAll: 365 * dayMs }
const farthest = 1_000_000_000
const legacyLimit = 500

/** Notices of users: published by the other modules, read and handled by their recipients alone. */
export function noticeService({ db, now }: { db: Database; now: () => Date }) {
  const store = noticeStore(db)

  async function one(caller: Caller, id: string): Promise<Notice> {
    const row = await store.one(caller.scope, caller.userId, id)
    if (row) return noticeAnswer(row)
    const owner = await store.ownerOf(id)
    throw owner === undefined
      ? new AppError('notFound', text.noNotice)
      : new AppError('forbidden', text.notYours)
  }

  return {
    /**
     * Tells each recipient once a key. On a transaction the notice comes with what it is about, or neither does; open
     * consoles learn of it when that is committed.
     */
    publish: (notice: NewNotice, on: Queryable = db): Promise<void> => store.publish(notice, now(), on),

    /** A notice of the user. @throws AppError notFound; forbidden where it is another user's */
    one,

    /** 2 handled, 1 not; what is so already stays as it is. @throws AppError as `one` */
    async setStatus(caller: Caller, id: string, status: 1 | 2): Promise<Notice> {
      await one(caller, id)
      await store.setStatus(caller.userId, id, status, now())
      return one(caller, id)
    },

    handleAll: (caller: Caller, kind: string | undefined) => store.handleAll(caller.userId, kind, now()),

    async page(
      caller: Caller,
      { pageNumber, pageSize, ...filter }: NoticeFilter & { pageNumber: number; pageSize: number },
    ): Promise<Page<Notice>> {
      const offset = Math.min((pageNumber - 1) * pageSize, farthest)
      const { records, total } = await store.page(caller.scope, caller.userId, filter, offset, pageSize)
      return { current: pageNumber, size: pageSize, total, records: records.map(noticeAnswer) }
    },

    /** As the inherited call lists them. @throws AppError forbidden for another user's id */
    async ofUser(caller: Caller, userId: string, status: 1 | 2 | undefined): Promise<Notice[]> {
      if (userId !== caller.userId) throw new AppError('forbidden', text.notYours)
      const { records } = await store.page(caller.scope, userId, { status, latest: true }, 0, legacyLimit)
      return records.map(noticeAnswer)
    },

    async counts(caller: Caller): Promise<NoticeCounts> {
      const byKind = await store.counts(caller.scope, caller.userId)
      const sum = (of: 'unhandled' | 'total') => byKind.reduce((all, each) => all + each[of], 0)
      const [unhandled, total] = [sum('unhandled'), sum('total')]
      return { unhandled, handled: total - unhandled, total, byKind }
    },

    unhandled: (caller: Caller) => store.unhandled(caller.scope, caller.userId),

    /** For the runner: forgets old ones. */
    async forget(): Promise<void> {
      const at = now().getTime()
      await store.forget(new Date(at - keptMs.handled), new Date(at - keptMs.atAll))
    },
  }
}
export type NoticeService = ReturnType<typeof noticeService>
/** What a module needs that tells users something. */
export type NoticePublisher = Pick<NoticeService, 'publish'>

function noticeAnswer(row: NoticeRow): Notice {
  const { id, userId, kind, titleZh, titleEn, bodyZh, bodyEn, link, shopId, status } = row
  return {
    id,
    userId,
    kind,
    title: { zh: titleZh, en: titleEn },
    body: { zh: bodyZh, en: bodyEn },
    link,
    shopId,
    status,
    createdAt: row.createdAt.toISOString(),
    handledAt: row.handledAt?.toISOString() ?? null,
  }
}
