import { z } from 'zod'
import { moneyScale } from './analysis.ts'
import { defaultPresetName } from './camera-words.ts'
import { endpoint } from './endpoint.ts'
import type { Text } from './problems.ts'
import { answerId, clockTime, done, flag, id, isoTime, localDate, numeric } from './shared.ts'

const tag = 'view-settings'
const base = '/api/view-settings'
const editor = ['settings.view'] as const

/** Cards of the inspection overview: what each is called, its panel there, and how wide it is in columns of twelve. */
export const overviewCards = {
  figures: { title: { zh: '关键指标', en: 'Key figures' }, panel: 'p1', width: 12 },
  map: { title: { zh: '得分地图', en: 'Score by province and city' }, panel: 'p2', width: 7 },
  funnel: { title: { zh: '巡店闭环漏斗', en: 'Inspection loop' }, panel: 'p3', width: 5 },
  coverage: { title: { zh: '巡店覆盖率排行', en: 'Patrol coverage ranking' }, panel: 'p4', width: 4 },
  items: { title: { zh: '考评项得分雷达', en: 'Score by evaluation item' }, panel: 'p5', width: 4 },
  inspectors: { title: { zh: '巡店员工作量', en: 'Inspector workload' }, panel: 'p7', width: 4 },
  shops: { title: { zh: '门店明细表', en: 'Table of shops' }, panel: 'p6', width: 12 },
} as const satisfies Record<string, { title: Text; panel: string; width: number }>
export type OverviewCard = keyof typeof overviewCards
export const overviewCardNames = Object.keys(overviewCards) as OverviewCard[]

/** The figures that its first card can show. */
export const overviewMetrics = {
  patrols: { zh: '巡店次数', en: 'Checks' },
  patrolCoverage: { zh: '巡店覆盖率', en: 'Patrol coverage' },
  score: { zh: '平均得分', en: 'Average score' },
  problems: { zh: '发现问题', en: 'Problems' },
  closeRate: { zh: '整改完成率', en: 'Close rate' },
} as const satisfies Record<string, Text>
export type OverviewMetric = keyof typeof overviewMetrics
export const overviewMetricNames = Object.keys(overviewMetrics) as OverviewMetric[]

export const cardWidths = [3, 4, 5, 6, 7, 8, 9, 12] as const
export const defaultPeriods = ['today', 'yesterday', 'last7', 'last30', 'thisWeek', 'thisMonth'] as const
/** What figures are compared with; the first one chosen is on when a page opens. */
export const viewComparisons = {
  previousPeriod: { zh: '上一周期', en: 'Previous period' },
  lastYearSameDay: { zh: '去年同日', en: 'Same days a year before' },
} as const satisfies Record<string, Text>
export type ViewComparison = keyof typeof viewComparisons
export const viewComparisonNames = Object.keys(viewComparisons) as ViewComparison[]

const once = <T extends string>(names: readonly T[]) =>
  z
    .array(z.enum(names as readonly [T, ...T[]]))
    .max(names.length)
    .refine(list => new Set(list).size === list.length, 'each once')

export const totalView = z.object({
  /** In the order that they stand in. A card that is not listed comes after these, switched off. */
  cards: z
    .array(
      z.object({
        card: z.enum(overviewCardNames as [OverviewCard, ...OverviewCard[]]),
        isOn: z.boolean(),
        width: z.literal(cardWidths),
      }),
    )
    .max(overviewCardNames.length)
    .refine(list => new Set(list.map(one => one.card)).size === list.length, 'each card once'),
  /** Figures of the first card, in order. */
  metrics: once(overviewMetricNames).min(1),
  period: z.enum(defaultPeriods),
  comparisons: once(viewComparisonNames),
  money: moneyScale,
  mapLevel: z.enum(['province', 'city']),
  rankingLength: z.union([z.literal(5), z.literal(10), z.literal(20)]),
})
export type TotalView = z.infer<typeof totalView>

export const defaultTotalView: TotalView = {
  cards: overviewCardNames.map(card => ({ card, isOn: true, width: overviewCards[card].width })),
  metrics: [...overviewMetricNames],
  period: 'last30',
  comparisons: ['previousPeriod', 'lastYearSameDay'],
  money: 'yuan',
  mapLevel: 'province',
  rankingLength: 10,
}

