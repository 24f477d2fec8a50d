import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type Database, outer } from '../../platform/postgres.ts'
import {
  checkShopRecords,
  checkVideoRecords,
  evaluations,
  problems,
  shopCollects,
  shops,
  users,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { cameraInScope, shopInScope, type VideoKey } from '../../platform/shop-access.ts'

export type CheckRow = typeof checkShopRecords.$inferSelect & {
  shopName: string
  timeZone: string
  userName: string
  videoCount: number
  inScope: boolean
}

/** All PostgreSQL about favourites and what inspectors did. */
export function inspectionStore(db: Database) {
  const collects = (scope: Scope, userId: string) =>
    db
      .select({
        id: shopCollects.id,
        shopId: shopCollects.shopId,
        createdAt: shopCollects.createdAt,
        shopName: shops.name,
        timeZone: shops.timeZone,
      })
      .from(shopCollects)
      .innerJoin(shops, eq(shops.id, shopCollects.shopId))
      .where(and(eq(shopCollects.userId, userId), isNull(shops.closedAt), inScope(scope)))
      .orderBy(asc(shopCollects.sort), desc(shopCollects.createdAt), desc(shopCollects.id))

  return {
    /** @throws AppError forbidden, notFound */
    shop: (scope: Scope, shopId: string) => shopInScope(db, scope, shopId),
    /** @throws AppError forbidden, notFound */
    camera: (scope: Scope, key: VideoKey) => cameraInScope(db, scope, key),

    /** In the user's order, those added since first. */
    collects,

    async sortCollects(userId: string, shopIds: readonly string[]): Promise<void> {
      const named = [...new Set(shopIds)]
      await db.transaction(async transaction => {
        const own = await transaction
          .select({ id: shopCollects.id, shopId: shopCollects.shopId })
          .from(shopCollects)
          .where(eq(shopCollects.userId, userId))
          .orderBy(asc(shopCollects.sort), desc(shopCollects.createdAt), desc(shopCollects.id))
          .for('update')
        const placeOf = new Map(named.map((shopId, at) => [shopId, at]))
        const placed = own.toSorted(
          (a, b) => (placeOf.get(a.shopId) ?? named.length) - (placeOf.get(b.shopId) ?? named.length),
        )
        for (const [at, { id }] of placed.entries())
          await transaction
            .update(shopCollects)
            .set({ sort: at + 1 })
            .where(eq(shopCollects.id, id))
      })
    },

    /** Latest score that counts, last patrol, and problems that are not closed, of the user's favourites. */
    favouriteFigures(scope: Scope, userId: string, at: Date) {
      const own = eq(evaluations.shopId, outer(shops.id))
      const latest = <T>(column: SQL) =>
        sql<T>`(select ${column} from ${evaluations} where ${own} and ${outer(evaluations.status)} <> 'revoked' order by ${outer(evaluations.evaluatedAt)} desc, ${outer(evaluations.id)} desc limit 1)`
      const open = (also: SQL) =>
        sql<number>`(select count(*)::int from ${problems} where ${outer(problems.shopId)} = ${outer(shops.id)} and ${outer(problems.status)} <> 'closed' and ${also})`
      return db
        .select({
          shopId: shops.id,
          timeZone: shops.timeZone,
          score: latest<number | null>(sql`${outer(evaluations.score)}::float8`),
          scoredAt: latest<Date | null>(outer(evaluations.evaluatedAt)).mapWith(momentOrNull),
          patrolledAt:
            sql<Date | null>`(select max(${outer(checkShopRecords.beganAt)}) from ${checkShopRecords} where ${outer(checkShopRecords.shopId)} = ${outer(shops.id)})`.mapWith(
              momentOrNull,
            ),
          openProblems: open(sql`true`),
          overdueProblems: open(
            sql`${outer(problems.status)} = 'rectification' and ${outer(problems.dueAt)} < ${at}`,
          ),
        })
        .from(shopCollects)
        .innerJoin(shops, eq(shops.id, shopCollects.shopId))
        .where(and(eq(shopCollects.userId, userId), isNull(shops.closedAt), inScope(scope)))
        .orderBy(asc(shopCollects.sort), desc(shopCollects.createdAt), desc(shopCollects.id))
    },

    /** Keeps a favourite; one that is there already stays as it is. */
    async saveCollect(scope: Scope, userId: string, shopId: string, at: Date) {
      await shopInScope(db, scope, shopId)
      await db.insert(shopCollects).values({ userId, shopId, createdAt: at }).onConflictDoNothing()
      const saved = (await collects(scope, userId)).find(collect => collect.shopId === shopId)
      if (!saved) throw new Error('the favourite was not inserted')
      return saved
    },

    /** Removes all or none; false where one is not the user's. Shops that left the scope can be removed too. */
    async removeCollects(userId: string, ids: readonly string[]): Promise<boolean> {
      return db.transaction(async transaction => {
        const own = and(inArray(shopCollects.id, [...ids]), eq(shopCollects.userId, userId))
        const locked = await transaction
          .select({ id: shopCollects.id })
          .from(shopCollects)
          .where(own)
          .orderBy(shopCollects.id)
          .for('update')
        if (locked.length < new Set(ids).size) return false
        await transaction.delete(shopCollects).where(own)
        return true
      })
    },

    /** A check-shop record, and whether its shop is in scope. */
    async check(scope: Scope, id: string): Promise<CheckRow | undefined> {
      const [row] = await db
        .select({
          ...getTableColumns(checkShopRecords),
          shopName: shops.name,
          timeZone: shops.timeZone,
          userName: users.realName,
          videoCount: sql<number>`(select count(*)::int from ${checkVideoRecords} where ${checkVideoRecords.recordId} = ${checkShopRecords.id})`,
          inScope: sql<boolean>`${inScope(scope)}`,
        })
        .from(checkShopRecords)
        .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
        .innerJoin(users, eq(users.id, checkShopRecords.userId))
        .where(eq(checkShopRecords.id, id))
      return row
    },

    async saveCheck(scope: Scope, check: typeof checkShopRecords.$inferInsert): Promise<string> {
      await shopInScope(db, scope, check.shopId)
      const [made] = await db.insert(checkShopRecords).values(check).returning({ id: checkShopRecords.id })
      if (!made) throw new Error('the check-shop record was not inserted')
      return made.id
    },

    /** Changes the user's own record. */
    async updateCheck(userId: string, id: string, change: { beganAt: Date; endedAt: Date }): Promise<void> {
      await db
        .update(checkShopRecords)
        .set(change)
        .where(and(eq(checkShopRecords.id, id), eq(checkShopRecords.userId, userId)))
    },

    async saveVideoCheck(scope: Scope, check: typeof checkVideoRecords.$inferInsert) {
      await shopInScope(db, scope, check.shopId)
      const [made] = await db.insert(checkVideoRecords).values(check).returning()
      if (!made) throw new Error('the check-video record was not inserted')
      return made
    },
  }
}
export type InspectionStore = ReturnType<typeof inspectionStore>

/** A computed moment comes as PostgreSQL writes it. */
const momentOrNull = {
  mapFromDriverValue: (value: unknown): Date | null => (value === null ? null : new Date(String(value))),
}
