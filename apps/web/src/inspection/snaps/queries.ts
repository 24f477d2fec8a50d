import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

export type GalleryQuery = NonNullable<NonNullable<Parameters<typeof api.gallery.list>[0]>['query']>

type CountQuery = NonNullable<NonNullable<Parameters<typeof api.gallery.counts>[0]>['query']>

const key = ['gallery'] as const
const kept = <T>(previous: T | undefined) => previous

export const galleryQueries = {
  list: (query: GalleryQuery) =>
    queryOptions({
      queryKey: [...key, 'list', query],
      queryFn: ({ signal }) => api.gallery.list({ query, signal }),
      placeholderData: kept,
    }),
  counts: (query: CountQuery) =>
    queryOptions({
      queryKey: [...key, 'counts', query],
      queryFn: ({ signal }) => api.gallery.counts({ query, signal }),
      placeholderData: kept,
    }),
  detail: (pictureId: string) =>
    queryOptions({
      queryKey: [...key, 'detail', pictureId],
      queryFn: ({ signal }) => api.gallery.detail({ params: { pictureId }, signal }),
    }),
  problems: (pictureId: string) =>
    queryOptions({
      queryKey: [...key, 'problems', pictureId],
      queryFn: ({ signal }) => api.problems.list({ query: { pictureId, pageSize: 20 }, signal }),
    }),
}

/** After pictures were drawn on, judged, deleted or brought back. */
export const galleryChanged = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: key }),
    queryClient.invalidateQueries({ queryKey: ['pictures'] }),
  ])
