import type { Bookmark, Picture } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { coverageOf, type Recorded } from './recorded.ts'
import { playbackText as words } from './text.ts'

/** Something at a time worth going to. */
export type PlayEvent = {
  id: string
  kind: 'screenshot' | 'plannedScreenshot' | 'bookmark' | 'motion' | 'alarm' | 'peak' | 'till'
  at: number
  cameraId: string
  /** Of a bookmark: what it is called, and by whom it was made. */
  bookmark?: Bookmark
}

export const bookmarkEvents = (bookmarks: readonly Bookmark[], cameraIds: readonly string[]): PlayEvent[] =>
  bookmarks
    .filter(({ cameraId }) => cameraIds.includes(cameraId))
    .map(bookmark => ({
      id: `bookmark-${bookmark.id}`,
      kind: 'bookmark',
      at: Date.parse(bookmark.at),
      cameraId: bookmark.cameraId,
      bookmark,
    }))

const plannedType = 2

export const pictureEvents = (pictures: readonly Picture[], cameraIds: readonly string[]): PlayEvent[] =>
  pictures.flatMap(({ id, cameraId, takenAt, screenshotType }) =>
    cameraId !== null && cameraIds.includes(cameraId)
      ? [
          {
            id: `picture-${id}`,
            kind: screenshotType === plannedType ? ('plannedScreenshot' as const) : ('screenshot' as const),
            at: Date.parse(takenAt),
            cameraId,
          },
        ]
      : [],
  )

/** What an event is called: a bookmark by its name. */
export const eventName = (
  t: Translate,
  written: (text: string) => string,
  { kind, bookmark }: PlayEvent,
): string => (bookmark?.title ? t(words.bookmarkOf, { title: written(bookmark.title) }) : t(words[kind]))

/** The begins of what a camera recorded because something happened, whichever store has it. */
export function activityEvents(cameraId: string, recorded: readonly Recorded[]): PlayEvent[] {
  return (['alarm', 'motion'] as const).flatMap(kind =>
    coverageOf(recorded.filter(each => each.kind === kind)).map(({ from }) => ({
      id: `${kind}-${cameraId}-${from}`,
      kind,
      at: from,
      cameraId,
    })),
  )
}

/** A quarter of an hour with what was counted in it, by its beginning in epoch ms. */
export type Quarter = { at: number; count: number | null }
const mostPeaks = 5

/** The busiest quarters of an hour, each busier than those beside it: at most five, none where nobody came. */
export function peakEvents(cameraId: string, quarters: readonly Quarter[]): PlayEvent[] {
  return quarters
    .filter(({ count }, index) => {
      const beside = [quarters[index - 1]?.count ?? 0, quarters[index + 1]?.count ?? 0]
      return count !== null && count > 0 && beside.every(other => count >= other)
    })
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .slice(0, mostPeaks)
    .map(({ at }) => ({ id: `peak-${at}`, kind: 'peak', at, cameraId }))
}

/** Times at which a till did what a rule looks for. */
export const tillEvents = (cameraId: string, quarters: readonly Quarter[]): PlayEvent[] =>
  quarters
    .filter(({ count }) => (count ?? 0) > 0)
    .map(({ at }) => ({ id: `till-${at}`, kind: 'till', at, cameraId }))

export const inOrder = (events: readonly PlayEvent[]) => events.toSorted((a, b) => a.at - b.at)

/** The event after or before a time; one that has just been gone to does not hold one back. */
export function nextEvent(events: readonly PlayEvent[], at: number, by: 1 | -1): PlayEvent | undefined {
  return by === 1
    ? events.find(event => event.at > at + 500)
    : events.findLast(event => event.at < at - 3_000)
}
