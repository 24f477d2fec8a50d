import { z } from 'zod'
import { checkRecord } from './check-shop.ts'
import { endpoint } from './endpoint.ts'
import { evaluationStatus, evaluationStatuses } from './score-records.ts'
import { answerId, areaQuery, id, localDate, numeric, optionalId, page, pageQuery } from './shared.ts'

/**
 * Figures about evaluations, inspections and daily records of open shops in scope. Revoked evaluations and deleted records
 * count nowhere; scores, averages and rates have one decimal, and are null where nothing was scored.
 */
const tag = 'statistics'
const base = '/api/monitor/checkShop'
export const statisticsViewer = ['inspect.view', 'inspect.score'] as const

/** A day on the shops' clocks; the time that inherited clients append to it says nothing more. */
const day = z.preprocess(
  value =>
    value === ''
      ? undefined
      : typeof value === 'string' && /^.{10} \d{2}:\d{2}:\d{2}$/.test(value)
        ? value.slice(0, 10)
        : value,
  localDate.refine(value => value >= '1900-01-01', 'before 1900').optional(),
)
/**
 * From 00:00:00 of the first to 23:59:59 of the last day in each shop's zone; a side left out is open. The last day is not
 * before the first.
 */
export const dayRange = { checkdate_beg: day, checkdate_end: day }

export const kindsOfDay = ['all', 'workday', 'holiday'] as const
export type KindOfDay = (typeof kindsOfDay)[number]
/** Saturdays and Sundays are holidays. */
export const dayKind = {
  dayType: z.preprocess(value => (value === '' ? undefined : value), z.enum(kindsOfDay).default('all')),
}

const granularities = ['day', 'week', 'month'] as const
export type StatisticsGranularity = (typeof granularities)[number]
const granularity = z.preprocess(
  value => (value === '' ? undefined : value),
  z.enum(granularities).default('day'),
)
const top = numeric(z.number().int().min(1).max(100).default(10))

/** A statistic of one shop, and the same of the shops of an area. */
function both<Extra extends z.ZodRawShape, Answer extends z.ZodType>(
  name: string,
  summary: string,
  extra: Extra,
  answer: Answer,
) {
  const shared = { method: 'GET', tag, authority: statisticsViewer, answer } as const
  return [
    endpoint({
      ...shared,
      path: `${base}/${name}` as '/api/',
      summary,
      query: z.object({ shopid: id, ...dayRange, ...dayKind, ...extra }),
    }),
    endpoint({
      ...shared,
      path: `${base}/${name}ByArea` as '/api/',
      summary: `${summary} Of the shops of an area.`,
      query: z.object({ ...areaQuery, ...dayRange, ...dayKind, ...extra }),
    }),
  ] as const
}

const rate = z.number().nullable()
const score = z.number().nullable()
const type = { typeId: answerId, typeName: z.string(), typeNameEn: z.string(), count: z.number() }

export const shopScore = z.object({
  shopid: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  /** Mean of the evaluations of the range. */
  score,
  /** Among the shops of the area, or of the one shop's region; equals share a place (1, 1, 3). */
  rank: z.number().nullable(),
  /** How many shops have a rank. */
  rankedShops: z.number(),
  evaluationCount: z.number(),
  /** The same of the range of equal length right before; null where the range is open. */
  previousScore: score,
  previousRank: z.number().nullable(),
})
export type ShopScore = z.infer<typeof shopScore>

export const topItem = z.object({
  itemId: answerId,
  itemName: z.string(),
  itemNameEn: z.string(),
  pitemName: z.string(),
  pitemNameEn: z.string(),
  /** How often it lost points. */
  count: z.number(),
  lostScore: z.number(),
  /** Of a hundred times that it was scored, how often it lost points. */
  rate: z.number(),
})

/** `count` is of items scored; deductions whose severity nobody said are in `deductCount` alone. */
export const evaluationTypeCount = z.object({
  ...type,
  passCount: z.number(),
  deductCount: z.number(),
  minorCount: z.number(),
  mediumCount: z.number(),
  severeCount: z.number(),
  /** Of a hundred items scored, how many passed. */
  passRate: z.number(),
})

/** `count` is of items looked at: those that do not apply are left out. */
export const inspectionTypeCount = z.object({ ...type, abnormalCount: z.number() })

export const dailyrecordTypeCount = z.object(type)

/** `date` is the day, the Monday of the week or the first of the month; `score` the points earned of a hundred. */
export const evaluationTypeStatistic = z.object({ date: localDate, ...type, score })
export type EvaluationTypeStatistic = z.infer<typeof evaluationTypeStatistic>

export const evaluationStatistics = z.object({
  /** Evaluations that count. */
  count: z.number(),
  revoked: z.number(),
  averageScore: score,
  /** Of a hundred items scored in them, how many passed. */
  passRate: rate,
  /** Days with an evaluation that counts. */
  byDay: z.array(z.object({ date: localDate, count: z.number(), averageScore: score })),
  /** Each status, also those that none has. */
  byStatus: z.array(z.object({ status: evaluationStatus, count: z.number() })),
})
export type EvaluationStatistics = z.infer<typeof evaluationStatistics>

