import { AppError, type AreaQuestion, type CustomArea, type CustomAreaBody } from '@aisle/contract'
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { customAreas, floorPlans, users } from '../../platform/schema/index.ts'
import type { AreaReader } from './area-figures.ts'
import { hoursOf } from './period.ts'
import { checkPolygon } from './service.ts'
import type { PlanStore } from './store.ts'
import { text } from './text.ts'

type Deps = { db: Database; store: PlanStore; figures: AreaReader; now: () => Date }

/** Areas that people draw on plans. An area is one of a plan: who does not see its shop does not see it. */
export function areaService({ db, store, figures, now }: Deps) {
  const select = () =>
    db
      .select({ area: customAreas, shopId: floorPlans.shopId, ownerName: users.realName })
      .from(customAreas)
      .innerJoin(floorPlans, eq(floorPlans.id, customAreas.planId))
      .innerJoin(users, eq(users.id, customAreas.userId))

  type Found = Awaited<ReturnType<typeof select>>[number]
  const answerOf = ({ area, shopId, ownerName }: Found, caller: Caller): CustomArea => {
    const { userId, updatedAt, removedAt: _, ...rest } = area
    return { ...rest, shopId, own: userId === caller.userId, ownerName, updatedAt: updatedAt.toISOString() }
  }

  /** @throws notFound where the plan is not in scope */
  async function planIn(caller: Caller, planId: string) {
    const [plan] = await store.byIds(caller.scope, [planId])
    if (!plan) throw new AppError('notFound', text.noPlan)
    return plan
  }

  /** @throws as `planIn`, ruleBroken where the shape does not fit the plan */
  async function check(caller: Caller, { planId, shape }: Pick<CustomAreaBody, 'planId' | 'shape'>) {
    const plan = await planIn(caller, planId)
    if (shape.kind === 'drawn') return checkPolygon(shape.polygon, plan)
    const known = new Set(plan.zones.map(({ id }) => id))
    if (shape.zoneIds.some(id => !known.has(id))) throw new AppError('ruleBroken', text.foreignZone)
  }

  const own = (caller: Caller, id: string) =>
    and(eq(customAreas.id, id), eq(customAreas.userId, caller.userId))

  /** An area that does not fit its plan any more is there all the same: it can be drawn anew, or deleted. */
  async function one(caller: Caller, id: string, { alsoRemoved = false } = {}): Promise<CustomArea> {
    const [found] = await select().where(
      and(own(caller, id), alsoRemoved ? undefined : isNull(customAreas.removedAt)),
    )
    if (!found) throw new AppError('notFound', text.noArea)
    await planIn(caller, found.area.planId)
    return answerOf(found, caller)
  }

  async function list(caller: Caller, shopId: string): Promise<CustomArea[]> {
    const plans = await store.ofShops(caller.scope, [shopId])
    if (plans.length === 0) return []
    const found = await select()
      .where(
        and(
          inArray(
            customAreas.planId,
            plans.map(({ id }) => id),
          ),
          isNull(customAreas.removedAt),
          or(eq(customAreas.userId, caller.userId), eq(customAreas.isShared, true)),
        ),
      )
      .orderBy(asc(customAreas.name), asc(customAreas.id))
    return found.map(row => answerOf(row, caller))
  }

  return {
    list,

    async create(caller: Caller, body: CustomAreaBody): Promise<CustomArea> {
      await check(caller, body)
      const [made] = await db
        .insert(customAreas)
        .values({ ...body, userId: caller.userId, updatedAt: now() })
        .returning({ id: customAreas.id })
      return one(caller, made?.id ?? '')
    },

    /** @throws notFound, ruleBroken, or conflict with the area as it is now */
    async update(caller: Caller, id: string, { version, ...body }: CustomAreaBody & { version: number }) {
      await one(caller, id)
      await check(caller, body)
      const changed = await db
        .update(customAreas)
        .set({ ...body, version: version + 1, updatedAt: now() })
        .where(and(own(caller, id), isNull(customAreas.removedAt), eq(customAreas.version, version)))
        .returning({ id: customAreas.id })
      if (changed.length === 0)
        throw new AppError('conflict', text.changed, { reason: 'changed', current: await one(caller, id) })
      return one(caller, id)
    },

    async remove(caller: Caller, id: string): Promise<void> {
      await one(caller, id)
      await db.update(customAreas).set({ removedAt: now() }).where(own(caller, id))
    },

    /** What was deleted comes back as it was; what is there stays. */
    async restore(caller: Caller, id: string): Promise<CustomArea> {
      await one(caller, id, { alsoRemoved: true })
      await db.update(customAreas).set({ removedAt: null }).where(own(caller, id))
      return one(caller, id)
    },

    /** @throws notFound where the shop is not in scope */
    async figures(caller: Caller, { shopId, ...when }: AreaQuestion) {
      const [areas, plans, zones] = await Promise.all([
        list(caller, shopId),
        store.ofShops(caller.scope, [shopId]),
        store.timeZones(caller.scope, [shopId]),
      ])
      const zone = zones.get(shopId)
      if (zone === undefined) throw new AppError('notFound', text.noShop)
      const hours = hoursOf(when, now(), zone)
      return Promise.all(
        areas.flatMap(area => {
          const plan = plans.find(({ id }) => id === area.planId)
          if (!plan) return []
          const { shape } = area
          const polygons =
            shape.kind === 'drawn'
              ? [shape.polygon]
              : plan.zones.filter(({ id }) => shape.zoneIds.includes(id)).map(({ polygon }) => polygon)
          return polygons.length === 0 ? [] : [figures({ area, plan, polygons }, hours)]
        }),
      )
    },
  }
}
export type AreaService = ReturnType<typeof areaService>
