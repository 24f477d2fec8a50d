import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/postgres.ts'
import { ingestLinks, ingestSources } from '../../../platform/schema/index.ts'

export type LinkRow = typeof ingestLinks.$inferSelect
export type SourceRow = typeof ingestSources.$inferSelect
export type Claimed = { link: LinkRow; source: SourceRow }

/** All PostgreSQL of links. */
export function linkStore(db: Database) {
  const isThere = isNull(ingestLinks.removedAt)
  /** What a server does for a link counts as long as it has it. */
  const held = (id: string, holder: string) =>
    and(eq(ingestLinks.id, id), eq(ingestLinks.holder, holder), isThere)

  const change = (where: SQL | undefined, set: Partial<LinkRow>) =>
    db.update(ingestLinks).set(set).where(where).returning()

  return {
    /** Of some sources, the oldest first. */
    async list(sourceIds: readonly string[]): Promise<LinkRow[]> {
      if (sourceIds.length === 0) return []
      return db
        .select()
        .from(ingestLinks)
        .where(and(inArray(ingestLinks.sourceId, [...sourceIds]), isThere))
        .orderBy(asc(ingestLinks.createdAt), asc(ingestLinks.id))
    },

    async create(link: typeof ingestLinks.$inferInsert): Promise<LinkRow> {
      const [row] = await db.insert(ingestLinks).values(link).returning()
      if (!row) throw new Error('the link was not inserted')
      return row
    },

    /** Whoever works by what it was stops soon. Undefined where it is gone. */
    async update(id: string, set: Partial<LinkRow>): Promise<LinkRow | undefined> {
      const [row] = await db
        .update(ingestLinks)
        .set({ ...set, version: sql`${ingestLinks.version} + 1` })
        .where(and(eq(ingestLinks.id, id), isThere))
        .returning()
      return row
    },

    /** Gives due links that nobody has to this server. */
    async claim(holder: string, now: Date, until: Date, most: number): Promise<Claimed[]> {
      const due = await db.execute<{ id: string }>(sql`
        update ingest_links set holder = ${holder}, held_until = ${until.toISOString()}::timestamptz
        where id in (
          select l.id from ingest_links l join ingest_sources s on s.id = l.source_id
          where l.removed_at is null and l.paused_at is null and s.revoked_at is null
            and l.next_at <= ${now.toISOString()}::timestamptz
            and (l.holder is null or l.held_until < ${now.toISOString()}::timestamptz)
          order by l.next_at limit ${most} for update of l skip locked)
        returning id`)
      const ids = due.rows.map(({ id }) => id)
      if (ids.length === 0) return []
      return db
        .select({ link: ingestLinks, source: ingestSources })
        .from(ingestLinks)
        .innerJoin(ingestSources, eq(ingestSources.id, ingestLinks.sourceId))
        .where(inArray(ingestLinks.id, ids))
    },

    /** Prolongs what this server has; answers the versions of those that are still its own and still wanted. */
    async keep(holder: string, now: Date, until: Date): Promise<Map<string, number>> {
      const rows = await db.execute<{ id: string; version: number }>(sql`
        update ingest_links l set held_until = ${until.toISOString()}::timestamptz
        from ingest_sources s
        where s.id = l.source_id and l.holder = ${holder} and l.held_until >= ${now.toISOString()}::timestamptz
          and l.removed_at is null and l.paused_at is null and s.revoked_at is null
        returning l.id, l.version`)
      return new Map(rows.rows.map(({ id, version }) => [id, version]))
    },

    async note(id: string, holder: string, set: Partial<LinkRow>): Promise<void> {
      await change(held(id, holder), set)
    },

    /** Gives one back, with what came of it. */
    async release(id: string, holder: string, set: Partial<LinkRow>): Promise<void> {
      // Also one that was removed or paused meanwhile: its holder is not to stand there for ever.
      await change(and(eq(ingestLinks.id, id), eq(ingestLinks.holder, holder)), {
        ...set,
        holder: null,
        heldUntil: null,
      })
    },
  }
}
export type LinkStore = ReturnType<typeof linkStore>
