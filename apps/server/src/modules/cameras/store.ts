import type { Capabilities, Movement, ProviderName } from '@aisle/contract'
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { type Database, outer, type Queryable } from '../../platform/postgres.ts'
import {
  cameraAccounts,
  cameraHolds,
  cameras,
  floors,
  plans,
  playSessions,
  presets,
  shops,
  users,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'

export type AccountRow = typeof cameraAccounts.$inferSelect
export type CameraRow = typeof cameras.$inferSelect
export type PresetRow = typeof presets.$inferSelect
export type Found = {
  camera: CameraRow
  account: AccountRow
  shop: { id: string; name: string; nameEn: string; timeZone: string }
}
export type Hold = typeof cameraHolds.$inferSelect
export type PlayRow = typeof playSessions.$inferSelect

const shopColumns = { id: shops.id, name: shops.name, nameEn: shops.nameEn, timeZone: shops.timeZone }

/** All PostgreSQL about cameras, presets, who steers, and sessions open on platforms. */
export function cameraStore(db: Database) {
  const here = (scope: Scope, condition: SQL | undefined) =>
    and(isNull(cameras.removedAt), isNull(shops.closedAt), inScope(scope), condition)
  const select = (scope: Scope, condition: SQL | undefined) =>
    db
      .select({ camera: cameras, account: cameraAccounts, shop: shopColumns })
      .from(cameras)
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .innerJoin(cameraAccounts, eq(cameraAccounts.id, cameras.accountId))
      .where(here(scope, condition))
      .orderBy(asc(cameras.shopId), asc(cameras.number), asc(cameras.id))
      .$dynamic()

  return {
    async find(scope: Scope, id: string): Promise<Found | undefined> {
      return (await select(scope, eq(cameras.id, id)))[0]
    },

    /** By the platform's own names, as the inherited calls ask. */
    async findByDevice(
      scope: Scope,
      deviceCode: string,
      channel: string,
      provider?: ProviderName,
      shopId?: string,
    ): Promise<Found | undefined> {
      const condition = and(
        eq(cameras.deviceCode, deviceCode),
        eq(cameras.channel, channel),
        provider && eq(cameras.provider, provider),
        shopId ? eq(cameras.shopId, shopId) : undefined,
      )
      return (await select(scope, condition).limit(1))[0]
    },

    list: (scope: Scope, wanted: { shopIds?: string[]; ids?: string[] }): Promise<Found[]> =>
      select(
        scope,
        and(
          wanted.shopIds ? inArray(cameras.shopId, wanted.shopIds) : undefined,
          wanted.ids ? inArray(cameras.id, wanted.ids) : undefined,
        ),
      ),

    /** Shops with cameras of a platform, those with most of them online first. */
    async shopsOf(scope: Scope, provider: ProviderName, limit: number) {
      const cameraCount = sql<number>`count(*)::int`
      const onlineCount = sql<number>`(count(*) filter (where ${cameras.status} = 'online'))::int`
      return db
        .select({ ...shopColumns, cameraCount, onlineCount })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .where(here(scope, eq(cameras.provider, provider)))
        .groupBy(shops.id)
        .orderBy(desc(onlineCount), desc(cameraCount), asc(shops.id))
        .limit(limit)
    },

    async page(
      scope: Scope,
      query: {
        shopId: string
        provider?: ProviderName | undefined
        searchKey?: string | undefined
        offset: number
        limit: number
      },
    ) {
      const literal = query.searchKey?.toLowerCase().replace(/[\\%_]/g, character => `\\${character}`)
      const condition = and(
        eq(cameras.shopId, query.shopId),
        query.provider && eq(cameras.provider, query.provider),
        literal
          ? or(
              sql`lower(${cameras.name}) like ${`%${literal}%`}`,
              sql`lower(${cameras.nameEn}) like ${`%${literal}%`}`,
              sql`${cameras.number} like ${`${literal}%`}`,
              sql`lower(${cameras.deviceCode}) like ${`%${literal}%`}`,
            )
          : undefined,
      )
      const rows = await db
        .select({
          camera: cameras,
          ysAccountId: cameraAccounts.ysAccountId,
          presets: sql<
            { id: string; name: string; index: number; userId: string | null }[]
          >`coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'index', p.index, 'userId', p.user_id) order by p.index) from ${presets} p where p.camera_id = ${cameras.id}), '[]')`,
          plan: sql<{
            id: string
            minute: number
          } | null>`(select jsonb_build_object('id', pl.id, 'minute', coalesce(pl.times[1], pl.from_minute)) from ${plans} pl where pl.camera_id = ${cameras.id} and pl.kind = 'screenshot' and pl.deleted_at is null)`,
          total: sql<number>`(count(*) over ())::int`,
        })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .innerJoin(cameraAccounts, eq(cameraAccounts.id, cameras.accountId))
        .where(here(scope, condition))
        .orderBy(asc(cameras.number), asc(cameras.id))
        .offset(query.offset)
        .limit(query.limit)
      const beyond = rows.length === 0 && query.offset > 0
      const total = beyond ? (await select(scope, condition)).length : (rows[0]?.total ?? 0)
      return { rows, total }
    },

    async create(row: typeof cameras.$inferInsert): Promise<string> {
      const [made] = await db.insert(cameras).values(row).returning({ id: cameras.id })
      if (!made) throw new Error('the camera was not inserted')
      return made.id
    },
    async update(id: string, change: Partial<typeof cameras.$inferInsert>): Promise<void> {
      if (Object.keys(change).length > 0) await db.update(cameras).set(change).where(eq(cameras.id, id))
    },
    /** The next free two-digit number of a shop. */
    async nextNumber(shopId: string): Promise<string> {
      const [row] = await db
        .select({ next: sql<number>`coalesce(max(substring(${cameras.number} from '^\\d+')::int), 0) + 1` })
        .from(cameras)
        .where(and(eq(cameras.shopId, shopId), isNull(cameras.removedAt)))
      return String(row?.next ?? 1).padStart(2, '0')
    },

    async hasFloor(shopId: string, floorId: string): Promise<boolean> {
      const rows = await db
        .select({ id: floors.id })
        .from(floors)
        .where(and(eq(floors.id, floorId), eq(floors.shopId, shopId)))
      return rows.length > 0
    },

    async noteStatus(id: string, status: 'online' | 'offline', at: Date): Promise<void> {
      await db
        .update(cameras)
        .set({ status, checkedAt: at, ...(status === 'online' ? { lastOnlineAt: at } : {}) })
        .where(eq(cameras.id, id))
    },
    async noteCapabilities(id: string, capabilities: Capabilities, at: Date): Promise<void> {
      await db.update(cameras).set({ capabilities, capabilitiesAt: at }).where(eq(cameras.id, id))
    },
    /** Cameras whose status was not looked at since, claimed so that each is looked at by one server. */
    async claimStale(before: Date, at: Date, limit: number): Promise<Found[]> {
      const claimed = await db
        .update(cameras)
        .set({ checkedAt: at })
        .where(
          inArray(
            cameras.id,
            db
              .select({ id: cameras.id })
              .from(cameras)
              .where(
                and(isNull(cameras.removedAt), or(isNull(cameras.checkedAt), lt(cameras.checkedAt, before))),
              )
              .orderBy(sql`${cameras.checkedAt} nulls first`)
              .limit(limit)
              .for('update', { skipLocked: true }),
          ),
        )
        .returning({ id: cameras.id })
      return claimed.length === 0
        ? []
        : select(
            { all: true },
            inArray(
              cameras.id,
              claimed.map(row => row.id),
            ),
          )
    },

    accounts: () =>
      db
        .select({
          account: cameraAccounts,
          cameraCount: sql<number>`(select count(*)::int from ${cameras} where ${outer(cameras.accountId)} = ${outer(cameraAccounts.id)} and ${outer(cameras.removedAt)} is null)`,
        })
        .from(cameraAccounts)
        .orderBy(asc(cameraAccounts.provider), asc(cameraAccounts.ysAccountId), asc(cameraAccounts.id)),
    async account(id: string): Promise<AccountRow | undefined> {
      const [row] = await db.select().from(cameraAccounts).where(eq(cameraAccounts.id, id))
      return row
    },
    async createAccount(row: typeof cameraAccounts.$inferInsert): Promise<string> {
      const [made] = await db.insert(cameraAccounts).values(row).returning({ id: cameraAccounts.id })
      if (!made) throw new Error('the account was not inserted')
      return made.id
    },
    async updateAccount(id: string, change: Partial<typeof cameraAccounts.$inferInsert>): Promise<void> {
      if (Object.keys(change).length > 0)
        await db.update(cameraAccounts).set(change).where(eq(cameraAccounts.id, id))
    },
    async removeAccount(id: string): Promise<'removed' | 'inUse'> {
      const used = await db.select({ id: cameras.id }).from(cameras).where(eq(cameras.accountId, id)).limit(1)
      if (used.length > 0) return 'inUse'
      await db.delete(cameraAccounts).where(eq(cameraAccounts.id, id))
      return 'removed'
    },

    // Presets

    presets: (cameraId: string, on: Queryable = db): Promise<PresetRow[]> =>
      on.select().from(presets).where(eq(presets.cameraId, cameraId)).orderBy(asc(presets.index)),
    async preset(cameraId: string, id: string): Promise<PresetRow | undefined> {
      const [row] = await db
        .select()
        .from(presets)
        .where(and(eq(presets.cameraId, cameraId), eq(presets.id, id)))
      return row
    },
    /** Presets by id with their cameras, in scope. */
    async presetsById(scope: Scope, ids: string[]): Promise<{ preset: PresetRow; found: Found }[]> {
      const rows = await db.select().from(presets).where(inArray(presets.id, ids))
      const found = await select(
        scope,
        inArray(
          cameras.id,
          rows.map(row => row.cameraId),
        ),
      )
      const byId = new Map(found.map(entry => [entry.camera.id, entry]))
      return rows.flatMap(preset => {
        const camera = byId.get(preset.cameraId)
        return camera ? [{ preset, found: camera }] : []
      })
    },
    /** Runs `work` while no other change of this camera's presets runs, in one transaction. */
    whilePresetsLocked<T>(cameraId: string, work: (transaction: Queryable) => Promise<T>): Promise<T> {
      return db.transaction(async transaction => {
        await transaction
          .select({ id: cameras.id })
          .from(cameras)
          .where(eq(cameras.id, cameraId))
          .for('update')
        return work(transaction)
      })
    },
    async putPreset(
      on: Queryable,
      row: { cameraId: string; index: number; name: string; userId: string },
    ): Promise<PresetRow> {
      const [made] = await on
        .insert(presets)
        .values(row)
        .onConflictDoUpdate({
          target: [presets.cameraId, presets.index],
          set: { name: row.name, userId: row.userId, thumbnailAt: null },
        })
        .returning()
      if (!made) throw new Error('the preset was not inserted')
      return made
    },
    async changePreset(
      id: string,
      change: Partial<Pick<PresetRow, 'name' | 'thumbnailAt'>>,
    ): Promise<PresetRow | undefined> {
      const [row] = await db.update(presets).set(change).where(eq(presets.id, id)).returning()
      return row
    },
    async deletePresets(on: Queryable, ids: string[]): Promise<void> {
      await on.delete(presets).where(inArray(presets.id, ids))
    },
    async deletePresetAt(cameraId: string, index: number): Promise<void> {
      await db.delete(presets).where(and(eq(presets.cameraId, cameraId), eq(presets.index, index)))
    },

    // Who steers

    async hold(cameraId: string): Promise<(Hold & { holderName: string }) | undefined> {
      const [row] = await db
        .select({ hold: cameraHolds, holderName: users.realName })
        .from(cameraHolds)
        .innerJoin(users, eq(users.id, cameraHolds.userId))
        .where(eq(cameraHolds.cameraId, cameraId))
      return row && { ...row.hold, holderName: row.holderName }
    },
    /** Takes or keeps the hold; undefined while another user has it. The answer carries the new turn. */
    async takeHold(
      cameraId: string,
      userId: string,
      now: Date,
      next: { heldUntil: Date; movement: Movement | null; stopsAt: Date | null },
    ): Promise<Hold | undefined> {
      const [row] = await db
        .insert(cameraHolds)
        .values({ cameraId, userId, ...next, turn: 1, locked: true })
        .onConflictDoUpdate({
          target: cameraHolds.cameraId,
          set: { userId, ...next, turn: sql`${cameraHolds.turn} + 1`, locked: true },
          setWhere: sql`${cameraHolds.userId} = ${userId} or ${cameraHolds.heldUntil} < ${now.toISOString()}::timestamptz`,
        })
        .returning()
      return row
    },
    /** Leaves a camera with its user for longer, whatever it does meanwhile; undefined where another has it. */
    async prolongHold(cameraId: string, userId: string, heldUntil: Date): Promise<Hold | undefined> {
      const [row] = await db
        .update(cameraHolds)
        .set({ heldUntil: sql`greatest(${cameraHolds.heldUntil}, ${heldUntil.toISOString()}::timestamptz)` })
        .where(and(eq(cameraHolds.cameraId, cameraId), eq(cameraHolds.userId, userId)))
        .returning()
      return row
    },
    /** Moves the end of the running move; false where a newer command came. */
    async setStop(cameraId: string, turn: number, stopsAt: Date, heldUntil: Date): Promise<boolean> {
      const rows = await db
        .update(cameraHolds)
        .set({ stopsAt, heldUntil })
        .where(and(eq(cameraHolds.cameraId, cameraId), eq(cameraHolds.turn, turn)))
        .returning({ turn: cameraHolds.turn })
      return rows.length > 0
    },
    /** Notes that the camera stands still, unless a newer command came. */
    async noteStopped(cameraId: string, turn: number): Promise<void> {
      await db
        .update(cameraHolds)
        .set({ movement: null, stopsAt: null })
        .where(and(eq(cameraHolds.cameraId, cameraId), eq(cameraHolds.turn, turn)))
    },
    async dropHold(cameraId: string, userId: string): Promise<void> {
      await db
        .delete(cameraHolds)
        .where(and(eq(cameraHolds.cameraId, cameraId), eq(cameraHolds.userId, userId)))
    },
    /** Moves that should have ended before `limit`: their server is gone. Each is claimed by one server. */
    async claimOverdueMoves(limit: Date, again: Date): Promise<Hold[]> {
      return db
        .update(cameraHolds)
        .set({ stopsAt: again })
        .where(
          inArray(
            cameraHolds.cameraId,
            db
              .select({ id: cameraHolds.cameraId })
              .from(cameraHolds)
              .where(lt(cameraHolds.stopsAt, limit))
              .for('update', { skipLocked: true }),
          ),
        )
        .returning()
    },
    /** Holds that ended: their platform lock is given back by the one server that claims them. */
    async claimEndedHolds(now: Date): Promise<Hold[]> {
      return db
        .delete(cameraHolds)
        .where(and(lt(cameraHolds.heldUntil, now), isNull(cameraHolds.stopsAt)))
        .returning()
    },

    // Sessions open on platforms

    async openPlay(row: typeof playSessions.$inferInsert): Promise<void> {
      await db.insert(playSessions).values(row)
    },
    async play(id: string, userId: string): Promise<PlayRow | undefined> {
      const [row] = await db
        .select()
        .from(playSessions)
        .where(and(eq(playSessions.id, id), eq(playSessions.userId, userId)))
      return row
    },
    async keepPlay(id: string, at: Date, handle?: string): Promise<void> {
      await db
        .update(playSessions)
        .set({ keptAt: at, ...(handle === undefined ? {} : { handle }) })
        .where(eq(playSessions.id, id))
    },
    async dropPlay(id: string): Promise<PlayRow | undefined> {
      const [row] = await db.delete(playSessions).where(eq(playSessions.id, id)).returning()
      return row
    },
    /** Whether anybody still plays the same: some platforms give two viewers of one recording one session. */
    async isPlayed({ cameraId, handle }: Pick<PlayRow, 'cameraId' | 'handle'>): Promise<boolean> {
      const rows = await db
        .select({ id: playSessions.id })
        .from(playSessions)
        .where(and(eq(playSessions.cameraId, cameraId), eq(playSessions.handle, handle)))
        .limit(1)
      return rows.length > 0
    },
    async claimForgottenPlays(kind: 'live' | 'playback', before: Date): Promise<PlayRow[]> {
      return db
        .delete(playSessions)
        .where(and(eq(playSessions.kind, kind), lt(playSessions.keptAt, before)))
        .returning()
    },
    openPlays: (cameraId: string, since: Date): Promise<PlayRow[]> =>
      db
        .select()
        .from(playSessions)
        .where(and(eq(playSessions.cameraId, cameraId), gt(playSessions.keptAt, since))),
  }
}
export type CameraStore = ReturnType<typeof cameraStore>
