import { AppError, type Page, type Picture, type ProviderName } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import { dayFolder, type PictureDisk, pictureKey, thumbnailKey } from '../../platform/pictures.ts'
import type { Database } from '../../platform/postgres.ts'
import { everyShop, type Scope } from '../../platform/scope.ts'
import type { VideoKey } from '../../platform/shop-access.ts'
import { sweepFolder } from '../../platform/sweep.ts'
import { fromLegacyTime, legacyTimeOf, refuseImpossible } from '../../platform/time.ts'
import { checkImage, endings } from './image.ts'
import { brought, type PictureFilter, type PictureRow, pictureStore } from './store.ts'
import { text } from './text.ts'

export { brought }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How long a deleted picture can be brought back. */
const restorableMs = 30 * dayMs
/** Files are removed a little later than that, so that a server whose clock is behind cannot bring back a lost one. */
const purgeAfterMs = restorableMs + hourMs
const sweptDays = 31
const batch = 500
const farthest = 1_000_000_000

export type SavePicture = {
  data: Buffer
  takenAt: Date
  shopId: string
  /** null: no camera took it. */
  cameraId: string | null
  presetId?: string | null | undefined
  userId: string | null
  /** 1: taken by hand, 2: by a plan, 3: brought along by a person. */
  screenshotType?: number | undefined
  fileType?: number | undefined
  areaname?: string | undefined
  /** The run of a plan that took it: saved twice for one run it is one picture. */
  planRunId?: string | undefined
}

export type Upload = VideoKey & {
  provider: ProviderName
  data: Buffer
  presetId?: string | undefined
  areaname?: string | undefined
  /** On the shop's clock; now where it is left out. */
  fileTime?: string | undefined
  fileType: number
  screenshotType: number
}

type Deps = {
  db: Database
  disk: PictureDisk
  now: () => Date
  /** Told after each picture that was kept. */
  saved?: (() => void) | undefined
}

