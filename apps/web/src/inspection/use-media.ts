import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window meets a media query now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** A phone, upright or on its side: narrow, or so low that nothing but the picture fits. */
export const useIsPhone = () => useMedia('(max-width: 767px), (max-height: 500px) and (pointer: coarse)')
