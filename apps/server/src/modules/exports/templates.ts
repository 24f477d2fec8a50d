import { AppError, type ExportTemplate, type ExportTemplateBody, isAllowed } from '@aisle/contract'
import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { exportTemplates, shops, users } from '../../platform/schema/index.ts'

const text = {
  none: { zh: '没有这个模板', en: 'There is no such template' },
  notYours: {
    zh: '只能修改自己的模板，可先复制一份',
    en: 'You may change your own templates. Copy this one.',
  },
  noShops: (ids: string) => ({ zh: `没有这些门店：${ids}`, en: `There are no such shops: ${ids}` }),
  mayNotShare: { zh: '没有共享模板的权限', en: 'You may not share templates' },
  changed: {
    zh: '模板已被他人修改，请查看后再保存',
    en: 'Someone else changed it. Look at it before you save.',
  },
} as const

type Deps = { db: Database; now: () => Date }
type Row = typeof exportTemplates.$inferSelect
export type ExportTemplateService = ReturnType<typeof exportTemplateService>

const mayShare = (caller: Caller) => isAllowed(caller.authorities, ['query.publish'])
const mayEdit = (caller: Caller, { ownerId, isShared }: Row) =>
  ownerId === caller.userId || (isShared && mayShare(caller))

/** Templates of exports: one's own, and those that are shared. A template holds no figures; who uses it asks for oneself. */
export function exportTemplateService({ db, now }: Deps) {
  const visibleTo = (caller: Caller) =>
    or(eq(exportTemplates.ownerId, caller.userId), eq(exportTemplates.isShared, true))

  const answerOf = (caller: Caller, row: Row, ownerName: string | null): ExportTemplate => ({
    id: row.id,
    name: row.name,
    note: row.note,
    isShared: row.isShared,
    // Those of older releases say nothing of money, weeks and codes.
    layout: {
      ...row.layout,
      money: row.layout.money ?? 'yuan',
      weekStart: row.layout.weekStart ?? 1,
      shopCodes: row.layout.shopCodes ?? [],
    },
    isMine: row.ownerId === caller.userId,
    mayEdit: mayEdit(caller, row),
    ownerName: ownerName ?? '',
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  })

  const select = () =>
    db
      .select({ row: exportTemplates, ownerName: users.realName })
      .from(exportTemplates)
      .leftJoin(users, eq(users.id, exportTemplates.ownerId))

  async function one(caller: Caller, id: string): Promise<ExportTemplate> {
    const [found] = await select().where(and(eq(exportTemplates.id, id), visibleTo(caller)))
    if (!found) throw new AppError('notFound', text.none)
    return answerOf(caller, found.row, found.ownerName)
  }

  /** @throws notFound where the caller does not see it, forbidden where it is somebody else's */
  async function editable(caller: Caller, id: string, isDeleted = false): Promise<Row> {
    const [row] = await db
      .select()
      .from(exportTemplates)
      .where(
        and(
          eq(exportTemplates.id, id),
          visibleTo(caller),
          isDeleted ? isNotNull(exportTemplates.deletedAt) : isNull(exportTemplates.deletedAt),
        ),
      )
    if (!row) throw new AppError('notFound', text.none)
    if (!mayEdit(caller, row)) throw new AppError('forbidden', text.notYours)
    return row
  }

  /** @throws conflict where it was changed meanwhile */
  async function change(caller: Caller, { id }: Row, version: number, values: Partial<Row>) {
    const changed = await db
      .update(exportTemplates)
      .set({ ...values, version: version + 1, updatedAt: now() })
      .where(and(eq(exportTemplates.id, id), eq(exportTemplates.version, version)))
      .returning({ id: exportTemplates.id })
    if (changed.length === 0)
      throw new AppError('conflict', text.changed, { reason: 'changed', current: await one(caller, id) })
    return one(caller, id)
  }

  async function refuseUnknownShops({ layout }: ExportTemplateBody): Promise<void> {
    if (layout.shopCodes.length === 0) return
    const ids = layout.shopCodes.map(({ shopId }) => shopId)
    const known = new Set(
      (await db.select({ id: shops.id }).from(shops).where(inArray(shops.id, ids))).map(({ id }) => id),
    )
    const unknown = ids.filter(id => !known.has(id))
    if (unknown.length > 0) throw new AppError('ruleBroken', text.noShops(unknown.slice(0, 5).join(', ')))
  }

  return {
    async list(caller: Caller): Promise<ExportTemplate[]> {
      const found = await select()
        .where(and(isNull(exportTemplates.deletedAt), visibleTo(caller)))
        .orderBy(desc(exportTemplates.updatedAt), desc(exportTemplates.id))
      return found.map(({ row, ownerName }) => answerOf(caller, row, ownerName))
    },

    /** @throws forbidden where it is to be shared by who may not */
    async create(caller: Caller, body: ExportTemplateBody): Promise<ExportTemplate> {
      if (body.isShared && !mayShare(caller)) throw mustPublish()
      await refuseUnknownShops(body)
      const [made] = await db
        .insert(exportTemplates)
        .values({ ...body, ownerId: caller.userId, createdAt: now(), updatedAt: now() })
        .returning({ id: exportTemplates.id })
      if (!made) throw new Error('the template was not inserted')
      return one(caller, made.id)
    },

    /** @throws forbidden, conflict */
    async update(caller: Caller, id: string, { version, ...body }: ExportTemplateBody & { version: number }) {
      const row = await editable(caller, id)
      if (body.isShared && !row.isShared && !mayShare(caller)) throw mustPublish()
      await refuseUnknownShops(body)
      return change(caller, row, version, {
        ...body,
        // Taken back by somebody else, it would be gone for whoever took it back.
        isShared: body.isShared || (row.isShared && row.ownerId !== caller.userId),
      })
    },

    async remove(caller: Caller, id: string): Promise<void> {
      const row = await editable(caller, id)
      await change(caller, row, row.version, { deletedAt: now() })
    },

    async restore(caller: Caller, id: string): Promise<ExportTemplate> {
      const row = await editable(caller, id, true)
      return change(caller, row, row.version, { deletedAt: null })
    },
  }
}

const mustPublish = () => new AppError('forbidden', text.mayNotShare, { reason: 'query.publish' })
