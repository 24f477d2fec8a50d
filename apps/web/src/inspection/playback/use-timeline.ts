import { useCallback, useMemo, useState } from 'react'
import type { Conductor } from './conductor.ts'
import type { Span } from './recorded.ts'
import {
  followed,
  isIn,
  panned,
  shareAt,
  spanOf,
  type TimeView,
  viewAround,
  within,
  zoomed,
  zoomSpans,
} from './timeline.ts'

const usualSpan = 3 * 3_600_000

/** Which part of the day the timeline shows. It turns its page with the playhead unless the user holds it. */
export function useTimeline(director: Conductor, day: Span, firstSpan = usualSpan) {
  const [wanted, setView] = useState<TimeView>(() => viewAround(director.now(), firstSpan, day))
  const [widthPx, setWidth] = useState(800)
  const [isHeld, hold] = useState(false)
  // Another day keeps the zoom and goes to the playhead.
  const view = useMemo(
    () =>
      wanted.from < day.from || wanted.to > day.to
        ? isIn(day, director.now())
          ? viewAround(director.now(), spanOf(wanted), day)
          : within(wanted, day)
        : wanted,
    [wanted, day, director],
  )
  const measure = useCallback((element: Element) => {
    const observer = new ResizeObserver(entries => setWidth(entries.at(-1)?.contentRect.width ?? 800))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const follow = useCallback(
    (at: number) => setView(before => (isIn(day, at) ? followed(within(before, day), at, day) : before)),
    [day],
  )
  /** A jump shows where it went. */
  const release = useCallback(() => hold(false), [])
  /** Buttons and keys zoom around the playhead while it is in sight. */
  const focus = () => {
    const share = shareAt(view, director.now())
    return share >= 0 && share <= 1 ? share : 0.5
  }
  return {
    view,
    widthPx,
    measure,
    follow,
    isHeld,
    hold,
    zoom: (steps: number, share = focus()) => setView(zoomed(view, steps, share, day)),
    zoomTo(index: number) {
      setView(viewAround(view.from + spanOf(view) * focus(), zoomSpans[index] ?? usualSpan, day))
    },
    pan(share: number) {
      hold(true)
      setView(panned(view, share, day))
    },
    centre(at: number) {
      hold(true)
      setView(viewAround(at, spanOf(view), day))
    },
    release,
  }
}
export type Timeline = ReturnType<typeof useTimeline>
