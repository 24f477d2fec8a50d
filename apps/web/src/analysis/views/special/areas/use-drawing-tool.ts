import { snapped } from '@aisle/analysis/geometry'
import type { FloorPlan, PlanPoint } from '@aisle/contract'
import { useRef, useState } from 'react'
import type { DrawHandlers } from '../../../../ui/floor-plan/floor-plan.tsx'
import {
  changed,
  cornerAt,
  cornersOf,
  type Draft,
  type Editing,
  redone,
  sideAt,
  touched,
  undone,
  withCorner,
  withMovedCorner,
  withoutCorner,
} from './draft.ts'
import { edit } from './store.ts'

const reachPx = 10
const stepCm = 10

/** What pointer and keys do while an area is drawn: set corners, drag them, add one in a side, take one away, undo. */
export function useDrawingTool(
  editing: Editing | undefined,
  plan: FloorPlan | undefined,
  isSnapping: boolean,
) {
  const [picked, pick] = useState<number>()
  const [hover, setHover] = useState<PlanPoint>()
  const drag = useRef<{ index: number; before: Draft; isMoved: boolean } | undefined>(undefined)
  const draft = editing?.now
  if (draft?.shape.kind !== 'drawn' || !plan || draft.planId !== plan.id)
    return { handlers: undefined, picked: undefined, pick, hover: undefined }
  const corners = cornersOf(draft)

  const placed = (point: PlanPoint, cmPerPx: number): PlanPoint => {
    const inside: PlanPoint = [
      Math.max(0, Math.min(plan.widthCm, point[0])),
      Math.max(0, Math.min(plan.heightCm, point[1])),
    ]
    if (!isSnapping) return inside
    const [x, y] = snapped(inside, [plan.outline, ...plan.zones.map(({ polygon }) => polygon)], 12 * cmPerPx)
    return [x, y]
  }

  const handlers: DrawHandlers = {
    cursor: 'crosshair',
    down(point, cmPerPx, event) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const corner = cornerAt(corners, point, reachPx * cmPerPx)
      if (corner !== undefined) {
        pick(corner)
        drag.current = { index: corner, before: draft, isMoved: false }
        return
      }
      const side = sideAt(corners, point, (reachPx - 2) * cmPerPx)
      const at = placed(point, cmPerPx)
      edit(one => changed(one, withCorner(one.now, at, side)))
      const index = side === undefined ? corners.length : side + 1
      pick(index)
      // What is dragged right after it was set is one step with it.
      drag.current = { index, before: draft, isMoved: false }
    },
    move(point, cmPerPx) {
      setHover(placed(point, cmPerPx))
      const moving = drag.current
      if (!moving) return
      const from = corners[moving.index]
      if (!moving.isMoved && from && Math.hypot(from[0] - point[0], from[1] - point[1]) < 3 * cmPerPx) return
      moving.isMoved = true
      edit(one => touched(one, withMovedCorner(one.now, moving.index, placed(point, cmPerPx))))
    },
    up() {
      const moved = drag.current
      drag.current = undefined
      if (!moved?.isMoved) return
      edit(one => (one.past.at(-1) === moved.before ? one : changed(one, {}, moved.before)))
    },
    leave: () => setHover(undefined),
    key(event) {
      const isMod = event.ctrlKey || event.metaKey
      if (isMod && event.key.toLowerCase() === 'z') {
        edit(event.shiftKey ? redone : undone)
        return true
      }
      if (isMod && event.key.toLowerCase() === 'y') {
        edit(redone)
        return true
      }
      if (event.key === 'Backspace' || event.key === 'Delete') {
        const index = picked ?? corners.length - 1
        if (index >= 0) edit(one => changed(one, withoutCorner(one.now, index)))
        pick(undefined)
        return true
      }
      if (event.key === 'Escape' && picked !== undefined) {
        pick(undefined)
        return true
      }
      const size = event.altKey ? stepCm * 10 : stepCm
      const moves: Record<string, PlanPoint> = {
        ArrowLeft: [-size, 0],
        ArrowRight: [size, 0],
        ArrowUp: [0, -size],
        ArrowDown: [0, size],
      }
      const move = moves[event.key]
      const corner = picked === undefined ? undefined : corners[picked]
      if (!move || !corner || picked === undefined || event.shiftKey) return false
      const to: PlanPoint = [
        Math.max(0, Math.min(plan.widthCm, corner[0] + move[0])),
        Math.max(0, Math.min(plan.heightCm, corner[1] + move[1])),
      ]
      edit(one => changed(one, withMovedCorner(one.now, picked, to)))
      return true
    },
  }
  return { handlers, picked, pick, hover }
}
