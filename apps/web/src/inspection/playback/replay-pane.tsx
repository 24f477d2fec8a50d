import type { Camera } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, History, VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { type PanelState, panelAttributes } from '../../ui/panel.tsx'
import { useDigitalZoom } from '../live/use-digital-zoom.ts'
import { useNow } from '../live/use-now.ts'
import type { TrackView } from './play-track.ts'
import { playbackQueries } from './queries.ts'
import { coverageOf, entryOf, nearestSpan } from './recorded.ts'
import { dayOf, dayRange, monthKey, monthOf } from './shop-day.ts'
import { playbackText as words } from './text.ts'
import { useLook } from './use-conductor.ts'
import type { Lane, PlaybackModel } from './use-playback.ts'
import '../room.css'
import '../live/live-pane.css'

type Props = { model: PlaybackModel; lane: Lane; isMain: boolean; children?: ReactNode }

/** One camera's recording under the common clock: the picture, its time, and why there is none. */
export function ReplayPane({ model, lane, isMain, children }: Props) {
  const t = useText()
  const name = useName()
  const { camera } = lane
  const { director, view } = model
  const track = director.track(camera.id)
  const told = view.tracks.get(camera.id)
  const frame = useRef<HTMLDivElement>(null)
  const stage = track?.stage
  useEffect(() => {
    if (stage) frame.current?.append(stage)
    return () => stage?.remove()
  }, [stage])
  const label = `${camera.number} ${name(camera.name, camera.nameEn)}`
  const hasPicture = told?.phase === 'playing' && told.hasPicture
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms; this is a labelled group of a picture and its controls
    <div
      className="live-pane replay-pane"
      role="group"
      aria-label={`${label}, ${t(words.playback)}`}
      aria-busy={told?.phase === 'opening'}
      {...panelAttributes(`playback-${camera.id}`, paneState(lane, told))}
      data-phase={told?.phase}
      data-kind={hasPicture ? told?.candidate?.kind : undefined}
      data-main={isMain || undefined}
      data-picture={hasPicture || undefined}
      data-fit={isMain ? 'contain' : 'cover'}
    >
      <div className="live-frame" ref={frame} />
      {stage && isMain && <MainZoom frame={frame} stage={stage} />}
      {!hasPicture && <ReplayStatus model={model} lane={lane} told={told} />}
      {hasPicture && view.isHeld && view.isPlaying && (
        <span className="replay-buffering">
          <span className="pane-spinner" aria-hidden /> {t(words.buffering)}
        </span>
      )}
      <div className="pane-top">
        {isMain && (
          <span className="pane-label replay-chip">
            <History size={13} aria-hidden /> {t(words.playback)}
          </span>
        )}
        <span className="pane-label">
          <strong className="ellipsis">{label}</strong>
        </span>
        {isMain && told?.store && (
          <span className="pane-label pane-chips">
            {t(told.store === 'cloud' ? words.cloud : words.device)}
            {hasPicture && told.height ? ` · ${told.height}P` : ''}
          </span>
        )}
        {hasPicture && <PictureTime model={model} camera={camera} isMain={isMain} />}
      </div>
      {!isMain && (
        <button
          type="button"
          className="replay-swap"
          aria-label={t(words.makeMain, { name: label })}
          title={t(words.makeMain, { name: label })}
          onClick={() => model.setMain(camera.id)}
        />
      )}
      {children}
    </div>
  )
}

function paneState(lane: Lane, told: TrackView | undefined): PanelState {
  if (lane.error !== undefined || told?.phase === 'failed') return 'error'
  if (told?.phase === 'gap') return 'empty'
  return told?.phase === 'playing' && told.hasPicture ? 'ready' : 'loading'
}

function MainZoom({ frame, stage }: { frame: React.RefObject<HTMLDivElement | null>; stage: HTMLElement }) {
  useDigitalZoom(frame, stage, true)
  return null
}

/** The time that the picture itself shows, on the shop's clock. */
function PictureTime({ model, camera, isMain }: { model: PlaybackModel; camera: Camera; isMain: boolean }) {
  const format = useFormat()
  const { director, timeZone } = model
  const at = useLook(() => {
    const shown = director.track(camera.id)?.shownAt() ?? director.now()
    return Math.floor(shown / 1000) * 1000
  })
  const date = new Date(at)
  return (
    <time className="pane-label pane-time" dateTime={date.toISOString()}>
      {isMain && <span className="replay-date">{format.date(date, timeZone)}</span>}{' '}
      {format.clock(date, timeZone)}
    </time>
  )
}

type StatusProps = { model: PlaybackModel; lane: Lane; told: TrackView | undefined }

