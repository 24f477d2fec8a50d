import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import {
  cameras,
  findingZones,
  pictureChecks,
  pictureReferences,
  pictures,
  shops,
} from '../../platform/schema/index.ts'

/** Taken by hand, or by a plan (pictures.screenshot_type): what outside detectors send was judged already. */
const captured = [1, 2]
const historyLength = 12

/** PostgreSQL about pictures that are looked at, and what they are compared with. */
export function checkStore(db: Database) {
  return {
    /** Captured pictures that nobody looked at, the oldest first. */
    due: ({
      since,
      ids,
      limit,
    }: {
      since?: Date
      ids?: readonly string[]
      limit: number
    }): Promise<DuePicture[]> =>
      db
        .select({
          id: pictures.id,
          shopId: pictures.shopId,
          cameraId: cameras.id,
          presetId: pictures.presetId,
          screenshotType: pictures.screenshotType,
          takenAt: pictures.takenAt,
          timeZone: shops.timeZone,
          openTime: shops.openTime,
          closeTime: shops.closeTime,
          canTurn: sql<boolean | null>`(${cameras.capabilities}->>'ptz')::boolean`,
        })
        .from(pictures)
        .innerJoin(shops, eq(shops.id, pictures.shopId))
        .innerJoin(cameras, eq(cameras.id, pictures.cameraId))
        .where(
          and(
            isNull(pictures.deletedAt),
            inArray(pictures.screenshotType, captured),
            since === undefined ? undefined : gt(pictures.createdAt, since),
            ids === undefined ? undefined : inArray(pictures.id, [...ids]),
            notExists(
              db
                .select({ id: pictureChecks.pictureId })
                .from(pictureChecks)
                .where(eq(pictureChecks.pictureId, pictures.id)),
            ),
          ),
        )
        .orderBy(asc(pictures.takenAt), asc(pictures.id))
        .limit(limit),

    /** What is known of a place when a picture is taken there. */
    async before(
      { cameraId, presetId, takenAt }: Pick<DuePicture, 'cameraId' | 'presetId' | 'takenAt'>,
      key: string,
    ) {
      const here = and(
        eq(pictureChecks.cameraId, cameraId),
        eq(pictureChecks.presetKey, key),
        lt(pictureChecks.takenAt, takenAt),
        eq(pictureChecks.failure, ''),
      )
      const [[previous], history, [reference], zones] = await Promise.all([
        db
          .select({
            pictureId: pictureChecks.pictureId,
            takenAt: pictureChecks.takenAt,
            isSound: pictureChecks.isSound,
          })
          .from(pictureChecks)
          .where(here)
          .orderBy(desc(pictureChecks.takenAt))
          .limit(1),
        db
          .select({ sharpness: pictureChecks.sharpness, change: pictureChecks.change })
          .from(pictureChecks)
          .where(and(here, eq(pictureChecks.isSound, true)))
          .orderBy(desc(pictureChecks.takenAt))
          .limit(historyLength),
        db
          .select({ pictureId: pictureReferences.pictureId })
          .from(pictureReferences)
          .innerJoin(pictures, eq(pictures.id, pictureReferences.pictureId))
          .where(
            and(
              eq(pictureReferences.cameraId, cameraId),
              eq(pictureReferences.presetKey, key),
              isNull(pictures.deletedAt),
              isNotNull(pictures.cameraId),
            ),
          ),
        db
          .select()
          .from(findingZones)
          .where(
            and(
              eq(findingZones.cameraId, cameraId),
              presetId === null
                ? isNull(findingZones.presetId)
                : or(isNull(findingZones.presetId), eq(findingZones.presetId, presetId)),
            ),
          ),
      ])
      return { previous, history, referenceId: reference?.pictureId, zones }
    },

    /** The first sound picture of a place is what later ones are compared with, until a person chooses another. */
    async firstReference(cameraId: string, presetKey: string, pictureId: string): Promise<void> {
      const row = { pictureId, setBy: null, setAt: new Date() }
      await db
        .insert(pictureReferences)
        .values({ cameraId, presetKey, ...row })
        // One that is here already was deleted meanwhile, or it would have been found.
        .onConflictDoUpdate({
          target: [pictureReferences.cameraId, pictureReferences.presetKey],
          set: row,
          setWhere: isNull(pictureReferences.setBy),
        })
    },
  }
}
export type CheckStore = ReturnType<typeof checkStore>
export type DuePicture = {
  id: string
  shopId: string
  cameraId: string
  presetId: string | null
  screenshotType: number
  takenAt: Date
  timeZone: string
  openTime: string
  closeTime: string
  /** Null: the platform was never asked. */
  canTurn: boolean | null
}