/** Figures that thresholds colour. Of some, less is better: then `good` is the smaller number. */
export const thresholdMetrics = {
  score: {
    title: { zh: '评估得分', en: 'Evaluation score' },
    unit: { zh: '分', en: 'points' },
    isLessBetter: false,
    max: 100,
  },
  patrolCoverage: {
    title: { zh: '巡店覆盖率', en: 'Patrol coverage' },
    unit: { zh: '%', en: '%' },
    isLessBetter: false,
    max: 100,
  },
  closeRate: {
    title: { zh: '整改完成率', en: 'Close rate' },
    unit: { zh: '%', en: '%' },
    isLessBetter: false,
    max: 100,
  },
  overdue: {
    title: { zh: '超期问题', en: 'Overdue problems' },
    unit: { zh: '项', en: '' },
    isLessBetter: true,
    max: 10_000,
  },
  onlineRate: {
    title: { zh: '摄像头在线率', en: 'Cameras online' },
    unit: { zh: '%', en: '%' },
    isLessBetter: false,
    max: 100,
  },
} as const satisfies Record<string, { title: Text; unit: Text; isLessBetter: boolean; max: number }>
export type ThresholdMetric = keyof typeof thresholdMetrics
export const thresholdMetricNames = Object.keys(thresholdMetrics) as ThresholdMetric[]

/** Colours of the theme, by name; all are legible on both themes. */
export const toneColours = ['positive', 'primary', 'warning', 'negative', 'error', 'text-1'] as const
export type ToneColour = (typeof toneColours)[number]

const limits = (metric: ThresholdMetric) =>
  z
    .object({
      /** At least this (at most, where less is better) is good. */
      good: z.number().min(0).max(thresholdMetrics[metric].max),
      /** Short of this is a warning; between the two is neutral. */
      warning: z.number().min(0).max(thresholdMetrics[metric].max),
    })
    .refine(
      ({ good, warning }) => (thresholdMetrics[metric].isLessBetter ? good <= warning : good >= warning),
      { path: ['warning'], message: 'good and warning are the wrong way round' },
    )
export const businessView = z.object({
  thresholds: z.object({
    score: limits('score'),
    patrolCoverage: limits('patrolCoverage'),
    closeRate: limits('closeRate'),
    overdue: limits('overdue'),
    onlineRate: limits('onlineRate'),
  }),
  colours: z.object({
    good: z.enum(toneColours),
    neutral: z.enum(toneColours),
    warning: z.enum(toneColours),
  }),
})
export type BusinessView = z.infer<typeof businessView>

export const defaultBusinessView: BusinessView = {
  thresholds: {
    score: { good: 90, warning: 80 },
    patrolCoverage: { good: 90, warning: 60 },
    closeRate: { good: 90, warning: 70 },
    overdue: { good: 0, warning: 3 },
    onlineRate: { good: 95, warning: 80 },
  },
  colours: { good: 'positive', neutral: 'text-1', warning: 'negative' },
}

export type Tone = 'good' | 'neutral' | 'warning'
/** What a figure is by its thresholds; undefined where nothing is known. */
export function toneOf(view: BusinessView, metric: ThresholdMetric, value: number | null): Tone | undefined {
  if (value === null) return undefined
  const { good, warning } = view.thresholds[metric]
  if (thresholdMetrics[metric].isLessBetter)
    return value <= good ? 'good' : value > warning ? 'warning' : 'neutral'
  return value >= good ? 'good' : value < warning ? 'warning' : 'neutral'
}

const phrase = z.string().trim().min(1).max(300)
/** What a chain calls its things and says again and again, and how that is read in English. */
export const glossary = z.object({
  entries: z
    .array(z.object({ zh: phrase, en: phrase }))
    .max(5000)
    .refine(list => new Set(list.map(({ zh }) => zh)).size === list.length, 'each once'),
})
export type Glossary = z.infer<typeof glossary>

export const defaultGlossary: Glossary = { entries: [{ zh: defaultPresetName, en: 'Custom preset' }] }

