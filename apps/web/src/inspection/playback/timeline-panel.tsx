import { Button } from 'antd'
import { ChevronLeft, ChevronRight, CircleDot, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { useNow } from '../live/use-now.ts'
import { DayOverview } from './day-overview.tsx'
import { playbackText as words } from './text.ts'
import { TimeLane } from './time-lane.tsx'
import { isIn, selection, shareAt, spanOf, type TimeView, ticksOf, zoomIndex, zoomSpans } from './timeline.ts'
import { useClockSecond } from './use-conductor.ts'
import type { PlaybackModel } from './use-playback.ts'
import type { Timeline } from './use-timeline.ts'
import { useTimelinePointer } from './use-timeline-pointer.ts'
import './timeline.css'

/** Controls and legend, ruler, a lane per camera, the whole day: what is recorded, and where one is. */
export function TimelinePanel({
  model,
  timeline,
  onLive,
  panelId = 'p3',
}: {
  model: PlaybackModel
  timeline: Timeline
  onLive?: (() => void) | undefined
  panelId?: string
}) {
  const { lanes } = model
  const state = lanes.every(({ error }) => error !== undefined)
    ? 'error'
    : lanes.some(({ recorded, error }) => recorded === undefined && error === undefined)
      ? 'loading'
      : lanes.every(({ recorded }) => (recorded ?? []).length === 0)
        ? 'empty'
        : lanes.some(({ isComplete, error }) => !isComplete || error !== undefined)
          ? 'partial'
          : 'ready'
  return (
    <section className="timeline" {...panelAttributes(panelId, state)} aria-busy={state === 'loading'}>
      <TimelineTools timeline={timeline} isPartial={state === 'partial'} onLive={onLive} />
      <TimelineField model={model} timeline={timeline} />
      <DayOverview model={model} timeline={timeline} />
    </section>
  )
}

function TimelineTools({
  timeline,
  isPartial,
  onLive,
}: {
  timeline: Timeline
  isPartial: boolean
  onLive?: (() => void) | undefined
}) {
  const t = useText()
  const format = useFormat()
  const { view, zoom, pan, zoomTo } = timeline
  return (
    <div className="timeline-tools">
      <h2>{t(words.timeline)}</h2>
      <Tool label={t(words.zoomOut)} icon={<ZoomOut size={16} />} onClick={() => zoom(-1)} />
      <input
        className="timeline-zoom"
        type="range"
        min={0}
        max={zoomSpans.length - 1}
        step={1}
        value={zoomIndex(view)}
        aria-label={t(words.zoomLevel)}
        aria-valuetext={format.duration(spanOf(view))}
        onChange={event => zoomTo(Number(event.target.value))}
      />
      <Tool label={t(words.zoomIn)} icon={<ZoomIn size={16} />} onClick={() => zoom(1)} />
      <span className="timeline-span">{t(words.shows, { span: format.duration(spanOf(view)) })}</span>
      <Tool label={t(words.earlier)} icon={<ChevronLeft size={16} />} onClick={() => pan(-0.5)} />
      <Tool label={t(words.later)} icon={<ChevronRight size={16} />} onClick={() => pan(0.5)} />
      <span className="tool-hint timeline-hint">
        {isPartial ? <span className="timeline-partial">{t(words.partial)}</span> : t(words.timelineHint)}
      </span>
      <span className="toolbar-gap" />
      <ul className="timeline-legend">
        <li data-legend="cloud">{t(words.legendCloud)}</li>
        <li data-legend="device">{t(words.legendDevice)}</li>
        <li data-legend="activity">{t(words.legendActivity)}</li>
        <li data-legend="gap">{t(words.legendGap)}</li>
      </ul>
      {onLive && (
        <Button size="small" className="timeline-live" icon={<CircleDot size={14} />} onClick={onLive}>
          {t(words.backToLive)}
        </Button>
      )}
    </div>
  )
}

function Tool({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return <Button size="small" type="text" aria-label={label} title={label} icon={icon} onClick={onClick} />
}

/** The part that is pointed at: ruler, lanes, playhead, clip. */
function TimelineField({ model, timeline }: { model: PlaybackModel; timeline: Timeline }) {
  const t = useText()
  const format = useFormat()
  const name = useName()
  const field = useRef<HTMLDivElement>(null)
  const [hoverAt, setHover] = useState<number>()
  const { timeZone, range, clip, lanes, main } = model
  const { view, widthPx, measure } = timeline
  const clock = (at: number) => format.clock(new Date(at), timeZone)
  const ruler = spanOf(view) > 20 * 60_000 ? format.hourMinute : format.clock
  useEffect(() => {
    if (field.current) return measure(field.current)
  }, [measure])
  useTimelinePointer(field, {
    timeline,
    seek: model.seek,
    hover: setHover,
    select: (a, b) =>
      model.setClip(selection(a, b, { from: range.from, to: Math.min(range.to, Date.now()) })),
  })
  return (
    <div className="timeline-body">
      <div className="timeline-names">
        {lanes.map(({ camera }) => (
          <button
            key={camera.id}
            type="button"
            className="timeline-name"
            aria-pressed={camera.id === main?.id}
            title={t(words.makeMain, { name: name(camera.name, camera.nameEn) })}
            onClick={() => model.setMain(camera.id)}
          >
            <span className="ellipsis">
              {camera.number} {name(camera.name, camera.nameEn)}
            </span>
          </button>
        ))}
      </div>
      <div className="timeline-field" ref={field}>
        <div className="timeline-ruler" aria-hidden>
          {ticksOf(view, widthPx, range.from).map(at => (
            <span key={at} style={{ left: `${shareAt(view, at) * 100}%` }}>
              {at === range.to ? '24:00' : ruler(new Date(at), timeZone)}
            </span>
          ))}
        </div>
        {lanes.map(lane => (
          <TimeLane key={lane.camera.id} model={model} lane={lane} timeline={timeline} />
        ))}
        {clip && <ClipWash view={view} clip={clip} />}
        <Present view={view} />
        {hoverAt !== undefined && isIn(view, hoverAt) && (
          <span className="timeline-hover" style={{ left: `${shareAt(view, hoverAt) * 100}%` }} aria-hidden>
            <span>{clock(hoverAt)}</span>
          </span>
        )}
        <Playhead model={model} timeline={timeline} />
      </div>
    </div>
  )
}

function ClipWash({ view, clip }: { view: TimeView; clip: { from: number; to: number } }) {
  const t = useText()
  const format = useFormat()
  const left = Math.max(0, shareAt(view, clip.from))
  const right = Math.min(1, shareAt(view, clip.to))
  if (right <= left) return null
  return (
    <div className="timeline-clip" style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }}>
      <span>{t(words.clipLength, { time: format.minutesSeconds(clip.to - clip.from) })}</span>
    </div>
  )
}

