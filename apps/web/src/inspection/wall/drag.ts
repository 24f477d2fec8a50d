import type { DragEvent } from 'react'

/** What is dragged on a wall: a pane by its index, a camera or a whole shop from the tree. */
export type Dragged =
  | { kind: 'pane'; index: number }
  | { kind: 'camera'; cameraId: string }
  | { kind: 'shop'; shopId: string }

const type = 'application/x-aisle-wall'

export function startDrag(event: DragEvent, dragged: Dragged) {
  event.dataTransfer.setData(type, JSON.stringify(dragged))
  event.dataTransfer.effectAllowed = 'copyMove'
}

export function isWallDrag(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(type)
}

/** What was dropped; undefined for anything that is not ours. */
export function droppedOn(event: DragEvent): Dragged | undefined {
  try {
    const value: unknown = JSON.parse(event.dataTransfer.getData(type))
    if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined
    if (value.kind === 'pane' && 'index' in value && typeof value.index === 'number')
      return { kind: 'pane', index: value.index }
    if (value.kind === 'camera' && 'cameraId' in value && typeof value.cameraId === 'string')
      return { kind: 'camera', cameraId: value.cameraId }
    if (value.kind === 'shop' && 'shopId' in value && typeof value.shopId === 'string')
      return { kind: 'shop', shopId: value.shopId }
  } catch {
    // Some other drag.
  }
  return undefined
}
