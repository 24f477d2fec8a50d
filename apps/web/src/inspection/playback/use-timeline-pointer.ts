import { type RefObject, useEffect, useRef } from 'react'
import { timeAt } from './timeline.ts'
import type { Timeline } from './use-timeline.ts'

type Acts = {
  timeline: Timeline
  seek(at: number): void
  hover(at: number | undefined): void
  select(a: number, b: number): void
}

/** A press that moves less is a click. */
const clickPx = 4
/** Wheels and touch pads send very different steps: a zoom step is this much turning. */
const wheelStep = 60

/** Drag pans, wheel zooms around the pointer, click seeks, Shift-drag selects, hover shows the time. */
export function useTimelinePointer(field: RefObject<HTMLElement | null>, acts: Acts) {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const element = field.current
    if (!element) return
    let press: { id: number; x: number; at: number; isClip: boolean; isMoved: boolean } | undefined
    let turned = 0
    const shareOf = (event: MouseEvent) => {
      const box = element.getBoundingClientRect()
      return (event.clientX - box.left) / box.width
    }
    const timeOf = (event: MouseEvent) => timeAt(latest.current.timeline.view, shareOf(event))
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { timeline } = latest.current
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        timeline.pan(event.deltaX / element.clientWidth)
        return
      }
      turned += event.deltaY
      const steps = Math.trunc(turned / wheelStep)
      if (steps === 0) return
      turned = 0
      timeline.zoom(-Math.sign(steps), shareOf(event))
    }
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return
      press = {
        id: event.pointerId,
        x: event.clientX,
        at: timeOf(event),
        isClip: event.shiftKey,
        isMoved: false,
      }
      element.setPointerCapture(event.pointerId)
    }
    const onMove = (event: PointerEvent) => {
      const { timeline, hover, select } = latest.current
      hover(event.pointerType === 'touch' ? undefined : timeOf(event))
      if (!press || press.id !== event.pointerId) return
      press.isMoved ||= Math.abs(event.clientX - press.x) > clickPx
      if (!press.isMoved) return
      if (press.isClip) select(press.at, timeOf(event))
      else {
        timeline.pan((press.x - event.clientX) / element.clientWidth)
        press.x = event.clientX
      }
    }
    const onUp = (event: PointerEvent) => {
      if (!press || press.id !== event.pointerId) return
      const { isMoved, isClip } = press
      press = undefined
      if (isMoved || isClip) return
      latest.current.timeline.release()
      latest.current.seek(timeOf(event))
    }
    const onCancel = () => {
      press = undefined
    }
    const onLeave = () => latest.current.hover(undefined)
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', onCancel)
    element.addEventListener('pointerleave', onLeave)
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onCancel)
      element.removeEventListener('pointerleave', onLeave)
    }
  }, [field])
}
