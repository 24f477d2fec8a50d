import type { ReactNode } from 'react'
import { LivePane } from '../live/live-pane.tsx'
import type { Monitor } from './use-monitor.ts'

/** The live picture of the chosen camera as a phone shows it: the small stream, whole, enlarged with two fingers. */
export function PhoneLive({ monitor, children }: { monitor: Monitor; children?: ReactNode }) {
  const { camera, shop } = monitor
  return (
    <LivePane
      key={camera.id}
      camera={camera}
      view={{
        quality: 'smooth',
        fit: 'contain',
        size: 'phone',
        timeZone: shop.timeZone,
        digitalZoom: true,
      }}
      feeds={monitor.feeds}
      onPhase={monitor.onPhase}
    >
      {children}
    </LivePane>
  )
}
