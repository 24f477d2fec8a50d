import {
  AppError,
  type GalleryPicture,
  type Page,
  type SnapshotBatch,
  type WholeBatch,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import type { Scope } from '../../platform/scope.ts'
import { type BatchRow, type NewShot, snapshotStore } from './store.ts'
import { text } from './text.ts'

/** How long a picture waits for its turn: as long as a thousand of one account take. */
const waitsMs = 30 * 60_000
const farthest = 1_000_000_000

type Target = { cameraId: string; presetId?: string | undefined }
type Deps = {
  db: Database
  /** Pictures of the scope by id, as the gallery shows them. */
  pictures(scope: Scope, ids: readonly string[]): Promise<Map<string, GalleryPicture>>
  now: () => Date
}

/** Pictures that a person wants now, of many cameras at once. They are taken in turn with those of plans. */
export function snapshotBatchService({ db, pictures, now }: Deps) {
  const store = snapshotStore(db)

  /** @throws AppError invalidInput by field, forbidden out of scope: nothing is taken then */
  async function checked(scope: Scope, targets: readonly Target[]): Promise<NewShot[]> {
    const known = await store.targets(
      scope,
      [...new Set(targets.map(target => target.cameraId))],
      [...new Set(targets.flatMap(target => target.presetId ?? []))],
    )
    const shots = new Map<string, NewShot>()
    for (const [index, { cameraId, presetId }] of targets.entries()) {
      const fault = (field: string, message: string) => ({
        errors: [{ path: `targets.${index}.${field}`, message }],
      })
      const camera = known.cameras.get(cameraId)
      if (!camera) throw new AppError('invalidInput', text.noCamera, fault('cameraId', 'no such camera'))
      if (!camera.visible) throw new AppError('forbidden', text.foreignCamera)
      const preset = presetId === undefined ? undefined : known.presets.get(presetId)
      if (presetId !== undefined && preset?.cameraId !== cameraId)
        throw new AppError('invalidInput', text.wrongPreset, fault('presetId', 'no preset of this camera'))
      shots.set(`${cameraId} ${presetId ?? ''}`, {
        shopId: camera.shopId,
        cameraId,
        accountId: camera.accountId,
        presetId: presetId ?? null,
        presetName: preset?.name ?? '',
      })
    }
    return [...shots.values()]
  }

  /** @throws AppError notFound where it is not the caller's */
  async function one(caller: Caller, id: string): Promise<WholeBatch> {
    const row = await store.one(caller.userId, id)
    if (!row) throw new AppError('notFound', text.noBatch)
    const rows = await store.shots(caller.scope, id)
    const pictureIds = rows.flatMap(shot => shot.pictureId ?? [])
    const [shown, raised, shopsInScope] = await Promise.all([
      pictures(caller.scope, pictureIds),
      store.problemsOf([...new Set(rows.map(shot => shot.shopId))], pictureIds),
      store.openShops(caller.scope),
    ])
    const problemsOf = Map.groupBy(
      raised.flatMap(problem => problem.pictureIds),
      pictureId => pictureId,
    )
    const shots = rows.map(({ pictureId, shopName, shopNameEn, cameraNameEn, ...shot }) => ({
      ...shot,
      shopname: shopName,
      shopnameEn: shopNameEn || shopName,
      cameraNameEn: cameraNameEn || shot.cameraName,
      picture: (pictureId !== null && shown.get(pictureId)) || null,
      problemCount: pictureId === null ? 0 : (problemsOf.get(pictureId)?.length ?? 0),
    }))
    const taken = shots.flatMap(shot => shot.picture ?? [])
    const marked = (mark: GalleryPicture['mark']) => taken.filter(picture => picture.mark === mark).length
    return {
      ...batchAnswer(row),
      shots,
      figures: {
        good: marked('good'),
        problem: marked('problem'),
        unjudged: marked(null),
        problems: raised.length,
        shops: new Set(taken.map(picture => picture.shopId)).size,
        shopsInScope,
      },
    }
  }

  return {
    one,

    /** @throws AppError invalidInput by field, forbidden out of scope */
    async create(
      caller: Caller,
      { targets, clientKey }: { targets: readonly Target[]; clientKey?: string | undefined },
    ): Promise<WholeBatch> {
      const shots = await checked(caller.scope, targets)
      const at = now()
      const id = await store.create(caller.userId, clientKey, shots, at, new Date(at.getTime() + waitsMs))
      return one(caller, id)
    },

    /** The caller's own, latest first. */
    async page(caller: Caller, pageNumber: number, pageSize: number): Promise<Page<SnapshotBatch>> {
      const offset = Math.min((pageNumber - 1) * pageSize, farthest)
      const { records, total } = await store.page(caller.userId, offset, pageSize)
      return { current: pageNumber, size: pageSize, total, records: records.map(batchAnswer) }
    },

    /** @throws AppError notFound; ruleBroken where all gave a picture, or it was looked through already */
    async retry(caller: Caller, id: string, shotIds: readonly string[] | undefined): Promise<WholeBatch> {
      const at = now()
      const again = await store.change(caller.userId, id, (on, batch) => {
        if (batch.finishedAt) throw new AppError('ruleBroken', text.finished, { reason: 'finished' })
        return store.retry(on, caller.scope, id, shotIds, at, new Date(at.getTime() + waitsMs))
      })
      if (again === 0) throw new AppError('ruleBroken', text.nothingToRetry, { reason: 'nothingToRetry' })
      return one(caller, id)
    },

    /** @throws AppError notFound */
    async stop(caller: Caller, id: string): Promise<WholeBatch> {
      await store.change(caller.userId, id, on => store.stop(on, id, now()))
      return one(caller, id)
    },

    /** @throws AppError notFound; ruleBroken while pictures are still to come */
    async finish(caller: Caller, id: string): Promise<WholeBatch> {
      await store.change(caller.userId, id, async (on, batch) => {
        if ((await store.pending(on, id)) > 0)
          throw new AppError('ruleBroken', text.stillCapturing, { reason: 'capturing' })
        if (!batch.finishedAt) await store.finish(on, id, now())
      })
      return one(caller, id)
    },
  }
}
export type SnapshotBatchService = ReturnType<typeof snapshotBatchService>

function batchAnswer({ id, createdAt, finishedAt, total, done, failed, pending }: BatchRow): SnapshotBatch {
  return {
    id,
    state: pending > 0 ? 'capturing' : finishedAt ? 'done' : 'reviewing',
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    counts: { total, done, failed, pending },
  }
}