/** Pictures of cameras: saved, listed, shown, deleted and brought back. */
export function pictureService({ db, disk, now, saved }: Deps) {
  const store = pictureStore(db)

  /**
   * Keeps a picture; once it answers, file and row are on disk. The caller has checked that the user may save it there.
   * @throws AppError unsupportedMedia for what is no JPEG, PNG or WebP; tooLarge beyond 10 MB or 50 million pixels
   */
  async function save(input: SavePicture): Promise<Picture> {
    const { data, takenAt, shopId, cameraId, userId } = input
    const { mime, ending, width, height, thumbnail } = await checkImage(data)
    const video =
      cameraId === null ? { videoNo: '', channelNo: '' } : await store.videoOf(everyShop, cameraId)
    if (!video) throw new AppError('notFound', text.noCamera)
    const key = pictureKey(now(), ending)
    // Files first: a crash in between leaves files that the sweep finds, never a row without its picture.
    await Promise.all([disk.put(key, data, mime), disk.put(thumbnailKey(key), thumbnail, 'image/webp')])
    // A failed insert may have happened all the same, so that its files are left to the sweep as well.
    const row = await store.insert(everyShop, {
      key,
      mime,
      width,
      height,
      sizeBytes: data.length,
      shopId,
      cameraId,
      ...video,
      presetId: input.presetId ?? null,
      areaname: input.areaname ?? '',
      fileType: input.fileType ?? 1,
      screenshotType: input.screenshotType ?? 1,
      planRunId: input.planRunId ?? null,
      userId,
      takenAt,
    })
    saved?.()
    return pictureAnswer(row)
  }

  return {
    save,

    /**
     * Saves what a browser sends for a camera that it names by shop, device and channel.
     * @throws AppError ruleBroken where the camera belongs to another provider than the call, and as `save`
     */
    async upload(caller: Caller, { provider, data, fileTime, presetId, ...input }: Upload): Promise<Picture> {
      const camera = await store.camera(caller.scope, input)
      if (camera.provider !== provider)
        throw new AppError('ruleBroken', text.wrongProvider(camera.provider), { reason: 'wrongProvider' })
      if (presetId !== undefined && !(await store.hasPreset(caller.scope, camera.id, presetId)))
        throw new AppError('invalidInput', text.wrongPreset, {
          errors: [{ path: 'presetId', message: 'no preset of this camera' }],
        })
      const takenAt =
        fileTime === undefined ? now() : fromLegacyTime(fileTime, camera.shop.timeZone, 'fileTime')
      return save({ ...input, data, takenAt, presetId, cameraId: camera.id, userId: caller.userId })
    },

    /** Pictures in scope, newest first. */
    async page(
      scope: Scope,
      { pageNumber, pageSize, ...filter }: PictureFilter & { pageNumber: number; pageSize: number },
    ): Promise<Page<Picture>> {
      if (filter.begin !== undefined) refuseImpossible(filter.begin, 'beg')
      if (filter.end !== undefined) refuseImpossible(filter.end, 'end')
      const offset = Math.min((pageNumber - 1) * pageSize, farthest)
      const { records, total } = await store.page(scope, filter, offset, pageSize)
      return { current: pageNumber, size: pageSize, total, records: records.map(pictureAnswer) }
    },

    /** Pictures by their ids; those that are deleted or out of scope are left out. */
    async byIds(scope: Scope, ids: readonly string[]): Promise<Map<string, Picture>> {
      const rows = await store.byIds(scope, ids)
      return new Map(rows.map(row => [row.id, pictureAnswer(row)]))
    },

    /** Deletes all or none; they can be brought back for 30 days. @throws AppError forbidden outside the scope */
    async remove(scope: Scope, ids: readonly string[]): Promise<void> {
      if (!(await store.remove(scope, ids, now()))) throw new AppError('forbidden', text.notYours)
    },

    /** Brings all back or none. @throws AppError forbidden outside the scope, notFound after 30 days */
    async restore(scope: Scope, ids: readonly string[]): Promise<Picture[]> {
      const restored = await store.restore(scope, ids, new Date(now().getTime() - restorableMs))
      if (!restored) throw new AppError('forbidden', text.notYours)
      if (restored === 'late') throw new AppError('notFound', text.tooLate)
      return restored.map(pictureAnswer)
    },

    /** True where it shows a problem, or how it was put right. */
    isOfProblem: store.isOfProblem,

    /** The bytes of a picture in scope. @throws AppError notFound */
    async content(scope: Scope, id: string) {
      const row = await store.picture(scope, id)
      const stream = row && (await disk.read(row.key))
      if (!row || !stream) throw new AppError('notFound', text.gone)
      return { stream, mime: row.mime, sizeBytes: row.sizeBytes }
    },

    /** WebP, at most 320 pixels wide. @throws AppError notFound */
    async thumbnail(scope: Scope, id: string) {
      const row = await store.picture(scope, id)
      const stream = row && (await disk.read(thumbnailKey(row.key)))
      if (!row || !stream) throw new AppError('notFound', text.gone)
      return { stream, mime: 'image/webp', sizeBytes: undefined }
    },

    /** Removes what was deleted more than 30 days ago, files first; answers how many pictures. */
    async purge(): Promise<number> {
      const before = new Date(now().getTime() - purgeAfterMs)
      let purged = 0
      for (let after = ''; ; ) {
        const rows = await store.deletedBefore(before, after, batch)
        for (const { id, key } of rows) {
          for (const file of filesOf(key)) await disk.delete(file)
          await store.forget(id, before)
        }
        purged += rows.length
        const last = rows.at(-1)
        if (!last) return purged
        after = last.key
      }
    },

    /** Removes files that a crash left without a row, written in the last 31 days; answers how many. */
    async sweep(): Promise<number> {
      const at = now()
      let removed = 0
      for (let day = 0; day < sweptDays; day++) {
        const folder = dayFolder(new Date(at.getTime() - day * dayMs))
        removed += await sweepFolder(disk, { folder, now: at, claimed: ofPictures })
      }
      return removed
    },
  }

  /** Of some files those of pictures that have a row, thumbnails among them. */
  async function ofPictures(files: string[]): Promise<ReadonlySet<string>> {
    return new Set((await store.known(files.flatMap(pictureKeysOf))).flatMap(filesOf))
  }
}
export type PictureService = ReturnType<typeof pictureService>

/** Where a picture is fetched from; both addresses need the session. */
export function pictureUrls(id: string): { fileAddr: string; thumbnailUrl: string } {
  return { fileAddr: `/api/pictures/${id}/content`, thumbnailUrl: `/api/pictures/${id}/thumbnail` }
}

/** A picture as every call answers it. */
export function pictureAnswer(row: PictureRow): Picture {
  const { id, fileType, shopId, videoNo, channelNo, cameraId, presetId, areaname, screenshotType } = row
  const { takenAt, timeZone, userId, width, height, sizeBytes } = row
  return {
    id,
    fileType,
    fileTypeName: '图片',
    ...pictureUrls(id),
    fileTime: legacyTimeOf(takenAt, timeZone),
    takenAt: takenAt.toISOString(),
    shopId,
    shopname: row.shopName,
    videoNo,
    channelNo,
    cameraId,
    cameraName: row.cameraName ?? '',
    cameraNameEn: row.cameraNameEn ?? '',
    presetId,
    areaname,
    delFlag: row.deletedAt ? 1 : 0,
    screenshotType,
    userId,
    userName: row.userName ?? '',
    width,
    height,
    sizeBytes,
  }
}

const filesOf = (key: string) => [key, thumbnailKey(key)]

/** The keys of pictures that a file may belong to: it is one, or the thumbnail of one. */
function pictureKeysOf(file: string): string[] {
  const stem = file.replace(/(\.320)?\.[a-z]+$/, '')
  return endings.map(ending => `${stem}.${ending}`)
}
