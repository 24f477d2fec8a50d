import type { Bookmark } from '@aisle/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { playbackQueries } from './queries.ts'
import { playbackText as words } from './text.ts'

/** Marked moments of a shop's day: made at once, named in place, removed with a way back. */
export function useBookmarks(shopId: string, day: string, timeZone: string, isListed: boolean) {
  const query = useQuery({ ...playbackQueries.bookmarks(shopId, day, timeZone), enabled: isListed })
  const [editing, edit] = useState<string>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['bookmarks', shopId] })
  const make = useMutation({
    mutationFn: (body: { cameraId: string; at: string; title?: string }) => api.bookmarks.create({ body }),
    onSuccess: refresh,
    onError: error => toast.error(error),
  })
  return {
    list: query.data ?? [],
    isMaking: make.isPending,
    /** The one that is being named. */
    editing,
    edit,
    /** Marks a moment, and lets it be named. Whole seconds: what a key marks twice is one. */
    async make(cameraId: string, at: number) {
      const moment = new Date(Math.floor(at / 1000) * 1000).toISOString()
      const made = await make.mutateAsync({ cameraId, at: moment }).catch(() => undefined)
      if (!made) return
      toast.success(words.bookmarked)
      edit(made.id)
    },
    async name(bookmark: Bookmark, title: string) {
      edit(undefined)
      if (title.trim() === bookmark.title) return
      try {
        await api.bookmarks.rename({ params: { bookmarkId: bookmark.id }, body: { title: title.trim() } })
        await refresh()
      } catch (error) {
        toast.error(error)
      }
    },
    async remove({ id, cameraId, at, title }: Bookmark) {
      try {
        await api.bookmarks.remove({ params: { bookmarkId: id } })
        await refresh()
        toast.undo(words.bookmarkRemoved, () => make.mutate({ cameraId, at, title }))
      } catch (error) {
        toast.error(error)
      }
    },
  }
}
export type Bookmarks = ReturnType<typeof useBookmarks>
