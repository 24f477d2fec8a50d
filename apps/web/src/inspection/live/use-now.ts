import { useEffect, useState } from 'react'

/** The time (epoch ms), renewed every second while `isOn`. */
export function useNow(isOn = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isOn) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
