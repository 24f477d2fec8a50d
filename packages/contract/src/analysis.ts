import { z } from 'zod'
import { endpoint, fileAnswer } from './endpoint.ts'
import type { Text } from './problems.ts'
import { clockTime, isoTime, localDate } from './shared.ts'

/** Lengths of a time bucket. `distribution` is the profile over the hours of the day; `none` gives no time at all. */
export const granularities = {
  '5min': { zh: '5 分钟', en: '5 minutes' },
  '10min': { zh: '10 分钟', en: '10 minutes' },
  '15min': { zh: '15 分钟', en: '15 minutes' },
  hour: { zh: '小时', en: 'Hour' },
  day: { zh: '日', en: 'Day' },
  week: { zh: '周', en: 'Week' },
  month: { zh: '月', en: 'Month' },
  quarter: { zh: '季', en: 'Quarter' },
  year: { zh: '年', en: 'Year' },
  distribution: { zh: '分布', en: 'Distribution' },
  none: { zh: '合计', en: 'None' },
} as const satisfies Record<string, Text>
export type Granularity = keyof typeof granularities

/** What a period can be held against. */
export const comparisons = {
  yesterday: { zh: '较昨日', en: 'vs yesterday' },
  lastWeekSameDay: { zh: '上周同期', en: 'Last week same day' },
  lastMonthSameDay: { zh: '上月同期', en: 'Last month same day' },
  lastYearSameDay: { zh: '去年同期', en: 'Last year same day' },
  lastYearSameHoliday: { zh: '去年同节', en: 'Same holiday last year' },
  previousPeriod: { zh: '上一周期', en: 'Previous period' },
  customRange: { zh: '自选时段', en: 'Chosen range' },
} as const satisfies Record<string, Text>
export type Comparison = keyof typeof comparisons

/** Periods that move with the days. Those of a length end today, the day itself included; weeks begin on Monday. */
export const periodPresets = {
  today: { zh: '今日', en: 'Today' },
  yesterday: { zh: '昨日', en: 'Yesterday' },
  last7Days: { zh: '近 7 天', en: 'Last 7 days' },
  last30Days: { zh: '近 30 天', en: 'Last 30 days' },
  thisWeek: { zh: '本周', en: 'This week' },
  lastWeek: { zh: '上周', en: 'Last week' },
  thisMonth: { zh: '本月', en: 'This month' },
  lastMonth: { zh: '上月', en: 'Last month' },
  last3Months: { zh: '近三个月', en: 'Last 3 months' },
  thisQuarter: { zh: '本季', en: 'This quarter' },
  lastQuarter: { zh: '上季', en: 'Last quarter' },
  thisYear: { zh: '本年', en: 'This year' },
  lastYear: { zh: '去年', en: 'Last year' },
} as const satisfies Record<string, Text>
export type PeriodPreset = keyof typeof periodPresets

/** `weekday` is Monday to Friday whatever the law says; the others are the statutory calendar. */
export const dayTypes = {
  workday: { zh: '工作日', en: 'Working day' },
  weekend: { zh: '周末', en: 'Weekend' },
  holiday: { zh: '节假日', en: 'Holiday' },
  makeup: { zh: '调休上班', en: 'Make-up working day' },
} as const satisfies Record<string, Text>
export type DayType = keyof typeof dayTypes

/** How amounts of money are written: in yuan, or in ten thousands of them. */
export const moneyScale = z.enum(['yuan', 'tenThousand'])
export type MoneyScale = z.infer<typeof moneyScale>
/** Sums of money, which may be written in ten thousands; what one customer or one square metre brings stays in yuan. */
export const isAmount = ({
  id = '',
  unit,
}: {
  id?: string | undefined
  unit?: string | undefined
}): boolean => unit === 'money' && !id.startsWith('unitPrice')

const keysOf = <T extends Record<string, unknown>>(table: T) =>
  Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]

const name = z.string().min(1).max(60)
/** Local business days, both inside. */
const range = z.strictObject({ from: localDate, to: localDate }).refine(({ from, to }) => from <= to, {
  message: '结束日期早于开始日期 / the last day is before the first',
  path: ['to'],
})

export const filterOperators = ['in', 'notIn', 'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'] as const

const filter = z.strictObject({
  /** A dimension, `area` (a region, province, city or county by its id), or a metric, which then filters groups. */
  member: name,
  op: z.enum(filterOperators),
  /** `["all"]` or `"all"` for everything. */
  values: z.union([
    z.literal('all').transform(() => ['all']),
    z
      .array(z.union([z.string().max(100), z.number()]))
      .min(1)
      .max(20_000),
  ]),
})

