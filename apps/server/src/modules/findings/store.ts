import type { Algorithm, AreaSelection, FindingStatus } from '@aisle/contract'
import { and, count, desc, eq, getTableColumns, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { inArea, matchingShop } from '../../platform/area-choice.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { cameras, findings, ingestSources, presets, shops, users } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'

export type FindingFilter = AreaSelection & {
  shopId?: string | undefined
  cameraId?: string | undefined
  algorithm?: Algorithm[] | undefined
  status?: FindingStatus[] | undefined
  /** Days on the shops' clocks, both inside. */
  begin?: string | undefined
  end?: string | undefined
  minConfidence?: number | undefined
  keyword?: string | undefined
}
export type NewFinding = typeof findings.$inferInsert

const decider = alias(users, 'decider')

/** All PostgreSQL about findings; what is counted is in `statistics.ts`. */
export function findingStore(db: Database) {
  const rows = (scope: Scope, on: Queryable = db) =>
    on
      .select({
        ...getTableColumns(findings),
        shopName: shops.name,
        shopNameEn: shops.nameEn,
        timeZone: shops.timeZone,
        cameraName: cameras.name,
        cameraNameEn: cameras.nameEn,
        presetName: presets.name,
        sourceName: ingestSources.name,
        deciderName: decider.realName,
        inScope: sql<boolean>`${inScope(scope)}`,
      })
      .from(findings)
      .innerJoin(shops, eq(shops.id, findings.shopId))
      .leftJoin(cameras, eq(cameras.id, findings.cameraId))
      .leftJoin(presets, eq(presets.id, findings.presetId))
      .leftJoin(ingestSources, eq(ingestSources.id, findings.sourceId))
      .leftJoin(decider, eq(decider.id, findings.decidedBy))
      .$dynamic()

  return {
    /** A finding, and whether its shop is in scope. */
    async one(scope: Scope, id: string) {
      const [row] = await rows(scope).where(eq(findings.id, id))
      return row
    },

    async page(scope: Scope, filter: FindingFilter, offset: number, limit: number) {
      const where = matching(scope, filter)
      const [records, [totals]] = await Promise.all([
        rows(scope)
          .where(where)
          .orderBy(desc(findings.foundAt), desc(findings.id))
          .offset(offset)
          .limit(limit),
        db
          .select({ total: count() })
          .from(findings)
          .innerJoin(shops, eq(shops.id, findings.shopId))
          .leftJoin(cameras, eq(cameras.id, findings.cameraId))
          .where(where),
      ])
      return { records, total: totals?.total ?? 0 }
    },

    /** What our own detectors found on pictures. */
    ofPictures: (scope: Scope, pictureIds: readonly string[]) =>
      rows(scope)
        .where(
          and(
            inArray(findings.pictureId, [...pictureIds]),
            sql`${findings.sourceId} is null`,
            inScope(scope),
          ),
        )
        .orderBy(findings.foundAt, findings.id),

    /** Changes a finding that still has that version; false where another was faster. */
    async decide(id: string, version: number, change: Partial<NewFinding>): Promise<boolean> {
      const changed = await db
        .update(findings)
        .set({ ...change, version: version + 1 })
        .where(and(eq(findings.id, id), eq(findings.version, version)))
        .returning({ id: findings.id })
      return changed.length > 0
    },

    /** Of the ids under which a source posted before, those that are here. */
    async postedBefore(sourceId: string, externalIds: readonly string[]): Promise<Set<string>> {
      if (externalIds.length === 0) return new Set()
      const found = await db
        .select({ externalId: findings.externalId })
        .from(findings)
        .where(and(eq(findings.sourceId, sourceId), inArray(findings.externalId, [...externalIds])))
      return new Set(found.flatMap(({ externalId }) => externalId ?? []))
    },

    /** Answers how many were new. */
    async insert(on: Queryable, news: readonly NewFinding[]): Promise<number> {
      if (news.length === 0) return 0
      const made = await on
        .insert(findings)
        .values([...news])
        .onConflictDoNothing()
        .returning({ id: findings.id })
      return made.length
    },
  }
}
export type FindingStore = ReturnType<typeof findingStore>
export type FindingRow = NonNullable<Awaited<ReturnType<FindingStore['one']>>>

/** Condition on a statement that has `findings`, `shops` and `cameras` in it. */
export function matching(scope: Scope, filter: FindingFilter): SQL | undefined {
  const { algorithm, status, begin, end, minConfidence, shopId, cameraId, keyword } = filter
  return and(
    inScope(scope),
    inArea(filter),
    shopId === undefined ? undefined : eq(findings.shopId, shopId),
    cameraId === undefined ? undefined : eq(findings.cameraId, cameraId),
    algorithm === undefined ? undefined : inArray(findings.algorithm, algorithm),
    status === undefined ? undefined : inArray(findings.status, status),
    begin === undefined ? undefined : gte(findings.localDate, begin),
    end === undefined ? undefined : lte(findings.localDate, end),
    minConfidence === undefined ? undefined : gte(findings.confidence, minConfidence),
    keyword === undefined
      ? undefined
      : or(
          matchingShop(keyword),
          eq(findings.id, keyword),
          sql`strpos(lower(${cameras.name}), lower(${keyword})) > 0`,
        ),
  )
}
