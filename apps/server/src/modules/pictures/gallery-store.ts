import type { AnnotationShape, AreaSelection, PictureMark } from '@aisle/contract'
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import { type Database, outer } from '../../platform/postgres.ts'
import {
  cameras,
  pictureAnnotations,
  pictures,
  planRuns,
  presets,
  shops,
  users,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'

export type GalleryFilter = {
  area: AreaSelection
  shopId?: string | undefined
  cameraId?: string | undefined
  presetId?: string | undefined
  userId?: string | undefined
  planId?: string | undefined
  kind?: 'hand' | 'plan' | undefined
  mark?: PictureMark | 'none' | undefined
  begin?: string | undefined
  end?: string | undefined
}

/** The day a picture was taken on the clock of its shop. */
const takenDay = sql`(${pictures.takenAt} at time zone ${shops.timeZone})::date`
const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
  value === undefined ? undefined : condition(value)

function conditions(scope: Scope, filter: GalleryFilter): SQL | undefined {
  return and(
    isNull(pictures.deletedAt),
    inScope(scope),
    inArea(filter.area),
    given(filter.shopId, id => eq(pictures.shopId, id)),
    given(filter.cameraId, id => eq(pictures.cameraId, id)),
    given(filter.presetId, id => eq(pictures.presetId, id)),
    given(filter.userId, id => eq(pictures.userId, id)),
    given(filter.planId, id => eq(planRuns.planId, id)),
    given(filter.kind, kind => eq(pictures.screenshotType, kind === 'plan' ? 2 : 1)),
    given(filter.mark, mark => (mark === 'none' ? isNull(pictures.mark) : eq(pictures.mark, mark))),
    // No zone is further than 14 hours from UTC: these bounds let the index find the pictures, the exact ones follow.
    given(
      filter.begin,
      day => sql`${pictures.takenAt} >= ${day}::date - interval '14 hours' and ${takenDay} >= ${day}::date`,
    ),
    given(
      filter.end,
      day => sql`${pictures.takenAt} < ${day}::date + interval '38 hours' and ${takenDay} <= ${day}::date`,
    ),
  )
}

/** All PostgreSQL about pictures over many shops, what was drawn on them and what people think of them. */
export function galleryStore(db: Database) {
  const rows = () =>
    db
      .select({
        ...getTableColumns(pictures),
        shopName: shops.name,
        shopNameEn: shops.nameEn,
        timeZone: shops.timeZone,
        cameraName: cameras.name,
        cameraNameEn: cameras.nameEn,
        cameraNumber: cameras.number,
        presetName: presets.name,
        userName: users.realName,
        planId: planRuns.planId,
        isAnnotated: sql<boolean>`exists (select 1 from ${pictureAnnotations} where ${pictureAnnotations.pictureId} = ${outer(pictures.id)})`,
      })
      .from(pictures)
      .innerJoin(shops, eq(shops.id, pictures.shopId))
      .leftJoin(cameras, eq(cameras.id, pictures.cameraId))
      .leftJoin(presets, eq(presets.id, pictures.presetId))
      .leftJoin(users, eq(users.id, pictures.userId))
      .leftJoin(planRuns, eq(planRuns.id, pictures.planRunId))
      .$dynamic()
  const counted = <Columns extends Record<string, SQL | typeof shops.id>>(columns: Columns) =>
    db
      .select({ ...columns, count: sql<number>`count(*)::int` })
      .from(pictures)
      .innerJoin(shops, eq(shops.id, pictures.shopId))
      .leftJoin(planRuns, eq(planRuns.id, pictures.planRunId))
      .$dynamic()

  return {
    async page(scope: Scope, filter: GalleryFilter, offset: number, limit: number) {
      const where = conditions(scope, filter)
      const [records, [totals]] = await Promise.all([
        rows()
          .where(where)
          .orderBy(desc(pictures.takenAt), desc(pictures.createdAt), desc(pictures.id))
          .offset(offset)
          .limit(limit),
        counted({}).where(where),
      ])
      return { records, total: totals?.count ?? 0 }
    },

    async counts(scope: Scope, filter: GalleryFilter, top: number) {
      const where = conditions(scope, filter)
      const [[totals], byDay, byShop] = await Promise.all([
        counted({ problems: sql<number>`(count(*) filter (where ${pictures.mark} = 'problem'))::int` }).where(
          where,
        ),
        counted({ date: sql<string>`${takenDay}::text` })
          .where(where)
          .groupBy(takenDay)
          .orderBy(takenDay),
        db
          .select({
            shopId: shops.id,
            shopname: shops.name,
            shopnameEn: shops.nameEn,
            count: sql<number>`count(*)::int`,
          })
          .from(pictures)
          .innerJoin(shops, eq(shops.id, pictures.shopId))
          .leftJoin(planRuns, eq(planRuns.id, pictures.planRunId))
          .where(where)
          .groupBy(shops.id)
          .orderBy(desc(count()), asc(shops.pinyin), asc(shops.id))
          .limit(top),
      ])
      return { total: totals?.count ?? 0, problems: totals?.problems ?? 0, byDay, byShop }
    },

    async one(scope: Scope, id: string) {
      const [row] = await rows().where(and(eq(pictures.id, id), isNull(pictures.deletedAt), inScope(scope)))
      return row
    },

    /** Those of these that are in scope and not deleted. */
    byIds(scope: Scope, ids: readonly string[]) {
      if (ids.length === 0) return Promise.resolve([])
      return rows().where(and(inArray(pictures.id, [...ids]), isNull(pictures.deletedAt), inScope(scope)))
    },

    /** The nearest pictures of the same camera at the same preset, before and after. */
    async neighbours(picture: {
      id: string
      cameraId: string | null
      presetId: string | null
      takenAt: Date
    }) {
      if (picture.cameraId === null) return { earlierId: null, laterId: null }
      const same = and(
        isNull(pictures.deletedAt),
        eq(pictures.cameraId, picture.cameraId),
        picture.presetId === null ? isNull(pictures.presetId) : eq(pictures.presetId, picture.presetId),
      )
      const at = picture.takenAt
      const [[earlier], [later]] = await Promise.all([
        db
          .select({ id: pictures.id })
          .from(pictures)
          .where(
            and(
              same,
              or(lt(pictures.takenAt, at), and(eq(pictures.takenAt, at), lt(pictures.id, picture.id))),
            ),
          )
          .orderBy(desc(pictures.takenAt), desc(pictures.id))
          .limit(1),
        db
          .select({ id: pictures.id })
          .from(pictures)
          .where(
            and(
              same,
              or(gt(pictures.takenAt, at), and(eq(pictures.takenAt, at), gt(pictures.id, picture.id))),
            ),
          )
          .orderBy(asc(pictures.takenAt), asc(pictures.id))
          .limit(1),
      ])
      return { earlierId: earlier?.id ?? null, laterId: later?.id ?? null }
    },

    annotations(pictureId: string) {
      return db
        .select({
          version: pictureAnnotations.version,
          shapes: pictureAnnotations.shapes,
          createdAt: pictureAnnotations.createdAt,
          userName: users.realName,
        })
        .from(pictureAnnotations)
        .leftJoin(users, eq(users.id, pictureAnnotations.userId))
        .where(eq(pictureAnnotations.pictureId, pictureId))
        .orderBy(desc(pictureAnnotations.version))
    },

    /** False where that version is there already. */
    async annotate(
      pictureId: string,
      version: number,
      shapes: AnnotationShape[],
      userId: string,
    ): Promise<boolean> {
      const made = await db
        .insert(pictureAnnotations)
        .values({ pictureId, version, shapes, userId })
        .onConflictDoNothing()
        .returning({ version: pictureAnnotations.version })
      return made.length > 0
    },

    /** All or none; false where one is not there or not in scope. */
    async mark(scope: Scope, ids: readonly string[], mark: PictureMark | null): Promise<boolean> {
      return db.transaction(async transaction => {
        const locked = await transaction
          .select({ id: pictures.id })
          .from(pictures)
          .innerJoin(shops, eq(shops.id, pictures.shopId))
          .where(and(inArray(pictures.id, [...ids]), isNull(pictures.deletedAt), inScope(scope)))
          .orderBy(pictures.id)
          .for('update', { of: pictures })
        if (locked.length < new Set(ids).size) return false
        await transaction
          .update(pictures)
          .set({ mark })
          .where(and(inArray(pictures.id, [...ids]), isNotNull(pictures.id)))
        return true
      })
    },
  }
}
export type GalleryStore = ReturnType<typeof galleryStore>
export type GalleryRow = NonNullable<Awaited<ReturnType<GalleryStore['one']>>>
