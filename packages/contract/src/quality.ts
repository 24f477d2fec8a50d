import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Text } from './problems.ts'
import {
  answerId,
  areaQuery,
  flag,
  id,
  idList,
  isoTime,
  localDate,
  optionalId,
  page,
  pageQuery,
} from './shared.ts'

/** How far counts can be trusted: what is missing or doubtful, what was estimated, what people corrected. */
const tag = 'quality'
const base = '/api/quality'
const readers = ['warning.view', 'device.view'] as const
const handlers = ['warning.handle', 'device.manage'] as const
const managers = ['device.manage'] as const

/** What can be wrong with counts, by the rule that finds it. */
export const qualityKinds = {
  gap: { zh: '数据缺失', en: 'Gap' },
  frozen: { zh: '数值不变', en: 'Frozen counter' },
  spike: { zh: '异常突增', en: 'Spike' },
  imbalance: { zh: '进出不平衡', en: 'In/out imbalance' },
  clock: { zh: '时钟偏差', en: 'Clock drift' },
} as const satisfies Record<string, Text>
export type QualityKind = keyof typeof qualityKinds
export const qualityKindNames = Object.keys(qualityKinds) as [QualityKind, ...QualityKind[]]
const firstQualityRule = 4_000_000_001
/** The number under which a kind stands among the rules of the analysis: far above those of rules that people made. */
export const qualityRuleId = (kind: QualityKind): number => firstQualityRule + qualityKindNames.indexOf(kind)
/** The kind behind such a number; undefined where it is that of another rule. */
export const qualityKindOf = (ruleId: string): QualityKind | undefined =>
  qualityKindNames[Number(ruleId) - firstQualityRule]

export const qualityStatuses = {
  open: { zh: '待排查', en: 'Open' },
  acknowledged: { zh: '已说明', en: 'Explained' },
  corrected: { zh: '已修正', en: 'Corrected' },
  excluded: { zh: '已剔除', en: 'Excluded' },
  ticketed: { zh: '已转工单', en: 'Reported' },
  closed: { zh: '已消失', en: 'Gone' },
} as const satisfies Record<string, Text>
export type QualityStatus = keyof typeof qualityStatuses
export const qualityStatusNames = Object.keys(qualityStatuses) as [QualityStatus, ...QualityStatus[]]

/** Figures of evidence by name, so that each can be told in words; numbers alone. */
export const evidenceNames = {
  missingMinutes: { zh: '缺失分钟', en: 'Minutes missing' },
  dueMinutes: { zh: '应收分钟', en: 'Minutes due' },
  heartbeats: { zh: '期间心跳', en: 'Heartbeats meanwhile' },
  neighbours: { zh: '同店其他计数', en: 'Counted by its neighbours' },
  entered: { zh: '进', en: 'In' },
  left: { zh: '出', en: 'Out' },
  passed: { zh: '经过', en: 'Passed by' },
  value: { zh: '实际值', en: 'Counted' },
  expected: { zh: '预期值', en: 'Expected' },
  ratio: { zh: '实际/预期', en: 'Counted ÷ expected' },
  deviation: { zh: '偏离倍数', en: 'Deviations away' },
  weeks: { zh: '参考周数', en: 'Weeks compared with' },
  windows: { zh: '连续窗口', en: 'Windows in a row' },
  share: { zh: '进出差', en: 'Difference of in and out' },
  weekEntered: { zh: '近 7 天进', en: 'In, 7 days' },
  weekLeft: { zh: '近 7 天出', en: 'Out, 7 days' },
  skewSeconds: { zh: '偏差秒数', en: 'Seconds off' },
} as const satisfies Record<string, Text>
export type EvidenceName = keyof typeof evidenceNames

const evidence = z.partialRecord(
  z.enum(Object.keys(evidenceNames) as [EvidenceName, ...EvidenceName[]]),
  z.number(),
)
export type Evidence = z.infer<typeof evidence>

const nodeKind = z.enum(['shop', 'entrance', 'outside', 'inner', 'floor', 'zone'])
const person = z.object({ userId: answerId, userName: z.string() }).nullable()

/** Where something was counted: a shop, and mostly a device and its line in it. */
const place = {
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  /** Null: the shop as a whole. */
  deviceId: answerId.nullable(),
  deviceName: z.string(),
  deviceNameEn: z.string(),
  line: z.number().nullable(),
  nodeKind,
  nodeId: answerId,
  nodeName: z.string(),
  nodeNameEn: z.string(),
}

