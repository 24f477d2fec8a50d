import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answerId, changes, done, flag, id, isoTime, numeric, optionalId } from './shared.ts'

/** The forms of the chain: what is looked at in a shop, what it is worth, and where in each shop it is seen. */
const tag = 'scoring'
const viewer = ['inspect.view', 'inspect.score'] as const

export const checkKinds = ['evaluation', 'inspection', 'daily'] as const
export const checkKind = z.enum(checkKinds)
export type CheckKind = z.infer<typeof checkKind>

/** The part of a shop that an item is looked at in. */
export const cameraGroupName = z.enum(['entrance', 'checkout', 'floor', 'back'])
export type CameraGroupName = z.infer<typeof cameraGroupName>

export const severity = z.enum(['minor', 'medium', 'severe'])
export type Severity = z.infer<typeof severity>

/** Points, to the hundredth. */
export const pointsRule = z
  .number()
  .min(0)
  .max(1000)
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'at most two decimals')
export const points = numeric(pointsRule)
export const deductions = z.object({ minor: points, medium: points, severe: points })
export type Deductions = z.infer<typeof deductions>

export const checkItem = z.object({
  itemId: answerId,
  kind: checkKind,
  itemName: z.string(),
  itemNameEn: z.string(),
  pitemId: answerId.nullable(),
  isGroup: z.boolean(),
  /** Of a leaf what it is worth, of a group what its leaves are worth together. */
  itemScore: z.number(),
  /** `full`: all of it or nothing; `partial`: a severity takes points away, or the inspector says how many. */
  scoring: z.enum(['full', 'partial']),
  deductions: deductions.nullable(),
  cameraGroup: cameraGroupName.nullable(),
  presetName: z.string(),
  /** Seconds that looking at it should take. */
  itemDuration: z.number(),
  /** Remarks that an inspector may choose from instead of writing. */
  remarkPhrases: z.array(z.string()),
  /** A picture of how it should look, for an `<img>`; null where there is none. */
  standardPictureUrl: z.string().nullable(),
  order: z.number(),
  version: z.number(),
  archived: z.boolean(),
})
export type CheckItem = z.infer<typeof checkItem>

export const checkItemNode = checkItem.extend({ children: z.array(checkItem) })
export type CheckItemNode = z.infer<typeof checkItemNode>

const form = z.object({
  kind: checkKind,
  name: z.string(),
  nameEn: z.string(),
  /** Grows with every edit of an item; records keep the one they were made with. */
  version: z.number(),
  itemCount: z.number(),
  totalScore: z.number(),
  items: z.array(checkItemNode),
})
export type CheckForm = z.infer<typeof form>

/** Where an item is seen in one shop. */
export const itemPlace = z.object({
  itemId: answerId,
  cameraId: answerId,
  cameraNumber: z.string(),
  cameraName: z.string(),
  cameraNameEn: z.string(),
  presetId: answerId.nullable(),
  presetName: z.string(),
  presetIndex: z.number().nullable(),
  /** Somebody chose it for this shop; else it follows from the item's part of the shop and its preset name. */
  isBound: z.boolean(),
})
export type ItemPlace = z.infer<typeof itemPlace>

const itemBody = z.object({
  itemName: z.string().trim().min(1).max(60),
  itemNameEn: z.string().trim().max(120).default(''),
  itemScore: points.default(0),
  scoring: z.enum(['full', 'partial']).default('full'),
  deductions: deductions.nullable().default(null),
  cameraGroup: cameraGroupName.nullable().default(null),
  presetName: z.string().trim().max(40).default(''),
  itemDuration: numeric(z.number().int().min(0).max(3600)).default(0),
  remarkPhrases: z.array(z.string().trim().min(1).max(200)).max(12).default([]),
})
const itemParams = z.object({ itemId: id })
const placeParams = itemParams.extend({ shopId: id })
/** What the editor saw; where the item was edited since, the call is refused. */
const seenVersion = { version: numeric(z.number().int().min(1).optional()) }

