import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Text } from './problems.ts'
import { answerId, clockTime, done, id, localDate, optionalId } from './shared.ts'

/** What is put on in shops to bring people in. */
export const activityKinds = {
  discount: { zh: '促销折扣', en: 'Discounts' },
  festival: { zh: '节庆', en: 'Festival' },
  member: { zh: '会员活动', en: 'Members' },
  newGoods: { zh: '新品上市', en: 'New goods' },
  show: { zh: '现场活动', en: 'Show' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Record<string, Text>
export type ActivityKind = keyof typeof activityKinds

/** Planned, running and finished follow the dates. */
export const activityStatuses = {
  planned: { zh: '未开始', en: 'Planned' },
  running: { zh: '进行中', en: 'Running' },
  finished: { zh: '已结束', en: 'Finished' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
} as const satisfies Record<string, Text>
export type ActivityStatus = keyof typeof activityStatuses

const kinds = Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]]
const statuses = Object.keys(activityStatuses) as [ActivityStatus, ...ActivityStatus[]]

/** Days from the first to the last of an activity. */
export const longestActivityDays = 366
const dayMs = 86_400_000

const fields = z.object({
  name: z.string().trim().min(1).max(60),
  nameEn: z.string().trim().max(60).default(''),
  kind: z.enum(kinds),
  /** Business days, both inside. */
  from: localDate,
  to: localDate,
  /** Hours of these days; both null: while the shops are open. Figures are of whole days either way. */
  openTime: clockTime.nullable().default(null),
  closeTime: clockTime.nullable().default(null),
  /** Where: shops, or areas with all of their shops; both empty for every shop. */
  shopIds: z.array(id).max(10_000).default([]),
  areaIds: z.array(id).max(500).default([]),
  /** Where in the shop, in words. */
  place: z.string().trim().max(60).default(''),
  /** Yuan. */
  cost: z.number().min(0).max(1e9).nullable().default(null),
  note: z.string().trim().max(500).default(''),
})
const body = fields
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: '结束日期早于开始日期 / the last day is before the first',
  })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs < longestActivityDays, {
    path: ['to'],
    message: '活动最长一年 / an activity is a year at most',
  })
  .refine(({ openTime, closeTime }) => (openTime === null) === (closeTime === null), {
    path: ['closeTime'],
    message: '开始与结束时间须同时填写 / give both times or none',
  })
  .refine(({ shopIds, areaIds }) => shopIds.length === 0 || areaIds.length === 0, {
    path: ['areaIds'],
    message: '门店与区域只能选一种 / name shops or areas, not both',
  })
export type ActivityBody = z.infer<typeof fields>

export const activity = fields.extend({
  id: answerId,
  status: z.enum(statuses),
  /** Day from which on it was called off; the days before it count. */
  cancelledOn: z.string().nullable(),
  /** Shops of the caller's scope in which it is on; `isWhole`: there are no others. */
  shopCount: z.number(),
  isWhole: z.boolean(),
  /** Whether the caller may change it: all of its shops are the caller's. */
  mayChange: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
  updatedBy: z.string(),
})
export type Activity = z.infer<typeof activity>

const tag = 'activities'
const editor = ['activity.edit'] as const
const params = z.object({ activityId: id })
const versioned = { version: z.number().int().min(1) }

/** Promotions and whatever else is put on: what figures are held against. */
export const activityCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/activities',
    summary:
      'Activities in the shops of the caller, the last to begin first; of one shop or area where it is named.',
    tag,
    authority: ['activity.edit', 'flow.view', 'sales.view'],
    query: z.object({ shopId: optionalId, areaId: optionalId }),
    answer: z.array(activity),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/activities',
    summary: 'Puts an activity down. Every shop of it must be in the scope of the caller.',
    tag,
    authority: editor,
    body,
    answer: activity,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/activities/:activityId',
    summary: 'Changes an activity that is not over. 409 with the present one where it was changed meanwhile.',
    tag,
    authority: editor,
    params,
    body: body.and(z.object(versioned)),
    answer: activity,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/activities/:activityId/cancel',
    summary: 'Calls an activity off that is not over; days that are over stay its days.',
    tag,
    authority: editor,
    params,
    body: z.object(versioned),
    answer: activity,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/activities/:activityId',
    summary: 'Deletes an activity; it can be restored.',
    tag,
    authority: editor,
    params,
    answer: done,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/activities/:activityId/restore',
    summary: 'Brings a deleted activity back.',
    tag,
    authority: editor,
    params,
    answer: activity,
  }),
}
