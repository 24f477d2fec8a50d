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
    rename: ({ params, body }, { caller }) => bookmarks.rename(caller, params.bookmarkId, body.title),
    async remove({ params }, context) {
      await bookmarks.remove(context.caller, params.bookmarkId)
      await context.audit('bookmark.removed', params.bookmarkId)
      return null
    },
  })
}
