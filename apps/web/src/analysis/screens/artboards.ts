/** What a board is laid out for; `flow` is one column that scrolls, for phones. */
export type Shape = 'landscape' | 'wide' | 'tall' | 'flow'
export type Artboard = { shape: Exclude<Shape, 'flow'>; width: number; height: number }
export type Fit = { shape: Shape; width: number; height: number; scale: number }

/** Drawn at three quarters of a 1080p wall, so that the smallest text of a chart, 11 px, is 14 px there. */
const artboards: readonly Artboard[] = [
  { shape: 'landscape', width: 1440, height: 810 },
  { shape: 'landscape', width: 1440, height: 900 },
  { shape: 'landscape', width: 1440, height: 1080 },
  { shape: 'wide', width: 2880, height: 810 },
  { shape: 'tall', width: 810, height: 1440 },
]
const narrowest = 768

/** The artboard that fills most of a window, and how much it is scaled there: as a whole, never stretched. */
export function fitOf(width: number, height: number): Fit {
  if (width < narrowest && height / width < 3 && width < height)
    return { shape: 'flow', width, height, scale: 1 }
  const fits = artboards.map(board => {
    const scale = Math.min(width / board.width, height / board.height)
    return { ...board, scale, filled: board.width * board.height * scale * scale }
  })
  const best = fits.reduce((one, other) => (other.filled > one.filled + 1 ? other : one))
  const { shape, scale } = best
  return { shape, width: best.width, height: best.height, scale }
}

const driftPx = 2
const everyMs = 10 * 60_000
const places: readonly (readonly [number, number])[] = [
  [0, 0],
  [driftPx, 0],
  [driftPx, driftPx],
  [0, driftPx],
]

/** Where a picture that is on for days stands: another place every ten minutes, so that nothing burns in. */
export function driftAt(onForMs: number): readonly [x: number, y: number] {
  return places[Math.floor(onForMs / everyMs) % places.length] ?? [0, 0]
}
