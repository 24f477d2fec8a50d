import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answerId, done, id, isoTime } from './shared.ts'

/** Moments of recordings that people marked: everybody who may see the recordings of the shop sees them. */
const tag = 'bookmarks'
const viewer = ['inspect.playback'] as const
/** Weeks around a day at most: a list is of what a timeline shows. */
export const mostBookmarkedDays = 62

const title = z.string().trim().max(60)

export const bookmark = z.object({
  id: answerId,
  shopId: answerId,
  cameraId: answerId,
  at: isoTime,
  /** Empty where nobody named it. */
  title: z.string(),
  userId: answerId,
  userName: z.string(),
  /** Whether the caller made it: others do not change it. */
  own: z.boolean(),
})
export type Bookmark = z.infer<typeof bookmark>

export const bookmarks = {
  list: endpoint({
    method: 'GET',
    path: '/api/bookmarks',
    summary: 'Marked moments of the recordings of a shop, oldest first.',
    tag,
    authority: viewer,
    query: z
      .object({ shopId: id, from: isoTime, to: isoTime })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= mostBookmarkedDays * 86_400_000, {
        path: ['to'],
        message: `at most ${mostBookmarkedDays} days`,
      }),
    answer: z.array(bookmark),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/bookmarks',
    summary: 'Marks a moment of a camera; the same moment twice is one bookmark.',
    tag,
    authority: viewer,
    body: z.object({ cameraId: id, at: isoTime, title: title.default('') }),
    answer: bookmark,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/bookmarks/:bookmarkId',
    summary: 'Names an own bookmark.',
    tag,
    authority: viewer,
    params: z.object({ bookmarkId: id }),
    body: z.object({ title }),
    answer: bookmark,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/bookmarks/:bookmarkId',
    summary: 'Removes an own bookmark.',
    tag,
    authority: viewer,
    params: z.object({ bookmarkId: id }),
    answer: done,
  }),
}
