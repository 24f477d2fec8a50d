import { type CheckKind, cameraGroupName, checkKind, deductions } from '@aisle/contract'
import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { checkForms, checkItems, checkItemVersions, users } from '../../platform/schema/index.ts'

export type ItemRow = typeof checkItems.$inferSelect
/** An item as it stands, or stood at a version. */
export type ItemState = Omit<ItemRow, 'createdAt' | 'updatedAt'>
export type NewItem = Omit<typeof checkItems.$inferInsert, 'id' | 'createdAt'>
export type FormRow = Pick<typeof checkForms.$inferSelect, 'kind' | 'name' | 'nameEn' | 'version'>
export type ItemAction = (typeof checkItemVersions.$inferSelect)['action']

/** What a form is called until somebody names it. */
const formNames: Record<CheckKind, { name: string; nameEn: string }> = {
  evaluation: { name: '巡店评估表', nameEn: 'Evaluation form' },
  inspection: { name: '巡检表', nameEn: 'Inspection form' },
  daily: { name: '日常记录', nameEn: 'Daily records' },
}

const keptMoment = z.coerce.date().nullable().default(null)
/** An item as a version keeps it; fields that came later were not there yet when old versions were written. */
const snapshot = z.object({
  id: z.string(),
  kind: checkKind,
  parentId: z.string().nullable(),
  isGroup: z.boolean(),
  name: z.string(),
  nameEn: z.string().default(''),
  score: z.number(),
  scoring: z.enum(['full', 'partial']),
  deductions: deductions.nullable(),
  cameraGroup: cameraGroupName.nullable(),
  presetName: z.string(),
  durationSeconds: z.number(),
  phrases: z.array(z.string()).default([]),
  standardAt: keptMoment,
  sort: z.number(),
  version: z.number(),
  archivedAt: keptMoment,
}) satisfies z.ZodType<ItemState>

const inOrder = [asc(checkItems.sort), asc(checkItems.id)]

/** All PostgreSQL about forms and their items. Forms belong to the chain, not to shops: no scope narrows them. */
export function itemStore(db: Database) {
  return {
    async form(kind: CheckKind): Promise<FormRow> {
      const [row] = await db.select().from(checkForms).where(eq(checkForms.kind, kind))
      return row ?? { kind, ...formNames[kind], version: 1 }
    },

    /** In order; archived ones only where asked for. */
    items: (kind: CheckKind, archived: boolean): Promise<ItemRow[]> =>
      db
        .select()
        .from(checkItems)
        .where(and(eq(checkItems.kind, kind), archived ? undefined : isNull(checkItems.archivedAt)))
        .orderBy(...inOrder),

    async item(id: string): Promise<ItemRow | undefined> {
      const [row] = await db.select().from(checkItems).where(eq(checkItems.id, id))
      return row
    },

    /** Latest first. */
    async versions(itemId: string) {
      const rows = await db
        .select({ ...getTableColumns(checkItemVersions), userName: users.realName })
        .from(checkItemVersions)
        .leftJoin(users, eq(users.id, checkItemVersions.userId))
        .where(eq(checkItemVersions.itemId, itemId))
        .orderBy(desc(checkItemVersions.version))
      return rows.map(row => ({ ...row, snapshot: snapshot.parse(row.snapshot) }))
    },

    /**
     * Edits a form while nobody else does; the form's version grows where `work` is done with it. `work` sees the items of
     * the form, archived ones too, and writes through the editor.
     */
    async edit<T>(
      kind: CheckKind,
      at: Date,
      work: (items: ItemRow[], editor: ItemEditor) => Promise<T>,
    ): Promise<T> {
      return db.transaction(async transaction => {
        await transaction
          .insert(checkForms)
          .values({ kind, ...formNames[kind], version: 1, updatedAt: at })
          .onConflictDoNothing()
        await transaction.select().from(checkForms).where(eq(checkForms.kind, kind)).for('update')
        const items = await transaction
          .select()
          .from(checkItems)
          .where(eq(checkItems.kind, kind))
          .orderBy(...inOrder)
        const answer = await work(items, itemEditor(transaction, at))
        await transaction
          .update(checkForms)
          .set({ version: sql`${checkForms.version} + 1`, updatedAt: at })
          .where(eq(checkForms.kind, kind))
        return answer
      })
    },

    async rename(kind: CheckKind, names: { name: string; nameEn: string }, at: Date): Promise<void> {
      await db
        .insert(checkForms)
        .values({ kind, ...names, updatedAt: at })
        .onConflictDoUpdate({ target: checkForms.kind, set: { ...names, updatedAt: at } })
    },
  }
}
export type ItemStore = ReturnType<typeof itemStore>

/** Writes items, each with the version that it becomes. */
function itemEditor(transaction: Queryable, at: Date) {
  async function note(row: ItemRow, action: ItemAction, userId: string): Promise<ItemRow> {
    const { createdAt: _, updatedAt: __, ...snapshot } = row
    await transaction
      .insert(checkItemVersions)
      .values({ itemId: row.id, version: row.version, action, snapshot, userId, at })
    return row
  }
  return {
    async insert(item: NewItem, userId: string): Promise<ItemRow> {
      const [row] = await transaction
        .insert(checkItems)
        .values({ ...item, createdAt: at, updatedAt: at })
        .returning()
      if (!row) throw new Error('the item was not inserted')
      return note(row, 'created', userId)
    },
    async update(id: string, change: Partial<NewItem>, action: ItemAction, userId: string): Promise<ItemRow> {
      const [row] = await transaction
        .update(checkItems)
        .set({ ...change, version: sql`${checkItems.version} + 1`, updatedAt: at })
        .where(eq(checkItems.id, id))
        .returning()
      if (!row) throw new Error('the item was not updated')
      return note(row, action, userId)
    },
    /** Its neighbours make room: that is no change of theirs. */
    async place(id: string, sort: number): Promise<void> {
      await transaction.update(checkItems).set({ sort }).where(eq(checkItems.id, id))
    },
  }
}
export type ItemEditor = ReturnType<typeof itemEditor>
