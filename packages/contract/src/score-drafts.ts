import { z } from 'zod'
import { checkKind } from './check-items.ts'
import { endpoint } from './endpoint.ts'
import { dailyRecord, evaluation, inspection } from './score-records.ts'
import { answerId, done, flag, id, isoTime, numeric } from './shared.ts'

/** Half-filled forms that the console keeps on the server. */
const tag = 'scoring'

const draftBytes = 200_000
/** What the console keeps of a half-filled form: the body of its save as far as it is filled in. */
export const scoreDraftContent = z
  .record(z.string().max(60), z.unknown())
  .refine(content => lengthOf(content) <= draftBytes, 'larger than 200 kB')
/** What is nested without end has no length that fits. */
function lengthOf(content: unknown): number {
  try {
    return JSON.stringify(content).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
export type ScoreDraftContent = z.infer<typeof scoreDraftContent>

export const scoreDraft = z.object({
  kind: checkKind,
  shopId: answerId,
  shopname: z.string(),
  /** The clientKey of the record that it becomes. */
  key: z.string(),
  version: z.number(),
  content: scoreDraftContent,
  updatedAt: isoTime,
})
export type ScoreDraft = z.infer<typeof scoreDraft>

const draftParams = z.object({ kind: checkKind, shopId: id })
export const scoreDrafts = {
  list: endpoint({
    method: 'GET',
    path: '/api/score-drafts',
    summary: 'Drafts of the user, latest first.',
    tag,
    authority: ['inspect.score'],
    answer: z.array(scoreDraft),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/score-drafts/:kind/:shopId',
    summary: 'The draft of the user for a shop; null where there is none.',
    tag,
    authority: ['inspect.score'],
    params: draftParams,
    answer: scoreDraft.nullable(),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/score-drafts/:kind/:shopId',
    summary:
      'Keeps a draft. `version` is the one that the caller knows, 0 for a new draft; where another was saved since, 409 with it.',
    tag,
    authority: ['inspect.score'],
    params: draftParams,
    body: z.object({
      version: numeric(z.number().int().min(0)),
      key: z.string().trim().min(1).max(80).optional(),
      content: scoreDraftContent,
    }),
    answer: scoreDraft,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/api/score-drafts/:kind/:shopId',
    summary: 'Discards a draft; where another than `version` is kept, 409 with it.',
    tag,
    authority: ['inspect.score'],
    params: draftParams,
    query: z.object({ version: numeric(z.number().int().min(1).optional()) }),
    answer: done,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/score-drafts/:kind/:shopId/submit',
    summary: 'Turns a draft into its record, both in one step; sent again it answers the same record.',
    tag,
    authority: ['inspect.score'],
    params: draftParams,
    body: z.object({
      version: numeric(z.number().int().min(1)),
      /** The draft's key: what a repeated submit is known by. */
      key: z.string().trim().min(1).max(80),
      /** Items may be left unscored: the user was asked. */
      allowUnscored: flag.default(false),
    }),
    answer: z.object({
      kind: checkKind,
      id: answerId,
      evaluation: evaluation.nullable(),
      inspection: inspection.nullable(),
      dailyRecord: dailyRecord.nullable(),
    }),
  }),
}
