import { type RefObject, useEffect, useRef } from 'react'

const farPx = 60

/** A quick swipe sideways with one finger; not while the picture is zoomed, when dragging moves it. */
export function useSwipe(element: RefObject<HTMLElement | null>, step: (by: number) => void) {
  const latest = useRef(step)
  useEffect(() => {
    latest.current = step
  })
  useEffect(() => {
    const area = element.current
    if (!area) return
    let start: { id: number; x: number; y: number } | undefined
    const onDown = (event: PointerEvent) => {
      const isOnControl = event.target instanceof Element && event.target.closest('button, .ptz')
      const isZoomed = (area.querySelector<HTMLElement>('.live-stage')?.style.transform ?? '') !== ''
      // A second finger makes it a pinch.
      const isAlone = start === undefined && event.isPrimary
      start =
        isAlone && !isOnControl && !isZoomed && event.pointerType === 'touch'
          ? { id: event.pointerId, x: event.clientX, y: event.clientY }
          : undefined
    }
    const onUp = (event: PointerEvent) => {
      const from = start
      start = undefined
      if (!from || from.id !== event.pointerId) return
      const dx = event.clientX - from.x
      if (Math.abs(dx) < farPx || Math.abs(dx) < 2 * Math.abs(event.clientY - from.y)) return
      latest.current(dx < 0 ? 1 : -1)
    }
    const onCancel = () => {
      start = undefined
    }
    area.addEventListener('pointerdown', onDown)
    area.addEventListener('pointerup', onUp)
    area.addEventListener('pointercancel', onCancel)
    return () => {
      area.removeEventListener('pointerdown', onDown)
      area.removeEventListener('pointerup', onUp)
      area.removeEventListener('pointercancel', onCancel)
    }
  }, [element])
}
