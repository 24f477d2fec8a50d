/** Where a show of slides stands: which one, for how long, and whether it turns by itself. */
export type Show = { at: number; shownMs: number; isPaused: boolean }

export const slideSeconds = [10, 20, 30, 60] as const
export const usualSeconds = 20

export const begin: Show = { at: 0, shownMs: 0, isPaused: false }

/** Goes on by so many slides, back where that is below nought; the first follows the last. */
export function turned(show: Show, by: number, count: number): Show {
  return count === 0 ? show : { ...show, at: (((show.at + by) % count) + count) % count, shownMs: 0 }
}

/** Some time passed: the next slide comes when this one had its time. A paused show stays. */
export function passed(show: Show, ms: number, everyMs: number, count: number): Show {
  if (show.isPaused || count < 2) return show
  const shownMs = show.shownMs + ms
  return shownMs >= everyMs ? turned(show, 1, count) : { ...show, shownMs }
}

export const pausedOrNot = (show: Show): Show => ({ ...show, isPaused: !show.isPaused })
