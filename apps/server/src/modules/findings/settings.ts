import {
  AppError,
  algorithms,
  type DetectorSetting,
  type FindingZone,
  initialThresholds,
  type OurAlgorithm,
  ourAlgorithms,
  type Threshold,
} from '@aisle/contract'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import {
  cameras,
  detectorSettings,
  findingZones,
  pictureReferences,
  pictures,
  presets,
  shops,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { placeOf } from './place.ts'
import { text } from './text.ts'

type ZoneBody = { name: string; polygon: [number, number][]; share: number }

/** Which detectors run and how, zones drawn by people, and the pictures that others are compared with. */
export function findingSettings({ db, now }: { db: Database; now: () => Date }) {
  /** @throws AppError notFound */
  async function cameraOf(scope: Scope, cameraId: string): Promise<void> {
    const found = await db
      .select({ id: cameras.id })
      .from(cameras)
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .where(and(eq(cameras.id, cameraId), isNull(cameras.removedAt), inScope(scope)))
    if (found.length === 0) throw new AppError('notFound', text.noCamera)
  }

  /** @throws AppError notFound */
  async function zoneOf(scope: Scope, zoneId: string) {
    const [zone] = await db
      .select({ zone: findingZones })
      .from(findingZones)
      .innerJoin(cameras, eq(cameras.id, findingZones.cameraId))
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .where(and(eq(findingZones.id, zoneId), inScope(scope)))
    if (!zone) throw new AppError('notFound', text.noZone)
    return zone.zone
  }

  async function all(): Promise<DetectorSetting[]> {
    const kept = new Map((await db.select().from(detectorSettings)).map(row => [row.algorithm, row]))
    return ourAlgorithms.map(algorithm => {
      const row = kept.get(algorithm)
      return {
        algorithm,
        enabled: row?.enabled ?? true,
        hours: row?.hours ?? algorithms[algorithm].hours,
        thresholds: { ...initialThresholds(algorithm), ...row?.thresholds },
      }
    })
  }

  return {
    all,

    /** @throws AppError invalidInput for a threshold that the detector lacks, or one out of its range */
    async save(
      caller: Caller,
      algorithm: OurAlgorithm,
      { enabled, hours, thresholds }: Omit<DetectorSetting, 'algorithm'>,
    ): Promise<DetectorSetting> {
      const declared: Readonly<Record<string, Threshold>> = algorithms[algorithm].thresholds
      const errors = Object.entries(thresholds).flatMap(([name, value]) => {
        const known = Object.hasOwn(declared, name) ? declared[name] : undefined
        if (!known) return [{ path: 'thresholds', message: `${name} is not known` }]
        return value < known.min || value > known.max
          ? [{ path: 'thresholds', message: `${name} is not from ${known.min} to ${known.max}` }]
          : []
      })
      if (errors.length > 0) throw new AppError('invalidInput', text.invalid, { errors })
      const row = {
        enabled,
        hours,
        thresholds: { ...initialThresholds(algorithm), ...thresholds },
        updatedBy: caller.userId,
        updatedAt: now(),
      }
      await db
        .insert(detectorSettings)
        .values({ algorithm, ...row })
        .onConflictDoUpdate({ target: detectorSettings.algorithm, set: row })
      return { algorithm, enabled, hours, thresholds: row.thresholds }
    },

    /** @throws AppError notFound where the camera is out of scope */
    async zones({ scope }: Caller, cameraId: string): Promise<FindingZone[]> {
      await cameraOf(scope, cameraId)
      return db
        .select(zoneColumns)
        .from(findingZones)
        .where(eq(findingZones.cameraId, cameraId))
        .orderBy(asc(findingZones.createdAt), asc(findingZones.id))
    },

    /** @throws AppError notFound, invalidInput for a preset of another camera */
    async addZone(
      caller: Caller,
      { cameraId, presetId, ...body }: ZoneBody & { cameraId: string; presetId?: string | undefined },
    ): Promise<FindingZone> {
      await cameraOf(caller.scope, cameraId)
      if (presetId !== undefined) {
        const found = await db
          .select({ id: presets.id })
          .from(presets)
          .where(and(eq(presets.id, presetId), eq(presets.cameraId, cameraId)))
        if (found.length === 0)
          throw new AppError('invalidInput', text.noPreset, {
            errors: [{ path: 'presetId', message: 'no preset of this camera' }],
          })
      }
      const [zone] = await db
        .insert(findingZones)
        .values({ cameraId, presetId: presetId ?? null, ...body, createdBy: caller.userId })
        .returning(zoneColumns)
      if (!zone) throw new Error('the zone was not inserted')
      return zone
    },

    /** @throws AppError notFound */
    async changeZone({ scope }: Caller, zoneId: string, body: ZoneBody): Promise<FindingZone> {
      const { id } = await zoneOf(scope, zoneId)
      const [zone] = await db
        .update(findingZones)
        .set(body)
        .where(eq(findingZones.id, id))
        .returning(zoneColumns)
      if (!zone) throw new AppError('notFound', text.noZone)
      return zone
    },

    /** @throws AppError notFound */
    async removeZone({ scope }: Caller, zoneId: string): Promise<void> {
      const { id } = await zoneOf(scope, zoneId)
      await db.delete(findingZones).where(eq(findingZones.id, id))
    },

    /** @throws AppError notFound; ruleBroken for a picture that was taken nowhere in particular */
    async setReference({ scope, userId }: Caller, pictureId: string): Promise<void> {
      const [picture] = await db
        .select({
          cameraId: pictures.cameraId,
          presetId: pictures.presetId,
          screenshotType: pictures.screenshotType,
        })
        .from(pictures)
        .innerJoin(shops, eq(shops.id, pictures.shopId))
        .where(and(eq(pictures.id, pictureId), isNull(pictures.deletedAt), inScope(scope)))
      if (!picture?.cameraId) throw new AppError('notFound', text.noPicture)
      const place = placeOf(picture)
      if (!place.isFixed) throw new AppError('ruleBroken', text.noPlace)
      const row = { pictureId, setBy: userId, setAt: now() }
      await db
        .insert(pictureReferences)
        .values({ cameraId: picture.cameraId, presetKey: place.key, ...row })
        .onConflictDoUpdate({ target: [pictureReferences.cameraId, pictureReferences.presetKey], set: row })
    },
  }
}
export type FindingSettings = ReturnType<typeof findingSettings>

const zoneColumns = {
  id: findingZones.id,
  cameraId: findingZones.cameraId,
  presetId: findingZones.presetId,
  name: findingZones.name,
  polygon: findingZones.polygon,
  share: findingZones.share,
}
