import type { Camera } from '@aisle/contract'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { StatusDot } from '../../ui/bits.tsx'
import type { LiveFeed } from '../player/live-feed.ts'
import type { LiveState } from '../player/live-state.ts'
import { phaseTone } from './pane-words.ts'
import { liveText } from './text.ts'
import { useNow } from './use-now.ts'

/** Top left: dot, shop on walls, number and name, then what the picture is. */
export function PaneName({
  camera,
  state,
  showsShop,
}: {
  camera: Camera
  state: LiveState
  showsShop: boolean
}) {
  const name = useName()
  return (
    <span className="pane-label">
      <StatusDot tone={phaseTone[state.phase]} isBusy={state.phase === 'connecting'} />
      {showsShop ? (
        <>
          <strong className="ellipsis">{name(camera.shopname, camera.shopnameEn)}</strong>
          <span className="ellipsis">
            {camera.number} {name(camera.name, camera.nameEn)}
          </span>
        </>
      ) : (
        <strong className="ellipsis">
          {camera.number} {name(camera.name, camera.nameEn)}
        </strong>
      )}
    </span>
  )
}

/** What can be done with the picture, and how good it is now. */
export function PaneChips({ camera, feed, state }: { camera: Camera; feed: LiveFeed; state: LiveState }) {
  const t = useText()
  const candidate = state.phase === 'live' ? feed.shown()?.candidate : undefined
  const parts: string[] = []
  if (camera.capabilities.ptz) parts.push(t(liveText.ptz))
  if (candidate) {
    if (candidate.kind === 'jpeg') parts.push(t(liveText.refreshed))
    else parts.push(t(candidate.quality === 'high' ? liveText.high : liveText.standard))
  }
  if (parts.length === 0) return null
  const isLess = candidate?.quality === 'smooth' && state.wanted.quality === 'high'
  return (
    <span className="pane-label pane-chips" title={isLess ? t(liveText.lessThanWanted) : undefined}>
      {parts.join(' · ')}
    </span>
  )
}

/** Top right: the time of the picture on the shop's clock; it stands still when the picture does. */
export function PaneTime({
  state,
  timeZone,
  showsDate,
}: {
  state: LiveState
  timeZone: string
  showsDate: boolean
}) {
  const format = useFormat()
  const isLive = state.phase === 'live'
  const now = useNow(isLive)
  const time = isLive ? now : state.lastPictureAt
  if (time === undefined) return null
  const date = new Date(time)
  return (
    <time className="pane-label pane-time" dateTime={date.toISOString()}>
      {showsDate && `${format.date(date, timeZone)} `}
      {format.clock(date, timeZone)}
    </time>
  )
}
