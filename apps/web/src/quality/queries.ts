import type { AreaSelection, CorrectionStatus, QualityKind, QualityStatus } from '@aisle/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { queryClient } from '../lib/queries.ts'

const key = ['quality'] as const
export const pageSize = 20
export type Place = AreaSelection & { shopId?: string }
export type Days = Place & { from: string; to: string }
export type EventQuery = Days & { kind?: QualityKind; status?: QualityStatus }
export type LedgerQuery = Place & { status?: CorrectionStatus }

export const qualityQueries = {
  summary: (query: Days) =>
    queryOptions({
      queryKey: [...key, 'summary', query],
      queryFn: ({ signal }) => api.quality.summary({ query, signal }),
      placeholderData: keepPreviousData,
    }),
  events: (query: EventQuery, pageNumber: number) =>
    queryOptions({
      queryKey: [...key, 'events', query, pageNumber],
      queryFn: ({ signal }) => api.quality.events({ query: { ...query, pageNumber, pageSize }, signal }),
      placeholderData: keepPreviousData,
    }),
  event: (eventId: string) =>
    queryOptions({
      queryKey: [...key, 'event', eventId],
      queryFn: ({ signal }) => api.quality.event({ params: { eventId }, signal }),
    }),
  coverage: (query: Days) =>
    queryOptions({
      queryKey: [...key, 'coverage', query],
      queryFn: ({ signal }) => api.quality.coverage({ query, signal }),
      placeholderData: keepPreviousData,
    }),
  imputations: (query: Days, pageNumber: number) =>
    queryOptions({
      queryKey: [...key, 'imputations', query, pageNumber],
      queryFn: ({ signal }) => api.quality.imputations({ query: { ...query, pageNumber, pageSize }, signal }),
      placeholderData: keepPreviousData,
    }),
  lines: (shopId: string) =>
    queryOptions({
      queryKey: [...key, 'lines', shopId],
      queryFn: ({ signal }) => api.quality.lines({ query: { shopId }, signal }),
    }),
  corrections: (query: LedgerQuery, pageNumber: number) =>
    queryOptions({
      queryKey: [...key, 'corrections', query, pageNumber],
      queryFn: ({ signal }) => api.quality.corrections({ query: { ...query, pageNumber, pageSize }, signal }),
      placeholderData: keepPreviousData,
    }),
  settings: () =>
    queryOptions({
      queryKey: [...key, 'settings'],
      queryFn: ({ signal }) => api.quality.settings({ signal }),
    }),
}

/** Whatever is open of data quality is asked for anew: what people do changes figures, events and the ledger alike. */
export const qualityChanged = () => queryClient.invalidateQueries({ queryKey: key })