/**
 * One question about the figures: report, cockpit, big screen, export, alert and share all ask in this form, and it can be
 * kept as it is. What the names may be is in the dictionary.
 */
export const question = z.strictObject({
  version: z.literal(1).default(1),
  /** 1–5 or a name (`sales`, `pos`, `wifi` …); may be left out where the metrics decide it. */
  source: z.union([z.number().int(), name]).optional(),
  metrics: z
    .array(
      z.union([
        name,
        z.strictObject({
          metric: name,
          calc: name.optional(),
          source: z.union([z.number().int(), name]).optional(),
        }),
      ]),
    )
    .min(1)
    .max(30),
  dimensions: z.array(name).max(6).default([]),
  filters: z.array(filter).max(50).default([]),
  period: z.union([range, z.strictObject({ preset: z.enum(keysOf(periodPresets)) })]),
  /** Local time of the day, from inside, to outside; past midnight where `to` is not after `from`. */
  timeWindow: z.strictObject({ from: clockTime, to: z.union([clockTime, z.literal('24:00')]) }).optional(),
  /**
   * What the dimension `interval` cuts the day into, instead of the parts of the dictionary. A moment of two counts in the first;
   * the rest of the day is `others`.
   */
  intervals: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(20),
        from: clockTime,
        to: z.union([clockTime, z.literal('24:00')]),
      }),
    )
    .min(1)
    .max(8)
    .optional(),
  dayTypes: z
    .array(z.enum(keysOf(dayTypes)))
    .min(1)
    .optional(),
  granularity: z.enum(keysOf(granularities)).default('none'),
  compare: z
    .strictObject({
      type: z.enum(keysOf(comparisons)),
      range: range.optional(),
      /** `weekday` holds a day against the one 364 days before instead of the same date (last year only). */
      align: z.enum(['date', 'weekday']).default('date'),
      /** `clip` cuts what today is held against at the present time of day; `whole` does not. */
      toDate: z.enum(['clip', 'whole']).default('clip'),
      /** Leaves out shops that were not open and counted on both sides. */
      comparableOnly: z.boolean().default(false),
    })
    .refine(({ type, range: other }) => (type === 'customRange') === (other !== undefined), {
      message: 'customRange 需要且仅它需要 range / range goes with customRange and with nothing else',
      path: ['range'],
    })
    .optional(),
  order: z
    .array(
      z.strictObject({
        by: name,
        value: z.enum(['current', 'compared', 'difference', 'growth']).default('current'),
        direction: z.enum(['asc', 'desc']).default('desc'),
      }),
    )
    .max(5)
    .default([]),
  limit: z.number().int().min(1).max(50_000).optional(),
  offset: z.number().int().min(0).default(0),
  /** The first by the first metric (or `by`), and the rest as one row. */
  top: z
    .strictObject({
      dimension: name,
      count: z.number().int().min(1).max(1000),
      others: z.boolean().default(false),
      by: name.optional(),
    })
    .optional(),
  calc: z.array(name).max(10).default([]),
  totals: z.boolean().default(false),
})
/** A question as it is kept and sent. */
export type Question = z.input<typeof question>
/** A question with what was left out filled in. */
export type FullQuestion = z.output<typeof question>

/** A value beside what it is held against. Null where nothing was received; 0 where it was and nothing happened. */
export const analysisCell = z.looseObject({
  current: z.number().nullable(),
  compared: z.number().nullable().optional(),
  difference: z.number().nullable().optional(),
  /** Per cent with one decimal; null where there is nothing to divide by. */
  growth: z.number().nullable().optional(),
  /** Share of the slots due that were received, 0–1. */
  coverage: z.number().nullable().optional(),
  comparedCoverage: z.number().nullable().optional(),
  /** Share of the value that was filled in by calculation, 0–1. */
  imputed: z.number().optional(),
  /** The whole period, where days without a counterpart are left out of `current`. */
  whole: z.number().nullable().optional(),
})
export type AnalysisCell = z.infer<typeof analysisCell>

const member = z.object({ id: z.string(), name: z.string() })
export type AnalysisMember = z.infer<typeof member>

const column = z.object({
  id: z.string(),
  kind: z.enum(['dimension', 'time', 'metric']),
  label: z.string(),
  unit: z.string().optional(),
  decimals: z.number().optional(),
  additivity: z.string().optional(),
  granularity: z.string().optional(),
  calc: z.string().optional(),
})

const row = z.record(z.string(), z.union([z.string(), z.null(), member, analysisCell]))
export type AnalysisRow = z.infer<typeof row>