export const settingLayers = ['me', 'role', 'everyone'] as const
export type SettingLayer = (typeof settingLayers)[number]
export type SettingTarget = 'totalView' | 'businessView' | 'glossary'

/** The calls of one kind of settings: they are read by all, and written by layer. */
function layered<Value extends z.ZodType>(target: SettingTarget, name: string, value: Value) {
  const layer = z.object({
    layer: z.enum(settingLayers),
    /** The role; empty for oneself and for everyone. */
    roleId: z.string(),
    value,
    version: z.number(),
    updatedAt: isoTime,
    updatedByName: z.string(),
  })
  return {
    read: endpoint({
      method: 'GET',
      path: `${base}/${target}` as '/api/',
      summary: `${name} in force for the caller, the layers that the caller may see, and the roles that have or may get one.`,
      tag,
      authority: [],
      answer: z.object({
        value,
        /** The layer that `value` comes from. */
        from: z.enum([...settingLayers, 'default']),
        layers: z.array(layer),
        /** The roles of the caller, or all for those who may set them. */
        roles: z.array(z.object({ id: answerId, name: z.string(), nameEn: z.string() })),
        /** Whether the caller may set roles and everyone. */
        maySetOthers: z.boolean(),
      }),
    }),
    save: endpoint({
      method: 'PUT',
      path: `${base}/${target}` as '/api/',
      summary: `Sets a layer of ${name.toLowerCase()}, or with null removes it. 409 with the present state where someone saved meanwhile.`,
      tag,
      authority: editor,
      body: z.object({
        layer: z.enum(settingLayers),
        roleId: z.string().max(64).default(''),
        /** The version that the change was made from; 0 where the layer was empty. */
        version: z.number().int().min(0),
        value: value.nullable(),
      }),
      answer: z.object({ version: z.number() }),
    }),
  }
}
export const totalViewCalls = layered('totalView', 'Settings of the overview', totalView)
export const businessViewCalls = layered('businessView', 'Thresholds and colours', businessView)
export const glossaryCalls = layered('glossary', 'English words for what the chain wrote', glossary)

const versioned = { version: z.number().int().min(0) }
const chainRule = z.object({
  openTime: clockTime,
  closeTime: clockTime,
  /** When a business day ends and the next begins. */
  dayCut: clockTime,
  /** 1 Monday … 7 Sunday. */
  weekStart: z.number().int().min(1).max(7),
})
export type ChainRule = z.infer<typeof chainRule>
const shopRule = z.object({
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  openTime: z.string(),
  closeTime: z.string(),
  followsDefault: z.boolean(),
  areaM2: z.number().nullable(),
  version: z.number(),
})
export type ShopRule = z.infer<typeof shopRule>

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'YYYY-MM')
const visits = z.number().int().min(0).max(100_000_000).nullable()
const sales = z.number().min(0).max(100_000_000_000).nullable()
const target = z.object({
  shopId: answerId,
  month: z.string(),
  visits: z.number().nullable(),
  /** In yuan. */
  sales: z.number().nullable(),
  version: z.number(),
})
export type ShopTarget = z.infer<typeof target>

const holiday = z.object({
  date: localDate,
  nameZh: z.string(),
  nameEn: z.string(),
  /** A day off; else a workday on a weekend. */
  isOff: z.boolean(),
  /** The chain's own, which counts before the statutory one. */
  isOwn: z.boolean(),
})
export type Holiday = z.infer<typeof holiday>

