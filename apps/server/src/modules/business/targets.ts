import { AppError, type ShopTarget } from '@aisle/contract'
import { and, asc, eq, gte, inArray, isNull, lte } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { shops, shopTargets } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { readTargetFile } from './target-file.ts'
import { text } from './text.ts'

type Deps = { db: Database; now: () => Date }

/** What shops should reach in a month. A target that is emptied on both sides is gone. */
export function targetService({ db, now }: Deps) {
  const answer = {
    shopId: shopTargets.shopId,
    month: shopTargets.month,
    visits: shopTargets.visits,
    sales: shopTargets.sales,
    version: shopTargets.version,
  }
  const openShops = (caller: Caller) =>
    db
      .select({ id: shops.id, code: shops.code, name: shops.name })
      .from(shops)
      .where(and(inScope(caller.scope), isNull(shops.closedAt)))

  return {
    ofYear: (caller: Caller, year: number): Promise<ShopTarget[]> =>
      db
        .select(answer)
        .from(shopTargets)
        .innerJoin(shops, eq(shops.id, shopTargets.shopId))
        .where(
          and(
            inScope(caller.scope),
            isNull(shops.closedAt),
            gte(shopTargets.month, `${year}-01`),
            lte(shopTargets.month, `${year}-12`),
          ),
        )
        .orderBy(asc(shopTargets.shopId), asc(shopTargets.month)),

    /** All of them or none. @throws forbidden, ruleBroken, or conflict with what is there now */
    async save(caller: Caller, entries: readonly ShopTarget[]): Promise<ShopTarget[]> {
      const keyOf = ({ shopId, month }: Pick<ShopTarget, 'shopId' | 'month'>) => `${shopId} ${month}`
      if (new Set(entries.map(keyOf)).size !== entries.length) throw new AppError('ruleBroken', text.repeated)
      const visible = new Set((await openShops(caller)).map(shop => shop.id))
      if (entries.some(entry => !visible.has(entry.shopId))) throw new AppError('forbidden', text.foreignShop)
      const shopIds = [...new Set(entries.map(entry => entry.shopId))]
      return db.transaction(async tx => {
        // The rows of the shops are the lock: a target may not be there yet.
        await tx
          .select({ id: shops.id })
          .from(shops)
          .where(inArray(shops.id, shopIds))
          .orderBy(asc(shops.id))
          .for('update')
        const present = new Map(
          (await tx.select(answer).from(shopTargets).where(inArray(shopTargets.shopId, shopIds))).map(row => [
            keyOf(row),
            row,
          ]),
        )
        const stale = entries.filter(entry => (present.get(keyOf(entry))?.version ?? 0) !== entry.version)
        if (stale.length > 0)
          throw new AppError('conflict', text.changed, {
            reason: 'changed',
            current: stale.map(
              entry => present.get(keyOf(entry)) ?? { ...entry, visits: null, sales: null, version: 0 },
            ),
          })
        const saved: ShopTarget[] = []
        for (const entry of entries) {
          const key = and(eq(shopTargets.shopId, entry.shopId), eq(shopTargets.month, entry.month))
          if (entry.visits === null && entry.sales === null) {
            await tx.delete(shopTargets).where(key)
            saved.push({ ...entry, version: 0 })
            continue
          }
          const next = {
            visits: entry.visits,
            sales: entry.sales,
            version: entry.version + 1,
            updatedBy: caller.userId,
            updatedAt: now(),
          }
          await tx
            .insert(shopTargets)
            .values({ shopId: entry.shopId, month: entry.month, ...next })
            .onConflictDoUpdate({ target: [shopTargets.shopId, shopTargets.month], set: next })
          saved.push({ ...entry, version: entry.version + 1 })
        }
        return saved
      })
    },

    /** What a file holds, with nothing kept. @throws ruleBroken where it is no table */
    async read(caller: Caller, data: Buffer, language: 'zh' | 'en') {
      const byCode = new Map((await openShops(caller)).map(shop => [shop.code.toUpperCase(), shop]))
      return readTargetFile(data, byCode, language)
    },
  }
}