export const qualityEvent = z.object({
  id: answerId,
  version: z.number(),
  kind: z.enum(qualityKindNames),
  status: z.enum(qualityStatusNames),
  ...place,
  /** The business day. */
  date: localDate,
  /** HH:MM on the shop's clock; `to` is 24:00 or later where a day goes on after midnight. */
  from: z.string(),
  to: z.string(),
  /** From 0 to 1. */
  strength: z.number(),
  evidence,
  foundAt: isoTime,
  decidedBy: person,
  decidedAt: isoTime.nullable(),
  remark: z.string(),
  correctionId: answerId.nullable(),
})
export type QualityEvent = z.infer<typeof qualityEvent>

const hourFigures = z.object({
  hour: z.number(),
  /** Null: nothing came. */
  value: z.number().nullable(),
  out: z.number().nullable(),
  /** From the same hours of past weeks and what the neighbours did; null where not enough is known. */
  expected: z.number().nullable(),
  neighbours: z.number().nullable(),
  /** What the pages show: estimates and corrections included. */
  shown: z.number().nullable(),
})

export const correctionKinds = {
  set: { zh: '改为指定值', en: 'Set to figures' },
  scale: { zh: '按比例调整', en: 'Scale' },
  estimate: { zh: '用估算值填补', en: 'Fill with an estimate' },
  exclude: { zh: '剔除', en: 'Leave out' },
} as const satisfies Record<string, Text>
export type CorrectionKind = keyof typeof correctionKinds
const correctionKindNames = Object.keys(correctionKinds) as [CorrectionKind, ...CorrectionKind[]]

export const correctionStatuses = {
  requested: { zh: '待审批', en: 'Waits for approval' },
  rejected: { zh: '已驳回', en: 'Rejected' },
  applied: { zh: '已生效', en: 'In force' },
  undone: { zh: '已撤销', en: 'Undone' },
} as const satisfies Record<string, Text>
export type CorrectionStatus = keyof typeof correctionStatuses
export const correctionStatusNames = Object.keys(correctionStatuses) as [
  CorrectionStatus,
  ...CorrectionStatus[],
]

export const correctionActions = ['approve', 'reject', 'undo'] as const
export type CorrectionAction = (typeof correctionActions)[number]

const totals = z.object({ in: z.number(), out: z.number(), pass: z.number() })
export type CountTotals = z.infer<typeof totals>
const count = z.number().int().min(0).max(1_000_000)
const wanted = z.object({
  /** For `set`: what was really counted in these hours. */
  in: count.optional(),
  out: count.optional(),
  pass: count.optional(),
  /** For `scale`. */
  factor: z.number().min(0).max(10).optional(),
})
export type WantedFigures = z.infer<typeof wanted>

export const correction = z.object({
  id: answerId,
  version: z.number(),
  status: z.enum(correctionStatusNames),
  kind: z.enum(correctionKindNames),
  ...place,
  date: localDate,
  /** Hours of the business day, `toHour` not included. */
  fromHour: z.number(),
  toHour: z.number(),
  wanted,
  reason: z.string(),
  eventId: answerId.nullable(),
  /** What counted before, and what counts or would count with it; null where it was not applied yet. */
  before: totals.nullable(),
  after: totals.nullable(),
  requestedBy: person,
  requestedAt: isoTime,
  decidedBy: person,
  decidedAt: isoTime.nullable(),
  decisionRemark: z.string(),
  undoneBy: person,
  undoneAt: isoTime.nullable(),
  undoRemark: z.string(),
  /** What the caller may do with it now. */
  actions: z.array(z.enum(correctionActions)),
})
export type Correction = z.infer<typeof correction>

/** Thresholds of the rules, with what each means. */
export const qualityThresholds = {
  gapMinutes: {
    label: { zh: '缺失超过(分钟)', en: 'Gap longer than (minutes)' },
    initial: 30,
    min: 5,
    max: 720,
  },
  spikeRatio: { label: { zh: '突增倍数', en: 'Spike: times the expected' }, initial: 3, min: 1.5, max: 20 },
  doubledRatio: {
    label: { zh: '全天偏高倍数', en: 'Whole day: times the expected' },
    initial: 1.8,
    min: 1.2,
    max: 10,
  },
  spikeDeviation: {
    label: { zh: '突增偏离倍数', en: 'Spike: deviations away' },
    initial: 6,
    min: 3,
    max: 30,
  },
  spikeExcess: {
    label: { zh: '突增最少人次', en: 'Spike: at least so many more' },
    initial: 50,
    min: 5,
    max: 10_000,
  },
  imbalanceShare: { label: { zh: '进出差(%)', en: 'In/out difference (%)' }, initial: 10, min: 2, max: 90 },
  frozenMinutes: {
    label: { zh: '数值不变超过(分钟)', en: 'Frozen longer than (minutes)' },
    initial: 60,
    min: 15,
    max: 720,
  },
  clockSeconds: {
    label: { zh: '时钟偏差(秒)', en: 'Clock off by (seconds)' },
    initial: 120,
    min: 10,
    max: 86_400,
  },
  imputeAfterMinutes: {
    label: { zh: '补算等待(分钟)', en: 'Estimate after (minutes)' },
    initial: 60,
    min: 60,
    max: 10_080,
  },
} as const satisfies Record<string, { label: Text; initial: number; min: number; max: number }>
export type QualityThreshold = keyof typeof qualityThresholds
export const qualityThresholdNames = Object.keys(qualityThresholds) as QualityThreshold[]

