import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answerId, clockTime, done, id, idList, localDate, numeric } from './shared.ts'

/** Centimetres from the top left corner of a plan: x to the right, y downwards. */
export const planPoint = z.tuple([z.number().int(), z.number().int()])
export const planPolygon = z.array(planPoint).min(3).max(80)
export type PlanPoint = z.infer<typeof planPoint>

/** What stands on a floor: walls are lines, the others surfaces nobody walks on. */
export const planShapeKinds = ['wall', 'fixture', 'stairs', 'column', 'room'] as const
export const planShape = z.object({
  kind: z.enum(planShapeKinds),
  points: z.array(planPoint).min(2).max(200),
})
export type PlanShape = z.infer<typeof planShape>

const isEachOnce = (ids: readonly string[]) => new Set(ids).size === ids.length
const planSize = z.number().int().min(100).max(100_000)
const planBody = z.object({
  widthCm: planSize,
  heightCm: planSize,
  /** What devices call the map of this floor when they post heat and tracks. */
  mapCode: z.string().trim().min(1).max(60),
  /** The floor itself; what lies outside it is not shop. */
  outline: planPolygon,
  shapes: z.array(planShape).max(2000).default([]),
  entrances: z
    .array(z.object({ entranceId: id, at: planPoint }))
    .max(200)
    .refine(list => isEachOnce(list.map(({ entranceId }) => entranceId)), 'each entrance once')
    .default([]),
  zones: z
    .array(z.object({ zoneId: id, polygon: planPolygon }))
    .max(500)
    .refine(list => isEachOnce(list.map(({ zoneId }) => zoneId)), 'each zone once')
    .default([]),
})
export type PlanBody = z.infer<typeof planBody>

const named = { id: answerId, name: z.string(), nameEn: z.string() }
export const floorPlan = z.object({
  id: answerId,
  shopId: answerId,
  shopName: z.string(),
  shopNameEn: z.string(),
  floorId: answerId,
  floorName: z.string(),
  floorNameEn: z.string(),
  level: z.number(),
  widthCm: z.number(),
  heightCm: z.number(),
  mapCode: z.string(),
  /** The number of the map in the measure store; null until it is known there. */
  mapId: z.number().nullable(),
  outline: z.array(planPoint),
  shapes: z.array(planShape),
  zones: z.array(z.object({ ...named, kind: z.string(), polygon: z.array(planPoint) })),
  entrances: z.array(z.object({ ...named, at: planPoint })),
  version: z.number(),
  updatedAt: z.string(),
})
export type FloorPlan = z.infer<typeof floorPlan>

const range = z
  .object({ from: localDate, to: localDate })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'the last day is before the first' })
const whenAsked = {
  period: range,
  /** Whole hours of the local day that begin inside it. */
  timeWindow: z.object({ from: clockTime, to: z.union([clockTime, z.literal('24:00')]) }).optional(),
  compare: z
    .object({
      type: z.enum([
        'yesterday',
        'lastWeekSameDay',
        'lastMonthSameDay',
        'lastYearSameDay',
        'lastYearSameHoliday',
        'previousPeriod',
        'customRange',
      ]),
      range: range.optional(),
    })
    .refine(({ type, range: other }) => (type === 'customRange') === (other !== undefined), {
      path: ['range'],
      message: 'range goes with customRange and with nothing else',
    })
    .optional(),
}
export const heatQuestion = z.object({
  planIds: z.array(id).min(1).max(24),
  ...whenAsked,
  /** `hour` answers one frame for each hour of each day; at most 7 days. */
  granularity: z.enum(['none', 'hour']).default('none'),
})
export type HeatQuestion = z.infer<typeof heatQuestion>

const frame = z.object({
  /** `2026-11-20 14:00`; null for the whole period. */
  at: z.string().nullable(),
  /** Person-seconds of each cell, row by row. */
  seconds: z.array(z.number()),
})
export const planHeat = z.object({
  planId: answerId,
  cols: z.number(),
  rows: z.number(),
  /** 1 where people can walk, 0 where they cannot; empty: everywhere. */
  walkable: z.array(z.number()),
  frames: z.array(frame),
  /** Person-seconds of the period that is compared with; null where none was asked for. */
  compared: z.array(z.number()).nullable(),
  /** Hours with a grid that are summed, in the period and in the one it is compared with. */
  hours: z.number(),
  comparedHours: z.number(),
  /** Hours left out because their grid was cut otherwise. */
  otherGrids: z.number(),
})
export type PlanHeat = z.infer<typeof planHeat>

