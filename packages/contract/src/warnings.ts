import { z } from 'zod'
import type { Authority } from './authorities.ts'
import { endpoint } from './endpoint.ts'
import type { Text } from './problems.ts'
import {
  answerId,
  areaQuery,
  clockTime,
  done,
  id,
  idList,
  isoTime,
  localDate,
  numeric,
  optionalId,
  page,
  pageQuery,
} from './shared.ts'

/** Limits that people set on counts, what went beyond them and who dealt with it, and places that are watched. */
const tag = 'warnings'
const base = '/api/warnings'
const readers = ['warning.view', 'warning.handle'] as const
const watchers = ['flow.view', 'warning.view'] as const
const handlers = ['warning.handle'] as const

/** What a limit is set on. `deviation`, `crowd` and `idle` are those of places on a watch list. */
export const warningKinds = {
  crowding: { zh: '拥挤', en: 'Crowding' },
  fall: { zh: '客流骤降', en: 'Sudden fall' },
  silence: { zh: '无客流', en: 'Silence' },
  offTarget: { zh: '未达目标', en: 'Off target' },
  deviation: { zh: '偏离目标', en: 'Deviation' },
  crowd: { zh: '出入口拥挤', en: 'Crowded door' },
  idle: { zh: '出入口闲置', en: 'Idle door' },
} as const satisfies Record<string, Text>
export type WarningKind = keyof typeof warningKinds
const warningKindNames = Object.keys(warningKinds) as [WarningKind, ...WarningKind[]]

export const ruleKinds = ['crowding', 'fall', 'silence', 'offTarget'] as const satisfies WarningKind[]
export type RuleKind = (typeof ruleKinds)[number]

/** Stands among the rules of the analysis for what watched places raised. */
export const watchRuleId = 4_000_000_100

export const warningSeverities = {
  high: { zh: '高', en: 'High' },
  middle: { zh: '中', en: 'Medium' },
  low: { zh: '低', en: 'Low' },
} as const satisfies Record<string, Text>
export type WarningSeverity = keyof typeof warningSeverities
const severity = z.enum(Object.keys(warningSeverities) as [WarningSeverity, ...WarningSeverity[]])

export const warningStatuses = {
  open: { zh: '待处理', en: 'Open' },
  acknowledged: { zh: '已知悉', en: 'Acknowledged' },
  resolved: { zh: '已解决', en: 'Resolved' },
  muted: { zh: '已静默', en: 'Muted' },
} as const satisfies Record<string, Text>
export type WarningStatus = keyof typeof warningStatuses
export const warningStatusNames = Object.keys(warningStatuses) as [WarningStatus, ...WarningStatus[]]

type Action<Status> = {
  readonly label: Text
  readonly from: readonly Status[]
  readonly to: Status
  readonly authority: Authority
}

/** Steps of a warning: from any other status the server refuses them. */
export const warningActions = {
  acknowledge: {
    label: { zh: '知悉', en: 'Acknowledge' },
    from: ['open'],
    to: 'acknowledged',
    authority: 'warning.handle',
  },
  resolve: {
    label: { zh: '解决', en: 'Resolve' },
    from: ['open', 'acknowledged'],
    to: 'resolved',
    authority: 'warning.handle',
  },
  mute: {
    label: { zh: '静默', en: 'Mute' },
    from: ['open', 'acknowledged'],
    to: 'muted',
    authority: 'warning.handle',
  },
  reopen: {
    label: { zh: '重新打开', en: 'Reopen' },
    from: ['resolved', 'muted'],
    to: 'open',
    authority: 'warning.handle',
  },
} as const satisfies Record<string, Action<WarningStatus>>
export type WarningAction = keyof typeof warningActions
export const warningActionNames = Object.keys(warningActions) as [WarningAction, ...WarningAction[]]

/** Numbers of a limit, with what they mean and where they begin. Of each kind, all of its own are set. */
export const ruleLimits = {
  people: {
    label: { zh: '在场人数上限', en: 'People inside, at most' },
    initial: 300,
    min: 1,
    max: 100_000,
  },
  percent: { label: { zh: '降幅达到(%)', en: 'Fall of (%)' }, initial: 40, min: 5, max: 100 },
  hours: { label: { zh: '连续小时', en: 'Hours in a row' }, initial: 2, min: 1, max: 12 },
  atLeast: {
    label: { zh: '上周同期不少于(人次)', en: 'Last week at least (visits)' },
    initial: 60,
    min: 1,
    max: 100_000,
  },
  minutes: { label: { zh: '连续无人(分钟)', en: 'Nobody for (minutes)' }, initial: 60, min: 15, max: 720 },
  share: { label: { zh: '低于日目标(%)', en: 'Below the day’s target (%)' }, initial: 70, min: 1, max: 100 },
} as const
export type RuleLimit = keyof typeof ruleLimits
export const limitsOf = {
  crowding: ['people'],
  fall: ['percent', 'hours', 'atLeast'],
  silence: ['minutes'],
  offTarget: ['share'],
} as const satisfies Record<RuleKind, readonly RuleLimit[]>

