import { BellRing, Bookmark, Camera as CameraIcon, Clock, ReceiptText, UsersRound } from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { eventName, type PlayEvent } from './events.ts'
import { coverageOf, gapsOf, type Recorded } from './recorded.ts'
import { playbackText as words } from './text.ts'
import { mergedMarks, namedGapMs, placed, type TimeView } from './timeline.ts'
import type { Lane, PlaybackModel } from './use-playback.ts'
import type { Timeline } from './use-timeline.ts'

const isActivity = ({ kind }: Recorded) => kind === 'motion' || kind === 'alarm'
const percent = (share: number) => `${share * 100}%`
/** A length that is narrower than this on the screen has no room for words. */
const wordsPx = 84

/** One camera's day: cloud above, device below; thin is recorded, tall is activity, hatched is nothing. */
export function TimeLane({
  model,
  lane,
  timeline,
}: {
  model: PlaybackModel
  lane: Lane
  timeline: Timeline
}) {
  const t = useText()
  const format = useFormat()
  const { view, widthPx } = timeline
  const { range, main } = model
  const recorded = lane.recorded ?? []
  const past = { from: range.from, to: Math.min(range.to, Date.now()) }
  const gaps = lane.recorded && past.to > past.from ? gapsOf(coverageOf(recorded), past) : []
  return (
    <div
      className="time-lane"
      data-main={lane.camera.id === main?.id || undefined}
      data-waiting={(lane.recorded === undefined && lane.error === undefined) || undefined}
    >
      {gaps.map(gap => {
        const place = placed(view, gap)
        if (!place || gap.to - gap.from < 10_000) return null
        const isNamed = gap.to - gap.from > namedGapMs && place.width * widthPx > wordsPx
        return (
          <span
            key={gap.from}
            className="time-gap"
            style={{ left: percent(place.left), width: percent(place.width) }}
          >
            {isNamed && <span>{t(words.gapOf, { time: format.duration(gap.to - gap.from) })}</span>}
          </span>
        )
      })}
      <Bars view={view} recorded={recorded} />
      <Markers model={model} events={lane.events} timeline={timeline} />
    </div>
  )
}

function Bars({ view, recorded }: { view: TimeView; recorded: readonly Recorded[] }) {
  return recorded.map(each => {
    const place = placed(view, each)
    if (!place) return null
    return (
      <span
        key={`${each.store}-${each.kind}-${each.from}`}
        className="time-bar"
        data-store={each.store}
        data-activity={isActivity(each) || undefined}
        style={{ left: percent(place.left), width: `max(1px, ${percent(place.width)})` }}
      />
    )
  })
}

const icons = {
  screenshot: CameraIcon,
  plannedScreenshot: Clock,
  bookmark: Bookmark,
  alarm: BellRing,
  motion: BellRing,
  peak: UsersRound,
  till: ReceiptText,
}

/** Pictures and alarms; activity is a bar already. */
function Markers({
  model,
  events,
  timeline,
}: {
  model: PlaybackModel
  events: readonly PlayEvent[]
  timeline: Timeline
}) {
  const t = useText()
  const written = useWritten()
  const format = useFormat()
  const shown = events.filter(({ kind }) => kind !== 'motion')
  return mergedMarks(shown, timeline.view, timeline.widthPx).map(({ at, share, marks }) => {
    const [first] = marks
    if (!first) return null
    const Icon = icons[first.kind]
    const time = format.clock(new Date(at), model.timeZone)
    const label =
      marks.length === 1
        ? `${eventName(t, written, first)} ${time}`
        : t(words.marks, { count: marks.length, time })
    return (
      <button
        key={first.id}
        type="button"
        className="time-mark"
        data-kind={first.kind}
        style={{ left: percent(share) }}
        aria-label={label}
        title={label}
        onClick={() => model.seek(at)}
      >
        {marks.length === 1 ? <Icon size={12} aria-hidden /> : marks.length}
      </button>
    )
  })
}
