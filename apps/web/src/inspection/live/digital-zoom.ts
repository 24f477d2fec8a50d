/** Part of the picture that fills the pane: scale from 1 to 8, offsets as fractions of the pane. */
export type ZoomView = { scale: number; x: number; y: number }

export const wholePicture: ZoomView = { scale: 1, x: 0, y: 0 }
export const maxScale = 8

/** Zooms by a factor around a point of the pane (fractions 0–1); the point stays where it is. */
export function zoomAround(view: ZoomView, factor: number, at: { x: number; y: number }): ZoomView {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return within({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio })
}

/** Moves the view by fractions of the pane; it never leaves the picture. */
export function panned(view: ZoomView, dx: number, dy: number): ZoomView {
  return within({ ...view, x: view.x + dx, y: view.y + dy })
}

function within({ scale, x, y }: ZoomView): ZoomView {
  const least = 1 - scale
  return { scale, x: Math.min(0, Math.max(least, x)), y: Math.min(0, Math.max(least, y)) }
}

export function transformOf({ scale, x, y }: ZoomView): string {
  return scale === 1 ? '' : `translate(${x * 100}%, ${y * 100}%) scale(${scale})`
}
