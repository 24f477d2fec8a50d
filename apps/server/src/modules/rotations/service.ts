import { AppError, type Rotation, type RotationBody } from '@aisle/contract'
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameras, presets, rotations, shops, users } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'

const text = {
  noRotation: { zh: '没有找到该轮巡方案', en: 'There is no such rotation plan of yours' },
  foreignCamera: {
    zh: '有摄像头不在你的权限范围内，或已移除',
    en: 'A camera is outside your scope, or is gone',
  },
  foreignPreset: { zh: '有预置位不属于它的摄像头', en: 'A preset does not belong to its camera' },
  changed: {
    zh: '方案已在别处修改，请查看后再保存',
    en: 'The plan was changed elsewhere. Look at it before you save.',
  },
}

type Row = typeof rotations.$inferSelect

/**
 * Rotation plans, own and shared. A plan holds ids; what a viewer sees of it are the cameras in the viewer's scope, so
 * that a shared plan never widens one.
 */
export function rotationService({ db, now }: { db: Database; now: () => Date }) {
  const cameraIdsOf = (rows: readonly Pick<Row, 'groups'>[]) => [
    ...new Set(rows.flatMap(row => row.groups.flatMap(group => group.panes.map(pane => pane.cameraId)))),
  ]

  async function visibleOf(caller: Caller, ids: string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const found = await db
      .select({ id: cameras.id })
      .from(cameras)
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .where(
        and(
          inArray(cameras.id, ids),
          isNull(cameras.removedAt),
          isNull(shops.closedAt),
          inScope(caller.scope),
        ),
      )
    return new Set(found.map(row => row.id))
  }

  /** @throws forbidden where a camera is out of scope, ruleBroken where a preset is another camera's */
  async function check(caller: Caller, body: RotationBody) {
    const ids = cameraIdsOf([body])
    const visible = await visibleOf(caller, ids)
    if (ids.some(id => !visible.has(id))) throw new AppError('forbidden', text.foreignCamera)
    const wanted = body.groups.flatMap(group => group.panes.flatMap(pane => (pane.presetId ? [pane] : [])))
    if (wanted.length === 0) return
    const known = await db
      .select({ id: presets.id, cameraId: presets.cameraId })
      .from(presets)
      .where(inArray(presets.id, [...new Set(wanted.flatMap(pane => pane.presetId ?? []))]))
    const owner = new Map(known.map(preset => [preset.id, preset.cameraId]))
    if (wanted.some(pane => owner.get(pane.presetId ?? '') !== pane.cameraId))
      throw new AppError('ruleBroken', text.foreignPreset)
  }

  const select = () =>
    db
      .select({ row: rotations, ownerName: users.realName })
      .from(rotations)
      .innerJoin(users, eq(users.id, rotations.userId))

  async function answers(caller: Caller, found: { row: Row; ownerName: string }[]): Promise<Rotation[]> {
    const visible = await visibleOf(caller, cameraIdsOf(found.map(({ row }) => row)))
    return found.map(({ row, ownerName }) => {
      const groups = row.groups
        .map(group => ({ ...group, panes: group.panes.filter(pane => visible.has(pane.cameraId)) }))
        .filter(group => group.panes.length > 0)
      const count = (list: Row['groups']) => list.reduce((sum, group) => sum + group.panes.length, 0)
      const { userId, updatedAt, ...rest } = row
      return {
        ...rest,
        groups,
        own: userId === caller.userId,
        ownerName,
        updatedAt: updatedAt.toISOString(),
        hiddenPanes: count(row.groups) - count(groups),
      }
    })
  }

  const own = (caller: Caller, id: string) => and(eq(rotations.id, id), eq(rotations.userId, caller.userId))
  async function one(caller: Caller, id: string): Promise<Rotation> {
    const [answer] = await answers(caller, await select().where(own(caller, id)))
    if (!answer) throw new AppError('notFound', text.noRotation)
    return answer
  }

  return {
    list: async (caller: Caller) =>
      answers(
        caller,
        await select()
          .where(or(eq(rotations.userId, caller.userId), eq(rotations.isPublic, true)))
          .orderBy(asc(rotations.name), asc(rotations.id)),
      ),

    async create(caller: Caller, body: RotationBody) {
      await check(caller, body)
      const [made] = await db
        .insert(rotations)
        .values({ ...body, userId: caller.userId, updatedAt: now() })
        .returning({ id: rotations.id })
      return one(caller, made?.id ?? '')
    },

    /** @throws notFound, forbidden, or conflict with the present plan */
    async update(caller: Caller, id: string, { version, ...body }: RotationBody & { version: number }) {
      await one(caller, id)
      await check(caller, body)
      const changed = await db
        .update(rotations)
        .set({ ...body, version: version + 1, updatedAt: now() })
        .where(and(own(caller, id), eq(rotations.version, version)))
        .returning({ id: rotations.id })
      if (changed.length === 0)
        throw new AppError('conflict', text.changed, { reason: 'changed', current: await one(caller, id) })
      return one(caller, id)
    },

    async remove(caller: Caller, id: string) {
      const gone = await db.delete(rotations).where(own(caller, id)).returning({ id: rotations.id })
      if (gone.length === 0) throw new AppError('notFound', text.noRotation)
    },
  }
}
