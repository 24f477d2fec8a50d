import { AppError, type AreaSelection } from '@aisle/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Caller } from '../../platform/http/request.ts'
import { shops, users, zoneChanges, zones } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import { placeIn } from './places.ts'
import { type ShopDayDeps, shopDay } from './shop-day.ts'
import { text } from './text.ts'

/** What was changed in zones and when, so that the time before can be held against the time after. */
export function zoneChangeService({ db, dayCut, now }: ShopDayDeps) {
  const today = shopDay({ db, dayCut, now })
  const from = () =>
    db
      .select({
        change: zoneChanges,
        shopName: shops.name,
        shopNameEn: shops.nameEn,
        timeZone: shops.timeZone,
        zoneName: zones.name,
        zoneNameEn: zones.nameEn,
        creator: users.realName,
      })
      .from(zoneChanges)
      .innerJoin(shops, eq(shops.id, zoneChanges.shopId))
      .innerJoin(zones, eq(zones.id, zoneChanges.zoneId))
      .leftJoin(users, eq(users.id, zoneChanges.createdBy))
  const answer = ({ change, ...row }: Awaited<ReturnType<typeof from>>[number]) => ({
    id: change.id,
    shopId: change.shopId,
    shopname: row.shopName,
    shopnameEn: row.shopNameEn,
    timeZone: row.timeZone,
    zoneId: change.zoneId,
    zoneName: row.zoneName,
    zoneNameEn: row.zoneNameEn,
    date: change.changedOn,
    what: change.what,
    createdBy: row.creator ?? '',
    createdAt: change.createdAt.toISOString(),
  })

  async function one(caller: Caller, id: string, isRemoved = false) {
    const [row] = await from().where(
      and(
        eq(zoneChanges.id, id),
        inScope(caller.scope),
        isRemoved ? sql`${zoneChanges.removedAt} is not null` : sql`${zoneChanges.removedAt} is null`,
      ),
    )
    if (!row) throw new AppError('notFound', text.noChange)
    return answer(row)
  }

  return {
    async list(
      caller: Caller,
      { area, shopIds }: { area: AreaSelection; shopIds?: readonly string[] | undefined },
    ) {
      const rows = await from()
        .where(
          and(
            inScope(caller.scope),
            inArea(area),
            sql`${zoneChanges.removedAt} is null`,
            shopIds && inArray(zoneChanges.shopId, [...shopIds]),
          ),
        )
        .orderBy(sql`${zoneChanges.changedOn} desc`, asc(zoneChanges.id))
      return rows.map(answer)
    },

    /** @throws AppError as `shopInScope`; notFound for the zone; ruleBroken for a day to come */
    async create(caller: Caller, input: { shopId: string; zoneId: string; date: string; what: string }) {
      const { timeZone } = await shopInScope(db, caller.scope, input.shopId)
      await placeIn(db, input.shopId, 'zone', input.zoneId)
      if (input.date > (await today.on(timeZone)))
        throw new AppError('ruleBroken', text.futureChange, { reason: 'future' })
      const [row] = await db
        .insert(zoneChanges)
        .values({
          shopId: input.shopId,
          zoneId: input.zoneId,
          changedOn: input.date,
          what: input.what,
          createdBy: caller.userId,
          createdAt: now(),
        })
        .returning({ id: zoneChanges.id })
      return one(caller, row?.id ?? '')
    },

    async remove(caller: Caller, id: string): Promise<null> {
      await one(caller, id)
      await db.update(zoneChanges).set({ removedAt: now() }).where(eq(zoneChanges.id, id))
      return null
    },

    async restore(caller: Caller, id: string) {
      await one(caller, id, true)
      await db.update(zoneChanges).set({ removedAt: null }).where(eq(zoneChanges.id, id))
      return one(caller, id)
    },
  }
}
