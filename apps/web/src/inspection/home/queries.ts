import { type Camera, sourceTypes } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { FigureQuery } from '../records/queries.ts'

const key = ['home'] as const
const kept = <T>(previous: T | undefined) => previous
/** What a statistic is asked about; one chosen shop decides between its two calls (specification of inspection, section 5). */
const asked = (query: FigureQuery) => {
  const { shopid, userId: _, ...rest } = query
  return shopid === undefined
    ? ({ area: rest } as const)
    : ({
        shop: {
          shopid,
          checkdate_beg: rest.checkdate_beg,
          checkdate_end: rest.checkdate_end,
          ...(rest.dayType === undefined ? {} : { dayType: rest.dayType }),
        },
      } as const)
}

/** The statistics of one shop, or of the shops of an area, as the page is about one or the other. */
export const homeQueries = {
  scores: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'scores', query],
      queryFn: ({ signal }) => {
        const of = asked(query)
        return of.shop
          ? api.statistics.getShopScoreList({ query: of.shop, signal })
          : api.statistics.getShopScoreListByArea({ query: of.area, signal })
      },
      placeholderData: kept,
    }),
  items: (query: FigureQuery, top: number) =>
    queryOptions({
      queryKey: [...key, 'items', query, top],
      queryFn: ({ signal }) => {
        const of = asked(query)
        return of.shop
          ? api.statistics.getItemPreTop({ query: { ...of.shop, top }, signal })
          : api.statistics.getItemPreTopByArea({ query: { ...of.area, top }, signal })
      },
      placeholderData: kept,
    }),
  types: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'types', query],
      queryFn: ({ signal }) => {
        const of = asked(query)
        return of.shop
          ? api.statistics.getEvaluationTypeCount({ query: of.shop, signal })
          : api.statistics.getEvaluationTypeCountByArea({ query: of.area, signal })
      },
      placeholderData: kept,
    }),
  /** Items inspected by group of the form, and how many were not in order. */
  inspectionTypes: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'inspectionTypes', query],
      queryFn: ({ signal }) => {
        const of = asked(query)
        return of.shop
          ? api.statistics.getInspectionTypeCount({ query: of.shop, signal })
          : api.statistics.getInspectionTypeCountByArea({ query: of.area, signal })
      },
      placeholderData: kept,
    }),
  dailyTypes: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'dailyTypes', query],
      queryFn: ({ signal }) => {
        const of = asked(query)
        return of.shop
          ? api.statistics.getDailyrecordTypeCount({ query: of.shop, signal })
          : api.statistics.getDailyrecordTypeCountByArea({ query: of.area, signal })
      },
      placeholderData: kept,
    }),
  /** Points earned of a hundred by group of the form, day by day or week by week. */
  typeTrend: (query: FigureQuery, granularity: 'day' | 'week') =>
    queryOptions({
      queryKey: [...key, 'typeTrend', query, granularity],
      queryFn: ({ signal }) => {
        const of = asked(query)
        return of.shop
          ? api.statistics.getEvaluationTypeStatistics({ query: { ...of.shop, granularity }, signal })
          : api.statistics.getEvaluationTypeStatisticsByArea({ query: { ...of.area, granularity }, signal })
      },
      placeholderData: kept,
    }),
  /** Evaluations by kind of day, and day by day. */
  dayKinds: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'dayKinds', query],
      queryFn: async ({ signal }) => {
        const of = asked(query)
        const [kinds, statistics] = await (of.shop
          ? Promise.all([
              api.statistics.getEvaluationCountByIsHoliday({ query: of.shop, signal }),
              api.statistics.getEvaluationStatistics({ query: of.shop, signal }),
            ])
          : Promise.all([
              api.statistics.getEvaluationCountByIsHolidayByArea({ query: of.area, signal }),
              api.statistics.getEvaluationStatisticsByArea({ query: of.area, signal }),
            ]))
        return { kinds, byDay: statistics.byDay }
      },
      placeholderData: kept,
    }),
  /** Problems that are not closed, whenever they were raised. */
  openProblems: (query: Pick<FigureQuery, 'shopid' | 'type' | 'id' | 'provinceid' | 'cityid' | 'countyid'>) =>
    queryOptions({
      queryKey: [...key, 'openProblems', query],
      queryFn: ({ signal }) => {
        const { shopid, ...area } = query
        return api.problems.counts({ query: shopid === undefined ? area : { shopId: shopid }, signal })
      },
      placeholderData: kept,
    }),
}

/** Source types that the given cameras have, in their order. */
export function sourceTypesOf(cameras: readonly Pick<Camera, 'ys'>[]): number[] {
  return Object.values(sourceTypes).filter(ys => cameras.some(camera => camera.ys === ys))
}

/** The videos of one source type; of all of them without one. */
export function ofSourceType<T extends Pick<Camera, 'ys'>>(
  cameras: readonly T[],
  ys: number | undefined,
): T[] {
  return cameras.filter(camera => ys === undefined || camera.ys === ys)
}
