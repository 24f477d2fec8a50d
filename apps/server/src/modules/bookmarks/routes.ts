import { bookmarks as calls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { BookmarkService } from './service.ts'

export function bookmarkRoutes(mount: Mount, bookmarks: BookmarkService): void {
  mount(calls, {
    list: ({ query }, { caller }) => bookmarks.list(caller, query),
    async create({ body }, context) {
      const made = await bookmarks.create(context.caller, body)
      await context.audit('bookmark.made', made.id, { cameraId: made.cameraId, at: made.at })
      return made
    },
    async rename({ params, body }, context) {
      const renamed = await bookmarks.rename(context.caller, params.bookmarkId, body.title)
      await context.audit('bookmark.renamed', renamed.id, { title: renamed.title })
      return renamed
    },
    async remove({ params }, context) {
      await bookmarks.remove(context.caller, params.bookmarkId)
      await context.audit('bookmark.removed', params.bookmarkId)
      return null
    },
  })
}
