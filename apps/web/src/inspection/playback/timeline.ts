import type { Span } from './recorded.ts'

/**
 * The part of a day that the timeline shows, and what follows from it: no element, no language. Shares are fractions of
 * the width, times epoch ms.
 */
export type TimeView = Span

const minute = 60_000
const hour = 60 * minute
/** What the zoom can show, widest first. */
export const zoomSpans = [24, 12, 6, 3, 1]
  .map(hours => hours * hour)
  .concat([30, 10, 5, 1].map(minutes => minutes * minute))
/** Markers nearer than this on the screen become one with a count. */
const mergeWithinPx = 14
/** Gaps longer than this say how long they are. */
export const namedGapMs = 5 * minute

export const spanOf = ({ from, to }: TimeView) => to - from
export const timeAt = (view: TimeView, share: number) => view.from + spanOf(view) * share
export const shareAt = (view: TimeView, at: number) => (at - view.from) / spanOf(view)
export const isIn = (view: TimeView, at: number) => at >= view.from && at < view.to

/** Moves a view into the day without changing its length; a view longer than the day is the day. */
export function within(view: TimeView, day: Span): TimeView {
  const length = Math.min(spanOf(view), spanOf(day))
  const from = Math.min(Math.max(view.from, day.from), day.to - length)
  return { from, to: from + length }
}

/** A view of one zoom step with a time in its middle. */
export function viewAround(at: number, span: number, day: Span): TimeView {
  return within({ from: at - span / 2, to: at + span / 2 }, day)
}

/** Which zoom step a view has: the nearest one. */
export function zoomIndex(view: TimeView): number {
  const length = Math.log(spanOf(view))
  const off = zoomSpans.map(span => Math.abs(Math.log(span) - length))
  return off.indexOf(Math.min(...off))
}

/** The next zoom step (1 is nearer, −1 wider); the time under `share` stays where it is. */
export function zoomed(view: TimeView, steps: number, share: number, day: Span): TimeView {
  const index = Math.min(zoomSpans.length - 1, Math.max(0, zoomIndex(view) + steps))
  const span = zoomSpans[index] ?? spanOf(view)
  const fixed = timeAt(view, share)
  return within({ from: fixed - span * share, to: fixed + span * (1 - share) }, day)
}

/** Moves by a share of the width; positive goes to later times. */
export function panned(view: TimeView, share: number, day: Span): TimeView {
  const by = spanOf(view) * share
  return within({ from: view.from + by, to: view.to + by }, day)
}

/** Turns a page when a time runs out of the view; the same view while it is inside. */
export function followed(view: TimeView, at: number, day: Span): TimeView {
  if (isIn(view, at)) return view
  const span = spanOf(view)
  return within({ from: at - span * 0.1, to: at + span * 0.9 }, day)
}

const tickSteps = [
  10_000,
  30_000,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
]
const tickApartPx = 76

/** Marks of the ruler, far enough apart to be read; they stand on whole steps since the day began. */
export function ticksOf(view: TimeView, widthPx: number, dayFrom: number): number[] {
  const perPx = spanOf(view) / Math.max(1, widthPx)
  const step = tickSteps.find(each => each / perPx >= tickApartPx) ?? 4 * hour
  const first = dayFrom + Math.ceil((view.from - dayFrom) / step) * step
  const ticks: number[] = []
  for (let at = first; at <= view.to; at += step) ticks.push(at)
  return ticks
}

/** Where a span lies in a view, as shares; undefined where it is outside. */
export function placed(view: TimeView, { from, to }: Span): { left: number; width: number } | undefined {
  const left = Math.max(0, shareAt(view, from))
  const right = Math.min(1, shareAt(view, to))
  return right > left ? { left, width: right - left } : undefined
}

/** Markers of a lane as they are drawn: those that would overlap as one, at the time of the first. */
export function mergedMarks<Mark extends { at: number }>(
  marks: readonly Mark[],
  view: TimeView,
  widthPx: number,
): { at: number; share: number; marks: Mark[] }[] {
  const nearMs = (mergeWithinPx * spanOf(view)) / Math.max(1, widthPx)
  const groups: { at: number; share: number; marks: Mark[] }[] = []
  for (const mark of marks.filter(({ at }) => isIn(view, at)).toSorted((a, b) => a.at - b.at)) {
    const last = groups.at(-1)
    if (last && mark.at - last.at < nearMs) last.marks.push(mark)
    else groups.push({ at: mark.at, share: shareAt(view, mark.at), marks: [mark] })
  }
  return groups
}

/** A dragged selection, whichever way it was drawn, inside what is there; undefined below a second. */
export function selection(a: number, b: number, limits: Span): Span | undefined {
  const from = Math.max(limits.from, Math.floor(Math.min(a, b) / 1000) * 1000)
  const to = Math.min(limits.to, Math.ceil(Math.max(a, b) / 1000) * 1000)
  return to - from >= 1000 ? { from, to } : undefined
}
