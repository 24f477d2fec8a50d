import { useEffect, useRef, useState } from 'react'
import { type PlanDrawing, panned, viewBox, wholePlan, zoomed } from './plan.ts'

type OnScreen = { clientX: number; clientY: number }

/**
 * The part of a plan that is seen, and its scale: enlarged step by step, moved, and by Ctrl with the wheel.
 * @param height of the picture at most, in px
 * @param isTable the plan makes room for its table, and comes back as another element
 */
export function usePlanView(plan: PlanDrawing, height: number, isTable: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(640)
  const [view, look] = useState(() => wholePlan(plan))
  const drag = useRef<OnScreen | undefined>(undefined)

  const size = `${plan.widthCm} ${plan.heightCm}`
  const [drawnSize, setDrawnSize] = useState(size)
  if (drawnSize !== size) {
    setDrawnSize(size)
    look(wholePlan(plan))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is another one after the table was shown
  useEffect(() => {
    const element = box.current
    if (!element) return
    const follow = new ResizeObserver(() => setWidth(element.clientWidth || 640))
    follow.observe(element)
    return () => follow.disconnect()
  }, [isTable])

  const seen = viewBox(plan, view)
  const shownHeight = Math.max(120, Math.min(height, (width * plan.heightCm) / plan.widthCm))
  const cmPerPx = Math.max(seen.width / width, seen.height / shownHeight)

  const pointAt = (event: OnScreen): [x: number, y: number] => {
    const place = svg.current?.getBoundingClientRect()
    if (!place) return [0, 0]
    // The picture stands in the middle of its place, as SVG puts it.
    const left = place.left + (place.width - seen.width / cmPerPx) / 2
    const top = place.top + (place.height - seen.height / cmPerPx) / 2
    return [
      Math.round(seen.left + (event.clientX - left) * cmPerPx),
      Math.round(seen.top + (event.clientY - top) * cmPerPx),
    ]
  }

  // A wheel scrolls the page; with Ctrl, as a pinch sends it, it enlarges. React listens passively and could not hold the page.
  const zoomByWheel = useRef<(event: WheelEvent) => void>(() => undefined)
  zoomByWheel.current = event => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    look(zoomed(plan, view, event.deltaY < 0 ? 1 : -1, pointAt(event)))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is another one after the table was shown
  useEffect(() => {
    const element = box.current
    if (!element) return
    const onWheel = (event: WheelEvent) => zoomByWheel.current(event)
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [isTable])

  return {
    box,
    svg,
    seen,
    shownHeight,
    cmPerPx,
    zoom: view.zoom,
    pointAt,
    zoomBy: (step: 1 | -1) => look(zoomed(plan, view, step)),
    showAll: () => look(wholePlan(plan)),
    moveBy: (xCm: number, yCm: number) => look(panned(plan, view, xCm, yCm)),
    /** A plan that is seen whole stays where it is. */
    beginDrag({ clientX, clientY }: OnScreen) {
      if (view.zoom > 1) drag.current = { clientX, clientY }
    },
    dragTo({ clientX, clientY, buttons }: OnScreen & { buttons: number }) {
      if (!drag.current || buttons === 0) return
      const [x, y] = [drag.current.clientX - clientX, drag.current.clientY - clientY]
      look(panned(plan, view, x * cmPerPx, y * cmPerPx))
      drag.current = { clientX, clientY }
    },
    endDrag() {
      drag.current = undefined
    },
  }
}
export type PlanView = ReturnType<typeof usePlanView>