const limit = (name: RuleLimit) =>
  z.number().int().min(ruleLimits[name].min).max(ruleLimits[name].max).optional()
const limits = z.object({
  people: limit('people'),
  percent: limit('percent'),
  hours: limit('hours'),
  atLeast: limit('atLeast'),
  minutes: limit('minutes'),
  share: limit('share'),
})
export type RuleLimits = z.infer<typeof limits>

const ruleFields = {
  name: z.string().trim().min(1).max(60),
  kind: z.enum(ruleKinds),
  limits,
  /** Within these hours of the shop's clock; null: while the shop is open. */
  hours: z.object({ from: clockTime, to: clockTime }).nullable(),
  /** Empty: every shop. */
  shopIds: z.array(id).max(2000),
  severity,
  /** Users who are told; empty: whoever handles warnings of the shop. */
  userIds: z.array(id).max(100),
  isActive: z.boolean(),
}
const ruleInput = z
  .object(ruleFields)
  .refine(({ kind, limits }) => limitsOf[kind].every(name => limits[name] !== undefined), {
    path: ['limits'],
    message: 'the limits of the kind are needed',
  })
  .refine(({ hours }) => hours === null || hours.from < hours.to, {
    path: ['hours', 'to'],
    message: 'after from',
  })
export type RuleInput = z.infer<typeof ruleInput>

export const flowRule = z.object({
  ...ruleFields,
  id: answerId,
  version: z.number(),
  nameEn: z.string(),
  shopIds: z.array(answerId),
  userIds: z.array(answerId),
  since: localDate,
  updatedAt: isoTime,
  updatedBy: z.string(),
  /** Warnings of the last 30 days that the caller may see, and how many of them nobody dealt with. */
  raised: z.number(),
  open: z.number(),
  /** The caller sees every shop it is about, and so may change it. */
  canChange: z.boolean(),
})
export type FlowRule = z.infer<typeof flowRule>

export const placeKinds = ['shop', 'floor', 'entrance', 'zone'] as const
const placeKind = z.enum(placeKinds)

const step = z.object({
  action: z.string(),
  from: z.string(),
  to: z.string(),
  /** Empty: the console itself. */
  userName: z.string(),
  at: isoTime,
  reason: z.string(),
  remark: z.string(),
})

export const flowWarning = z.object({
  id: answerId,
  version: z.number(),
  kind: z.enum(warningKindNames),
  status: z.enum(warningStatusNames),
  severity,
  /** Null: of a place on a watch list. */
  ruleId: answerId.nullable(),
  ruleName: z.string(),
  ruleNameEn: z.string(),
  watchId: answerId.nullable(),
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  nodeKind: placeKind,
  nodeId: answerId,
  nodeName: z.string(),
  nodeNameEn: z.string(),
  /** The business day, and HH:MM on the shop's clock. */
  date: localDate,
  from: z.string(),
  to: z.string(),
  /** What was counted, and what was the limit: people, visits or minutes, by the kind. */
  value: z.number(),
  limit: z.number(),
  /** How often the limit was passed: five-minute windows of a door. */
  times: z.number(),
  raisedAt: isoTime,
  /** Until when nobody is told of this place by this rule. */
  mutedUntil: isoTime.nullable(),
  handledBy: z.string(),
  handledAt: isoTime.nullable(),
  reason: z.string(),
  remark: z.string(),
})
export type FlowWarning = z.infer<typeof flowWarning>
const wholeWarning = z.object({ warning: flowWarning, steps: z.array(step) })
export type WholeWarning = z.infer<typeof wholeWarning>

export const watchStatuses = {
  onTarget: { zh: '达标', en: 'On target' },
  deviating: { zh: '偏离', en: 'Deviating' },
  handled: { zh: '已处理', en: 'Handled' },
  ended: { zh: '已结束关注', en: 'Ended' },
} as const satisfies Record<string, Text>
export type WatchStatus = keyof typeof watchStatuses

/** Steps that people take; `detect` and `recover` are taken by the counts. */
export const watchActions = {
  handle: {
    label: { zh: '登记措施', en: 'Register a measure' },
    from: ['deviating'],
    to: 'handled',
    authority: 'warning.handle',
  },
  end: {
    label: { zh: '结束关注', en: 'End' },
    from: ['onTarget', 'handled'],
    to: 'ended',
    authority: 'warning.handle',
  },
} as const satisfies Record<string, Action<WatchStatus>>
export type WatchAction = keyof typeof watchActions
const watchActionNames = Object.keys(watchActions) as [WatchAction, ...WatchAction[]]