export const analysisAnswer = z.object({
  columns: z.array(column),
  rows: z.array(row),
  totals: z.record(z.string(), analysisCell).optional(),
  meta: z.object({
    rowCount: z.number(),
    range: z.string(),
    comparedRange: z.string().optional(),
    dateMap: z.array(z.tuple([z.string(), z.string()])).optional(),
    unmatched: z.array(z.object({ date: z.string(), reason: z.string() })).optional(),
    /** Shops asked about, and those that were open and counted on both sides. */
    shops: z.number(),
    comparableShops: z.number().optional(),
    freshAt: z.string().nullable(),
    /** Whether any of the shops is open, since when, and until when it stays so; on the clock that most of them keep. */
    hours: z.object({ isOpen: z.boolean(), since: isoTime, until: isoTime, timeZone: z.string() }),
    warnings: z.array(z.string()),
    milliseconds: z.number(),
  }),
})
export type AnalysisAnswer = z.infer<typeof analysisAnswer>

const refusal = z.object({
  error: z.object({ code: z.number(), message: z.string(), path: z.string().optional() }),
})
/** One question answers itself; several answer together, and one that fails leaves the others standing. */
const answers = z.union([analysisAnswer, z.object({ answers: z.array(z.union([analysisAnswer, refusal])) })])

const text = z.object({ zh: z.string(), en: z.string() })
const entry = z.object({ id: z.string(), label: text })
export const dictionaryAnswer = z.object({
  version: z.number(),
  calendarVersion: z.string(),
  metrics: z.array(
    entry.extend({
      unit: z.string(),
      unitLabel: text,
      decimals: z.number(),
      formula: text,
      additivity: z.string(),
      additivityLabel: text,
      sources: z.array(z.string()),
      dimensions: z.array(z.string()),
      calcs: z.array(z.string()),
      /** Any one is enough; empty for everyone. */
      authority: z.array(z.string()),
      /** Whether the caller may ask for it. */
      allowed: z.boolean(),
    }),
  ),
  dimensions: z.array(
    entry.extend({
      values: z.array(z.object({ id: z.string(), label: text })).optional(),
      authority: z.array(z.string()),
      allowed: z.boolean(),
    }),
  ),
  calcs: z.array(entry),
  comparisons: z.array(entry),
  granularities: z.array(entry),
  presets: z.array(entry),
  dayTypes: z.array(entry),
  sources: z.array(entry.extend({ authority: z.array(z.string()), allowed: z.boolean() })),
})

export const analysisExplanation = z.object({
  metric: z.string(),
  label: z.string(),
  formula: z.string(),
  additivity: z.string(),
  /** Why figures of smaller groups need not add up to this one; empty where they do. */
  note: z.string(),
  /** What was read: facts, table and its grain, rows behind the number, on either side. */
  parts: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      table: z.string(),
      grain: z.string(),
      side: z.enum(['current', 'compared']),
      value: z.number().nullable(),
      rows: z.number(),
      days: z.number(),
    }),
  ),
  cell: analysisCell.nullable(),
})

/** Questions about the figures of the shops in the caller's scope, each metric by its own authority. */
export const analysisCalls = {
  query: endpoint({
    method: 'POST',
    path: '/api/analysis/query',
    tag: 'analysis',
    summary: 'Answers one question, or several together.',
    authority: [],
    body: z.union([z.strictObject({ questions: z.array(question).min(1).max(60) }), question]),
    answer: answers,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/analysis/export',
    tag: 'analysis',
    summary:
      'The whole answer of a question as a file: every row, with its filters stated and its rows counted.',
    authority: ['export.run'],
    file: true,
    body: z.strictObject({
      question,
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
      money: moneyScale.default('yuan'),
      /** What it is called: the head of the file and the beginning of its name. */
      name: z.string().trim().min(1).max(100).default('数据'),
    }),
    answer: fileAnswer,
  }),
  explain: endpoint({
    method: 'POST',
    path: '/api/analysis/explain',
    tag: 'analysis',
    summary: 'Where the number of one cell comes from: formula, grain, rows behind it.',
    authority: [],
    body: z.strictObject({
      question,
      /** The metric, and the row by its keys as the answer gave them (`{ "shop": "17", "time": "2026-10-01" }`). */
      cell: z.strictObject({ metric: name, row: z.record(z.string(), z.string()).default({}) }),
    }),
    answer: analysisExplanation,
  }),
  dictionary: endpoint({
    method: 'GET',
    path: '/api/analysis/dictionary',
    tag: 'analysis',
    summary: 'Every metric, dimension, calculation, comparison and granularity that can be asked for.',
    authority: [],
    answer: dictionaryAnswer,
  }),
}