export const checkItems = {
  list: endpoint({
    method: 'GET',
    path: '/api/check-items',
    summary: 'The form of a kind as a tree of groups and items.',
    tag,
    authority: viewer,
    query: z.object({ kind: checkKind.default('evaluation'), archived: flag.default(false) }),
    answer: form,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/check-forms/:kind',
    summary: 'Names the form of a kind.',
    tag,
    authority: ['shop.manage'],
    params: z.object({ kind: checkKind }),
    body: z.object({
      name: z.string().trim().min(1).max(60),
      nameEn: z.string().trim().max(120).default(''),
    }),
    answer: form,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/check-items',
    summary: 'Adds a group, or an item to a group, at the end of it.',
    tag,
    authority: ['shop.manage'],
    body: itemBody.extend({
      kind: checkKind,
      pitemId: id.nullable().default(null),
      isGroup: flag.default(false),
    }),
    answer: checkItem,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/check-items/:itemId',
    summary: 'Changes an item; records made before keep the name and score they were made with.',
    tag,
    authority: ['shop.manage'],
    params: itemParams,
    body: changes(itemBody).extend(seenVersion),
    answer: checkItem,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/check-items/:itemId/move',
    summary: 'Moves an item to a place, counted from 0, in its group or in another.',
    tag,
    authority: ['shop.manage'],
    params: itemParams,
    body: z.object({
      pitemId: id.nullable().optional(),
      order: numeric(z.number().int().min(0).max(9999)),
      ...seenVersion,
    }),
    answer: checkItem,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/check-items/:itemId/archive',
    summary:
      'Takes an item out of the form, a group with all of its items; nothing that was recorded changes.',
    tag,
    authority: ['shop.manage'],
    params: itemParams,
    answer: checkItem,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/check-items/:itemId/restore',
    summary: 'Brings an archived item back.',
    tag,
    authority: ['shop.manage'],
    params: itemParams,
    answer: checkItem,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/check-items/:itemId/versions',
    summary: 'How an item was edited, latest first.',
    tag,
    authority: viewer,
    params: itemParams,
    answer: z.array(
      z.object({
        version: z.number(),
        action: z.enum(['created', 'changed', 'moved', 'archived', 'restored']),
        item: checkItem.partial(),
        userName: z.string(),
        at: isoTime,
      }),
    ),
  }),
  setStandardPicture: endpoint({
    method: 'POST',
    path: '/api/check-items/:itemId/standard-picture',
    summary: 'Shows how an item should look: an uploaded picture, or a copy of one of the gallery.',
    tag,
    authority: ['shop.manage'],
    upload: true,
    bodyLimit: 15_000_000,
    params: itemParams,
    body: z.object({ file: z.string().optional(), pictureId: optionalId }),
    answer: checkItem,
  }),
  removeStandardPicture: endpoint({
    method: 'DELETE',
    path: '/api/check-items/:itemId/standard-picture',
    summary: 'Takes the standard picture away; versions before it still show it.',
    tag,
    authority: ['shop.manage'],
    params: itemParams,
    answer: checkItem,
  }),
  places: endpoint({
    method: 'GET',
    path: '/api/check-item-places/:shopId',
    summary: 'Where the items of a form are seen in a shop; items that no camera shows are left out.',
    tag,
    authority: viewer,
    params: z.object({ shopId: id }),
    query: z.object({ kind: checkKind.default('evaluation') }),
    answer: z.array(itemPlace),
  }),
  bindPlace: endpoint({
    method: 'PUT',
    path: '/api/check-item-places/:shopId/:itemId',
    summary: 'Ties an item to a camera of a shop and, where one is named, to a preset of it.',
    tag,
    authority: ['shop.manage'],
    params: placeParams,
    body: z.object({ cameraId: id, presetId: id.nullable().default(null) }),
    answer: itemPlace,
  }),
  unbindPlace: endpoint({
    method: 'DELETE',
    path: '/api/check-item-places/:shopId/:itemId',
    summary: 'Lets the place follow from the item again.',
    tag,
    authority: ['shop.manage'],
    params: placeParams,
    answer: done,
  }),
}
