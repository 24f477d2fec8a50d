import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type AnnotationShape,
  AppError,
  type GalleryPicture,
  type PictureDetail,
  type PictureMark,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { PictureDisk } from '../../platform/pictures.ts'
import type { Database } from '../../platform/postgres.ts'
import type { Scope } from '../../platform/scope.ts'
import { type GalleryFilter, type GalleryRow, galleryStore } from './gallery-store.ts'
import { annotated } from './overlay.ts'
import { pictureAnswer } from './service.ts'
import { text } from './text.ts'
import { watermarkText } from './watermark.ts'
import { zipOf } from './zip.ts'

/** Pictures in one ZIP: what a person waits for, and what a disk at home takes. */
const mostZipped = 2000

/** Pictures over all shops: found again, drawn upon, judged. */
export function galleryService({ db, disk }: { db: Database; disk: PictureDisk }) {
  const store = galleryStore(db)

  /** @throws AppError notFound, also outside the scope: the two cannot be told apart */
  async function one(scope: Scope, id: string): Promise<GalleryRow> {
    const row = await store.one(scope, id)
    if (!row) throw new AppError('notFound', text.gone)
    return row
  }

  async function detail(scope: Scope, id: string): Promise<PictureDetail> {
    const row = await one(scope, id)
    const [annotations, neighbours] = await Promise.all([store.annotations(id), store.neighbours(row)])
    return {
      picture: answerOf(row),
      annotations: annotations.map(each => ({
        version: each.version,
        shapes: each.shapes,
        userName: each.userName ?? '',
        createdAt: each.createdAt.toISOString(),
      })),
      ...neighbours,
    }
  }

  return {
    async page(scope: Scope, filter: GalleryFilter, pageNumber: number, pageSize: number) {
      const offset = Math.min((pageNumber - 1) * pageSize, 1_000_000_000)
      const { records, total } = await store.page(scope, filter, offset, pageSize)
      return { current: pageNumber, size: pageSize, total, records: records.map(answerOf) }
    },
    counts: store.counts,
    detail,

    /** Pictures by their ids; those that are deleted or out of scope are left out. */
    async byIds(scope: Scope, ids: readonly string[]): Promise<Map<string, GalleryPicture>> {
      const rows = await store.byIds(scope, ids)
      return new Map(rows.map(row => [row.id, answerOf(row)]))
    },

    /** @throws AppError conflict where another drew on it since; notFound */
    async annotate(
      caller: Caller,
      id: string,
      version: number,
      shapes: AnnotationShape[],
    ): Promise<PictureDetail> {
      await one(caller.scope, id)
      const [latest] = await store.annotations(id)
      const isKnown = (latest?.version ?? 0) === version
      if (!isKnown || !(await store.annotate(id, version + 1, shapes, caller.userId)))
        throw new AppError('conflict', text.drawnSince, { reason: 'changed' })
      return detail(caller.scope, id)
    },

    /** @throws AppError forbidden, and nothing is changed, where one is not there or not in scope */
    async mark(scope: Scope, ids: readonly string[], mark: PictureMark | null): Promise<void> {
      if (!(await store.mark(scope, ids, mark))) throw new AppError('forbidden', text.notYours)
    },

    /**
     * Pictures as one ZIP, in the order they are asked for; see `zipOf`.
     * @throws AppError ruleBroken beyond `mostZipped`; forbidden where one is not there or not in scope: nothing is sent then
     */
    async zip(scope: Scope, ids: readonly string[], language: 'zh' | 'en'): Promise<Readable> {
      const wanted = [...new Set(ids)]
      if (wanted.length > mostZipped)
        throw new AppError('ruleBroken', text.zipMost(mostZipped), { reason: 'tooMany' })
      const known = new Map((await store.byIds(scope, wanted)).map(row => [row.id, row]))
      const rows = wanted.flatMap(id => known.get(id) ?? [])
      if (rows.length < wanted.length) throw new AppError('forbidden', text.notYours)
      return zipOf(rows, { disk, annotations: store.annotations, language })
    },

    /** The picture with what was drawn on it last, as a JPEG. @throws AppError notFound */
    async annotatedPicture(scope: Scope, id: string): Promise<{ data: Buffer; version: number }> {
      const row = await one(scope, id)
      const [latest] = await store.annotations(id)
      const stream = await disk.read(row.key)
      if (!stream) throw new AppError('notFound', text.gone)
      return {
        data: await annotated(await buffer(stream), latest?.shapes ?? [], watermarkText(row)),
        version: latest?.version ?? 0,
      }
    },
  }
}
export type GalleryService = ReturnType<typeof galleryService>

function answerOf(row: GalleryRow): GalleryPicture {
  return {
    ...pictureAnswer(row),
    shopnameEn: row.shopNameEn,
    cameraNumber: row.cameraNumber ?? '',
    presetName: row.presetName ?? '',
    planId: row.planId,
    mark: row.mark,
    isAnnotated: row.isAnnotated,
  }
}
