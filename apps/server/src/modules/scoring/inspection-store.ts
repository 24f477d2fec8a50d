import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { inspectionDetails, inspections, shops, users } from '../../platform/schema/index.ts'
import type { Scope } from '../../platform/scope.ts'
import { countOf, matching, type RecordFilter, type RecordNames, recordNames, setDeleted } from './records.ts'

export type NewInspection = Omit<typeof inspections.$inferInsert, 'id'>
export type NewInspectionDetail = Omit<typeof inspectionDetails.$inferInsert, 'id' | 'inspectionId'>
export type InspectionRow = typeof inspections.$inferSelect & RecordNames & { pictureCount: number }
export type InspectionDetailRow = typeof inspectionDetails.$inferSelect

/** All PostgreSQL about inspections. */
export function inspectionRecordStore(db: Database) {
  const kept = isNull(inspections.deletedAt)
  const pictureCount = sql<number>`(select coalesce(sum(cardinality(${inspectionDetails.pictureIds})), 0)::int from ${inspectionDetails} where ${inspectionDetails.inspectionId} = ${inspections.id})`
  const rows = (scope: Scope, where: SQL | undefined) =>
    db
      .select({ ...getTableColumns(inspections), ...recordNames(scope), pictureCount })
      .from(inspections)
      .innerJoin(shops, eq(shops.id, inspections.shopId))
      .innerJoin(users, eq(users.id, inspections.userId))
      .where(where)
      .orderBy(desc(inspections.inspectedAt), desc(inspections.id))
      .$dynamic()

  return {
    /** One that is not deleted. */
    async inspection(scope: Scope, id: string): Promise<InspectionRow | undefined> {
      const [row] = await rows(scope, and(eq(inspections.id, id), kept))
      return row
    },

    byIds: (scope: Scope, ids: readonly string[]): Promise<InspectionRow[]> =>
      rows(scope, and(inArray(inspections.id, [...ids]), kept)),

    /** The record that a client key of the user stands for. */
    async byKey(userId: string, clientKey: string) {
      const [row] = await db
        .select({ id: inspections.id, shopId: inspections.shopId })
        .from(inspections)
        .where(and(eq(inspections.userId, userId), eq(inspections.clientKey, clientKey)))
      return row
    },

    ofDay: (scope: Scope, shopId: string, day: string): Promise<InspectionRow[]> =>
      rows(scope, and(matching(inspections, scope, { area: {}, shopId, begin: day, end: day }), kept)),

    async page(scope: Scope, filter: RecordFilter, offset: number, limit: number) {
      const where = and(matching(inspections, scope, filter), kept)
      const [records, total] = await Promise.all([
        rows(scope, where).offset(offset).limit(limit),
        countOf(db, inspections, where),
      ])
      return { records, total }
    },

    /** In the order of the form. */
    details: async (ids: readonly string[]): Promise<InspectionDetailRow[]> =>
      ids.length === 0
        ? []
        : db
            .select()
            .from(inspectionDetails)
            .where(inArray(inspectionDetails.inspectionId, [...ids]))
            .orderBy(asc(inspectionDetails.sort), asc(inspectionDetails.id)),

    /** As that of evaluations. */
    async insert(
      inspection: NewInspection,
      details: readonly NewInspectionDetail[],
      alongside?: (transaction: Queryable) => Promise<void>,
    ): Promise<string | undefined> {
      return db.transaction(async transaction => {
        const [made] = await transaction
          .insert(inspections)
          .values(inspection)
          .onConflictDoNothing({ target: [inspections.userId, inspections.clientKey] })
          .returning({ id: inspections.id })
        if (!made) return undefined
        await transaction
          .insert(inspectionDetails)
          .values(details.map(detail => ({ ...detail, inspectionId: made.id })))
        await alongside?.(transaction)
        return made.id
      })
    },

    /** As `setDeleted`. */
    setDeleted: (scope: Scope, ids: readonly string[], ownerId: string | undefined, at: Date | null) =>
      setDeleted(db, inspections, scope, ids, ownerId, at),
  }
}
export type InspectionRecordStore = ReturnType<typeof inspectionRecordStore>
