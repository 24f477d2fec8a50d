import { z } from 'zod'
import { algorithmNames, ourAlgorithms, watchedHours } from './algorithms.ts'
import type { Authority } from './authorities.ts'
import { picture } from './cameras.ts'
import { endpoint } from './endpoint.ts'
import type { Text } from './problems.ts'
import {
  answerId,
  areaQuery,
  done,
  id,
  isoTime,
  localDate,
  numeric,
  optionalId,
  optionalText,
  page,
  pageQuery,
} from './shared.ts'

/** What machines found on pictures, and what people decided about it. */
const tag = 'findings'

export const findingStatuses = ['new', 'confirmed', 'dismissed', 'raised'] as const
export const findingStatus = z.enum(findingStatuses)
export type FindingStatus = z.infer<typeof findingStatus>

export const findingStatusNames: Record<FindingStatus, Text> = {
  new: { zh: '新发现', en: 'New' },
  confirmed: { zh: '已确认', en: 'Confirmed' },
  dismissed: { zh: '误报', en: 'Dismissed' },
  raised: { zh: '已转问题', en: 'Raised as problem' },
}

/** The state model of a finding (specification, page /aiShop). A decision can be undone, but not a problem that was raised. */
export const findingActions = {
  confirm: { from: ['new'], to: 'confirmed', name: { zh: '确认', en: 'Confirm' } },
  dismiss: { from: ['new'], to: 'dismissed', name: { zh: '误报', en: 'Dismiss' } },
  raise: { from: ['new', 'confirmed'], to: 'raised', name: { zh: '转问题', en: 'Raise problem' } },
  undo: { from: ['confirmed', 'dismissed'], to: 'new', name: { zh: '撤销', en: 'Undo' } },
} as const satisfies Record<string, { from: readonly FindingStatus[]; to: FindingStatus; name: Text }>
export type FindingAction = keyof typeof findingActions
export const findingActionNames = Object.keys(findingActions) as FindingAction[]

const viewers: Authority[] = ['ai.view']
const deciders: Authority[] = ['inspect.score']
const setters: Authority[] = ['inspect.plan']

const share = z.number().min(0).max(1)
/** Part of a picture: left, top, width and height as shares of it. */
export const findingBox = z
  .object({
    x: share,
    y: share,
    width: share,
    height: share,
    label: z.string().trim().max(60).default(''),
    confidence: share.nullable().default(null),
  })
  .refine(box => box.x + box.width <= 1.001 && box.y + box.height <= 1.001, 'reaches beyond the picture')

const algorithm = z.enum(algorithmNames)

export const finding = z.object({
  id: answerId,
  /** Grows with every decision; one that knows an older one is refused with 409. */
  version: z.number(),
  status: findingStatus,
  algorithm,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  timeZone: z.string(),
  cameraId: answerId.nullable(),
  cameraName: z.string(),
  cameraNameEn: z.string(),
  presetId: answerId.nullable(),
  presetName: z.string(),
  /** Of `zoneMotion`. */
  zoneName: z.string(),
  /** Null where it was deleted, or an outside detector sent none. */
  picture: picture.nullable(),
  confidence: share,
  boxes: z.array(
    z.object({
      x: share,
      y: share,
      width: share,
      height: share,
      label: z.string(),
      confidence: share.nullable(),
    }),
  ),
  /** What was measured, by name: the evidence behind the confidence. */
  measures: z.record(z.string(), z.number()),
  foundAt: isoTime,
  /** The outside detector that posted it. */
  source: z.object({ id: answerId, name: z.string() }).nullable(),
  decidedBy: z.object({ userId: answerId, userName: z.string() }).nullable(),
  decidedAt: isoTime.nullable(),
  remark: z.string(),
  problemId: answerId.nullable(),
  /** What the caller may do with it now. */
  actions: z.array(z.enum(findingActionNames)),
})
export type Finding = z.infer<typeof finding>

const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess(value => (value === '' ? undefined : value), type.optional())

/** Words of a table joined by commas. */
const someOf = <T extends readonly [string, ...string[]] | readonly string[]>(known: T) =>
  z.preprocess(
    value => (typeof value === 'string' ? value.split(',').filter(part => part !== '') : value),
    z
      .array(z.enum(known as readonly [T[number], ...T[number][]]))
      .max(50)
      .optional(),
  )

const filter = {
  ...areaQuery,
  shopId: optionalId,
  cameraId: optionalId,
  algorithm: someOf(algorithmNames),
  status: someOf(findingStatuses),
  /** Days on the shops' clocks, both inside. */
  begin: optional(localDate),
  end: optional(localDate),
  minConfidence: optional(numeric(share)),
  keyword: optionalText(60),
}

const counts = {
  findings: z.number(),
  /** Confirmed, or raised as problems. */
  confirmed: z.number(),
  dismissed: z.number(),
  /** Confirmed ÷ decided, in percent to one decimal; null where nothing is decided. */
  accuracy: z.number().nullable(),
}
const tally = z.object(counts)

