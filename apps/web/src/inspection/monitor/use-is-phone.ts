import { useSyncExternalStore } from 'react'

/** A phone, upright or on its side: narrow, or so low that nothing but the picture fits. */
const phone = window.matchMedia('(max-width: 767px), (max-height: 500px) and (pointer: coarse)')

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

export const useIsPhone = () => useSyncExternalStore(subscribe, () => phone.matches)
