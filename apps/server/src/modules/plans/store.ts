import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { matchingShop } from '../../platform/area-choice.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameras, plans, presets, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { cameraInScope, type VideoKey } from '../../platform/shop-access.ts'
import { inPlace, ofPreset, type PlanFilter, type PlanRow, planRows, screenshot } from './rows.ts'
import { runReading } from './run-reading.ts'
import { planWriting } from './writing.ts'

/** All PostgreSQL about plans as people see them; what runs them is in `run-store.ts`. */
export function planStore(db: Database) {
  const live = isNull(plans.deletedAt)

  return {
    ...planWriting(db),
    ...runReading(db),

    /** @throws AppError as `cameraInScope` */
    camera: (scope: Scope, key: VideoKey) => cameraInScope(db, scope, key),

    /** A camera that the inherited call names without its shop. */
    async cameraByDevice(scope: Scope, videoNo: string, channelNo: string): Promise<string | undefined> {
      const [row] = await db
        .select({ id: cameras.id })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .where(
          and(
            eq(cameras.deviceCode, videoNo),
            eq(cameras.channel, channelNo),
            isNull(cameras.removedAt),
            isNull(shops.closedAt),
            inScope(scope),
          ),
        )
        .limit(1)
      return row?.id
    },

    /** Cameras that plans are to be put on, with the presets that are asked for and whether they are in scope. */
    async targets(scope: Scope, cameraIds: readonly string[], presetIds: readonly string[]) {
      const [found, known] = await Promise.all([
        db
          .select({
            cameraId: cameras.id,
            shopId: cameras.shopId,
            timeZone: shops.timeZone,
            visible: sql<boolean>`${inScope(scope)}`,
          })
          .from(cameras)
          .innerJoin(shops, eq(shops.id, cameras.shopId))
          .where(and(inArray(cameras.id, [...cameraIds]), isNull(cameras.removedAt), isNull(shops.closedAt))),
        presetIds.length === 0
          ? []
          : db
              .select()
              .from(presets)
              .where(inArray(presets.id, [...presetIds])),
      ])
      const presetOf = new Map(known.map(preset => [preset.id, preset]))
      return found.map(camera => ({
        ...camera,
        /** Its name; undefined where it is no preset of this camera. */
        presetName(presetId: string): string | undefined {
          const preset = presetOf.get(presetId)
          return preset?.cameraId === camera.cameraId ? preset.name : undefined
        },
      }))
    },

    /** A plan that is not deleted, and whether it is in scope. */
    async plan(scope: Scope, id: string): Promise<(PlanRow & { inScope: boolean }) | undefined> {
      const [row] = await planRows(db).where(and(eq(plans.id, id), live))
      if (!row) return undefined
      const [seen] = await db
        .select({ inScope: sql<boolean>`${inScope(scope)}` })
        .from(shops)
        .where(eq(shops.id, row.shopId))
      return { ...row, inScope: seen?.inScope ?? false }
    },

    /** The plan of a preset, or the screenshot plan of a camera. */
    async planOn(scope: Scope, cameraId: string, presetId: string | null): Promise<PlanRow | undefined> {
      const [row] = await planRows(db).where(
        and(
          eq(plans.cameraId, cameraId),
          presetId === null ? screenshot : and(eq(plans.presetId, presetId), ofPreset),
          inScope(scope),
        ),
      )
      return row
    },

    /** Preset plans of a camera in scope, by their first time. */
    async presetPlans(scope: Scope, cameraId: string): Promise<PlanRow[]> {
      return planRows(db)
        .where(and(eq(plans.cameraId, cameraId), ofPreset, inScope(scope)))
        .orderBy(asc(sql`coalesce(${plans.times}[1], ${plans.fromMinute})`), asc(plans.id))
    },

    async page(scope: Scope, filter: PlanFilter, offset: number, limit: number) {
      const literal = filter.keyword?.toLowerCase().replace(/[\\%_]/g, character => `\\${character}`)
      const where = and(
        live,
        isNull(cameras.removedAt),
        isNull(shops.closedAt),
        inScope(scope),
        inPlace(filter, filter.cameraId ? eq(plans.cameraId, filter.cameraId) : undefined),
        filter.planId ? eq(plans.id, filter.planId) : undefined,
        filter.kinds && inArray(plans.kind, [...filter.kinds]),
        filter.status && eq(plans.paused, filter.status === 'paused'),
        literal === undefined
          ? undefined
          : or(
              matchingShop(filter.keyword),
              sql`lower(${cameras.name}) like ${`%${literal}%`}`,
              sql`lower(${cameras.nameEn}) like ${`%${literal}%`}`,
              sql`lower(coalesce(${presets.name}, ${plans.presetName})) like ${`%${literal}%`}`,
            ),
      )
      const records = await planRows(db)
        .where(where)
        .orderBy(
          asc(shops.pinyin),
          asc(shops.name),
          asc(cameras.number),
          asc(plans.kind),
          asc(presets.index),
          asc(plans.id),
        )
        .offset(offset)
        .limit(limit)
      if (records.length > 0 || offset === 0) return { records, total: records[0]?.total ?? 0 }
      const [beyond] = await planRows(db).where(where).limit(1)
      return { records, total: beyond?.total ?? 0 }
    },
  }
}
export type PlanStore = ReturnType<typeof planStore>