const thresholds = z.object(
  Object.fromEntries(
    qualityThresholdNames.map(name => [
      name,
      z.number().min(qualityThresholds[name].min).max(qualityThresholds[name].max),
    ]),
  ) as Record<QualityThreshold, z.ZodNumber>,
)
const settings = z.object({ isImputing: z.boolean(), thresholds })
export type QualitySettings = z.infer<typeof settings>
export const initialQualitySettings: QualitySettings = {
  isImputing: true,
  thresholds: Object.fromEntries(
    qualityThresholdNames.map(name => [name, qualityThresholds[name].initial]),
  ) as Record<QualityThreshold, number>,
}

/** Missing hours of a line that were estimated, and how. */
export const imputation = z.object({
  ...place,
  date: localDate,
  from: z.string(),
  to: z.string(),
  slots: z.number(),
  in: z.number(),
  out: z.number(),
  pass: z.number(),
  /** The days whose same hours were taken. */
  weeks: z.array(localDate),
  /** What the neighbours counted against what they usually do. */
  factor: z.number(),
  /** Where the factor comes from. */
  scaledBy: z.enum(['neighbours', 'rest', 'none']),
  madeAt: isoTime,
})
export type Imputation = z.infer<typeof imputation>

/** A day that the measure store can hold. */
const day = localDate.refine(date => date >= '2000-01-01' && date <= '2148-12-31', '2000-01-01 to 2148-12-31')
const days = { from: day, to: day }
const inOrder = <T extends { from: string; to: string }>({ from, to }: T) =>
  from <= to && Date.parse(to) - Date.parse(from) <= 400 * 86_400_000
const order = { path: ['to'], message: 'not before from, and at most 400 days later' }
const eventParams = z.object({ eventId: id })
const correctionParams = z.object({ correctionId: id })
const decision = z.object({
  version: z.number().int().min(1),
  remark: z.string().trim().max(500).default(''),
})

const some = z.preprocess(value => (value === '' ? undefined : value), idList.optional())