export const areaColors = ['blue', 'orange', 'teal', 'purple', 'olive', 'wine'] as const
const areaShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drawn'), polygon: planPolygon }),
  z.object({ kind: z.literal('zones'), zoneIds: z.array(id).min(1).max(100) }),
])
const areaBody = z.object({
  planId: id,
  name: z.string().trim().min(1).max(40),
  color: z.enum(areaColors).default('blue'),
  shape: areaShape,
  /** Shown to everybody who sees the shop. */
  isShared: z.boolean().default(false),
})
export type CustomAreaBody = z.infer<typeof areaBody>
export const customArea = z.object({
  id: answerId,
  planId: answerId,
  shopId: answerId,
  name: z.string(),
  color: z.enum(areaColors),
  shape: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('drawn'), polygon: z.array(planPoint) }),
    z.object({ kind: z.literal('zones'), zoneIds: z.array(answerId) }),
  ]),
  isShared: z.boolean(),
  own: z.boolean(),
  ownerName: z.string(),
  version: z.number(),
  updatedAt: z.string(),
})
export type CustomArea = z.infer<typeof customArea>

const sums = z.object({
  /** Tracks with a point inside, one visit once; null where no track is known in the period. */
  passes: z.number().nullable(),
  /** Seconds those tracks spent inside. */
  insideSeconds: z.number().nullable(),
  /** Person-seconds of the heat grid's cells inside; null where no grid is known in the period. */
  heatSeconds: z.number().nullable(),
})
export const areaFigures = z.object({
  areaId: answerId,
  current: sums,
  compared: sums.nullable(),
  days: z.array(sums.extend({ date: z.string() })),
  areaM2: z.number(),
})
export type AreaFigures = z.infer<typeof areaFigures>
export const areaQuestion = z.object({ shopId: id, ...whenAsked })
export type AreaQuestion = z.infer<typeof areaQuestion>

const tag = 'floor plans'
const readers = ['space.view', 'flow.view', 'flow.multi'] as const
const areaReaders = ['flow.view', 'settings.view'] as const
const params = z.object({ areaId: id })

/** Floor plans, the heat on them and what people draw on them. */
export const floorPlanCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/floor-plans',
    summary:
      'The plans of shops in scope, floor by floor from below: outline, what stands there, zones, doors.',
    tag,
    authority: readers,
    query: z.object({ shopIds: idList }),
    answer: z.array(floorPlan),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/floor-plans/:floorId',
    summary:
      'Puts the plan of a floor in place of the one there was. Zones and doors are those of the shop. 409 with the present one where it was changed meanwhile.',
    tag,
    authority: ['shop.manage'],
    params: z.object({ floorId: id }),
    body: planBody.extend({
      /** Of the plan that is replaced; 0 where there is none yet. */
      version: numeric(z.number().int().min(0)),
    }),
    answer: floorPlan,
  }),
  moveZone: endpoint({
    method: 'PUT',
    path: '/api/floor-plans/:floorId/zones/:zoneId',
    summary: 'Draws a zone of the floor anew, or takes it off the plan; its figures stay.',
    tag,
    authority: ['shop.manage'],
    params: z.object({ floorId: id, zoneId: id }),
    body: z.object({ polygon: planPolygon.nullable() }),
    answer: floorPlan,
  }),
  heat: endpoint({
    method: 'POST',
    path: '/api/floor-plans/heat',
    summary: 'Person-seconds of each cell of the heat grids of plans, summed over a period or hour by hour.',
    tag,
    authority: readers,
    body: heatQuestion,
    answer: z.array(planHeat),
  }),
}

export const customAreaCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/custom-areas',
    summary: 'Areas of a shop that the caller drew or that are shared.',
    tag,
    authority: areaReaders,
    query: z.object({ shopId: id }),
    answer: z.array(customArea),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/custom-areas',
    summary: 'Keeps an area: a polygon on a plan, or zones of it together.',
    tag,
    authority: ['settings.view'],
    body: areaBody,
    answer: customArea,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/custom-areas/:areaId',
    summary: 'Changes an own area. 409 with the present one where it was changed meanwhile.',
    tag,
    authority: ['settings.view'],
    params,
    body: areaBody.extend({ version: numeric(z.number().int().min(1)) }),
    answer: customArea,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/custom-areas/:areaId',
    summary: 'Deletes an own area; it can be restored.',
    tag,
    authority: ['settings.view'],
    params,
    answer: done,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/custom-areas/:areaId/restore',
    summary: 'Brings back an own area that was deleted.',
    tag,
    authority: ['settings.view'],
    params,
    answer: customArea,
  }),
  figures: endpoint({
    method: 'POST',
    path: '/api/custom-areas/figures',
    summary:
      'What is known of the areas of a shop that the caller may see: tracks that pass through them and person-seconds of the heat grid in them.',
    tag,
    authority: areaReaders,
    body: areaQuestion,
    answer: z.array(areaFigures),
  }),
}
