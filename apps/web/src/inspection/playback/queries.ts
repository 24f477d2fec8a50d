import type { Picture } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { shopTime } from '../capture/shop-time.ts'
import { inspectionQueries } from '../queries.ts'
import type { Recorded } from './recorded.ts'
import { dayRange } from './shop-day.ts'

const mostPictures = 200
/** Known beyond midnight, so that a recording plays on into the next day. */
const beyondMs = 600_000

export const playbackQueries = {
  /** What a camera recorded on a day of its shop. */
  recorded: (cameraId: string, day: string, timeZone: string) =>
    queryOptions({
      queryKey: ['recordings', cameraId, day, timeZone],
      queryFn: async ({ signal }) => {
        const { from, to } = dayRange(day, timeZone)
        const { complete, tracks } = await api.cameras.recordings({
          params: { cameraId },
          query: { from: new Date(from).toISOString(), to: new Date(to + beyondMs).toISOString() },
          signal,
        })
        const list: Recorded[] = tracks.flatMap(({ source, ranges }) =>
          ranges.map(range => ({
            from: Date.parse(range.from),
            to: Date.parse(range.to),
            kind: range.kind,
            store: source,
          })),
        )
        return { complete, list }
      },
      staleTime: 45_000,
    }),
  /** Days of a month (YYYY-MM) on which a camera recorded, as numbers. */
  days: (cameraId: string, month: string) =>
    queryOptions({
      queryKey: ['recordingDays', cameraId, month],
      queryFn: ({ signal }) => api.cameras.recordingDays({ params: { cameraId }, query: { month }, signal }),
      staleTime: 300_000,
    }),
  /** Moments of a shop's day that people marked. */
  bookmarks: (shopId: string, day: string, timeZone: string) =>
    queryOptions({
      queryKey: ['bookmarks', shopId, day],
      queryFn: ({ signal }) => {
        const { from, to } = dayRange(day, timeZone)
        return api.bookmarks.list({
          query: { shopId, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
          signal,
        })
      },
    }),
  /** Pictures of a shop's day. They stand below the shop's pictures, so that what renews those renews these. */
  pictures: (shopId: string, day: string, timeZone: string) =>
    queryOptions({
      queryKey: [...inspectionQueries.pictures(shopId).queryKey, 'day', day] as const,
      queryFn: async ({ signal }): Promise<Picture[]> => {
        const { from, to } = dayRange(day, timeZone)
        const { records } = await api.checkShop.findCheckShopFileList2({
          query: {
            shopId,
            beg: shopTime(new Date(from), timeZone),
            end: shopTime(new Date(to - 1000), timeZone),
            pageSize: mostPictures,
          },
          signal,
        })
        return records
      },
    }),
}
