import { AppError, type FlowRule, type RuleInput } from '@aisle/contract'
import { and, asc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import { holdsAuthority } from '../../platform/people-access.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { flowRules, flowWarnings, shops, users } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { dayBefore } from '../../platform/time.ts'
import { type ShopDayDeps, shopDay } from './shop-day.ts'
import { text } from './text.ts'

type Deps = ShopDayDeps & {
  /** Has the limits looked at soon. */
  wake(): void
}
type Row = typeof flowRules.$inferSelect

/** Limits that people set. A rule that is changed looks at its days again; what it raised stays. */
export function ruleService({ db, dayCut, now, wake }: Deps) {
  const today = shopDay({ db, dayCut, now })

  /** Of these shops, those in scope; every one of the scope where none are named. */
  async function shopsIn(on: Queryable, { scope }: Caller, ids: readonly string[]): Promise<string[]> {
    const rows = await on
      .select({ id: shops.id })
      .from(shops)
      .where(and(inScope(scope), ids.length > 0 ? inArray(shops.id, [...ids]) : undefined))
    return rows.map(row => row.id)
  }
  const mayChange = async (caller: Caller, shopIds: readonly string[]): Promise<boolean> =>
    caller.scope.all ||
    (shopIds.length > 0 && (await shopsIn(db, caller, shopIds)).length === new Set(shopIds).size)

  async function answers(
    caller: Caller,
    rows: readonly (Row & { updater: string | null })[],
  ): Promise<FlowRule[]> {
    const since = dayBefore(now().toISOString().slice(0, 10), 30)
    const counts = await db
      .select({
        ruleId: flowWarnings.ruleId,
        raised: sql<number>`count(*)::int`,
        open: sql<number>`(count(*) filter (where ${flowWarnings.status} = 'open'))::int`,
      })
      .from(flowWarnings)
      .innerJoin(shops, eq(shops.id, flowWarnings.shopId))
      .where(and(inScope(caller.scope), gte(flowWarnings.bizDate, since)))
      .groupBy(flowWarnings.ruleId)
    const byRule = new Map(counts.map(row => [row.ruleId, row]))
    const named = [...new Set(rows.flatMap(({ shopIds }) => shopIds))]
    const visible = new Set(named.length === 0 ? [] : await shopsIn(db, caller, named))
    const list: FlowRule[] = []
    for (const row of rows) {
      const own = row.shopIds.filter(id => visible.has(id))
      // A rule about nothing but shops of others is none of the caller's.
      if (row.shopIds.length > 0 && own.length === 0) continue
      list.push({
        id: row.id,
        version: row.version,
        name: row.name,
        nameEn: row.nameEn,
        kind: row.kind,
        limits: row.limits,
        hours: row.fromTime && row.toTime ? { from: row.fromTime, to: row.toTime } : null,
        shopIds: own,
        severity: row.severity,
        userIds: row.userIds,
        isActive: row.isActive,
        since: row.since,
        updatedAt: row.updatedAt.toISOString(),
        updatedBy: row.updater ?? '',
        raised: byRule.get(row.id)?.raised ?? 0,
        open: byRule.get(row.id)?.open ?? 0,
        canChange: caller.scope.all || (row.shopIds.length > 0 && own.length === row.shopIds.length),
      })
    }
    return list
  }
  const select = () =>
    db
      .select({ rule: flowRules, updater: users.realName })
      .from(flowRules)
      .leftJoin(users, eq(users.id, flowRules.updatedBy))
      .$dynamic()

  /** @throws AppError notFound, also where it is about shops of others alone */
  async function one(caller: Caller, id: string): Promise<FlowRule> {
    const rows = await select().where(and(eq(flowRules.id, id), isNull(flowRules.removedAt)))
    const [answer] = await answers(
      caller,
      rows.map(({ rule, updater }) => ({ ...rule, updater })),
    )
    if (!answer) throw new AppError('notFound', text.noRule)
    return answer
  }

  async function checked(caller: Caller, input: RuleInput): Promise<void> {
    if (!(await mayChange(caller, input.shopIds))) throw new AppError('forbidden', text.everyShopOnly)
    const ids = new Set(input.shopIds)
    if (ids.size > 0 && (await shopsIn(db, caller, [...ids])).length < ids.size)
      throw new AppError('notFound', text.noShop)
  }
  const valuesOf = ({ hours, ...input }: RuleInput, caller: Caller) => ({
    name: input.name,
    kind: input.kind,
    limits: input.limits,
    shopIds: [...new Set(input.shopIds)],
    userIds: [...new Set(input.userIds)],
    severity: input.severity,
    isActive: input.isActive,
    fromTime: hours?.from ?? null,
    toTime: hours?.to ?? null,
    updatedBy: caller.userId,
    updatedAt: now(),
    // All its days are looked at again.
    examinedUpTo: 0,
  })

  /** @throws AppError notFound; forbidden where it is about shops that the caller may not see */
  async function own(caller: Caller, id: string, isRemoved: boolean): Promise<Row> {
    const [row] = await db.select().from(flowRules).where(eq(flowRules.id, id))
    if (!row || (row.removedAt !== null) !== isRemoved) throw new AppError('notFound', text.noRule)
    if (!(await mayChange(caller, row.shopIds))) throw new AppError('forbidden', text.everyShopOnly)
    return row
  }

  return {
    async list(caller: Caller): Promise<FlowRule[]> {
      const rows = await select()
        .where(isNull(flowRules.removedAt))
        .orderBy(asc(flowRules.name), asc(flowRules.id))
      return answers(
        caller,
        rows.map(({ rule, updater }) => ({ ...rule, updater })),
      )
    },

    /** Looks at yesterday too, so that a limit shows at once what it means. */
    async create(caller: Caller, input: RuleInput): Promise<FlowRule> {
      await checked(caller, input)
      const [row] = await db
        .insert(flowRules)
        .values({ ...valuesOf(input, caller), since: dayBefore(await today.earliest(input.shopIds), 1) })
        .returning({ id: flowRules.id })
      wake()
      return one(caller, row?.id ?? '')
    },

    /** @throws AppError as `own`; conflict with the present rule */
    async update(caller: Caller, id: string, { version, ...input }: RuleInput & { version: number }) {
      await own(caller, id, false)
      await checked(caller, input)
      const changed = await db
        .update(flowRules)
        .set({
          ...valuesOf(input, caller),
          nameEn: sql`case when ${flowRules.name} = ${input.name} then ${flowRules.nameEn} else '' end`,
          version: version + 1,
        })
        .where(and(eq(flowRules.id, id), eq(flowRules.version, version), isNull(flowRules.removedAt)))
        .returning({ id: flowRules.id })
      const current = await one(caller, id)
      if (changed.length === 0) throw new AppError('conflict', text.changed, { reason: 'changed', current })
      wake()
      return current
    },

    async remove(caller: Caller, id: string): Promise<null> {
      await own(caller, id, false)
      await db.update(flowRules).set({ removedAt: now() }).where(eq(flowRules.id, id))
      return null
    },

    async restore(caller: Caller, id: string): Promise<FlowRule> {
      await own(caller, id, true)
      await db.update(flowRules).set({ removedAt: null }).where(eq(flowRules.id, id))
      wake()
      return one(caller, id)
    },

    /** Who may be told: users who read or handle warnings. */
    people: () =>
      db
        .select({ userId: users.id, userName: users.realName })
        .from(users)
        .where(
          and(
            eq(users.disabled, false),
            sql`(${holdsAuthority('warning.view')} or ${holdsAuthority('warning.handle')})`,
          ),
        )
        .orderBy(asc(users.realName), asc(users.id)),
  }
}
