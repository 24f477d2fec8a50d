import type { Authority, Text } from '@aisle/contract'
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { channels, notify } from '../../platform/channels.ts'
import { holdsAuthority, seesShop } from '../../platform/people-access.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { notices, shops, users } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'

export type NoticeRow = typeof notices.$inferSelect

/** Who is told. Those named by id are told only where they may see the shop, if one is named too. */
export type Recipients = {
  userIds?: readonly string[] | undefined
  shopId?: string | undefined
  authority?: Authority | undefined
  /** Not these: who did it knows it. */
  exceptUserIds?: readonly string[] | undefined
}
export type NewNotice = {
  to: Recipients
  /** What it is about: `problem.raised`, `plan.missed` … */
  kind: string
  title: Text
  body: Text
  /** Address in the console of the thing that it is about; empty where there is none. */
  link: string
  /** The same user is told once under one key. */
  key?: string | undefined
}
export type NoticeFilter = {
  status?: 1 | 2 | undefined
  kind?: string | undefined
  keyword?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Newest first; else unhandled ones first. */
  latest?: boolean | undefined
}

/** All PostgreSQL about notices. */
export function noticeStore(db: Database) {
  /** Own notices; one about a shop that left the scope is not shown any more. */
  const own = (scope: Scope, userId: string) =>
    and(eq(notices.userId, userId), scope.all ? undefined : or(isNull(notices.shopId), inScope(scope)))
  const select = () =>
    db.select(getTableColumns(notices)).from(notices).leftJoin(shops, eq(shops.id, notices.shopId))
  const tellConsoles = (userId: string) => db.execute(notify(channels.notices, userId))

  return {
    /** One statement: rows and the word to the consoles come into being together, on a transaction with it. */
    async publish({ to, kind, title, body, link, key }: NewNotice, at: Date, on: Queryable): Promise<void> {
      const who = recipients(to)
      if (!who) return
      await on.execute(sql`
        with told as (
          insert into ${notices} (user_id, key, kind, title_zh, title_en, body_zh, body_en, link, shop_id, created_at)
          select ${users.id}, ${key ?? null}, ${kind}, ${title.zh}, ${title.en}, ${body.zh}, ${body.en}, ${link},
            ${to.shopId ?? null}, ${at}::timestamptz
          from ${users} where ${who} order by ${users.id}
          on conflict (user_id, key) do nothing
          returning id, user_id
        )
        select pg_notify(${channels.notices}, user_id || ' ' || id) from told`)
    },

    async one(scope: Scope, userId: string, id: string): Promise<NoticeRow | undefined> {
      const [row] = await select().where(and(own(scope, userId), eq(notices.id, id)))
      return row
    },

    async ownerOf(id: string): Promise<string | undefined> {
      const [row] = await db.select({ userId: notices.userId }).from(notices).where(eq(notices.id, id))
      return row?.userId
    },

    async page(scope: Scope, userId: string, filter: NoticeFilter, offset: number, limit: number) {
      const where = and(own(scope, userId), ...conditions(filter))
      const [records, [totals]] = await Promise.all([
        select()
          .where(where)
          .orderBy(
            ...(filter.latest ? [] : [asc(notices.status)]),
            desc(notices.createdAt),
            desc(sql`length(${notices.id})`),
            desc(notices.id),
          )
          .offset(offset)
          .limit(limit),
        db
          .select({ total: count() })
          .from(notices)
          .leftJoin(shops, eq(shops.id, notices.shopId))
          .where(where),
      ])
      return { records, total: totals?.total ?? 0 }
    },

    /** By kind; unhandled and all. */
    counts: (scope: Scope, userId: string) =>
      db
        .select({
          kind: notices.kind,
          unhandled: sql<number>`(count(*) filter (where ${notices.status} = 1))::int`,
          total: count(),
        })
        .from(notices)
        .leftJoin(shops, eq(shops.id, notices.shopId))
        .where(own(scope, userId))
        .groupBy(notices.kind)
        .orderBy(asc(notices.kind)),

    async unhandled(scope: Scope, userId: string): Promise<number> {
      const [row] = await db
        .select({ unhandled: count() })
        .from(notices)
        .leftJoin(shops, eq(shops.id, notices.shopId))
        .where(and(own(scope, userId), eq(notices.status, 1)))
      return row?.unhandled ?? 0
    },

    async setStatus(userId: string, id: string, status: 1 | 2, at: Date): Promise<void> {
      await db
        .update(notices)
        .set({ status, handledAt: status === 2 ? at : null })
        .where(and(eq(notices.id, id), eq(notices.userId, userId), eq(notices.status, status === 2 ? 1 : 2)))
      await tellConsoles(userId)
    },

    /** Handles all of a user, or those of a kind; answers how many were not. */
    async handleAll(userId: string, kind: string | undefined, at: Date): Promise<number> {
      const changed = await db
        .update(notices)
        .set({ status: 2, handledAt: at })
        .where(and(eq(notices.userId, userId), eq(notices.status, 1), ...conditions({ kind })))
        .returning({ id: notices.id })
      await tellConsoles(userId)
      return changed.length
    },

    /** Forgets what was handled, and what nobody cared for, long ago. */
    async forget(handledBefore: Date, createdBefore: Date): Promise<void> {
      await db
        .delete(notices)
        .where(
          or(
            and(eq(notices.status, 2), lt(notices.handledAt, handledBefore)),
            lt(notices.createdAt, createdBefore),
          ),
        )
    },
  }
}

/** Condition on `users`; none where nobody was named, who is not everybody. */
function recipients({ userIds, shopId, authority, exceptUserIds = [] }: Recipients): SQL | undefined {
  if (userIds ? userIds.length === 0 : shopId === undefined && authority === undefined) return undefined
  return and(
    eq(users.disabled, false),
    userIds && sql`${users.id} in ${[...userIds]}`,
    authority && holdsAuthority(authority),
    shopId === undefined ? undefined : seesShop(shopId),
    exceptUserIds.length > 0 ? sql`${users.id} not in ${[...exceptUserIds]}` : undefined,
  )
}

function conditions({ status, kind, keyword, from, to }: NoticeFilter) {
  const holds = (text: SQL | typeof notices.titleZh) =>
    sql`strpos(lower(${text}), lower(${keyword ?? ''})) > 0`
  return [
    status === undefined ? undefined : eq(notices.status, status),
    kind === undefined
      ? undefined
      : or(eq(notices.kind, kind), sql`starts_with(${notices.kind}, ${`${kind}.`})`),
    keyword === undefined
      ? undefined
      : or(
          ...[notices.titleZh, notices.titleEn, notices.bodyZh, notices.bodyEn].map(column =>
            holds(sql`${column}`),
          ),
        ),
    from === undefined ? undefined : gte(notices.createdAt, new Date(from)),
    to === undefined ? undefined : lte(notices.createdAt, new Date(to)),
  ]
}
