import { useCallback, useState } from 'react'

/** The height that a drawing has in its card, in the pixels of the board. */
export function useBox(): { box: (element: HTMLElement | null) => (() => void) | undefined; height: number } {
  const [height, setHeight] = useState(0)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const look = () => setHeight(element.clientHeight)
    look()
    const follow = new ResizeObserver(look)
    follow.observe(element)
    return () => follow.disconnect()
  }, [])
  return { box, height }
}
