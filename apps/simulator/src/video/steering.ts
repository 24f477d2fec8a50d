import type { CameraPosition, SimulatedMovement } from '../media.ts'

/** The widest window is this share of the whole picture, so that there is something to pan over at zoom 1. */
export const wideShare = 0.7
const maximumZoom = 4

/** At full speed the whole range takes this long. */
const fullRangeMs = 8000
const goToMs = 1000

const directions: Record<SimulatedMovement, { x: number; y: number; zoom: number }> = {
  up: { x: 0, y: -1, zoom: 0 },
  down: { x: 0, y: 1, zoom: 0 },
  left: { x: -1, y: 0, zoom: 0 },
  right: { x: 1, y: 0, zoom: 0 },
  upLeft: { x: -1, y: -1, zoom: 0 },
  upRight: { x: 1, y: -1, zoom: 0 },
  downLeft: { x: -1, y: 1, zoom: 0 },
  downRight: { x: 1, y: 1, zoom: 0 },
  zoomIn: { x: 0, y: 0, zoom: 1 },
  zoomOut: { x: 0, y: 0, zoom: -1 },
}

/** Where a camera looked at `at` and what it has been doing since. */
export type Steering = {
  from: CameraPosition
  at: number
  task?:
    | { kind: 'move'; movement: SimulatedMovement; speed: number }
    | { kind: 'goTo'; target: CameraPosition }
    | undefined
}

/** A position whose window lies inside the picture; the nearest one to what was asked. */
export function clampPosition({ x, y, zoom }: CameraPosition, wide = wideShare): CameraPosition {
  const inside = Math.min(maximumZoom, Math.max(1, zoom))
  const half = wide / inside / 2
  const clamp = (value: number) => Math.min(1 - half, Math.max(half, value))
  return { x: clamp(x), y: clamp(y), zoom: inside }
}

/** Position at a time not before `steering.at`. A move runs until it is stopped or meets an end of the range. */
export function positionAt({ from, at, task }: Steering, now: number): CameraPosition {
  const passed = Math.max(0, now - at)
  if (!task) return from
  if (task.kind === 'goTo') {
    if (passed >= goToMs) return task.target
    const share = passed / goToMs
    const eased = share * share * (3 - 2 * share)
    return clampPosition({
      x: from.x + (task.target.x - from.x) * eased,
      y: from.y + (task.target.y - from.y) * eased,
      zoom: from.zoom * (task.target.zoom / from.zoom) ** eased,
    })
  }
  const way = (passed / fullRangeMs) * task.speed
  const direction = directions[task.movement]
  return clampPosition({
    x: from.x + direction.x * way,
    y: from.y + direction.y * way,
    zoom: from.zoom * maximumZoom ** (direction.zoom * way),
  })
}

export type PictureWindow = { x: number; y: number; width: number; height: number }

/** The part of a picture of the given size that a position shows, in its pixels. */
export function windowOf(
  position: CameraPosition,
  picture: { width: number; height: number },
  wide = wideShare,
): PictureWindow {
  const { x, y, zoom } = clampPosition(position, wide)
  const width = (picture.width * wide) / zoom
  const height = (picture.height * wide) / zoom
  return { x: x * picture.width - width / 2, y: y * picture.height - height / 2, width, height }
}
