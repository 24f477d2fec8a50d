import { AppError, type IngestVerdict, type PostedFinding, postedFinding } from '@aisle/contract'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { BrokenRow } from '../../platform/http/rows.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameras, pictures, presets, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import type { PictureService } from '../pictures/service.ts'
import { localTime } from './local-time.ts'
import { findingStore, type NewFinding } from './store.ts'

/** Sent by a detector outside (pictures.screenshot_type): neither taken by hand nor by a plan. */
const fromOutside = 3
/** A detector's clock may be ahead by so much. */
const aheadMs = 5 * 60_000
const rowsAtOnce = 500

/** Who posts: a source, and the shops that it may speak of. */
export type Poster = { id: string; scope: Scope }

type Deps = { db: Database; pictures: Pick<PictureService, 'save'>; now: () => Date }
type Rejected = IngestVerdict['rejected'][number]
type Row = { index: number; row: PostedFinding }

/** Takes what outside detectors found. */
export function postedFindings({ db, pictures: files, now }: Deps) {
  const store = findingStore(db)

  return {
    /**
     * Judges each row by itself and keeps those that are sound; when this answers, they are on disk. A row that was posted
     * before under its id, in this or an earlier call, counts as a duplicate and changes nothing.
     */
    async post({ id: sourceId, scope }: Poster, body: readonly unknown[]): Promise<IngestVerdict> {
      const rejected: Rejected[] = []
      const sound = body.flatMap((value, index): Row[] => {
        if (value instanceof BrokenRow) {
          rejected.push({ index, path: '', message: value.message })
          return []
        }
        const read = postedFinding.safeParse(value)
        if (read.success) return [{ index, row: read.data }]
        const [issue] = read.error.issues
        rejected.push({ index, path: issue?.path.join('.') ?? '', message: issue?.message ?? 'not valid' })
        return []
      })
      const known = await store.postedBefore(
        sourceId,
        sound.map(({ row }) => row.id),
      )
      const fresh = firstOfEach(sound).filter(({ row }) => !known.has(row.id))
      const places = await placesOf(scope, fresh)
      const news: NewFinding[] = []
      for (const { index, row } of fresh) {
        const made = await newFinding(sourceId, row, places)
        if ('message' in made) rejected.push({ index, ...made })
        else news.push(made)
      }
      let accepted = 0
      for (let start = 0; start < news.length; start += rowsAtOnce)
        accepted += await store.insert(db, news.slice(start, start + rowsAtOnce))
      return {
        accepted,
        duplicates: body.length - rejected.length - accepted,
        rejected: rejected.sort((a, b) => a.index - b.index),
      }
    },
  }

  async function newFinding(
    sourceId: string,
    row: PostedFinding,
    places: Awaited<ReturnType<typeof placesOf>>,
  ): Promise<NewFinding | { path: string; message: string }> {
    const foundAt = new Date(row.at)
    if (foundAt.getTime() > now().getTime() + aheadMs) return { path: 'at', message: 'in the future' }
    const camera = places.camera(row)
    if (row.cameraId !== undefined && !camera) return { path: 'cameraId', message: 'no camera in scope' }
    if (row.deviceCode !== undefined && !camera)
      return { path: 'deviceCode', message: 'no such device and channel in that shop' }
    if (camera && row.shopId !== undefined && camera.shopId !== row.shopId)
      return { path: 'shopId', message: 'the camera is in another shop' }
    const shop = places.shop(camera?.shopId ?? row.shopId)
    if (!shop) return { path: 'shopId', message: 'no shop in scope' }
    if (row.presetId !== undefined && !(camera && places.isPreset(row.presetId, camera.id)))
      return { path: 'presetId', message: 'no preset of this camera' }
    if (row.pictureId !== undefined && !places.isPicture(row.pictureId, shop.id))
      return { path: 'pictureId', message: 'no picture of this shop' }
    const picture = await pictureOf(row, shop.id, camera?.id, foundAt)
    if (picture && 'message' in picture) return picture
    return {
      sourceId,
      externalId: row.id,
      algorithm: row.algorithm,
      shopId: shop.id,
      cameraId: camera?.id ?? null,
      presetId: row.presetId ?? null,
      pictureId: picture?.id ?? null,
      confidence: row.confidence,
      boxes: row.boxes,
      measures: row.measures,
      foundAt,
      ...localTime(foundAt, shop.timeZone),
    }
  }

  /** The picture that a row names or carries. */
  async function pictureOf(row: PostedFinding, shopId: string, cameraId: string | undefined, takenAt: Date) {
    if (row.pictureId !== undefined) return { id: row.pictureId }
    if (row.picture === undefined) return undefined
    const wrong = (message: string) => ({ path: 'picture', message })
    if (cameraId === undefined) return wrong('a picture needs the camera that took it')
    const base64 = row.picture.replace(/^data:[^,]{0,100},/, '')
    try {
      const { id } = await files.save({
        data: Buffer.from(base64, 'base64'),
        takenAt,
        shopId,
        cameraId,
        presetId: row.presetId,
        userId: null,
        screenshotType: fromOutside,
      })
      return { id }
    } catch (error) {
      if (error instanceof AppError) return wrong(error.text.en)
      throw error
    }
  }

  /** Cameras, shops, presets and pictures that rows name, as far as the source may speak of them. */
  async function placesOf(scope: Scope, rows: readonly Row[]) {
    const ids = (of: (row: PostedFinding) => string | undefined) => [
      ...new Set(rows.flatMap(({ row }) => of(row) ?? [])),
    ]
    const [cameraIds, shopIds] = [ids(row => row.cameraId), ids(row => row.shopId)]
    const codes = ids(row => row.deviceCode)
    const [presetIds, pictureIds] = [ids(row => row.presetId), ids(row => row.pictureId)]
    const found = await db
      .select({
        id: cameras.id,
        shopId: cameras.shopId,
        deviceCode: cameras.deviceCode,
        channel: cameras.channel,
      })
      .from(cameras)
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .where(
        and(
          inScope(scope),
          isNull(cameras.removedAt),
          or(
            inArray(cameras.id, cameraIds),
            and(inArray(cameras.deviceCode, codes), inArray(cameras.shopId, shopIds)),
            sql`false`,
          ),
        ),
      )
    const allShops = [...new Set([...shopIds, ...found.map(({ shopId }) => shopId)])]
    const [inside, ofCameras, shown] = await Promise.all([
      db
        .select({ id: shops.id, timeZone: shops.timeZone })
        .from(shops)
        .where(and(inArray(shops.id, allShops), inScope(scope), isNull(shops.closedAt))),
      db
        .select({ id: presets.id, cameraId: presets.cameraId })
        .from(presets)
        .where(inArray(presets.id, presetIds)),
      db
        .select({ id: pictures.id, shopId: pictures.shopId })
        .from(pictures)
        .innerJoin(shops, eq(shops.id, pictures.shopId))
        .where(and(inArray(pictures.id, pictureIds), isNull(pictures.deletedAt), inScope(scope))),
    ])
    return {
      camera: ({ cameraId, shopId, deviceCode, channel }: PostedFinding) =>
        cameraId !== undefined
          ? found.find(camera => camera.id === cameraId)
          : deviceCode === undefined
            ? undefined
            : found.find(
                camera =>
                  camera.shopId === shopId &&
                  camera.deviceCode === deviceCode &&
                  camera.channel === (channel ?? '1'),
              ),
      shop: (id: string | undefined) => inside.find(shop => shop.id === id),
      isPreset: (id: string, cameraId: string) =>
        ofCameras.some(preset => preset.id === id && preset.cameraId === cameraId),
      isPicture: (id: string, shopId: string) =>
        shown.some(picture => picture.id === id && picture.shopId === shopId),
    }
  }
}
export type PostedFindings = ReturnType<typeof postedFindings>

/** One row for each id: the first one. */
function firstOfEach(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter(({ row }) => !seen.has(row.id) && seen.add(row.id))
}
