import type { EvaluationStatus } from '@aisle/contract'
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, outer, type Queryable } from '../../platform/postgres.ts'
import { evaluationDetails, evaluationSteps, evaluations, shops, users } from '../../platform/schema/index.ts'
import type { Scope } from '../../platform/scope.ts'
import { countOf, matching, type RecordFilter, type RecordNames, recordNames } from './records.ts'

export type NewEvaluation = Omit<typeof evaluations.$inferInsert, 'id'>
export type NewEvaluationDetail = Omit<typeof evaluationDetails.$inferInsert, 'id' | 'evaluationId'>
export type EvaluationRow = typeof evaluations.$inferSelect & RecordNames & { pictureCount: number }
export type EvaluationDetailRow = typeof evaluationDetails.$inferSelect
export type EvaluationStepRow = typeof evaluationSteps.$inferSelect & { userName: string | null }

export type EvaluationFilter = RecordFilter & {
  status?: EvaluationStatus | undefined
  /** An item, or a group, that points were taken for. */
  itemId?: string | undefined
}

/** All PostgreSQL about evaluations. */
export function evaluationStore(db: Database) {
  const pictureCount = sql<number>`(select coalesce(sum(cardinality(${evaluationDetails.pictureIds})), 0)::int from ${evaluationDetails} where ${evaluationDetails.evaluationId} = ${evaluations.id})`
  const rows = (scope: Scope, where: SQL | undefined) =>
    db
      .select({ ...getTableColumns(evaluations), ...recordNames(scope), pictureCount })
      .from(evaluations)
      .innerJoin(shops, eq(shops.id, evaluations.shopId))
      .innerJoin(users, eq(users.id, evaluations.userId))
      .where(where)
      .orderBy(desc(evaluations.evaluatedAt), desc(evaluations.id))
      .$dynamic()

  return {
    async evaluation(scope: Scope, id: string): Promise<EvaluationRow | undefined> {
      const [row] = await rows(scope, eq(evaluations.id, id))
      return row
    },

    /** The record that a client key of the user stands for. */
    async byKey(userId: string, clientKey: string) {
      const [row] = await db
        .select({ id: evaluations.id, shopId: evaluations.shopId })
        .from(evaluations)
        .where(and(eq(evaluations.userId, userId), eq(evaluations.clientKey, clientKey)))
      return row
    },

    /** Those of a shop on a day of its calendar, latest first. */
    ofDay: (scope: Scope, shopId: string, day: string): Promise<EvaluationRow[]> =>
      rows(scope, matching(evaluations, scope, { area: {}, shopId, begin: day, end: day })),

    async page(
      scope: Scope,
      filter: EvaluationFilter,
      offset: number,
      limit: number,
    ): Promise<{ records: EvaluationRow[]; total: number }> {
      const where = and(
        matching(evaluations, scope, filter),
        filter.itemId === undefined ? undefined : tookPointsFor(filter.itemId),
        filter.status === undefined ? undefined : eq(evaluations.status, filter.status),
      )
      const [records, total] = await Promise.all([
        rows(scope, where).offset(offset).limit(limit),
        countOf(db, evaluations, where),
      ])
      return { records, total }
    },

    /** In the order of the form. */
    details: async (ids: readonly string[]): Promise<EvaluationDetailRow[]> =>
      ids.length === 0
        ? []
        : db
            .select()
            .from(evaluationDetails)
            .where(inArray(evaluationDetails.evaluationId, [...ids]))
            .orderBy(asc(evaluationDetails.sort), asc(evaluationDetails.id)),

    /** What became of evaluations after they were saved, oldest first. */
    steps: async (ids: readonly string[]): Promise<EvaluationStepRow[]> =>
      ids.length === 0
        ? []
        : db
            .select({ ...getTableColumns(evaluationSteps), userName: users.realName })
            .from(evaluationSteps)
            .leftJoin(users, eq(users.id, evaluationSteps.userId))
            .where(inArray(evaluationSteps.evaluationId, [...ids]))
            .orderBy(asc(evaluationSteps.at), asc(evaluationSteps.status)),

    /**
     * Inserts an evaluation and all of its details, or neither; undefined where its client key was used before. `alongside`
     * runs in the same transaction and undoes it by throwing.
     */
    async insert(
      evaluation: NewEvaluation,
      details: readonly NewEvaluationDetail[],
      alongside?: (transaction: Queryable) => Promise<void>,
    ): Promise<string | undefined> {
      return db.transaction(async transaction => {
        const [made] = await transaction
          .insert(evaluations)
          .values(evaluation)
          .onConflictDoNothing({ target: [evaluations.userId, evaluations.clientKey] })
          .returning({ id: evaluations.id })
        if (!made) return undefined
        await transaction
          .insert(evaluationDetails)
          .values(details.map(detail => ({ ...detail, evaluationId: made.id })))
        await alongside?.(transaction)
        return made.id
      })
    },

    /** Changes the status where it is one of `from`, and notes the step; false, and nothing is changed, where it is another. */
    async changeStatus(
      id: string,
      from: readonly EvaluationStatus[],
      to: 'confirmed' | 'revoked',
      by: { userId: string; at: Date; reason?: string },
    ): Promise<boolean> {
      return db.transaction(async transaction => {
        const changed = await transaction
          .update(evaluations)
          .set({
            status: to,
            statusUpdatedAt: by.at,
            statusUserId: by.userId,
            ...(by.reason === undefined ? {} : { revokeReason: by.reason }),
          })
          .where(and(eq(evaluations.id, id), inArray(evaluations.status, [...from])))
          .returning({ id: evaluations.id })
        if (changed.length === 0) return false
        await transaction.insert(evaluationSteps).values({ evaluationId: id, status: to, ...by })
        return true
      })
    },
  }
}

function tookPointsFor(itemId: string): SQL {
  const { evaluationId, itemId: item, pitemId, lost } = evaluationDetails
  return sql`exists(select 1 from ${evaluationDetails} where ${outer(evaluationId)} = ${outer(evaluations.id)} and ${outer(lost)} > 0 and ${itemId} in (${outer(item)}, ${outer(pitemId)}))`
}

export type EvaluationStore = ReturnType<typeof evaluationStore>
