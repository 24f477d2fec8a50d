import { and, arrayOverlaps, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/postgres.ts'
import {
  cameras,
  pictures,
  planRuns,
  presets,
  problems,
  shops,
  snapshotBatches,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { waitingAgain } from '../plans/service.ts'
import { text } from './text.ts'

export type NewShot = {
  shopId: string
  cameraId: string
  accountId: string
  presetId: string | null
  presetName: string
}
const over = ['failed', 'held', 'offline', 'missed'] as const
const inState = (...states: (typeof planRuns.$inferSelect)['state'][]) =>
  sql<number>`(count(*) filter (where ${inArray(planRuns.state, states)}))::int`

/** All PostgreSQL about batches of pictures: what a person asked for. What takes them is the runner of plans. */
export function snapshotStore(db: Database) {
  const owned = (userId: string, id: string) =>
    and(eq(snapshotBatches.id, id), eq(snapshotBatches.userId, userId))

  return {
    /** Cameras of open shops by id, with whether they are in scope, and their presets by id. */
    async targets(scope: Scope, cameraIds: readonly string[], presetIds: readonly string[]) {
      const [found, known] = await Promise.all([
        db
          .select({
            id: cameras.id,
            shopId: cameras.shopId,
            accountId: cameras.accountId,
            visible: sql<boolean>`${inScope(scope)}`,
          })
          .from(cameras)
          .innerJoin(shops, eq(shops.id, cameras.shopId))
          .where(and(inArray(cameras.id, [...cameraIds]), isNull(cameras.removedAt), isNull(shops.closedAt))),
        presetIds.length === 0
          ? []
          : db
              .select({ id: presets.id, cameraId: presets.cameraId, name: presets.name })
              .from(presets)
              .where(inArray(presets.id, [...presetIds])),
      ])
      return {
        cameras: new Map(found.map(camera => [camera.id, camera])),
        presets: new Map(known.map(preset => [preset.id, preset])),
      }
    },

    /** The id of the batch; of the one that was made before under the same key. */
    async create(
      userId: string,
      clientKey: string | undefined,
      shots: readonly NewShot[],
      now: Date,
      until: Date,
    ): Promise<string> {
      return db.transaction(async on => {
        const [made] = await on
          .insert(snapshotBatches)
          .values({ userId, clientKey: clientKey ?? null, createdAt: now })
          .onConflictDoNothing({ target: [snapshotBatches.userId, snapshotBatches.clientKey] })
          .returning({ id: snapshotBatches.id })
        if (!made) {
          const [known] = await on
            .select({ id: snapshotBatches.id })
            .from(snapshotBatches)
            .where(and(eq(snapshotBatches.userId, userId), eq(snapshotBatches.clientKey, clientKey ?? '')))
          if (!known) throw new Error('a batch is neither new nor known')
          return known.id
        }
        await on.insert(planRuns).values(
          shots.map(shot => ({
            ...shot,
            batchId: made.id,
            kind: 'screenshot' as const,
            dueAt: now,
            notBefore: now,
            expiresAt: until,
          })),
        )
        return made.id
      })
    },

    async page(userId: string, offset: number, limit: number) {
      const where = eq(snapshotBatches.userId, userId)
      const [records, [totals]] = await Promise.all([
        batchRows(db)
          .where(where)
          .groupBy(snapshotBatches.id)
          .orderBy(desc(snapshotBatches.createdAt), desc(snapshotBatches.id))
          .offset(offset)
          .limit(limit),
        db.select({ total: count() }).from(snapshotBatches).where(where),
      ])
      return { records, total: totals?.total ?? 0 }
    },

    async one(userId: string, id: string) {
      const [row] = await batchRows(db).where(owned(userId, id)).groupBy(snapshotBatches.id)
      return row
    },

    /** Shots of a batch in shops of the scope, by shop, camera and preset, with the picture that is there. */
    shots(scope: Scope, batchId: string) {
      return db
        .select({
          id: planRuns.id,
          shopId: shops.id,
          shopName: shops.name,
          shopNameEn: shops.nameEn,
          cameraId: cameras.id,
          cameraNumber: cameras.number,
          cameraName: cameras.name,
          cameraNameEn: cameras.nameEn,
          presetId: planRuns.presetId,
          presetName: sql<string>`coalesce(${presets.name}, ${planRuns.presetName})`,
          outcome: planRuns.state,
          reason: planRuns.reason,
          message: planRuns.message,
          pictureId: pictures.id,
        })
        .from(planRuns)
        .innerJoin(shops, eq(shops.id, planRuns.shopId))
        .innerJoin(cameras, eq(cameras.id, planRuns.cameraId))
        .leftJoin(presets, eq(presets.id, planRuns.presetId))
        .leftJoin(pictures, and(eq(pictures.planRunId, planRuns.id), isNull(pictures.deletedAt)))
        .where(and(eq(planRuns.batchId, batchId), inScope(scope)))
        .orderBy(asc(shops.pinyin), asc(shops.id), asc(cameras.number), asc(cameras.id), asc(presets.index))
    },

    /** Problems of these shops that one of these pictures shows, with the pictures. */
    problemsOf(shopIds: readonly string[], pictureIds: readonly string[]) {
      if (pictureIds.length === 0) return Promise.resolve([])
      return db
        .select({ id: problems.id, pictureIds: problems.beforePictureIds })
        .from(problems)
        .where(
          and(
            inArray(problems.shopId, [...shopIds]),
            arrayOverlaps(problems.beforePictureIds, [...pictureIds]),
          ),
        )
    },

    async openShops(scope: Scope): Promise<number> {
      const [row] = await db
        .select({ total: count() })
        .from(shops)
        .where(and(isNull(shops.closedAt), inScope(scope)))
      return row?.total ?? 0
    },

    /** Works on a batch of that user while nobody else does; undefined where there is none. */
    async change<T>(
      userId: string,
      id: string,
      work: (on: Queryable, batch: { finishedAt: Date | null }) => Promise<T>,
    ): Promise<T | undefined> {
      return db.transaction(async on => {
        const [batch] = await on
          .select({ finishedAt: snapshotBatches.finishedAt })
          .from(snapshotBatches)
          .where(owned(userId, id))
          .for('update')
        return batch && work(on, batch)
      })
    },

    /** Makes shots that gave no picture wait again; answers how many. */
    async retry(
      on: Queryable,
      scope: Scope,
      batchId: string,
      shotIds: readonly string[] | undefined,
      now: Date,
      until: Date,
    ): Promise<number> {
      const again = await on
        .update(planRuns)
        .set(waitingAgain(now, until))
        .where(
          and(
            eq(planRuns.batchId, batchId),
            inArray(planRuns.state, [...over]),
            shotIds && inArray(planRuns.id, [...shotIds]),
            inArray(
              planRuns.shopId,
              db
                .select({ id: shops.id })
                .from(shops)
                .where(and(isNull(shops.closedAt), inScope(scope))),
            ),
          ),
        )
        .returning({ id: planRuns.id })
      return again.length
    },

    /** Gives up what was not begun. */
    async stop(on: Queryable, batchId: string, now: Date): Promise<void> {
      await on
        .update(planRuns)
        .set({ state: 'missed', reason: 'stopped', message: text.stopped, endedAt: now })
        .where(and(eq(planRuns.batchId, batchId), eq(planRuns.state, 'waiting')))
    },

    async pending(on: Queryable, batchId: string): Promise<number> {
      const [row] = await on
        .select({ total: count() })
        .from(planRuns)
        .where(and(eq(planRuns.batchId, batchId), inArray(planRuns.state, ['waiting', 'running'])))
      return row?.total ?? 0
    },

    async finish(on: Queryable, batchId: string, now: Date): Promise<void> {
      await on.update(snapshotBatches).set({ finishedAt: now }).where(eq(snapshotBatches.id, batchId))
    },
  }
}
export type SnapshotStore = ReturnType<typeof snapshotStore>
export type BatchRow = NonNullable<Awaited<ReturnType<SnapshotStore['one']>>>

/** Batches with how far they are, grouped by the caller. */
const batchRows = (on: Queryable) =>
  on
    .select({
      id: snapshotBatches.id,
      createdAt: snapshotBatches.createdAt,
      finishedAt: snapshotBatches.finishedAt,
      total: sql<number>`count(${planRuns.id})::int`,
      done: inState('done'),
      failed: inState(...over),
      pending: inState('waiting', 'running'),
    })
    .from(snapshotBatches)
    .leftJoin(planRuns, eq(planRuns.batchId, snapshotBatches.id))
    .$dynamic()