export const findingStatistics = z.object({
  ...counts,
  /** Shops of which a picture was looked at, and shops in scope. */
  shopsWatched: z.number(),
  shops: z.number(),
  /** Shops watched ÷ shops, in percent to one decimal. */
  coverage: z.number().nullable(),
  byDay: z.array(z.object({ date: localDate, algorithm, findings: z.number(), confirmed: z.number() })),
  /** Hour 0–23 and weekday 1 Monday – 7 Sunday, on the shops' clocks. */
  byHour: z.array(z.object({ weekday: z.number(), hour: z.number(), findings: z.number() })),
  byAlgorithm: z.array(tally.extend({ algorithm })),
  /** Most findings first. */
  byShop: z.array(tally.extend({ shopId: answerId, shopname: z.string(), shopnameEn: z.string() })),
  byShopAlgorithm: z.array(
    tally.extend({ shopId: answerId, shopname: z.string(), shopnameEn: z.string(), algorithm }),
  ),
})
export type FindingStatistics = z.infer<typeof findingStatistics>

const params = z.object({ findingId: id })
const decision = z.object({
  version: numeric(z.number().int().min(1)),
  remark: z.string().trim().max(500).default(''),
})

const decide = <Body extends z.ZodType>(action: FindingAction, body: Body, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/findings/:findingId/${action}`,
    summary,
    tag,
    authority: deciders,
    params,
    body,
    answer: finding,
  })

const ourName = z.enum(ourAlgorithms as [string, ...string[]] as [(typeof ourAlgorithms)[number]])
export const detectorSetting = z.object({
  algorithm: ourName,
  enabled: z.boolean(),
  hours: z.enum(watchedHours),
  thresholds: z.record(z.string(), z.number()),
})
export type DetectorSetting = z.infer<typeof detectorSetting>

const point = z.tuple([share, share])
const zoneBody = {
  name: z.string().trim().min(1).max(40),
  /** Corners as shares of width and height of the picture. */
  polygon: z.array(point).min(3).max(40),
  /** Share of the zone that must be in motion. */
  share: numeric(z.number().min(0.05).max(1)).default(0.3),
}
export const findingZone = z.object({
  id: answerId,
  cameraId: answerId,
  presetId: answerId.nullable(),
  name: z.string(),
  polygon: z.array(point),
  share: z.number(),
})
export type FindingZone = z.infer<typeof findingZone>

const zoneParams = z.object({ zoneId: id })

export const findingCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/findings',
    summary: 'Findings in scope, the latest first.',
    tag,
    authority: viewers,
    query: z.object({ ...pageQuery(20), ...filter }),
    answer: page(finding),
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/api/findings/statistics',
    summary: 'Findings, confirmed ones and accuracy; by day, hour, algorithm and shop.',
    tag,
    authority: viewers,
    query: z.object(filter),
    answer: findingStatistics,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/findings/settings',
    summary: 'Which detectors run, when, and by which thresholds.',
    tag,
    authority: [...setters, ...viewers],
    answer: z.array(detectorSetting),
  }),
  saveSetting: endpoint({
    method: 'PUT',
    path: '/api/findings/settings/:algorithm',
    summary: 'Switches a detector on or off and sets when and by which thresholds it looks.',
    tag,
    authority: setters,
    params: z.object({ algorithm: ourName }),
    body: z.object({
      enabled: z.boolean(),
      hours: z.enum(watchedHours),
      thresholds: z.record(z.string().max(40), z.number()),
    }),
    answer: detectorSetting,
  }),
  zones: endpoint({
    method: 'GET',
    path: '/api/findings/zones',
    summary: 'Zones drawn on the pictures of a camera.',
    tag,
    authority: [...setters, ...viewers],
    query: z.object({ cameraId: id }),
    answer: z.array(findingZone),
  }),
  addZone: endpoint({
    method: 'POST',
    path: '/api/findings/zones',
    summary: 'Draws a zone on the pictures of a camera, or on those of one of its presets.',
    tag,
    authority: setters,
    body: z.object({ cameraId: id, presetId: optionalId, ...zoneBody }),
    answer: findingZone,
  }),
  changeZone: endpoint({
    method: 'PUT',
    path: '/api/findings/zones/:zoneId',
    summary: 'Draws a zone anew.',
    tag,
    authority: setters,
    params: zoneParams,
    body: z.object(zoneBody),
    answer: findingZone,
  }),
  removeZone: endpoint({
    method: 'DELETE',
    path: '/api/findings/zones/:zoneId',
    summary: 'Removes a zone; its findings stay.',
    tag,
    authority: setters,
    params: zoneParams,
    answer: done,
  }),
  setReference: endpoint({
    method: 'PUT',
    path: '/api/findings/reference',
    summary: 'Makes a picture the one that its camera, at its preset, is compared with from now on.',
    tag,
    authority: setters,
    body: z.object({ pictureId: id }),
    answer: done,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/findings/check',
    summary: 'Looks at pictures now; those looked at before answer what was found then.',
    tag,
    authority: ['inspect.operate'],
    body: z.object({ pictureIds: z.array(id).min(1).max(20) }),
    answer: z.array(finding),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/findings/:findingId',
    summary: 'A finding with its picture.',
    tag,
    authority: viewers,
    params,
    answer: finding,
  }),
  confirm: decide('confirm', decision, 'Says that the machine was right.'),
  dismiss: decide('dismiss', decision, 'Says that the machine was wrong.'),
  undo: decide('undo', decision, 'Takes a decision back.'),
  raise: decide(
    'raise',
    decision.extend({
      itemName: optionalText(60),
      ownerUserId: optionalId,
      ownerStaffId: optionalId,
      dueAt: optional(isoTime),
    }),
    'Raises a problem about it; raised twice it is one problem.',
  ),
}
