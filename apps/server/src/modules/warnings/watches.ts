import {
  AppError,
  type AreaSelection,
  type Watch,
  type WatchAction,
  type WatchedKind,
  type WatchLimitValues,
  watchActions,
  watchLimitsOf,
} from '@aisle/contract'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Queryable } from '../../platform/postgres.ts'
import {
  flowWarningSteps,
  flowWarnings,
  placeTargets,
  shops,
  users,
  watches,
} from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import { placeIn, placeName, placesOf } from './places.ts'
import { type ShopDayDeps, shopDay } from './shop-day.ts'
import { text } from './text.ts'

type Deps = ShopDayDeps & { wake(): void }
type Targets = readonly { month: string; visits: number | null }[]
type Settings = { limits: WatchLimitValues; ownerId: string | null; targets: Targets }

/** Floors, entrances and zones that somebody keeps an eye on: their targets and limits, and what was done when they were missed. */
export function watchService({ db, dayCut, now, wake }: Deps) {
  const today = shopDay({ db, dayCut, now })
  const columns = {
    watch: watches,
    shopName: shops.name,
    shopNameEn: shops.nameEn,
    ownerName: users.realName,
    nodeName: placeName(watches, 'name'),
    nodeNameEn: placeName(watches, 'name_en'),
  }
  const from = () =>
    db
      .select(columns)
      .from(watches)
      .innerJoin(shops, eq(shops.id, watches.shopId))
      .leftJoin(users, eq(users.id, watches.ownerId))

  async function answers(rows: Awaited<ReturnType<typeof from>>): Promise<Watch[]> {
    const ids = [...new Set(rows.map(({ watch }) => watch.nodeId))]
    const targets =
      ids.length === 0
        ? []
        : await db
            .select()
            .from(placeTargets)
            .where(inArray(placeTargets.nodeId, ids))
            .orderBy(asc(placeTargets.month))
    return rows.map(({ watch, ...row }) => ({
      id: watch.id,
      version: watch.version,
      shopId: watch.shopId,
      shopname: row.shopName,
      shopnameEn: row.shopNameEn,
      nodeKind: watch.nodeKind,
      nodeId: watch.nodeId,
      nodeName: row.nodeName,
      nodeNameEn: row.nodeNameEn,
      status: watch.status,
      limits: watch.limits,
      ownerId: watch.ownerId,
      ownerName: row.ownerName ?? '',
      since: watch.since,
      changedAt: watch.changedAt.toISOString(),
      targets: targets
        .filter(one => one.nodeKind === watch.nodeKind && one.nodeId === watch.nodeId)
        .map(({ month, visits }) => ({ month, visits })),
    }))
  }

  /** @throws AppError notFound, also outside the scope */
  async function one(caller: Caller, id: string): Promise<Watch> {
    const [answer] = await answers(await from().where(and(eq(watches.id, id), inScope(caller.scope))))
    if (!answer) throw new AppError('notFound', text.noWatch)
    return answer
  }

  async function setTargets(
    tx: Queryable,
    caller: Caller,
    { shopId, nodeKind, nodeId }: { shopId: string; nodeKind: WatchedKind; nodeId: string },
    targets: Targets,
  ): Promise<void> {
    for (const { month, visits } of targets) {
      const key = and(
        eq(placeTargets.nodeKind, nodeKind),
        eq(placeTargets.nodeId, nodeId),
        eq(placeTargets.month, month),
      )
      if (visits === null) await tx.delete(placeTargets).where(key)
      else {
        const next = { visits, updatedBy: caller.userId, updatedAt: now() }
        await tx
          .insert(placeTargets)
          .values({ shopId, nodeKind, nodeId, month, ...next })
          .onConflictDoUpdate({
            target: [placeTargets.nodeKind, placeTargets.nodeId, placeTargets.month],
            set: next,
          })
      }
    }
  }
  /** @throws AppError notFound where no such user is there */
  async function ownerIn(id: string | null): Promise<void> {
    if (id === null) return
    const [row] = await db.select({ id: users.id }).from(users).where(eq(users.id, id))
    if (!row) throw new AppError('notFound', text.noUser)
  }
  /** Limits of other kinds of places say nothing here. */
  const limitsFor = (kind: WatchedKind, limits: WatchLimitValues): WatchLimitValues =>
    Object.fromEntries(
      watchLimitsOf[kind].flatMap(name => (limits[name] === undefined ? [] : [[name, limits[name]]])),
    )

  return {
    async list(
      caller: Caller,
      {
        area,
        nodeKind,
        shopIds,
      }: { area: AreaSelection; nodeKind: WatchedKind; shopIds?: readonly string[] | undefined },
    ): Promise<Watch[]> {
      const rows = await from()
        .where(
          and(
            inScope(caller.scope),
            inArea(area),
            eq(watches.nodeKind, nodeKind),
            ne(watches.status, 'ended'),
            shopIds && inArray(watches.shopId, [...shopIds]),
          ),
        )
        .orderBy(asc(shops.name), asc(watches.id))
      return answers(rows)
    },

    async places(caller: Caller, shopId: string, kind: WatchedKind) {
      await shopInScope(db, caller.scope, shopId)
      return placesOf(db, shopId, kind)
    },

    /** @throws AppError as `shopInScope`; notFound for the place; ruleBroken where it is watched already */
    async create(
      caller: Caller,
      input: Settings & { shopId: string; nodeKind: WatchedKind; nodeId: string },
    ): Promise<Watch> {
      const { shopId, nodeKind, nodeId } = input
      const { timeZone } = await shopInScope(db, caller.scope, shopId)
      await placeIn(db, shopId, nodeKind, nodeId)
      await ownerIn(input.ownerId)
      const since = await today.on(timeZone)
      const id = await db.transaction(async tx => {
        const [row] = await tx
          .insert(watches)
          .values({
            shopId,
            nodeKind,
            nodeId,
            limits: limitsFor(nodeKind, input.limits),
            ownerId: input.ownerId,
            since,
            changedAt: now(),
          })
          .onConflictDoNothing()
          .returning({ id: watches.id })
        if (!row) throw new AppError('ruleBroken', text.watched, { reason: 'watched' })
        await setTargets(tx, caller, input, input.targets)
        return row.id
      })
      wake()
      return one(caller, id)
    },

    /** @throws AppError notFound; ruleBroken where it is ended; conflict with what it is now */
    async update(
      caller: Caller,
      id: string,
      { version, ...input }: Settings & { version: number },
    ): Promise<Watch> {
      const present = await one(caller, id)
      if (present.status === 'ended')
        throw new AppError('ruleBroken', text.wrongStatus, { reason: 'status:ended' })
      await ownerIn(input.ownerId)
      const isChanged = await db.transaction(async tx => {
        const changed = await tx
          .update(watches)
          .set({
            limits: limitsFor(present.nodeKind, input.limits),
            ownerId: input.ownerId,
            version: version + 1,
            changedAt: now(),
            examinedUpTo: 0,
          })
          .where(and(eq(watches.id, id), eq(watches.version, version)))
          .returning({ id: watches.id })
        if (changed.length > 0) await setTargets(tx, caller, present, input.targets)
        return changed.length > 0
      })
      const current = await one(caller, id)
      if (!isChanged) throw new AppError('conflict', text.changed, { reason: 'changed', current })
      wake()
      return current
    },

    /**
     * Registers a measure, which its open deviations then carry, or ends the watch.
     * @throws AppError notFound; ruleBroken, naming the status, from any other than the step's; conflict
     */
    async step(
      caller: Caller,
      id: string,
      {
        action,
        version,
        reason,
        remark,
      }: { action: WatchAction; version: number; reason: string; remark: string },
    ): Promise<Watch> {
      await one(caller, id)
      const { from: statuses, to } = watchActions[action]
      const isStale = await db.transaction(async tx => {
        const [row] = await tx.select().from(watches).where(eq(watches.id, id)).for('update')
        if (row?.version !== version) return true
        if (!statuses.some(status => status === row.status))
          throw new AppError('ruleBroken', text.wrongStatus, { reason: `status:${row.status}` })
        const at = now()
        await tx
          .update(watches)
          .set({ status: to, version: version + 1, changedAt: at })
          .where(eq(watches.id, id))
        const pending = await tx
          .select()
          .from(flowWarnings)
          .where(
            and(
              eq(flowWarnings.watchId, id),
              inArray(flowWarnings.status, action === 'handle' ? ['open'] : ['open', 'acknowledged']),
            ),
          )
          .for('update')
        const next = action === 'handle' ? 'acknowledged' : 'resolved'
        for (const warning of pending) {
          await tx
            .update(flowWarnings)
            .set({
              status: next,
              version: warning.version + 1,
              handledBy: caller.userId,
              handledAt: at,
              ...(action === 'handle' ? { reason, remark } : {}),
              updatedAt: at,
            })
            .where(eq(flowWarnings.id, warning.id))
          await tx.insert(flowWarningSteps).values({
            warningId: warning.id,
            version: warning.version + 1,
            action: action === 'handle' ? 'acknowledge' : 'resolve',
            fromStatus: warning.status,
            toStatus: next,
            userId: caller.userId,
            at,
            reason,
            remark,
          })
        }
        return false
      })
      const current = await one(caller, id)
      if (isStale) throw new AppError('conflict', text.changed, { reason: 'changed', current })
      return current
    },
  }
}
