import { type AreaSelection, mostRecordedCameras } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { FigureQuery } from '../records/queries.ts'

/** The cameras of one platform in a shop or an area. */
export type PlatformPlace = AreaSelection & { ys: number; shopId?: string }
export type PlatformFilter = PlatformPlace & {
  keyword?: string
  status?: 'online' | 'offline'
  /** Those offline first by default. */
  sort?: 'status' | 'shop'
}
type Paged = { pageNumber: number; pageSize: number }
type RecordingQuery = PlatformPlace & {
  cameraId?: string
  from: string
  to: string
  day: string
  pageNumber: number
}

const key = ['platformHome'] as const
const kept = <T>(previous: T | undefined) => previous

export const platformQueries = {
  list: (query: PlatformFilter & Paged) =>
    queryOptions({
      queryKey: [...key, 'list', query],
      queryFn: ({ signal }) => api.platformCameras.list({ query, signal }),
      placeholderData: kept,
    }),
  recordings: (query: RecordingQuery) =>
    queryOptions({
      queryKey: [...key, 'recordings', query],
      queryFn: ({ signal }) =>
        api.platformCameras.recordings({ query: { ...query, pageSize: mostRecordedCameras }, signal }),
      staleTime: 60_000,
      placeholderData: kept,
    }),
  /** Every shop with its patrols of one day. */
  patrolled: ({ ys: _, shopId, ...area }: PlatformPlace, day: string) =>
    queryOptions({
      queryKey: [...key, 'patrolled', shopId, area, day],
      queryFn: ({ signal }) =>
        api.inspectionFigures.shops({
          query: {
            ...(shopId === undefined ? area : { shopid: shopId }),
            checkdate_beg: day,
            checkdate_end: day,
            pageNumber: 1,
            pageSize: 9999,
            sort: 'lastPatrol',
          },
          signal,
        }),
      placeholderData: kept,
    }),
  problems: ({ ys: _, shopId, ...area }: PlatformPlace) =>
    queryOptions({
      queryKey: [...key, 'problems', shopId, area],
      queryFn: ({ signal }) =>
        api.problems.statistics({
          query: { ...(shopId === undefined ? area : { shopId }), top: 1000 },
          signal,
        }),
      placeholderData: kept,
    }),
  /** Opens live video: asked for anew each time. */
  address: (cameraId: string) =>
    queryOptions({
      queryKey: [...key, 'address', cameraId],
      queryFn: () => api.cameras.live({ params: { cameraId }, body: { quality: 'smooth' } }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
}

/** The same place as figures are asked about it. */
export function placeOf(
  { shopid, checkdate_beg: _, checkdate_end: __, dayType: ___, userId: ____, ...area }: FigureQuery,
  ys: number,
): PlatformPlace {
  return shopid === undefined ? { ys, ...area } : { ys, shopId: shopid }
}
