import { type ReactNode, useEffect, useState } from 'react'
import { useIdle } from '../../ui/use-idle.ts'
import { driftAt, type Fit, fitOf } from './artboards.ts'
import './screens.css'

/** The window as boards are fitted into it, anew whenever it changes. */
export function useFit(): Fit {
  const [fit, refit] = useState(() => fitOf(window.innerWidth, window.innerHeight))
  useEffect(() => {
    const look = () => refit(fitOf(window.innerWidth, window.innerHeight))
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [])
  return fit
}

function useDrift(): readonly [number, number] {
  const [place, move] = useState(() => driftAt(0))
  useEffect(() => {
    const begin = Date.now()
    const timer = setInterval(() => move(driftAt(Date.now() - begin)), 60_000)
    return () => clearInterval(timer)
  }, [])
  return place
}

/** Keeps the display awake while the page is seen, where the browser can: the lock ends with each leaving of the tab. */
function useWakeLock() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isLeft = false
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isLeft) await lock.release()
      } catch {
        // A low battery or a policy refuses it: the display then sleeps as its owner set.
      }
    }
    void take()
    document.addEventListener('visibilitychange', take)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}

type Props = { fit: Fit; header: ReactNode; children: ReactNode }

/** A board in its window: scaled as a whole, centred, with bars where the window has another shape. */
export function Stage({ fit, header, children }: Props) {
  const [x, y] = useDrift()
  const isIdle = useIdle(6_000)
  useWakeLock()
  const { shape, width, height, scale } = fit
  return (
    <div className="stage" data-shape={shape} data-idle={isIdle || undefined}>
      <div
        className="stage-board"
        style={
          shape === 'flow'
            ? {}
            : { width, height, transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale})` }
        }
      >
        {header}
        {children}
      </div>
    </div>
  )
}
