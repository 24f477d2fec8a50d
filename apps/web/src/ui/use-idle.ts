import { useEffect, useState } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** True while nobody has moved, pressed or typed for so long. */
export function useIdle(afterMs: number): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const awake = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), afterMs)
    }
    awake()
    for (const sign of signs) window.addEventListener(sign, awake)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, awake)
    }
  }, [afterMs])
  return isIdle
}