/** Why there is no picture, and what to do. */
function ReplayStatus({ model, lane, told }: StatusProps) {
  const t = useText()
  const { camera, error } = lane
  if (error !== undefined) {
    return (
      <Status
        icon={<CircleAlert size={22} aria-hidden />}
        title={t(words.listFailed)}
        details={[messageOf(error)]}
      >
        <button type="button" className="chip-button" onClick={lane.retry}>
          {t(words.retry)}
        </button>
      </Status>
    )
  }
  if (told?.phase === 'gap') return <Nothing model={model} lane={lane} />
  if (told?.phase === 'failed') {
    return (
      <Status
        icon={<CircleAlert size={22} aria-hidden />}
        title={t(words.failed)}
        details={[told.message ?? t(words.nothingPlayable)]}
      >
        <button
          type="button"
          className="chip-button"
          onClick={() => model.director.track(camera.id)?.aim(model.director.now())}
        >
          {t(words.retry)}
        </button>
      </Status>
    )
  }
  return <Coming told={told} />
}

function Coming({ told }: { told: TrackView | undefined }) {
  const t = useText()
  const now = useNow()
  const seconds = Math.floor((now - (told?.since ?? now)) / 1000)
  const title = told?.phase === 'opening' ? (told.message ? words.tryingAgain : words.opening) : words.listing
  return (
    <Status
      icon={<span className="pane-spinner" aria-hidden />}
      title={t(title)}
      details={[
        ...(told?.message ? [told.message] : []),
        ...(seconds >= 2 ? [t(words.waited, { seconds })] : []),
      ]}
    />
  )
}

/** Nothing recorded now: the nearest recording of the day, or the nearest day that has any. */
function Nothing({ model, lane }: { model: PlaybackModel; lane: Lane }) {
  const t = useText()
  const format = useFormat()
  const { day, range, timeZone, director } = model
  const coverage = coverageOf(lane.recorded ?? []).filter(({ from }) => from < range.to)
  const nearest = nearestSpan(coverage, director.now())
  const month = monthKey(monthOf(day))
  const days = useQuery({ ...playbackQueries.days(lane.camera.id, month), enabled: !nearest })
  // Where the whole month has none, what is kept is of late.
  const thisMonth = monthKey(monthOf(dayOf(Date.now(), timeZone)))
  const isMonthEmpty = days.data !== undefined && days.data.length === 0 && month !== thisMonth
  const ofLate = useQuery({ ...playbackQueries.days(lane.camera.id, thisMonth), enabled: isMonthEmpty })
  const icon = <VideoOff size={22} aria-hidden />
  const clock = (at: number) => format.hourMinute(new Date(at), timeZone)
  if (nearest) {
    const entry = entryOf(nearest, director.now())
    return (
      <Status
        icon={icon}
        title={t(words.notNow)}
        details={[t(words.nearest, { from: clock(nearest.from), to: clock(nearest.to) })]}
      >
        <button type="button" className="chip-button" onClick={() => model.seek(entry)}>
          {t(words.jumpTo, { time: clock(entry) })}
        </button>
      </Status>
    )
  }
  const recordedDays = [
    ...(days.data ?? []).map(each => ({ month, each })),
    ...(isMonthEmpty ? (ofLate.data ?? []) : []).map(each => ({ month: thisMonth, each })),
  ].map(at => `${at.month}-${String(at.each).padStart(2, '0')}`)
  const distance = (other: string) => Math.abs(Date.parse(other) - Date.parse(day))
  const [otherDay] = recordedDays.filter(each => each !== day).toSorted((a, b) => distance(a) - distance(b))
  return (
    <Status
      icon={icon}
      title={t(words.noRecordings)}
      details={[t(words.notThisDay, { day }), ...(otherDay ? [t(words.nearestDay, { day: otherDay })] : [])]}
    >
      {otherDay && (
        <button
          type="button"
          className="chip-button"
          onClick={() => model.seek(dayRange(otherDay, timeZone).from)}
        >
          {t(words.jumpTo, { time: format.shortDay(otherDay) })}
        </button>
      )}
    </Status>
  )
}

function Status({
  icon,
  title,
  details,
  children,
}: {
  icon: ReactNode
  title: string
  details: readonly string[]
  children?: ReactNode
}) {
  return (
    <div className="pane-status" role="status">
      {icon}
      <p className="pane-status-title">{title}</p>
      {details.map(detail => (
        <p key={detail} className="pane-status-detail">
          {detail}
        </p>
      ))}
      {children && <div className="pane-status-actions">{children}</div>}
    </div>
  )
}
