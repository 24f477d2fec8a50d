import { AppError, type Bookmark } from '@aisle/contract'
import { and, asc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { bookmarks, cameras, shops, users } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'

const text = {
  noBookmark: { zh: '没有找到该书签', en: 'There is no such bookmark of yours' },
  noCamera: { zh: '没有找到该摄像头', en: 'There is no such camera' },
  foreign: { zh: '该摄像头不在你的权限范围内', en: 'This camera is outside your scope' },
  future: { zh: '还没有到这个时间', en: 'That time has not come yet' },
}
/** More than anybody reads on a timeline. */
const most = 1000
/** How far a client's clock may be ahead of ours. */
const clockToleranceMs = 60_000

/** Moments of recordings that people marked, seen by all who may see the shop. */
export function bookmarkService({ db, now }: { db: Database; now: () => Date }) {
  const rows = (caller: Caller, where: SQL | undefined) =>
    db
      .select({
        id: bookmarks.id,
        shopId: cameras.shopId,
        cameraId: bookmarks.cameraId,
        at: bookmarks.at,
        title: bookmarks.title,
        userId: bookmarks.userId,
        userName: users.realName,
      })
      .from(bookmarks)
      .innerJoin(cameras, eq(cameras.id, bookmarks.cameraId))
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .innerJoin(users, eq(users.id, bookmarks.userId))
      .where(and(where, isNull(cameras.removedAt), inScope(caller.scope)))
      .orderBy(asc(bookmarks.at), asc(bookmarks.id))
      .limit(most)
      .then(found =>
        found.map(
          (row): Bookmark => ({ ...row, at: row.at.toISOString(), own: row.userId === caller.userId }),
        ),
      )
  const own = (caller: Caller, id: string) => and(eq(bookmarks.id, id), eq(bookmarks.userId, caller.userId))

  /** @throws AppError notFound where it is not the caller's, or beyond the scope */
  async function one(caller: Caller, id: string): Promise<Bookmark> {
    const [found] = await rows(caller, own(caller, id))
    if (!found) throw new AppError('notFound', text.noBookmark)
    return found
  }

  return {
    /** @throws AppError forbidden out of scope, notFound */
    async list(
      caller: Caller,
      { shopId, from, to }: { shopId: string; from: string; to: string },
    ): Promise<Bookmark[]> {
      await shopInScope(db, caller.scope, shopId)
      return rows(
        caller,
        and(eq(cameras.shopId, shopId), gte(bookmarks.at, new Date(from)), lt(bookmarks.at, new Date(to))),
      )
    },

    /** The same moment twice is one; a title that comes later names it. @throws AppError forbidden, notFound, ruleBroken */
    async create(
      caller: Caller,
      { cameraId, at, title }: { cameraId: string; at: string; title: string },
    ): Promise<Bookmark> {
      const [camera] = await db
        .select({ isSeen: sql<boolean>`${inScope(caller.scope)}` })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .where(and(eq(cameras.id, cameraId), isNull(cameras.removedAt), isNull(shops.closedAt)))
      if (!camera) throw new AppError('notFound', text.noCamera)
      if (!camera.isSeen) throw new AppError('forbidden', text.foreign)
      const moment = new Date(at)
      if (moment.getTime() > now().getTime() + clockToleranceMs) throw new AppError('ruleBroken', text.future)
      const [made] = await db
        .insert(bookmarks)
        .values({ cameraId, at: moment, title, userId: caller.userId, createdAt: now() })
        .onConflictDoUpdate({
          target: [bookmarks.userId, bookmarks.cameraId, bookmarks.at],
          set: { title: sql`coalesce(nullif(excluded.title, ''), ${bookmarks.title})` },
        })
        .returning({ id: bookmarks.id })
      return one(caller, made?.id ?? '')
    },

    async rename(caller: Caller, id: string, title: string): Promise<Bookmark> {
      await one(caller, id)
      await db.update(bookmarks).set({ title }).where(own(caller, id))
      return one(caller, id)
    },

    async remove(caller: Caller, id: string): Promise<void> {
      await one(caller, id)
      await db.delete(bookmarks).where(own(caller, id))
    },
  }
}
export type BookmarkService = ReturnType<typeof bookmarkService>