/** Both kinds of days, working days (0) first; a holiday (1) is a Saturday or Sunday. */
export const holidayCount = z.object({
  isHoliday: z.union([z.literal(0), z.literal(1)]),
  count: z.number(),
  averageScore: score,
})
export type HolidayCount = z.infer<typeof holidayCount>

export const checkRecordSorts = [
  'checkshopBeg',
  'checkshopEnd',
  'durationMinutes',
  'videoCount',
  'userName',
  'shopname',
  'score',
  'pictureCount',
  'problemCount',
] as const
export type CheckRecordSort = (typeof checkRecordSorts)[number]

export const checkshopRecord = checkRecord.extend({
  shopnameEn: z.string(),
  /** Of the latest evaluation that was made in it and counts. */
  evaluationId: answerId.nullable(),
  score,
  /** The same one's; `revoked` where none counts but one was revoked, null where there is none. */
  evaluationStatus: evaluationStatus.nullable(),
  /** Taken by the visitor in the shop while the visit ran, deleted ones left out. */
  pictureCount: z.number(),
  /** Raised by the visitor in the shop while the visit ran, or within ten minutes after. */
  problemCount: z.number(),
})
export type CheckshopRecord = z.infer<typeof checkshopRecord>

const [getShopScoreList, getShopScoreListByArea] = both(
  'getShopScoreList',
  'Score, rank and score of the range before, best first; shops evaluated in neither are left out.',
  {},
  z.array(shopScore),
)
const [getItemPreTop, getItemPreTopByArea] = both(
  'getItemPreTop',
  'The items that lost most points.',
  { top },
  z.array(topItem),
)
const [getEvaluationTypeCount, getEvaluationTypeCountByArea] = both(
  'getEvaluationTypeCount',
  'Items scored by group of the form, most first.',
  {},
  z.array(evaluationTypeCount),
)
const [getInspectionTypeCount, getInspectionTypeCountByArea] = both(
  'getInspectionTypeCount',
  'Items inspected by group of the form, most first.',
  {},
  z.array(inspectionTypeCount),
)
const [getDailyrecordTypeCount, getDailyrecordTypeCountByArea] = both(
  'getDailyrecordTypeCount',
  'Daily records by type, most first.',
  {},
  z.array(dailyrecordTypeCount),
)
const [getEvaluationTypeStatistics, getEvaluationTypeStatisticsByArea] = both(
  'getEvaluationTypeStatistics',
  'Items scored and their points by day, week or month and group of the form.',
  { granularity },
  z.array(evaluationTypeStatistic),
)
const [getEvaluationStatistics, getEvaluationStatisticsByArea] = both(
  'getEvaluationStatistics',
  'Evaluations: how many, their mean score and pass rate, by day and by status.',
  {},
  evaluationStatistics,
)
const [getEvaluationCountByIsHoliday, getEvaluationCountByIsHolidayByArea] = both(
  'getEvaluationCountByIsHoliday',
  'Evaluations of working days and of Saturdays and Sundays.',
  {},
  z.array(holidayCount),
)

export const statistics = {
  getShopScoreList,
  getShopScoreListByArea,
  getItemPreTop,
  getItemPreTopByArea,
  getEvaluationTypeCount,
  getEvaluationTypeCountByArea,
  getInspectionTypeCount,
  getInspectionTypeCountByArea,
  getDailyrecordTypeCount,
  getDailyrecordTypeCountByArea,
  getEvaluationTypeStatistics,
  getEvaluationTypeStatisticsByArea,
  getEvaluationStatistics,
  getEvaluationStatisticsByArea,
  getEvaluationCountByIsHoliday,
  getEvaluationCountByIsHolidayByArea,
  getCheckshopRecord: endpoint({
    method: 'GET',
    path: `${base}/getCheckshopRecord`,
    summary:
      'Check-shop records of a shop, an area or all shops in scope by the day they began, latest first.',
    tag,
    authority: statisticsViewer,
    query: z.object({
      ...pageQuery(10),
      shopid: optionalId,
      ...areaQuery,
      ...dayRange,
      ...dayKind,
      userId: optionalId,
      /** Visits whose evaluation took points for this item, or an item of this group. */
      itemId: optionalId,
      /** Visits whose evaluation has this status; `none`: visits without one. */
      status: z.preprocess(
        value => (value === '' ? undefined : value),
        z.enum([...evaluationStatuses, 'none']).optional(),
      ),
      sort: z.preprocess(
        value => (value === '' ? undefined : value),
        z.enum(checkRecordSorts).default('checkshopBeg'),
      ),
      order: z.preprocess(
        value => (typeof value === 'string' ? value.toLowerCase() || undefined : value),
        z.enum(['asc', 'desc']).default('desc'),
      ),
    }),
    answer: page(checkshopRecord),
  }),
}
