import { type RefObject, useEffect, useState } from 'react'
import { toast } from './toast.tsx'

/** Full screen of one element, where the browser has it. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  return {
    isFull,
    isOffered: document.fullscreenEnabled,
    toggle() {
      const change = document.fullscreenElement
        ? document.exitFullscreen()
        : element.current?.requestFullscreen()
      change?.catch((error: unknown) => toast.error(error))
    },
  }
}
