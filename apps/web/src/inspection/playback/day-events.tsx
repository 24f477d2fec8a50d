import {
  Activity,
  BellRing,
  Camera as CameraIcon,
  ChevronDown,
  ChevronUp,
  Clock,
  ReceiptText,
  UsersRound,
} from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import type { PlayEvent } from './events.ts'
import { playbackText as words } from './text.ts'
import { useClockSecond } from './use-conductor.ts'
import type { PlaybackModel } from './use-playback.ts'

const icons = {
  screenshot: CameraIcon,
  plannedScreenshot: Clock,
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
  const name = useName()
  const format = useFormat()
  const camera = model.chosen.find(({ id }) => id === event.cameraId)
  const Icon = icons[event.kind]
  return (
    <li>
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
          <span>{t(words[event.kind])}</span>
          <span className="ellipsis">{camera && `${camera.number} ${name(camera.name, camera.nameEn)}`}</span>
        </span>
        <time>{format.hourMinute(new Date(event.at), model.timeZone)}</time>
      </button>
    </li>
  )
}