/** 现在: nothing is recorded to its right. */
function Present({ view }: { view: TimeView }) {
  const t = useText()
  const now = useNow()
  if (!isIn(view, now)) return null
  return (
    <span className="timeline-now" style={{ left: `${shareAt(view, now) * 100}%` }}>
      <span>{t(words.now)}</span>
    </span>
  )
}

/** The clock never goes so far from one look to the next. */
const jumpMs = 5_000

function Playhead({ model, timeline }: { model: PlaybackModel; timeline: Timeline }) {
  const t = useText()
  const format = useFormat()
  const { director, timeZone, range } = model
  const { view, follow, isHeld, release } = timeline
  const last = useRef(director.now())
  const at = useClockSecond(director)
  const isPlaying = model.view.isPlaying
  useEffect(() => {
    // Whoever jumps wants to see where to; whoever moved the timeline away while it plays wants it left there.
    const isJump = Math.abs(at - last.current) > jumpMs
    last.current = at
    if (isJump) release()
    if (!isHeld || isJump) follow(at)
  }, [follow, release, at, isHeld])
  const share = shareAt(view, at)
  if (share < 0 || share > 1) return null
  const clock = format.clock(new Date(at), timeZone)
  return (
    <div
      className="timeline-playhead"
      role="slider"
      tabIndex={0}
      aria-label={t(words.position)}
      aria-valuemin={0}
      aria-valuemax={Math.round((range.to - range.from) / 1000)}
      aria-valuenow={Math.round((at - range.from) / 1000)}
      aria-valuetext={clock}
      data-playing={isPlaying || undefined}
      style={{ left: `${share * 100}%` }}
      onKeyDown={event => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        model.skip(by * (event.shiftKey ? 60_000 : 10_000))
      }}
    >
      <span>{clock}</span>
    </div>
  )
}
