import { useSyncExternalStore } from 'react'
import type { Frame } from './chrome.tsx'

const steps = [
  { query: '(max-width: 767px)', width: 'phone' },
  { query: '(max-width: 1023px)', width: 'tablet' },
  { query: '(max-width: 1599px)', width: 'desk' },
] as const

const lists = steps.map(step => ({ width: step.width, list: window.matchMedia(step.query) }))

function subscribe(listener: () => void) {
  for (const { list } of lists) list.addEventListener('change', listener)
  return () => {
    for (const { list } of lists) list.removeEventListener('change', listener)
  }
}

/** Which of the layouts fits: phone below 768 px, tablet below 1024, wide from 1600. */
export function useWidth(): Frame['width'] {
  return useSyncExternalStore(subscribe, () => lists.find(({ list }) => list.matches)?.width ?? 'wide')
}

const narrowDesk = window.matchMedia('(max-width: 1279px)')
/** True where the context pane lies over the page instead of beside it. */
export function useIsPaneOver(): boolean {
  return useSyncExternalStore(
    listener => {
      narrowDesk.addEventListener('change', listener)
      return () => narrowDesk.removeEventListener('change', listener)
    },
    () => narrowDesk.matches,
  )
}