export const watchedKinds = ['floor', 'entrance', 'zone'] as const
export type WatchedKind = (typeof watchedKinds)[number]
const watchedKind = z.enum(watchedKinds)

/** Limits of places that are watched. */
export const watchLimits = {
  tolerance: {
    label: { zh: '允许低于目标(%)', en: 'Below target by at most (%)' },
    initial: 10,
    min: 0,
    max: 90,
  },
  crowd: {
    label: { zh: '5 分钟进入上限(人)', en: 'Entries in 5 minutes, at most' },
    initial: 30,
    min: 1,
    max: 10_000,
  },
  idle: { label: { zh: '连续无人(分钟)', en: 'Nobody for (minutes)' }, initial: 60, min: 15, max: 720 },
} as const
export type WatchLimit = keyof typeof watchLimits
export const watchLimitsOf = {
  floor: ['tolerance'],
  entrance: ['crowd', 'idle'],
  zone: ['tolerance'],
} as const satisfies Record<WatchedKind, readonly WatchLimit[]>
const watchLimit = (name: WatchLimit) =>
  z.number().int().min(watchLimits[name].min).max(watchLimits[name].max).optional()
const watchLimitValues = z.object({
  tolerance: watchLimit('tolerance'),
  crowd: watchLimit('crowd'),
  idle: watchLimit('idle'),
})
export type WatchLimitValues = z.infer<typeof watchLimitValues>

const monthName = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'YYYY-MM')
const amount = z.number().int().min(1).max(100_000_000)

export const watch = z.object({
  id: answerId,
  version: z.number(),
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  nodeKind: watchedKind,
  nodeId: answerId,
  nodeName: z.string(),
  nodeNameEn: z.string(),
  status: z.enum(Object.keys(watchStatuses) as [WatchStatus, ...WatchStatus[]]),
  limits: watchLimitValues,
  ownerId: answerId.nullable(),
  ownerName: z.string(),
  since: localDate,
  changedAt: isoTime,
  /** Visits by month, of the months that have a target. */
  targets: z.array(z.object({ month: monthName, visits: z.number() })),
})
export type Watch = z.infer<typeof watch>

const watchFields = {
  limits: watchLimitValues,
  ownerId: id.nullable(),
  /** Months that are named are set, or emptied by null; the others stay. */
  targets: z.array(z.object({ month: monthName, visits: amount.nullable() })).max(36),
}

export const zoneChange = z.object({
  id: answerId,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  /** The clock of the shop: it says what today is there. */
  timeZone: z.string(),
  zoneId: answerId,
  zoneName: z.string(),
  zoneNameEn: z.string(),
  /** The first day with the change. */
  date: localDate,
  what: z.string(),
  createdBy: z.string(),
  createdAt: isoTime,
})
export type ZoneChange = z.infer<typeof zoneChange>

const some = z.preprocess(value => (value === '' ? undefined : value), idList.optional())
const days = { from: localDate, to: localDate }
const version = z.number().int().min(1)
const note = z.string().trim().max(500)
const ruleParams = z.object({ ruleId: id })
const warningParams = z.object({ warningId: id })
const watchParams = z.object({ watchId: id })
const changeParams = z.object({ changeId: id })