export const qualityCalls = {
  summary: endpoint({
    method: 'GET',
    path: `${base}/summary`,
    summary:
      'Events of the shops in scope counted by kind, by status, by day and by device; coverage of the counts.',
    tag,
    authority: readers,
    query: z.object({ ...areaQuery, ...days, shopId: optionalId }).refine(inOrder, order),
    answer: z.object({
      total: z.number(),
      open: z.number(),
      devices: z.number(),
      waiting: z.number(),
      /** Slots received ÷ due; null where nothing was due. */
      coverage: z.number().nullable(),
      imputed: z.number().nullable(),
      kinds: z.array(z.object({ kind: z.enum(qualityKindNames), total: z.number(), open: z.number() })),
      days: z.array(z.object({ date: localDate, total: z.number() })),
    }),
  }),
  events: endpoint({
    method: 'GET',
    path: `${base}/events`,
    summary: 'What is doubtful or missing in the counts of the shops in scope, latest first.',
    tag,
    authority: readers,
    query: z
      .object({
        ...pageQuery(20),
        ...areaQuery,
        ...days,
        shopId: optionalId,
        deviceId: optionalId,
        /** Any of these shops and devices. */
        shopIds: some,
        deviceIds: some,
        kind: z.enum(qualityKindNames).optional(),
        status: z.enum(qualityStatusNames).optional(),
      })
      .refine(inOrder, order),
    answer: page(qualityEvent),
  }),
  event: endpoint({
    method: 'GET',
    path: `${base}/events/:eventId`,
    summary: 'One event with the hours of its day: counted, expected, and what its neighbours counted.',
    tag,
    authority: readers,
    params: eventParams,
    answer: z.object({ event: qualityEvent, hours: z.array(hourFigures) }),
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: `${base}/events/:eventId/acknowledge`,
    summary: 'Explains an event. 409 with the present state where someone was faster.',
    tag,
    authority: handlers,
    params: eventParams,
    body: z.object({ version: z.number().int().min(1), remark: z.string().trim().min(1).max(500) }),
    answer: qualityEvent,
  }),
  report: endpoint({
    method: 'POST',
    path: `${base}/events/:eventId/report`,
    summary: 'Hands an event to those who look after devices: they are told, with what was found.',
    tag,
    authority: ['ticket.view'],
    params: eventParams,
    body: z.object({ version: z.number().int().min(1), remark: z.string().trim().min(1).max(500) }),
    answer: qualityEvent,
  }),
  reopen: endpoint({
    method: 'POST',
    path: `${base}/events/:eventId/reopen`,
    summary: 'Takes an explanation back.',
    tag,
    authority: handlers,
    params: eventParams,
    body: decision,
    answer: qualityEvent,
  }),
  coverage: endpoint({
    method: 'GET',
    path: `${base}/coverage`,
    summary: 'Slots received of those due, by shop and day; with a shop, by each of its nodes and day.',
    tag,
    authority: readers,
    query: z.object({ ...areaQuery, ...days, shopId: optionalId }).refine(inOrder, order),
    answer: z.object({
      rows: z.array(
        z.object({
          shopId: answerId,
          shopname: z.string(),
          shopnameEn: z.string(),
          nodeKind,
          nodeId: answerId,
          nodeName: z.string(),
          nodeNameEn: z.string(),
          days: z.array(
            z.object({
              date: localDate,
              expected: z.number(),
              got: z.number(),
              /** Share of entries (of passers, outside) that was estimated. */
              imputed: z.number(),
              events: z.number(),
            }),
          ),
        }),
      ),
    }),
  }),
  imputations: endpoint({
    method: 'GET',
    path: `${base}/imputations`,
    summary: 'Estimates in force for missing hours: which past days they come from and how they were scaled.',
    tag,
    authority: readers,
    query: z.object({ ...pageQuery(20), ...areaQuery, ...days, shopId: optionalId }).refine(inOrder, order),
    answer: page(imputation),
  }),
  lines: endpoint({
    method: 'GET',
    path: `${base}/lines`,
    summary: 'Counting lines of a shop, for a correction.',
    tag,
    authority: readers,
    query: z.object({ shopId: id }),
    answer: z.array(z.object({ ...place, openHour: z.number(), closeHour: z.number() })),
  }),
  corrections: endpoint({
    method: 'GET',
    path: `${base}/corrections`,
    summary: 'The ledger of corrections, latest first.',
    tag,
    authority: readers,
    query: z.object({
      ...pageQuery(20),
      ...areaQuery,
      shopId: optionalId,
      status: z.enum(correctionStatusNames).optional(),
    }),
    answer: page(correction),
  }),
  createCorrection: endpoint({
    method: 'POST',
    path: `${base}/corrections`,
    summary:
      'Asks for a correction of whole hours of a line. Counts stay as they are until someone else approves.',
    tag,
    authority: handlers,
    body: z
      .object({
        shopId: id,
        deviceId: id,
        line: z.number().int().min(1).max(65_535),
        date: day,
        fromHour: z.number().int().min(0).max(23),
        toHour: z.number().int().min(1).max(24),
        kind: z.enum(correctionKindNames),
        wanted: wanted.default({}),
        reason: z.string().trim().min(1).max(500),
        eventId: optionalId,
      })
      .refine(({ fromHour, toHour }) => fromHour < toHour, { path: ['toHour'], message: 'after fromHour' })
      .refine(({ kind, wanted }) => kind !== 'scale' || wanted.factor !== undefined, {
        path: ['wanted', 'factor'],
        message: 'needed to scale',
      })
      .refine(({ kind, wanted }) => kind !== 'set' || wanted.in !== undefined || wanted.pass !== undefined, {
        path: ['wanted', 'in'],
        message: 'in (with out) or pass is needed',
      }),
    answer: correction,
  }),
  approveCorrection: endpoint({
    method: 'POST',
    path: `${base}/corrections/:correctionId/approve`,
    summary:
      'Puts a correction in force; figures follow at once. Nobody approves their own, unless no one else may.',
    tag,
    authority: managers,
    params: correctionParams,
    body: decision,
    answer: correction,
  }),
  rejectCorrection: endpoint({
    method: 'POST',
    path: `${base}/corrections/:correctionId/reject`,
    summary: 'Refuses a correction, or withdraws one’s own.',
    tag,
    authority: handlers,
    params: correctionParams,
    body: decision,
    answer: correction,
  }),
  undoCorrection: endpoint({
    method: 'POST',
    path: `${base}/corrections/:correctionId/undo`,
    summary: 'Takes a correction out of force: what the counters say counts again, exactly.',
    tag,
    authority: managers,
    params: correctionParams,
    body: decision,
    answer: correction,
  }),
  settings: endpoint({
    method: 'GET',
    path: `${base}/settings`,
    summary: 'Thresholds of the rules, and whether missing hours are estimated.',
    tag,
    authority: readers,
    answer: settings.extend({ version: z.number() }),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: `${base}/settings`,
    summary:
      'Changes the thresholds for everyone; the past 60 days are looked through anew. Only for those who see every shop.',
    tag,
    authority: managers,
    body: settings.extend({ version: z.number().int().min(0), isImputing: flag }),
    answer: settings.extend({ version: z.number() }),
  }),
}
