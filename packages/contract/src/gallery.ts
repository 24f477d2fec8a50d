import { z } from 'zod'
import { picture } from './cameras.ts'
import { endpoint } from './endpoint.ts'
import {
  answerId,
  areaQuery,
  done,
  id,
  isoTime,
  localDate,
  numeric,
  optionalId,
  page,
  pageQuery,
} from './shared.ts'

/** Pictures over all shops: found again, drawn upon, judged. */
const tag = 'pictures'
const viewers = ['inspect.view', 'inspect.plan'] as const

/** How a picture came about: by hand, or by a plan. */
export const pictureKinds = ['hand', 'plan'] as const
/** What a person thinks of what a picture shows. */
export const pictureMarks = ['good', 'problem'] as const
export type PictureMark = (typeof pictureMarks)[number]

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.optional())

const filter = {
  ...areaQuery,
  shopId: optionalId,
  cameraId: optionalId,
  presetId: optionalId,
  userId: optionalId,
  planId: optionalId,
  kind: optional(z.enum(pictureKinds)),
  /** `none`: not judged yet. */
  mark: optional(z.enum([...pictureMarks, 'none'])),
  /** Days on the clocks of the shops, both inside. */
  begin: optional(localDate),
  end: optional(localDate),
}

export const galleryPicture = picture.extend({
  shopnameEn: z.string(),
  cameraNumber: z.string(),
  presetName: z.string(),
  planId: answerId.nullable(),
  mark: z.enum(pictureMarks).nullable(),
  isAnnotated: z.boolean(),
})
export type GalleryPicture = z.infer<typeof galleryPicture>

const share = z.number().min(0).max(1)
const point = z.object({ x: share, y: share })
const area = { x: share, y: share, width: share, height: share }
/** What is drawn on a picture, in shares of its width and height. The picture itself stays as it is. */
export const annotationShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('box'), ...area, label: z.string().trim().max(60).default('') }),
  z.object({ kind: z.literal('blur'), ...area }),
  z.object({
    kind: z.literal('arrow'),
    from: point,
    to: point,
    label: z.string().trim().max(60).default(''),
  }),
  z.object({ kind: z.literal('text'), at: point, label: z.string().trim().min(1).max(60) }),
])
export type AnnotationShape = z.infer<typeof annotationShape>

export const annotation = z.object({
  version: z.number(),
  shapes: z.array(annotationShape),
  userName: z.string(),
  createdAt: isoTime,
})

export const pictureDetail = z.object({
  picture: galleryPicture,
  /** Latest first; the first one is shown. */
  annotations: z.array(annotation),
  /** Taken right before and after by the same camera at the same preset. */
  earlierId: answerId.nullable(),
  laterId: answerId.nullable(),
})
export type PictureDetail = z.infer<typeof pictureDetail>

const params = z.object({ pictureId: id })

export const gallery = {
  list: endpoint({
    method: 'GET',
    path: '/api/pictures',
    summary: 'Pictures of the shops in scope, latest first.',
    tag,
    authority: viewers,
    query: z.object({ ...pageQuery(20), ...filter }),
    answer: page(galleryPicture),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/pictures/counts',
    summary: 'How many of the same pictures were taken on which day and in which shop, most first.',
    tag,
    authority: viewers,
    query: z.object({ ...filter, top: numeric(z.number().int().min(1).max(500).default(10)) }),
    answer: z.object({
      total: z.number(),
      problems: z.number(),
      byDay: z.array(z.object({ date: localDate, count: z.number() })),
      byShop: z.array(
        z.object({ shopId: answerId, shopname: z.string(), shopnameEn: z.string(), count: z.number() }),
      ),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/pictures/:pictureId',
    summary: 'A picture with what was drawn on it, and its neighbours from the same preset.',
    tag,
    authority: viewers,
    params,
    answer: pictureDetail,
  }),
  annotate: endpoint({
    method: 'PUT',
    path: '/api/pictures/:pictureId/annotations',
    summary:
      'Draws on a picture; the picture stays as it is, and what was drawn before is kept. `version` is the one that the caller knows, 0 for none; where another was saved since, 409.',
    tag,
    authority: ['inspect.operate', 'inspect.score'],
    params,
    body: z.object({
      version: numeric(z.number().int().min(0)),
      shapes: z.array(annotationShape).max(60),
    }),
    answer: pictureDetail,
  }),
  mark: endpoint({
    method: 'POST',
    path: '/api/pictures/mark',
    summary: 'Says that pictures show things in order or a problem, or takes that back (null); all or none.',
    tag,
    authority: ['inspect.score', 'inspect.operate'],
    body: z.object({ ids: z.array(id).min(1).max(1000), mark: z.enum(pictureMarks).nullable() }),
    answer: done,
  }),
}