export const warningCalls = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: 'Warnings of the shops in scope, those nobody dealt with first, then the latest.',
    tag,
    authority: [...readers, 'flow.view'],
    query: z
      .object({
        ...pageQuery(20),
        ...areaQuery,
        ...days,
        shopIds: some,
        ruleId: optionalId,
        nodeKind: placeKind.optional(),
        nodeIds: some,
        watched: z.enum(['0', '1']).optional(),
        status: z.enum(warningStatusNames).optional(),
        severity: severity.optional(),
      })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'not before from' }),
    answer: page(flowWarning),
  }),
  one: endpoint({
    method: 'GET',
    path: `${base}/:warningId`,
    summary: 'A warning with what was done about it.',
    tag,
    authority: [...readers, 'flow.view'],
    params: warningParams,
    answer: wholeWarning,
  }),
  step: endpoint({
    method: 'POST',
    path: `${base}/:warningId/step`,
    summary:
      'Acknowledges, resolves, mutes or reopens a warning. Refused from any other status than the step’s; 409 with the present state where someone was faster.',
    tag,
    authority: handlers,
    params: warningParams,
    body: z.object({
      action: z.enum(warningActionNames),
      version,
      remark: note.default(''),
      /** Of muting: for how many days nobody is told again. */
      days: numeric(z.number().int().min(1).max(90)).default(7),
    }),
    answer: wholeWarning,
  }),
  rules: endpoint({
    method: 'GET',
    path: `${base}/rules`,
    summary: 'Rules about shops in scope, with what they raised in the last 30 days.',
    tag,
    authority: readers,
    answer: z.array(flowRule),
  }),
  createRule: endpoint({
    method: 'POST',
    path: `${base}/rules`,
    summary: 'Sets a limit, from yesterday on. One for every shop is for those who see every shop.',
    tag,
    authority: handlers,
    body: ruleInput,
    answer: flowRule,
  }),
  updateRule: endpoint({
    method: 'PUT',
    path: `${base}/rules/:ruleId`,
    summary: 'Changes a rule; what it raised stays. 409 with the present one where someone was faster.',
    tag,
    authority: handlers,
    params: ruleParams,
    body: z.intersection(ruleInput, z.object({ version })),
    answer: flowRule,
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: `${base}/rules/:ruleId`,
    summary: 'Removes a rule; what it raised stays.',
    tag,
    authority: handlers,
    params: ruleParams,
    answer: done,
  }),
  restoreRule: endpoint({
    method: 'POST',
    path: `${base}/rules/:ruleId/restore`,
    summary: 'Brings a removed rule back.',
    tag,
    authority: handlers,
    params: ruleParams,
    answer: flowRule,
  }),
  watches: endpoint({
    method: 'GET',
    path: `${base}/watches`,
    summary: 'Floors, entrances or zones on the watch list of the shops in scope.',
    tag,
    authority: watchers,
    query: z.object({ ...areaQuery, nodeKind: watchedKind, shopIds: some }),
    answer: z.array(watch),
  }),
  createWatch: endpoint({
    method: 'POST',
    path: `${base}/watches`,
    summary: 'Puts a floor, entrance or zone on the watch list, from today on. A place stands on it once.',
    tag,
    authority: handlers,
    body: z.object({ ...watchFields, shopId: id, nodeKind: watchedKind, nodeId: id }),
    answer: watch,
  }),
  updateWatch: endpoint({
    method: 'PUT',
    path: `${base}/watches/:watchId`,
    summary: 'Changes limits, owner and month targets of a watched place. 409 where someone was faster.',
    tag,
    authority: handlers,
    params: watchParams,
    body: z.object({ ...watchFields, version }),
    answer: watch,
  }),
  stepWatch: endpoint({
    method: 'POST',
    path: `${base}/watches/:watchId/step`,
    summary: 'Registers what was done about a deviation, or ends the watch.',
    tag,
    authority: handlers,
    params: watchParams,
    body: z
      .object({
        action: z.enum(watchActionNames),
        version,
        reason: note.default(''),
        /** Of `handle`: the measure taken. */
        remark: note.default(''),
      })
      .refine(({ action, remark }) => action !== 'handle' || remark !== '', {
        path: ['remark'],
        message: 'the measure is needed',
      }),
    answer: watch,
  }),
  places: endpoint({
    method: 'GET',
    path: `${base}/places`,
    summary: 'Floors, entrances and zones of a shop that can be watched.',
    tag,
    authority: watchers,
    query: z.object({ shopId: id, nodeKind: watchedKind }),
    answer: z.array(z.object({ nodeId: answerId, nodeName: z.string(), nodeNameEn: z.string() })),
  }),
  people: endpoint({
    method: 'GET',
    path: `${base}/people`,
    summary: 'Who may be told of warnings: users who read or handle them.',
    tag,
    authority: handlers,
    answer: z.array(z.object({ userId: answerId, userName: z.string() })),
  }),
  changes: endpoint({
    method: 'GET',
    path: `${base}/changes`,
    summary: 'What was changed in zones, latest first.',
    tag,
    authority: watchers,
    query: z.object({ ...areaQuery, shopIds: some }),
    answer: z.array(zoneChange),
  }),
  createChange: endpoint({
    method: 'POST',
    path: `${base}/changes`,
    summary: 'Registers that a zone was changed, so that the weeks before and after can be compared.',
    tag,
    authority: handlers,
    body: z.object({ shopId: id, zoneId: id, date: localDate, what: z.string().trim().min(1).max(200) }),
    answer: zoneChange,
  }),
  removeChange: endpoint({
    method: 'DELETE',
    path: `${base}/changes/:changeId`,
    summary: 'Takes the entry of a change away.',
    tag,
    authority: handlers,
    params: changeParams,
    answer: done,
  }),
  restoreChange: endpoint({
    method: 'POST',
    path: `${base}/changes/:changeId/restore`,
    summary: 'Brings the entry of a change back.',
    tag,
    authority: handlers,
    params: changeParams,
    answer: zoneChange,
  }),
}
