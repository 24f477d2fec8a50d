import {
  Activity,
  BellRing,
  Bookmark,
  Camera as CameraIcon,
  ChevronDown,
  ChevronUp,
  Clock,
  Pencil,
  ReceiptText,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { BookmarkName } from './bookmark-name.tsx'
import { eventName, type PlayEvent } from './events.ts'
import { playbackText as words } from './text.ts'
import { useClockSecond } from './use-conductor.ts'
import type { PlaybackModel } from './use-playback.ts'

const icons = {
  screenshot: CameraIcon,
  plannedScreenshot: Clock,
  bookmark: Bookmark,
  motion: Activity,
  alarm: BellRing,
  peak: UsersRound,
  till: ReceiptText,
}

/** What happened on the day before the cameras in step: pictures taken, activity and alarms; a click goes there. */
export function DayEvents({ model }: { model: PlaybackModel }) {
  const t = useText()
  const { events, lanes, director } = model
  const isLoading = lanes.some(({ recorded, error }) => recorded === undefined && error === undefined)
  const second = useClockSecond(director)
  const current = events.findLast(({ at }) => at <= second + 999)
  const state = events.length > 0 ? 'ready' : isLoading ? 'loading' : 'empty'
  return (
    <section className="day-events" {...panelAttributes('p4', state)}>
      <header>
        <h2>{t(words.events)}</h2>
        <span>{events.length}</span>
        <span className="toolbar-gap" />
        <button
          type="button"
          className="synced-button"
          aria-label={t(words.previousEvent)}
          title={t(words.previousEvent)}
          onClick={() => model.toEvent(-1)}
        >
          <ChevronDown size={16} />
        </button>
        <button
          type="button"
          className="synced-button"
          aria-label={t(words.nextEvent)}
          title={t(words.nextEvent)}
          onClick={() => model.toEvent(1)}
        >
          <ChevronUp size={16} />
        </button>
      </header>
      {state === 'empty' && <p className="day-events-none">{t(words.noEvents)}</p>}
      <ul>
        {events.toReversed().map(event => (
          <EventRow key={event.id} model={model} event={event} isCurrent={event === current} />
        ))}
      </ul>
    </section>
  )
}

function EventRow({
  model,
  event,
  isCurrent,
}: {
  model: PlaybackModel
  event: PlayEvent
  isCurrent: boolean
}) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const format = useFormat()
  const camera = model.chosen.find(({ id }) => id === event.cameraId)
  const Icon = icons[event.kind]
  const { bookmark } = event
  const { bookmarks } = model
  const isNaming = bookmark !== undefined && bookmarks.editing === bookmark.id
  return (
    <li data-own={bookmark?.own || undefined}>
      <button
        type="button"
        className="event-row"
        aria-current={isCurrent || undefined}
        onClick={() => {
          if (camera) model.setMain(camera.id)
          model.seek(event.at)
        }}
      >
        <span className="event-icon" data-kind={event.kind}>
          <Icon size={14} aria-hidden />
        </span>
        <span className="event-words">
          <span className="ellipsis">{eventName(t, written, event)}</span>
          <span className="ellipsis">{camera && `${camera.number} ${name(camera.name, camera.nameEn)}`}</span>
        </span>
        <time>{format.hourMinute(new Date(event.at), model.timeZone)}</time>
      </button>
      {bookmark?.own && !isNaming && (
        <span className="event-actions">
          <button
            type="button"
            className="synced-button"
            aria-label={t(words.renameBookmark)}
            title={t(words.renameBookmark)}
            onClick={() => bookmarks.edit(bookmark.id)}
          >
            <Pencil size={14} aria-hidden />
          </button>
          <button
            type="button"
            className="synced-button"
            aria-label={t(words.removeBookmark)}
            title={t(words.removeBookmark)}
            onClick={() => void bookmarks.remove(bookmark)}
          >
            <Trash2 size={14} aria-hidden />
          </button>
        </span>
      )}
      {bookmark && isNaming && <BookmarkName key={bookmark.id} bookmark={bookmark} bookmarks={bookmarks} />}
    </li>
  )
}
