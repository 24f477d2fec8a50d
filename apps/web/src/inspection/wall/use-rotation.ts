import { useEffect, useRef, useState } from 'react'
import { isNearTurn, passed, type Rotation, rotationFrom } from './rotation.ts'

type Options = { seconds: number; pageCount: number; page: number; isHeld: boolean; turn: () => void }

/** Turns pages by itself. Answers what is left, for the bar and the countdown; undefined while it does not rotate. */
export function useRotation({ seconds, pageCount, page, isHeld, turn }: Options) {
  const isOn = seconds > 0 && pageCount > 1
  const everyMs = seconds * 1000
  const [rotation, setRotation] = useState<Rotation>(() => rotationFrom(Date.now()))
  const latest = useRef({ rotation, isHeld, turn })
  latest.current = { rotation, isHeld, turn }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was turned by hand gets its whole time
  useEffect(() => {
    if (!isOn) return
    setRotation(rotationFrom(Date.now()))
    const timer = setInterval(() => {
      const { rotation: before, isHeld: held, turn: turnPage } = latest.current
      // A tab in the background shows nobody anything: its pages wait.
      const next = passed(before, Date.now(), { everyMs, isHeld: held || document.hidden })
      setRotation(next.rotation)
      if (next.turns) turnPage()
    }, 250)
    return () => clearInterval(timer)
  }, [isOn, everyMs, page])

  if (!isOn) return undefined
  return {
    progress: rotation.elapsedMs / everyMs,
    secondsLeft: Math.ceil((everyMs - rotation.elapsedMs) / 1000),
    isHeld,
    isNear: isNearTurn(rotation, everyMs),
  }
}
