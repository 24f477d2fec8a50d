import type { Camera } from '@aisle/contract'
import { useState } from 'react'
import { useName } from '../../lib/i18n.ts'
import { LivePane } from '../live/live-pane.tsx'
import { MonitorPicture } from '../monitor/monitor-picture.tsx'
import { PhoneLive } from '../monitor/phone-live.tsx'
import type { Monitor } from '../monitor/use-monitor.ts'
import type { RecordingIndex } from '../platform/use-recording-index.ts'
import { ReplayPane } from '../playback/replay-pane.tsx'

/** How many pictures stand side by side. */
export const layouts = ['1', '4', '9'] as const

/** The chosen camera alone, with its pad or its recording, or the first four or nine of the shop with it. */
export function Pictures({
  monitor,
  index,
  layout,
  isPhone,
}: {
  monitor: Monitor
  index: RecordingIndex
  layout: (typeof layouts)[number]
  isPhone: boolean
}) {
  const { camera } = monitor
  const lane = index.model.lanes.find(each => each.camera.id === camera.id)
  if (index.isReplaying && lane)
    return <ReplayPane key={`replay-${camera.id}`} model={index.model} lane={lane} isMain />
  if (layout === '1' && isPhone) return <PhoneLive monitor={monitor} />
  if (layout === '1') return <MonitorPicture monitor={monitor} />
  return <PictureGrid monitor={monitor} count={Number(layout)} />
}

function PictureGrid({ monitor, count }: { monitor: Monitor; count: number }) {
  const name = useName()
  const { camera, cameras, shop } = monitor
  // The order stays while the chosen one is among those on show: panes do not jump under the pointer.
  const [first, begin] = useState(() => cameras.indexOf(camera))
  const shown = windowOf(cameras, first, count)
  const isShown = shown.some(({ id }) => id === camera.id)
  if (!isShown) begin(cameras.indexOf(camera))
  return (
    <div className="data-grid" data-count={count}>
      {shown.map(each => (
        // biome-ignore lint/a11y/useSemanticElements: a pane holds buttons of its own, so it cannot be a button
        <div
          key={each.id}
          role="group"
          className="data-cell"
          aria-label={`${each.number} ${name(each.name, each.nameEn)}`}
          aria-current={each.id === camera.id || undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane is chosen by keys as by a click
          tabIndex={0}
          onClick={() => monitor.select(each.id)}
          onKeyDown={event => event.key === 'Enter' && monitor.select(each.id)}
        >
          <LivePane
            camera={each}
            view={{
              quality: 'smooth',
              fit: 'cover',
              size: 'wall',
              timeZone: shop.timeZone,
              worker: count >= 9,
            }}
            feeds={monitor.feeds}
            isSelected={each.id === camera.id}
            onPhase={monitor.onPhase}
          />
        </div>
      ))}
    </div>
  )
}

/** So many cameras from one on, from the beginning again after the last. */
function windowOf(cameras: readonly Camera[], first: number, count: number): Camera[] {
  const size = Math.min(count, cameras.length)
  return Array.from({ length: size }, (_, at) => cameras[(Math.max(0, first) + at) % cameras.length]).flatMap(
    camera => camera ?? [],
  )
}
