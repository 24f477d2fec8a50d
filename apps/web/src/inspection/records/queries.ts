import type { CheckRecordSort, EvaluationStatus, KindOfDay, ShopFigureSort } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What figures are asked about: a shop or an area, days, and of those what kind and whose work. */
export type FigureQuery = {
  shopid?: string
  type?: number
  id?: string
  provinceid?: string | undefined
  cityid?: string | undefined
  countyid?: string | undefined
  checkdate_beg: string
  checkdate_end: string
  dayType?: KindOfDay
  userId?: string
}
export type Paged = { pageNumber: number; pageSize: number }
export type ShopFigureOrder = Paged & { sort: ShopFigureSort; order: 'asc' | 'desc' }
export type VisitQuery = FigureQuery &
  Paged & {
    sort: CheckRecordSort
    order: 'asc' | 'desc'
    itemId?: string
    status?: EvaluationStatus | 'none'
  }
export type RecordQuery = FigureQuery & Paged
export type EvaluationQuery = RecordQuery & { status?: EvaluationStatus; itemId?: string }

const key = ['records'] as const
const kept = <T>(previous: T | undefined) => previous

/** Everything these pages ask the server for; lists keep their rows while the next ones come. */
export const recordQueries = {
  totals: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'totals', query],
      queryFn: ({ signal }) => api.inspectionFigures.totals({ query, signal }),
      placeholderData: kept,
    }),
  coverage: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'coverage', query],
      queryFn: ({ signal }) => api.inspectionFigures.coverage({ query, signal }),
      placeholderData: kept,
    }),
  scores: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'scores', query],
      queryFn: ({ signal }) => api.inspectionFigures.scores({ query, signal }),
      placeholderData: kept,
    }),
  groups: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'groups', query],
      queryFn: ({ signal }) => api.inspectionFigures.groups({ query, signal }),
      placeholderData: kept,
    }),
  inspectors: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'inspectors', query],
      queryFn: ({ signal }) => api.inspectionFigures.inspectors({ query, signal }),
      placeholderData: kept,
    }),
  /** Everybody who ever patrolled in scope: whom the filter offers. */
  everyInspector: () =>
    queryOptions({
      queryKey: [...key, 'everyInspector'],
      queryFn: ({ signal }) => api.inspectionFigures.inspectors({ query: { top: 500 }, signal }),
      staleTime: 300_000,
    }),
  shops: (query: FigureQuery, order: ShopFigureOrder) =>
    queryOptions({
      queryKey: [...key, 'shops', query, order],
      queryFn: ({ signal }) => api.inspectionFigures.shops({ query: { ...query, ...order }, signal }),
      placeholderData: kept,
    }),
  days: (query: FigureQuery) =>
    queryOptions({
      queryKey: [...key, 'days', query],
      queryFn: ({ signal }) => api.inspectionFigures.days({ query, signal }),
      placeholderData: kept,
    }),
  visits: (query: VisitQuery) =>
    queryOptions({
      queryKey: [...key, 'visits', query],
      queryFn: ({ signal }) => api.statistics.getCheckshopRecord({ query, signal }),
      placeholderData: kept,
    }),
  videos: (recordId: string) =>
    queryOptions({
      queryKey: [...key, 'videos', recordId],
      queryFn: ({ signal }) => api.inspectionFigures.videos({ params: { recordId }, signal }),
    }),
  evaluations: (query: EvaluationQuery) =>
    queryOptions({
      queryKey: [...key, 'evaluations', query],
      queryFn: ({ signal }) => api.evaluations.list({ query, signal }),
      placeholderData: kept,
    }),
  evaluation: (id: string) =>
    queryOptions({
      queryKey: [...key, 'evaluation', id],
      queryFn: ({ signal }) => api.scoring.getEvaluation({ params: { id }, signal }),
    }),
  inspections: (query: RecordQuery) =>
    queryOptions({
      queryKey: [...key, 'inspections', query],
      queryFn: ({ signal }) => api.inspections.list({ query, signal }),
      placeholderData: kept,
    }),
  inspection: (id: string) =>
    queryOptions({
      queryKey: [...key, 'inspection', id],
      queryFn: ({ signal }) => api.inspections.detail({ params: { id }, signal }),
    }),
  daily: (query: RecordQuery) =>
    queryOptions({
      queryKey: [...key, 'daily', query],
      queryFn: ({ signal }) => api.dailyRecords.list({ query, signal }),
      placeholderData: kept,
    }),
  /** Cameras of a shop with their presets, for their names. */
  cameras: (shopid: string) =>
    queryOptions({
      queryKey: [...key, 'cameras', shopid],
      queryFn: ({ signal }) => api.checkShop.getVideosByShop({ query: { shopid, pageSize: 1000 }, signal }),
      staleTime: 300_000,
    }),
  form: () =>
    queryOptions({
      queryKey: [...key, 'form'],
      queryFn: ({ signal }) => api.checkItems.list({ query: { kind: 'evaluation', archived: true }, signal }),
      staleTime: 300_000,
    }),
}
