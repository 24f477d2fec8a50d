import { type PointerEvent, useRef } from 'react'
import { useText } from '../../lib/i18n.ts'
import { coverageOf } from './recorded.ts'
import { playbackText as words } from './text.ts'
import { placed, shareAt, spanOf, timeAt } from './timeline.ts'
import { useClockSecond } from './use-conductor.ts'
import type { PlaybackModel } from './use-playback.ts'
import type { Timeline } from './use-timeline.ts'

const percent = (share: number) => `${share * 100}%`
const hours = [0, 4, 8, 12, 16, 20, 24]

/** The whole day of all cameras, and the part of it that the lanes show; dragging moves that part. */
export function DayOverview({ model, timeline }: { model: PlaybackModel; timeline: Timeline }) {
  const t = useText()
  const bar = useRef<HTMLDivElement>(null)
  const { range, lanes, director } = model
  const coverage = coverageOf(lanes.flatMap(({ recorded }) => recorded ?? []))
  const window = placed(range, timeline.view)
  const second = useClockSecond(director)
  const at = shareAt(range, second)
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1 || !bar.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const box = bar.current.getBoundingClientRect()
    timeline.centre(timeAt(range, (event.clientX - box.left) / box.width))
  }
  return (
    <div className="overview">
      <span className="overview-name">{t(words.wholeDay)}</span>
      <div className="overview-field" onPointerDown={move} onPointerMove={move}>
        <div className="overview-bar" ref={bar}>
          {coverage.map(span => {
            const place = placed(range, span)
            return (
              place && (
                <span
                  key={span.from}
                  className="overview-span"
                  style={{ left: percent(place.left), width: percent(place.width) }}
                />
              )
            )
          })}
          {at >= 0 && at <= 1 && <span className="overview-head" style={{ left: percent(at) }} />}
          {window && spanOf(timeline.view) < spanOf(range) && (
            <span
              className="overview-window"
              style={{ left: percent(window.left), width: `max(8px, ${percent(window.width)})` }}
            />
          )}
        </div>
        <div className="overview-hours" aria-hidden>
          {hours.map(hour => (
            <span key={hour} style={{ left: percent(hour / 24) }}>
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