/** How the business counts: opening hours, business days, holidays, targets. */
export const businessCalls = {
  rules: endpoint({
    method: 'GET',
    path: `${base}/rules`,
    summary: 'The rules of the chain, and the opening hours and floor area of the shops in scope.',
    tag,
    authority: [],
    answer: z.object({
      chain: chainRule,
      version: z.number(),
      mayChangeChain: z.boolean(),
      /** Once something was counted its days are dated by the cut, and it stays. */
      mayChangeCut: z.boolean(),
      shops: z.array(shopRule),
    }),
  }),
  saveChain: endpoint({
    method: 'PUT',
    path: `${base}/rules`,
    summary:
      'Sets the rules of the chain; shops that follow them get its opening hours. Only for those who see every shop.',
    tag,
    authority: editor,
    body: chainRule.extend({
      ...versioned,
      // Hours are counted from it on, and are those of the clock.
      dayCut: clockTime.refine(time => time.endsWith(':00'), { message: '须为整点 / a full hour' }),
    }),
    answer: z.object({ version: z.number() }),
  }),
  saveShop: endpoint({
    method: 'PUT',
    path: `${base}/rules/:shopId`,
    summary: 'Sets a shop’s opening hours, or lets it follow the chain’s, and its floor area.',
    tag,
    authority: editor,
    params: z.object({ shopId: id }),
    body: z.object({
      ...versioned,
      followsDefault: z.boolean(),
      openTime: clockTime,
      closeTime: clockTime,
      areaM2: z.number().positive().max(1_000_000).nullable(),
    }),
    answer: shopRule,
  }),
  capacity: endpoint({
    method: 'GET',
    path: `${base}/rules/:shopId/capacity`,
    summary: 'How many people may be inside a shop at once, and whether the caller may change that.',
    tag,
    authority: [],
    params: z.object({ shopId: id }),
    answer: z.object({ capacity: z.number().nullable(), mayChange: z.boolean() }),
  }),
  saveCapacity: endpoint({
    method: 'PUT',
    path: `${base}/rules/:shopId/capacity`,
    summary: 'Sets how many people may be inside a shop at once; null takes the limit away.',
    tag,
    authority: editor,
    params: z.object({ shopId: id }),
    body: z.object({ capacity: z.number().int().min(1).max(1_000_000).nullable() }),
    answer: z.object({ capacity: z.number().nullable() }),
  }),
  targets: endpoint({
    method: 'GET',
    path: `${base}/targets`,
    summary: 'Month targets of the shops in scope in a year.',
    tag,
    authority: editor,
    query: z.object({ year: numeric(z.number().int().min(2000).max(2100)) }),
    answer: z.array(target),
  }),
  saveTargets: endpoint({
    method: 'PUT',
    path: `${base}/targets`,
    summary: 'Sets month targets: all of them or none. 409 with those that someone changed meanwhile.',
    tag,
    authority: editor,
    bodyLimit: 4_000_000,
    body: z.object({
      entries: z
        .array(z.object({ shopId: id, month, visits, sales, ...versioned }))
        .min(1)
        .max(12_000),
    }),
    answer: z.array(target),
  }),
  readTargets: endpoint({
    method: 'POST',
    path: `${base}/targets/file`,
    summary:
      'Reads targets from an xlsx or csv file (columns: shop code, month, visits, sales) without keeping them: what was read, and what is wrong in which row.',
    tag,
    authority: editor,
    upload: true,
    bodyLimit: 4_000_000,
    body: z.object({ file: z.string().optional(), name: z.string().max(200).optional() }),
    answer: z.object({
      entries: z.array(
        z.object({
          shopId: answerId,
          shopname: z.string(),
          month: z.string(),
          visits: z.number().nullable(),
          sales: z.number().nullable(),
        }),
      ),
      errors: z.array(z.object({ row: z.number(), message: z.string() })),
    }),
  }),
  holidays: endpoint({
    method: 'GET',
    path: `${base}/holidays`,
    summary: 'Days off and make-up workdays between two days; where the data comes from.',
    tag,
    authority: [],
    query: z.object({ from: localDate, to: localDate }),
    answer: z.object({
      days: z.array(holiday),
      source: z.string(),
      version: z.string(),
      lastYear: z.number(),
    }),
  }),
  saveHoliday: endpoint({
    method: 'PUT',
    path: `${base}/holidays/:date`,
    summary:
      'Sets a day of the chain’s own; it counts before the statutory one. Only for those who see every shop.',
    tag,
    authority: editor,
    params: z.object({ date: localDate }),
    body: z.object({
      nameZh: z.string().trim().min(1).max(60),
      nameEn: z.string().trim().max(60).default(''),
      isOff: flag,
    }),
    answer: holiday,
  }),
  removeHoliday: endpoint({
    method: 'DELETE',
    path: `${base}/holidays/:date`,
    summary: 'Takes a day of the chain’s own away; the statutory one counts again.',
    tag,
    authority: editor,
    params: z.object({ date: localDate }),
    answer: done,
  }),
}
