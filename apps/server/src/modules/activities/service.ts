import { type Activity, type ActivityBody, type ActivityStatus, AppError } from '@aisle/contract'
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import { activities, users } from '../../platform/schema/index.ts'
import { chinaDay } from '../../platform/time.ts'
import { type CopyDeps, copyActivities } from './copy.ts'
import { type ActivityRow, type PlacedShop, placedShops, shopsOf } from './shops.ts'
import { text } from './text.ts'

export { activitySpans } from './copy.ts'

/** Activities of the chain. One sees those that are on in a shop of one's scope, and changes those that are on in no other. */
export function activityService(deps: CopyDeps) {
  const { db, now } = deps
  const today = () => chinaDay(now())

  const statusOf = ({ fromDate, toDate, cancelledOn }: ActivityRow): ActivityStatus => {
    if (cancelledOn !== null) return 'cancelled'
    const day = today()
    return day < fromDate ? 'planned' : day > toDate ? 'finished' : 'running'
  }

  function written(row: ActivityRow, author: string | null, placed: readonly PlacedShop[]): Activity {
    const shops = shopsOf(row, placed)
    const visible = shops.filter(({ isVisible }) => isVisible)
    const ids = new Set(visible.map(({ id }) => id))
    const isWhole = visible.length === shops.length
    return {
      id: row.id,
      name: row.name,
      nameEn: row.nameEn,
      kind: row.kind,
      from: row.fromDate,
      to: row.toDate,
      openTime: row.openTime,
      closeTime: row.closeTime,
      shopIds: row.shopIds.filter(id => ids.has(id)),
      areaIds: row.areaIds,
      place: row.place,
      cost: row.cost,
      note: row.note,
      status: statusOf(row),
      cancelledOn: row.cancelledOn,
      shopCount: visible.length,
      isWhole,
      mayChange: isWhole,
      version: row.version,
      updatedAt: row.updatedAt.toISOString(),
      updatedBy: author ?? '',
    }
  }

  const select = () =>
    db
      .select({ row: activities, author: users.realName })
      .from(activities)
      .leftJoin(users, eq(users.id, activities.updatedBy))

  async function one(caller: Caller, id: string): Promise<Activity> {
    const [found] = await select().where(eq(activities.id, id))
    if (!found) throw new AppError('notFound', text.noActivity)
    return written(found.row, found.author, await placedShops(db, caller.scope))
  }

  /** @throws forbidden where a shop is out of scope, ruleBroken where there is none */
  async function checkShops(caller: Caller, where: Pick<ActivityRow, 'shopIds' | 'areaIds'>) {
    const shops = shopsOf(where, await placedShops(db, caller.scope))
    const named = new Set(shops.map(({ id }) => id))
    if (shops.some(({ isVisible }) => !isVisible) || where.shopIds.some(id => !named.has(id)))
      throw new AppError('forbidden', text.foreignShops)
    // An area without shops would bring those of others along one day.
    const isEmpty = (area: string) => shops.every(({ areaIds }) => !areaIds.includes(area))
    if (shops.length === 0 || where.areaIds.some(isEmpty)) throw new AppError('ruleBroken', text.noShops)
  }

  /** @throws notFound where the caller sees none of its shops, forbidden where it has others */
  async function changeable(caller: Caller, id: string, isDeleted = false): Promise<ActivityRow> {
    const [row] = await db
      .select()
      .from(activities)
      .where(
        and(
          eq(activities.id, id),
          isDeleted ? isNotNull(activities.deletedAt) : isNull(activities.deletedAt),
        ),
      )
    const shops = row ? shopsOf(row, await placedShops(db, caller.scope)) : []
    if (!row || !shops.some(({ isVisible }) => isVisible)) throw new AppError('notFound', text.noActivity)
    if (shops.some(({ isVisible }) => !isVisible)) throw new AppError('forbidden', text.foreignShops)
    return row
  }

  const stored = ({ from, to, ...rest }: ActivityBody) => ({ ...rest, fromDate: from, toDate: to })

  /** @throws conflict where it was changed meanwhile */
  async function change(
    caller: Caller,
    row: ActivityRow,
    version: number,
    values: Partial<typeof activities.$inferInsert>,
  ): Promise<Activity> {
    const changed = await db
      .update(activities)
      .set({ ...values, version: version + 1, updatedBy: caller.userId, updatedAt: now() })
      .where(and(eq(activities.id, row.id), eq(activities.version, version)))
      .returning({ id: activities.id })
    if (changed.length === 0)
      throw new AppError('conflict', text.changed, {
        reason: 'changed',
        current: await one(caller, row.id),
      })
    await copied()
    return one(caller, row.id)
  }

  /** Figures follow at once where the measure store answers, else with the next turn of the job. */
  const copied = () => copyActivities(deps).catch(() => 0)

  return {
    async list(caller: Caller, where: { shopId?: string | undefined; areaId?: string | undefined }) {
      const [found, placed] = await Promise.all([
        select().where(isNull(activities.deletedAt)).orderBy(desc(activities.fromDate), desc(activities.id)),
        placedShops(db, caller.scope),
      ])
      const isAsked = ({ id, areaIds, isVisible }: PlacedShop) =>
        isVisible &&
        (where.shopId === undefined || id === where.shopId) &&
        (where.areaId === undefined || areaIds.includes(where.areaId))
      return found
        .filter(({ row }) => shopsOf(row, placed).some(isAsked))
        .map(({ row, author }) => written(row, author, placed))
    },

    async create(caller: Caller, body: ActivityBody): Promise<Activity> {
      await checkShops(caller, body)
      const [made] = await db
        .insert(activities)
        .values({ ...stored(body), updatedBy: caller.userId, updatedAt: now() })
        .returning({ id: activities.id })
      if (!made) throw new Error('an activity was not put down')
      await copied()
      return one(caller, made.id)
    },

    /** @throws ruleBroken where it is over */
    async update(caller: Caller, id: string, { version, ...body }: ActivityBody & { version: number }) {
      const row = await changeable(caller, id)
      if (!isOpen(statusOf(row))) throw new AppError('ruleBroken', text.isOver)
      await checkShops(caller, body)
      return change(caller, row, version, stored(body))
    },

    /** @throws ruleBroken where it is over */
    async cancel(caller: Caller, id: string, version: number) {
      const row = await changeable(caller, id)
      if (!isOpen(statusOf(row))) throw new AppError('ruleBroken', text.isOver)
      return change(caller, row, version, { cancelledOn: today() })
    },

    async remove(caller: Caller, id: string): Promise<void> {
      const row = await changeable(caller, id)
      await change(caller, row, row.version, { deletedAt: now() })
    },

    async restore(caller: Caller, id: string) {
      const row = await changeable(caller, id, true)
      return change(caller, row, row.version, { deletedAt: null })
    },
  }
}
export type ActivityService = ReturnType<typeof activityService>

const isOpen = (status: ActivityStatus): boolean => status === 'planned' || status === 'running'
