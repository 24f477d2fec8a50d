import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { galleryPicture } from './gallery.ts'
import { runOutcomes } from './plans.ts'
import { answerId, id, isoTime, optionalId, page, pageQuery } from './shared.ts'

/** Pictures wanted now, of many cameras at once: the server goes from camera to camera as it does for plans. */
const tag = 'pictures'

/** More than this is better left to a plan. */
export const mostShots = 1000
/** `capturing`: pictures are still to come; `reviewing`: a person looks through them; `done`: that is over. */
export const batchStates = ['capturing', 'reviewing', 'done'] as const
export type BatchState = (typeof batchStates)[number]

export const snapshotShot = z.object({
  id: answerId,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  cameraId: answerId,
  cameraNumber: z.string(),
  cameraName: z.string(),
  cameraNameEn: z.string(),
  presetId: answerId.nullable(),
  presetName: z.string(),
  outcome: z.enum(runOutcomes),
  /** Machine-readable, finer than the outcome; empty where all went well. */
  reason: z.string(),
  /** The same as a sentence. */
  message: z.object({ zh: z.string(), en: z.string() }).nullable(),
  /** Null where there is none yet, or where it was deleted. */
  picture: galleryPicture.nullable(),
  /** Problems that were raised with this picture. */
  problemCount: z.number(),
})
export type SnapshotShot = z.infer<typeof snapshotShot>

const counts = z.object({
  total: z.number(),
  done: z.number(),
  /** Failed, camera off line or steered by somebody, or given up. */
  failed: z.number(),
  pending: z.number(),
})
export const snapshotBatch = z.object({
  id: answerId,
  state: z.enum(batchStates),
  createdAt: isoTime,
  finishedAt: isoTime.nullable(),
  counts,
})
export type SnapshotBatch = z.infer<typeof snapshotBatch>

export const wholeBatch = snapshotBatch.extend({
  /** By shop, camera and preset. */
  shots: z.array(snapshotShot),
  figures: z.object({
    good: z.number(),
    problem: z.number(),
    /** Pictures that nobody judged yet. */
    unjudged: z.number(),
    /** Problems raised with pictures of the batch, each once. */
    problems: z.number(),
    /** Shops with a picture, of the open shops that the user may see. */
    shops: z.number(),
    shopsInScope: z.number(),
  }),
})
export type WholeBatch = z.infer<typeof wholeBatch>

const params = z.object({ batchId: id })

export const snapshots = {
  create: endpoint({
    method: 'POST',
    path: '/api/snapshots/batches',
    summary:
      'Takes pictures of cameras, or of presets of them, as soon as the platforms allow; `clientKey`: sent twice it is one.',
    tag,
    authority: ['inspect.operate'],
    body: z.object({
      targets: z
        .array(z.object({ cameraId: id, presetId: optionalId }))
        .min(1)
        .max(mostShots),
      clientKey: optionalId,
    }),
    answer: wholeBatch,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/snapshots/batches',
    summary: 'The caller’s own batches, latest first.',
    tag,
    authority: ['inspect.operate', 'inspect.score'],
    query: z.object(pageQuery(10)),
    answer: page(snapshotBatch),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/snapshots/batches/:batchId',
    summary: 'A batch of the caller with what became of each picture.',
    tag,
    authority: ['inspect.operate', 'inspect.score'],
    params,
    answer: wholeBatch,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/snapshots/batches/:batchId/retry',
    summary: 'Takes again what gave no picture: those named, else all of them.',
    tag,
    authority: ['inspect.operate'],
    params,
    body: z.object({ shotIds: z.array(id).min(1).max(mostShots).optional() }),
    answer: wholeBatch,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/snapshots/batches/:batchId/stop',
    summary: 'Gives up the pictures that were not begun; those under way are finished.',
    tag,
    authority: ['inspect.operate'],
    params,
    answer: wholeBatch,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/snapshots/batches/:batchId/finish',
    summary: 'Says that the pictures were looked through. Not while pictures are still to come.',
    tag,
    authority: ['inspect.score'],
    params,
    answer: wholeBatch,
  }),
}
