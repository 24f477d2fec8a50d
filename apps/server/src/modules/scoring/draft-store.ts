import type { CheckKind, ScoreDraftContent } from '@aisle/contract'
import { and, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { scoreDrafts, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'

export type DraftKey = { userId: string; shopId: string; kind: CheckKind }
export type DraftRow = typeof scoreDrafts.$inferSelect & { shopName: string }

/** All PostgreSQL about drafts: one a user, shop and kind. */
export function draftStore(db: Database) {
  const rows = () =>
    db
      .select({ ...getTableColumns(scoreDrafts), shopName: shops.name })
      .from(scoreDrafts)
      .innerJoin(shops, eq(shops.id, scoreDrafts.shopId))
      .$dynamic()

  return {
    /** @throws AppError forbidden, notFound */
    shop: (scope: Scope, shopId: string) => shopInScope(db, scope, shopId),

    /** Latest first. */
    ofUser: (scope: Scope, userId: string): Promise<DraftRow[]> =>
      rows()
        .where(and(eq(scoreDrafts.userId, userId), isNull(shops.closedAt), inScope(scope)))
        .orderBy(desc(scoreDrafts.updatedAt), scoreDrafts.shopId),

    async draft(scope: Scope, key: DraftKey): Promise<DraftRow | undefined> {
      const [row] = await rows().where(and(isDraft(key), inScope(scope)))
      return row
    },

    /** False, and nothing is changed, where there is one already. */
    async create(
      key: DraftKey,
      draft: { key: string; content: ScoreDraftContent; at: Date },
    ): Promise<boolean> {
      const made = await db
        .insert(scoreDrafts)
        .values({ ...key, key: draft.key, version: 1, content: draft.content, updatedAt: draft.at })
        .onConflictDoNothing()
        .returning({ version: scoreDrafts.version })
      return made.length > 0
    },

    /** False, and nothing is changed, where another version than `version` is kept. */
    async replace(key: DraftKey, version: number, content: ScoreDraftContent, at: Date): Promise<boolean> {
      const changed = await db
        .update(scoreDrafts)
        .set({ content, version: version + 1, updatedAt: at })
        .where(and(isDraft(key), eq(scoreDrafts.version, version)))
        .returning({ version: scoreDrafts.version })
      return changed.length > 0
    },

    /** False, and nothing is changed, where another version than `version` is kept; undefined removes any. */
    async remove(key: DraftKey, version: number | undefined, on: Queryable = db): Promise<boolean> {
      const removed = await on
        .delete(scoreDrafts)
        .where(and(isDraft(key), version === undefined ? undefined : eq(scoreDrafts.version, version)))
        .returning({ version: scoreDrafts.version })
      return removed.length > 0
    },
  }
}
export type DraftStore = ReturnType<typeof draftStore>

function isDraft({ userId, shopId, kind }: DraftKey) {
  return and(eq(scoreDrafts.userId, userId), eq(scoreDrafts.shopId, shopId), eq(scoreDrafts.kind, kind))
}
