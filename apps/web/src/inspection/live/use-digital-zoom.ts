import { type RefObject, useEffect, useState } from 'react'
import { panned, transformOf, wholePicture, type ZoomView, zoomAround } from './digital-zoom.ts'

/** Wheel and pinch zoom into the picture, dragging moves it; `stage` is moved without rendering. */
export function useDigitalZoom(frame: RefObject<HTMLElement | null>, stage: HTMLElement, isOn: boolean) {
  const [isZoomed, setZoomed] = useState(false)
  const [resetCount, countReset] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a reset begins with the whole picture again
  useEffect(() => {
    const element = frame.current
    if (!element || !isOn) return
    let view: ZoomView = wholePicture
    const fingers = new Map<number, { x: number; y: number }>()
    const show = (next: ZoomView) => {
      view = next
      stage.style.transform = transformOf(view)
      setZoomed(view.scale > 1)
    }
    const pointIn = (event: { clientX: number; clientY: number }) => {
      const box = element.getBoundingClientRect()
      return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
    }
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      show(zoomAround(view, Math.exp(-event.deltaY / 400), pointIn(event)))
    }
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('button')) return
      fingers.set(event.pointerId, pointIn(event))
    }
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      const now = pointIn(event)
      fingers.set(event.pointerId, now)
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      if (other) {
        const ratio = distance(now, other) / Math.max(0.01, distance(before, other))
        show(zoomAround(view, ratio, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }))
      } else if (view.scale > 1) show(panned(view, now.x - before.x, now.y - before.y))
    }
    const onUp = (event: PointerEvent) => fingers.delete(event.pointerId)
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('pointerdown', onDown)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onUp)
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('pointerdown', onDown)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onUp)
      show(wholePicture)
    }
  }, [frame, stage, isOn, resetCount])

  return { isZoomed, reset: () => countReset(count => count + 1) }
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y)
