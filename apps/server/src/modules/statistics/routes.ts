import {
  AppError,
  type AreaSelection,
  statistics as calls,
  inspectionFigures,
  type KindOfDay,
} from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { FiguresService } from './figures.ts'
import type { Asked } from './figures-store.ts'
import type { Days } from './ranges.ts'
import type { StatisticsService } from './service.ts'
import { text } from './text.ts'

/** The inherited statistics: each of one shop, and of the shops of an area. */
export function statisticsRoutes(mount: Mount, statistics: StatisticsService): void {
  mount(calls, {
    getShopScoreList: async ({ query }, { caller }) =>
      statistics.shopScore(caller, query.shopid, daysOf(query)),
    getShopScoreListByArea: async ({ query }, { caller }) =>
      statistics.shopScores(caller, query, daysOf(query)),
    getItemPreTop: async ({ query }, { caller }) =>
      statistics.items(caller, { shopId: query.shopid }, daysOf(query), query.top),
    getItemPreTopByArea: async ({ query }, { caller }) =>
      statistics.items(caller, { area: query }, daysOf(query), query.top),
    getEvaluationTypeCount: async ({ query }, { caller }) =>
      statistics.evaluationTypes(caller, { shopId: query.shopid }, daysOf(query)),
    getEvaluationTypeCountByArea: async ({ query }, { caller }) =>
      statistics.evaluationTypes(caller, { area: query }, daysOf(query)),
    getInspectionTypeCount: async ({ query }, { caller }) =>
      statistics.inspectionTypes(caller, { shopId: query.shopid }, daysOf(query)),
    getInspectionTypeCountByArea: async ({ query }, { caller }) =>
      statistics.inspectionTypes(caller, { area: query }, daysOf(query)),
    getDailyrecordTypeCount: async ({ query }, { caller }) =>
      statistics.dailyTypes(caller, { shopId: query.shopid }, daysOf(query)),
    getDailyrecordTypeCountByArea: async ({ query }, { caller }) =>
      statistics.dailyTypes(caller, { area: query }, daysOf(query)),
    getEvaluationTypeStatistics: async ({ query }, { caller }) =>
      statistics.typeTrend(caller, { shopId: query.shopid }, daysOf(query), query.granularity),
    getEvaluationTypeStatisticsByArea: async ({ query }, { caller }) =>
      statistics.typeTrend(caller, { area: query }, daysOf(query), query.granularity),
    getEvaluationStatistics: async ({ query }, { caller }) =>
      statistics.evaluations(caller, { shopId: query.shopid }, daysOf(query)),
    getEvaluationStatisticsByArea: async ({ query }, { caller }) =>
      statistics.evaluations(caller, { area: query }, daysOf(query)),
    getEvaluationCountByIsHoliday: async ({ query }, { caller }) =>
      statistics.holidays(caller, { shopId: query.shopid }, daysOf(query)),
    getEvaluationCountByIsHolidayByArea: async ({ query }, { caller }) =>
      statistics.holidays(caller, { area: query }, daysOf(query)),
    getCheckshopRecord: async ({ query }, { caller }) =>
      statistics.checkRecords(
        caller,
        query.shopid === undefined ? { area: query } : { shopId: query.shopid },
        daysOf(query),
        query,
      ),
  })
}

/** How an area is inspected. */
export function figureRoutes(mount: Mount, figures: FiguresService): void {
  mount(inspectionFigures, {
    totals: async ({ query }, { caller }) => figures.totals(caller, askedIn(query)),
    coverage: async ({ query }, { caller }) => figures.coverage(caller, askedIn(query)),
    scores: async ({ query }, { caller }) => figures.scores(caller, askedIn(query)),
    groups: async ({ query }, { caller }) => figures.groups(caller, askedIn(query)),
    shops: async ({ query }, { caller }) => figures.shops(caller, askedIn(query), query),
    inspectors: async ({ query }, { caller }) => figures.inspectors(caller, askedIn(query), query.top),
    days: async ({ query }, { caller }) => figures.days(caller, askedIn(query)),
    videos: ({ params }, { caller }) => figures.videos(caller, params.recordId),
  })
}

type FigureQuery = Range &
  AreaSelection & { shopid?: string | undefined; dayType: KindOfDay; userId?: string | undefined }

/** @throws AppError invalidInput where the last day is before the first */
function askedIn({ shopid, dayType, userId, ...query }: FigureQuery): Asked {
  const which = shopid === undefined ? { area: query } : { shopId: shopid }
  return { which, days: daysOf(query), dayType, userId }
}

type Range = {
  checkdate_beg?: string | undefined
  checkdate_end?: string | undefined
  dayType?: KindOfDay | undefined
}
/** @throws AppError invalidInput where the last day is before the first */
function daysOf({ checkdate_beg: first, checkdate_end: last, dayType: kind }: Range): Days {
  if (first !== undefined && last !== undefined && last < first)
    throw new AppError('invalidInput', text.reversed, {
      errors: [{ path: 'checkdate_end', message: 'before checkdate_beg' }],
    })
  return { first, last, kind }
}
