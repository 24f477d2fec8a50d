import { and, count, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { type Database, outer } from '../../platform/postgres.ts'
import {
  areas,
  auditLog,
  loginFailures,
  roles,
  sessions,
  shops,
  userRoles,
  userScopes,
  users,
} from '../../platform/schema/index.ts'
import type { Scope } from '../../platform/scope.ts'

export type Account = {
  id: string
  loginName: string
  realName: string
  passwordHash: string
  passwordHistory: string[]
  mustChangePassword: boolean
  language: number | null
  disabled: boolean
  authorities: string[]
  scope: Scope
}

/** All PostgreSQL about people, sessions and the audit log. */
export function peopleStore(db: Database) {
  const accountColumns = {
    id: users.id,
    loginName: users.loginName,
    realName: users.realName,
    passwordHash: users.passwordHash,
    passwordHistory: users.passwordHistory,
    mustChangePassword: users.mustChangePassword,
    language: users.language,
    disabled: users.disabled,
    allShops: users.allShops,
    authorities: sql<
      string[]
    >`coalesce((select array_agg(distinct authority) from ${userRoles} join ${roles} on ${outer(roles.id)} = ${outer(userRoles.roleId)}, unnest(${outer(roles.authorities)}) authority where ${outer(userRoles.userId)} = ${outer(users.id)}), '{}')`,
    areaIds: sql<
      string[]
    >`coalesce((select array_agg(${outer(userScopes.targetId)}) from ${userScopes} where ${outer(userScopes.userId)} = ${outer(users.id)} and ${outer(userScopes.kind)} = 'area'), '{}')`,
    shopIds: sql<
      string[]
    >`coalesce((select array_agg(${outer(userScopes.targetId)}) from ${userScopes} where ${outer(userScopes.userId)} = ${outer(users.id)} and ${outer(userScopes.kind)} = 'shop'), '{}')`,
  }
  type Row = Omit<Account, 'scope'> & { allShops: boolean; areaIds: string[]; shopIds: string[] }
  const account = ({ allShops, areaIds, shopIds, ...rest }: Row): Account => ({
    ...rest,
    scope: allShops ? { all: true } : { all: false, areaIds, shopIds },
  })

  const bySession = db
    .select({ ...accountColumns, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('hash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.lastUsedAt, sql.placeholder('idleSince')),
        eq(users.disabled, false),
      ),
    )
    .prepare('account_by_session')

  return {
    async byLoginName(loginName: string): Promise<Account | undefined> {
      const [row] = await db
        .select(accountColumns)
        .from(users)
        .where(eq(sql`lower(${users.loginName})`, loginName.toLowerCase()))
      return row && account(row)
    },

    async byId(id: string): Promise<Account | undefined> {
      const [row] = await db.select(accountColumns).from(users).where(eq(users.id, id))
      return row && account(row)
    },

    /** The account of a session that neither rested nor lived too long. */
    async bySession(
      hash: string,
      now: Date,
      idleSince: Date,
    ): Promise<{ account: Account; lastUsedAt: Date } | undefined> {
      const [row] = await bySession.execute({ hash, now, idleSince })
      if (!row) return undefined
      const { lastUsedAt, ...rest } = row
      return { account: account(rest), lastUsedAt }
    },

    async openSession(session: typeof sessions.$inferInsert): Promise<void> {
      await db.insert(sessions).values(session)
    },
    async touchSession(hash: string, now: Date): Promise<void> {
      await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.tokenHash, hash))
    },
    async closeSession(hash: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.tokenHash, hash))
    },
    async closeOtherSessions(userId: string, spared: string): Promise<void> {
      await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, spared)))
    },
    async forgetSessions(now: Date, idleSince: Date): Promise<void> {
      await db
        .delete(sessions)
        .where(sql`${sessions.expiresAt} < ${now} or ${sessions.lastUsedAt} < ${idleSince}`)
      await db.delete(loginFailures).where(lt(loginFailures.at, new Date(now.getTime() - 86_400_000)))
    },

    async noteFailure(keys: string[], at: Date): Promise<void> {
      await db.insert(loginFailures).values(keys.map(key => ({ key, at })))
    },
    /** Failures under a key since a time, with the oldest of them. */
    async failures(key: string, since: Date): Promise<{ count: number; oldest: Date | undefined }> {
      const [row] = await db
        .select({ count: count(), oldest: sql<string | null>`min(${loginFailures.at})` })
        .from(loginFailures)
        .where(and(eq(loginFailures.key, key), gt(loginFailures.at, since)))
      return { count: row?.count ?? 0, oldest: row?.oldest ? new Date(row.oldest) : undefined }
    },
    async forgetFailures(key: string): Promise<void> {
      await db.delete(loginFailures).where(eq(loginFailures.key, key))
    },

    async setPassword(userId: string, passwordHash: string, history: string[], now: Date): Promise<void> {
      await db
        .update(users)
        .set({ passwordHash, passwordHistory: history, passwordChangedAt: now, mustChangePassword: false })
        .where(eq(users.id, userId))
    },
    async setLanguage(userId: string, language: number): Promise<void> {
      await db.update(users).set({ language }).where(eq(users.id, userId))
    },

    /** Names of what a scope is made of. */
    async scopeNames(scope: Scope) {
      if (scope.all) return { all: true, areas: [], shops: [] }
      const [inAreas, inShops] = await Promise.all([
        scope.areaIds.length > 0
          ? db
              .select({ id: areas.id, name: areas.name, level: areas.level })
              .from(areas)
              .where(inArray(areas.id, [...scope.areaIds]))
          : [],
        scope.shopIds.length > 0
          ? db
              .select({ shopid: shops.id, shopname: shops.name })
              .from(shops)
              .where(inArray(shops.id, [...scope.shopIds]))
          : [],
      ])
      return { all: false, areas: inAreas, shops: inShops }
    },

    async audit(entry: typeof auditLog.$inferInsert): Promise<void> {
      await db.insert(auditLog).values(entry)
    },
  }
}
export type PeopleStore = ReturnType<typeof peopleStore>
