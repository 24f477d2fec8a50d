import { and, desc, eq, getTableColumns, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { dailyRecords, shops, users } from '../../platform/schema/index.ts'
import type { Scope } from '../../platform/scope.ts'
import { countOf, matching, type RecordFilter, type RecordNames, recordNames, setDeleted } from './records.ts'

export type NewDailyRecord = Omit<typeof dailyRecords.$inferInsert, 'id'>
export type DailyRow = typeof dailyRecords.$inferSelect & RecordNames

/** All PostgreSQL about daily records. */
export function dailyStore(db: Database) {
  const kept = isNull(dailyRecords.deletedAt)
  const rows = (scope: Scope, where: SQL | undefined) =>
    db
      .select({ ...getTableColumns(dailyRecords), ...recordNames(scope) })
      .from(dailyRecords)
      .innerJoin(shops, eq(shops.id, dailyRecords.shopId))
      .innerJoin(users, eq(users.id, dailyRecords.userId))
      .where(where)
      .orderBy(desc(dailyRecords.recordedAt), desc(dailyRecords.id))
      .$dynamic()

  return {
    /** Those that are not deleted. */
    byIds: (scope: Scope, ids: readonly string[]): Promise<DailyRow[]> =>
      rows(scope, and(inArray(dailyRecords.id, [...ids]), kept)),

    /** The record that a client key of the user stands for. */
    async byKey(userId: string, clientKey: string) {
      const [row] = await db
        .select({ id: dailyRecords.id, shopId: dailyRecords.shopId })
        .from(dailyRecords)
        .where(and(eq(dailyRecords.userId, userId), eq(dailyRecords.clientKey, clientKey)))
      return row
    },

    ofDay: (scope: Scope, shopId: string, day: string): Promise<DailyRow[]> =>
      rows(scope, and(matching(dailyRecords, scope, { area: {}, shopId, begin: day, end: day }), kept)),

    async page(
      scope: Scope,
      filter: RecordFilter & { typeId?: string | undefined },
      offset: number,
      limit: number,
    ) {
      const where = and(
        matching(dailyRecords, scope, filter),
        filter.typeId === undefined ? undefined : eq(dailyRecords.typeId, filter.typeId),
        kept,
      )
      const [records, total] = await Promise.all([
        rows(scope, where).offset(offset).limit(limit),
        countOf(db, dailyRecords, where),
      ])
      return { records, total }
    },

    /** Undefined where its client key was used before; `alongside` undoes it by throwing. */
    async insert(
      record: NewDailyRecord,
      alongside?: (transaction: Queryable) => Promise<void>,
    ): Promise<string | undefined> {
      return db.transaction(async transaction => {
        const [made] = await transaction
          .insert(dailyRecords)
          .values(record)
          .onConflictDoNothing({ target: [dailyRecords.userId, dailyRecords.clientKey] })
          .returning({ id: dailyRecords.id })
        if (made) await alongside?.(transaction)
        return made?.id
      })
    },

    /** As `setDeleted`. */
    setDeleted: (scope: Scope, ids: readonly string[], ownerId: string | undefined, at: Date | null) =>
      setDeleted(db, dailyRecords, scope, ids, ownerId, at),
  }
}
export type DailyStore = ReturnType<typeof dailyStore>
