import { AppError, type DailyRemark } from '@aisle/contract'
import { and, eq, isNull, not, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { areas, dailyRemarks, shops, users } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'

const text = {
  noArea: { zh: '没有找到该区域', en: 'There is no such area' },
  notWhole: {
    zh: '备注针对整个范围，你只能查看其中一部分',
    en: 'A remark is on a place as a whole, of which you may see only a part',
  },
  changed: {
    zh: '备注已被他人修改，请查看后再保存',
    en: 'Someone else changed the remark. Look at it before you save.',
  },
} as const

type Deps = { db: Database; now: () => Date }
type Place = { shopId?: string | undefined; areaId?: string | undefined }
export type DailyRemarkService = ReturnType<typeof dailyRemarkService>

const signers = alias(users, 'signers')

/** Remarks on days of a place. Whoever sees only a part of the place neither reads nor writes them. */
export function dailyRemarkService({ db, now }: Deps) {
  /** @throws AppError as `shopInScope`; notFound where there is no such area */
  async function placeOf({ scope }: Caller, { shopId, areaId }: Place) {
    if (shopId !== undefined) {
      await shopInScope(db, scope, shopId)
      return { place: `shop:${shopId}`, isWhole: true }
    }
    if (areaId === undefined) return { place: 'all', isWhole: scope.all }
    if ((await db.$count(areas, eq(areas.id, areaId))) === 0) throw new AppError('notFound', text.noArea)
    const isThere = or(
      eq(shops.regionId, areaId),
      eq(shops.provinceId, areaId),
      eq(shops.cityId, areaId),
      eq(shops.countyId, areaId),
    )
    // Whoever sees none of its shops does not see all of it, be they closed.
    const seen = scope.all || (await db.$count(shops, and(isThere, inScope(scope)))) > 0
    const unseen = scope.all
      ? 0
      : await db.$count(shops, and(isNull(shops.closedAt), isThere, not(inScope(scope))))
    return { place: `area:${areaId}`, isWhole: seen && unseen === 0 }
  }

  async function present(place: string, date: string, isWhole: boolean): Promise<DailyRemark> {
    const [found] = isWhole
      ? await db
          .select({ row: dailyRemarks, writer: users.realName, signer: signers.realName })
          .from(dailyRemarks)
          .leftJoin(users, eq(users.id, dailyRemarks.updatedBy))
          .leftJoin(signers, eq(signers.id, dailyRemarks.signedBy))
          .where(and(eq(dailyRemarks.place, place), eq(dailyRemarks.date, date)))
      : []
    return {
      date,
      text: found?.row.text ?? '',
      version: found?.row.version ?? 0,
      updatedBy: found?.writer ?? '',
      updatedAt: found?.row.updatedAt.toISOString() ?? null,
      signedBy: found?.signer ?? '',
      signedAt: found?.row.signedAt?.toISOString() ?? null,
      isWhole,
    }
  }

  return {
    async read(caller: Caller, { date, ...at }: Place & { date: string }): Promise<DailyRemark> {
      const { place, isWhole } = await placeOf(caller, at)
      return present(place, date, isWhole)
    },

    /** @throws AppError forbidden where the caller sees a part of the place; conflict with what stands there now */
    async write(
      caller: Caller,
      {
        date,
        text: words,
        version,
        isSigned,
        ...at
      }: Place & { date: string; text: string; version: number; isSigned: boolean },
    ): Promise<DailyRemark> {
      const { place, isWhole } = await placeOf(caller, at)
      if (!isWhole) throw new AppError('forbidden', text.notWhole)
      const moment = now()
      const values = {
        text: words,
        updatedBy: caller.userId,
        updatedAt: moment,
        signedBy: isSigned ? caller.userId : null,
        signedAt: isSigned ? moment : null,
      }
      const written =
        version === 0
          ? await db
              .insert(dailyRemarks)
              .values({ place, date, ...values })
              .onConflictDoNothing()
              .returning({ place: dailyRemarks.place })
          : await db
              .update(dailyRemarks)
              .set({ ...values, version: version + 1 })
              .where(
                and(
                  eq(dailyRemarks.place, place),
                  eq(dailyRemarks.date, date),
                  eq(dailyRemarks.version, version),
                ),
              )
              .returning({ place: dailyRemarks.place })
      const current = await present(place, date, true)
      if (written.length === 0) throw new AppError('conflict', text.changed, { reason: 'changed', current })
      return current
    },
  }
}
