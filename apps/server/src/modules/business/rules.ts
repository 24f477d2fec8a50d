import { AppError, type ChainRule, isAllowed, type ShopRule } from '@aisle/contract'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { businessRules, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import { text } from './text.ts'

type Deps = {
  db: Database
  /** Whether anything was counted that lies on business days. */
  hasFacts(): Promise<boolean>
  now: () => Date
}
type SaveShop = Pick<ShopRule, 'followsDefault' | 'openTime' | 'closeTime' | 'areaM2' | 'version'>

const chainId = 'default'
const initialChain: ChainRule = { openTime: '10:00', closeTime: '22:00', dayCut: '00:00', weekStart: 1 }

/** The rules of the chain as they are kept, with the built-in ones in place of what was never set. */
export async function chainRule(db: Queryable): Promise<ChainRule & { version: number }> {
  const [row] = await db.select().from(businessRules).where(eq(businessRules.id, chainId))
  return {
    openTime: row?.openTime ?? initialChain.openTime,
    closeTime: row?.closeTime ?? initialChain.closeTime,
    dayCut: row?.dayCut ?? initialChain.dayCut,
    weekStart: row?.weekStart ?? initialChain.weekStart,
    version: row?.version ?? 0,
  }
}

/** Opening hours, business days and floor areas. The hours in force of a shop always stand in `shops`. */
export function ruleService({ db, hasFacts, now }: Deps) {
  async function shopRules(scope: Scope, shopId?: string): Promise<ShopRule[]> {
    const rows = await db
      .select({
        shopId: shops.id,
        shopname: shops.name,
        shopnameEn: shops.nameEn,
        openTime: shops.openTime,
        closeTime: shops.closeTime,
        areaM2: shops.areaM2,
        followsDefault: businessRules.followsDefault,
        version: businessRules.version,
      })
      .from(shops)
      .leftJoin(businessRules, eq(businessRules.id, shops.id))
      .where(
        and(inScope(scope), isNull(shops.closedAt), shopId === undefined ? undefined : eq(shops.id, shopId)),
      )
      .orderBy(asc(shops.code), asc(shops.id))
    return rows.map(row => ({
      ...row,
      followsDefault: row.followsDefault ?? false,
      version: row.version ?? 0,
    }))
  }

  return {
    async read(caller: Caller) {
      const { version, ...chain } = await chainRule(db)
      const mayChangeChain = caller.scope.all
      return {
        chain,
        version,
        mayChangeChain,
        // Opening hours are read while the measure store is away, too.
        mayChangeCut: mayChangeChain && !(await hasFacts().catch(() => true)),
        shops: await shopRules(caller.scope),
      }
    },

    /**
     * The end of the business day is set before anything is counted: rows, corrections and warnings lie on the days and hours that
     * follow from it. @throws forbidden without sight of every shop, ruleBroken, or conflict
     */
    async saveChain(caller: Caller, { version, ...rule }: ChainRule & { version: number }) {
      if (!caller.scope.all) throw new AppError('forbidden', text.chainOnly)
      if (rule.openTime === rule.closeTime) throw new AppError('ruleBroken', text.sameTime)
      if (rule.dayCut !== (await chainRule(db)).dayCut && (await hasFacts()))
        throw new AppError('ruleBroken', text.cutInUse)
      return db.transaction(async tx => {
        const [present] = await tx
          .select()
          .from(businessRules)
          .where(eq(businessRules.id, chainId))
          .for('update')
        if ((present?.version ?? 0) !== version)
          throw new AppError('conflict', text.changed, { reason: 'changed', current: await chainRule(tx) })
        const next = { ...rule, version: version + 1, updatedBy: caller.userId, updatedAt: now() }
        if (present) await tx.update(businessRules).set(next).where(eq(businessRules.id, chainId))
        else {
          const made = await tx
            .insert(businessRules)
            .values({ id: chainId, ...next })
            .onConflictDoNothing()
            .returning({ id: businessRules.id })
          if (made.length === 0) throw new AppError('conflict', text.changed, { reason: 'changed' })
        }
        const followers = tx
          .select({ id: businessRules.id })
          .from(businessRules)
          .where(eq(businessRules.followsDefault, true))
        await tx
          .update(shops)
          .set({ openTime: rule.openTime, closeTime: rule.closeTime })
          .where(inArray(shops.id, followers))
        return { version: version + 1 }
      })
    },

    /** @throws as `shopInScope` */
    async capacity(caller: Caller, shopId: string) {
      await shopInScope(db, caller.scope, shopId)
      const [shop] = await db.select({ capacity: shops.capacity }).from(shops).where(eq(shops.id, shopId))
      return { capacity: shop?.capacity ?? null, mayChange: isAllowed(caller.authorities, ['settings.view']) }
    },

    /** @throws as `shopInScope` */
    async saveCapacity(caller: Caller, shopId: string, capacity: number | null) {
      await shopInScope(db, caller.scope, shopId)
      await db.update(shops).set({ capacity }).where(eq(shops.id, shopId))
      return { capacity }
    },

    /** @throws as `shopInScope`, ruleBroken, or conflict */
    async saveShop(
      caller: Caller,
      shopId: string,
      { version, followsDefault, openTime, closeTime, areaM2 }: SaveShop,
    ) {
      await shopInScope(db, caller.scope, shopId)
      if (!followsDefault && openTime === closeTime) throw new AppError('ruleBroken', text.sameTime)
      await db.transaction(async tx => {
        // The shop's row is the lock: its rule may not be there yet.
        await tx.select({ id: shops.id }).from(shops).where(eq(shops.id, shopId)).for('update')
        const [present] = await tx.select().from(businessRules).where(eq(businessRules.id, shopId))
        if ((present?.version ?? 0) !== version)
          throw new AppError('conflict', text.changed, {
            reason: 'changed',
            current: (await shopRules(caller.scope, shopId))[0],
          })
        const next = { followsDefault, version: version + 1, updatedBy: caller.userId, updatedAt: now() }
        if (present) await tx.update(businessRules).set(next).where(eq(businessRules.id, shopId))
        else await tx.insert(businessRules).values({ id: shopId, ...next })
        const hours = followsDefault ? await chainRule(tx) : { openTime, closeTime }
        await tx
          .update(shops)
          .set({ openTime: hours.openTime, closeTime: hours.closeTime, areaM2 })
          .where(eq(shops.id, shopId))
      })
      const [saved] = await shopRules(caller.scope, shopId)
      if (!saved) throw new AppError('notFound', text.foreignShop)
      return saved
    },
  }
}
