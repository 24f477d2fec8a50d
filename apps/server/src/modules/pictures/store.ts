import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  sql,
} from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/postgres.ts'
import {
  cameras,
  pictures,
  presets,
  problemComments,
  problemEvents,
  problems,
  shops,
  users,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { cameraInScope, shopInScope, type VideoKey } from '../../platform/shop-access.ts'

/** The screenshot type of pictures that people bring along for a problem. */
export const brought = 3

/** A picture with the names that it is shown with. */
export type PictureRow = typeof pictures.$inferSelect & {
  shopName: string
  timeZone: string
  cameraName: string | null
  cameraNameEn: string | null
  userName: string | null
}
export type NewPicture = Omit<typeof pictures.$inferInsert, 'id' | 'createdAt' | 'deletedAt'>

export type PictureFilter = {
  shopId?: string | undefined
  videoNo?: string | undefined
  channelNo?: string | undefined
  presetId?: string | undefined
  screenshotType?: number | undefined
  /** Times on the clock of the picture's own shop, both inside. */
  begin?: string | undefined
  end?: string | undefined
}

/** All PostgreSQL about pictures. */
export function pictureStore(db: Database) {
  const rows = (on: Queryable = db) =>
    on
      .select({
        ...getTableColumns(pictures),
        shopName: shops.name,
        timeZone: shops.timeZone,
        cameraName: cameras.name,
        cameraNameEn: cameras.nameEn,
        userName: users.realName,
      })
      .from(pictures)
      .innerJoin(shops, eq(shops.id, pictures.shopId))
      .leftJoin(cameras, eq(cameras.id, pictures.cameraId))
      .leftJoin(users, eq(users.id, pictures.userId))
      .$dynamic()

  return {
    /** The camera that an upload names. @throws AppError as `cameraInScope` */
    camera: (scope: Scope, key: VideoKey) => cameraInScope(db, scope, key),

    /** @throws AppError as `shopInScope` */
    shop: (scope: Scope, shopId: string) => shopInScope(db, scope, shopId),

    /** True where a problem, a step of one or a comment on one names it; whoever shows it asks for the scope. */
    async isOfProblem(id: string): Promise<boolean> {
      const found = await db.execute(
        sql`select 1 from ${problems} where ${id} = any(before_picture_ids) or ${id} = any(after_picture_ids)
          union all select 1 from ${problemEvents} where ${id} = any(picture_ids)
          union all select 1 from ${problemComments} where ${id} = any(picture_ids)
          union all select 1 from ${pictures} where id = ${id} and screenshot_type = ${brought} limit 1`,
      )
      return found.rows.length > 0
    },

    /** Device and channel of a camera in scope, by which its pictures are found. */
    async videoOf(scope: Scope, cameraId: string) {
      const [video] = await db
        .select({ videoNo: cameras.deviceCode, channelNo: cameras.channel })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .where(and(eq(cameras.id, cameraId), inScope(scope)))
      return video
    },

    async hasPreset(scope: Scope, cameraId: string, presetId: string): Promise<boolean> {
      const found = await db
        .select({ id: presets.id })
        .from(presets)
        .innerJoin(cameras, eq(cameras.id, presets.cameraId))
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .where(and(eq(presets.id, presetId), eq(presets.cameraId, cameraId), inScope(scope)))
      return found.length > 0
    },

    /** Answers the picture that is there already where one of the same run of a plan is. */
    async insert(scope: Scope, picture: NewPicture): Promise<PictureRow> {
      await shopInScope(db, scope, picture.shopId)
      const [made] = await db
        .insert(pictures)
        .values(picture)
        .onConflictDoNothing({ target: pictures.planRunId })
        .returning({ id: pictures.id })
      const known = made ? eq(pictures.id, made.id) : eq(pictures.planRunId, picture.planRunId ?? '')
      const [row] = await rows().where(known)
      if (!row) throw new Error('the picture was not inserted')
      return row
    },

    /** A picture that is not deleted. */
    async picture(scope: Scope, id: string): Promise<PictureRow | undefined> {
      const [row] = await rows().where(and(eq(pictures.id, id), isNull(pictures.deletedAt), inScope(scope)))
      return row
    },

    /** Those of the pictures that are not deleted and in scope, in no order. */
    async byIds(scope: Scope, ids: readonly string[]): Promise<PictureRow[]> {
      if (ids.length === 0) return []
      return rows().where(and(inArray(pictures.id, [...ids]), isNull(pictures.deletedAt), inScope(scope)))
    },

    /** Newest first. */
    async page(scope: Scope, filter: PictureFilter, offset: number, limit: number) {
      const where = and(isNull(pictures.deletedAt), inScope(scope), ...conditions(filter))
      const [records, [totals]] = await Promise.all([
        rows()
          .where(where)
          .orderBy(desc(pictures.takenAt), desc(pictures.createdAt), desc(pictures.id))
          .offset(offset)
          .limit(limit),
        db
          .select({ total: sql<number>`count(*)::int` })
          .from(pictures)
          .innerJoin(shops, eq(shops.id, pictures.shopId))
          .where(where),
      ])
      return { records, total: totals?.total ?? 0 }
    },

    /** Marks all as deleted; false, and nothing is changed, where one is not there or not in scope. */
    async remove(scope: Scope, ids: readonly string[], at: Date): Promise<boolean> {
      return db.transaction(async transaction => {
        if (!(await lockAll(transaction, scope, ids))) return false
        await transaction
          .update(pictures)
          .set({ deletedAt: at })
          .where(and(inArray(pictures.id, [...ids]), isNull(pictures.deletedAt)))
        return true
      })
    },

    /** Brings all back; undefined, and nothing is changed, where one is not in scope or was deleted before `since`. */
    async restore(
      scope: Scope,
      ids: readonly string[],
      since: Date,
    ): Promise<PictureRow[] | 'late' | undefined> {
      return db.transaction(async transaction => {
        const locked = await lockAll(transaction, scope, ids)
        if (!locked) return undefined
        if (locked.some(({ deletedAt }) => deletedAt !== null && deletedAt <= since)) return 'late'
        await transaction
          .update(pictures)
          .set({ deletedAt: null })
          .where(inArray(pictures.id, [...ids]))
        return rows(transaction)
          .where(inArray(pictures.id, [...ids]))
          .orderBy(desc(pictures.takenAt), desc(pictures.id))
      })
    },

    /** For the purge: keys of pictures deleted before that time, after a key, in the order of keys. */
    deletedBefore: (before: Date, afterKey: string, limit: number): Promise<{ id: string; key: string }[]> =>
      db
        .select({ id: pictures.id, key: pictures.key })
        .from(pictures)
        .where(and(isNotNull(pictures.deletedAt), lt(pictures.deletedAt, before), gt(pictures.key, afterKey)))
        .orderBy(pictures.key)
        .limit(limit),

    /** For the purge: forgets a picture whose files are gone, unless it was restored. */
    async forget(id: string, before: Date): Promise<void> {
      await db.delete(pictures).where(and(eq(pictures.id, id), lt(pictures.deletedAt, before)))
    },

    /** For the sweep: which of these keys belong to a picture. */
    async known(keys: readonly string[]): Promise<string[]> {
      const found = await db
        .select({ key: pictures.key })
        .from(pictures)
        .where(inArray(pictures.key, [...keys]))
      return found.map(({ key }) => key)
    },
  }
}

function conditions(filter: PictureFilter) {
  const local = sql`(${pictures.takenAt} at time zone ${shops.timeZone})`
  return [
    filter.shopId === undefined ? undefined : eq(pictures.shopId, filter.shopId),
    filter.videoNo === undefined ? undefined : eq(pictures.videoNo, filter.videoNo),
    filter.channelNo === undefined ? undefined : eq(pictures.channelNo, filter.channelNo),
    filter.presetId === undefined ? undefined : eq(pictures.presetId, filter.presetId),
    filter.screenshotType === undefined ? undefined : eq(pictures.screenshotType, filter.screenshotType),
    // No zone is further than 14 hours from UTC: this bound lets the index find the pictures, the exact one follows.
    filter.begin === undefined
      ? undefined
      : and(gte(pictures.takenAt, hoursFrom(filter.begin, -14)), sql`${local} >= ${filter.begin}::timestamp`),
    filter.end === undefined
      ? undefined
      : and(
          lte(pictures.takenAt, hoursFrom(filter.end, 14)),
          sql`${local} < ${filter.end}::timestamp + interval '1 second'`,
        ),
  ]
}

function hoursFrom(local: string, hours: number): Date {
  return new Date(Date.parse(`${local.replace(' ', 'T')}Z`) + hours * 3_600_000)
}

/** Locks all of these pictures; undefined where one is not there or not in scope. */
async function lockAll(transaction: Queryable, scope: Scope, ids: readonly string[]) {
  const locked = await transaction
    .select({ id: pictures.id, deletedAt: pictures.deletedAt })
    .from(pictures)
    .innerJoin(shops, eq(shops.id, pictures.shopId))
    .where(and(inArray(pictures.id, [...ids]), inScope(scope)))
    // In one order, so that two who delete the same pictures never wait for each other.
    .orderBy(pictures.id)
    .for('update', { of: pictures })
  return locked.length === new Set(ids).size ? locked : undefined
}
