import type { Camera } from '@aisle/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import type { LivePhase } from '../player/live-state.ts'
import { keepPoster } from './keep-still.ts'
import { PaneChips, PaneName, PaneTime } from './pane-labels.tsx'
import { PaneStatus } from './pane-status.tsx'
import { phaseName } from './pane-words.ts'
import { liveText } from './text.ts'
import { useDigitalZoom } from './use-digital-zoom.ts'
import { type Feeds, useLiveFeed } from './use-live-feed.ts'
import '../room.css'
import './live-pane.css'

export type PaneView = {
  quality: 'smooth' | 'high'
  fit: 'cover' | 'contain'
  timeZone: string
  sound?: boolean
  /** Many panes: decode off the main thread. */
  worker?: boolean
  /** `big`: the one picture of a page, with date; `phone`: the same with less; `wall`: one of several shops. */
  size: 'big' | 'phone' | 'wall'
  /** Hidden behind another pane: the stream ends after a while. */
  isCovered?: boolean
  digitalZoom?: boolean
}

type Props = {
  camera: Camera
  view: PaneView
  feeds?: Feeds
  isSelected?: boolean
  onPhase?: (camera: Camera, phase: LivePhase) => void
  /** Actions, pad and notes over the picture. */
  children?: ReactNode
}

/** Long enough that the picture is a good one, and that passing by costs nothing. */
const posterAfterMs = 6000

/** One camera, live: the picture, what it is, what is wrong with it, and what to do. */
export function LivePane({ camera, view, feeds, isSelected = false, onPhase, children }: Props) {
  const t = useText()
  const name = useName()
  const [isLowered, setLowered] = useState(false)
  const quality = isLowered ? 'smooth' : view.quality
  const { frame, feed, state } = useLiveFeed(camera, {
    wanted: { quality, sound: view.sound ?? false },
    worker: view.worker ?? false,
    isCovered: view.isCovered ?? false,
    feeds,
  })
  const zoom = useDigitalZoom(frame, feed.stage, view.digitalZoom ?? false)
  const { phase } = state
  const isLive = phase === 'live'
  const hadPicture = state.lastPictureAt !== undefined
  useEffect(() => onPhase?.(camera, phase), [onPhase, camera, phase])
  useEffect(() => {
    if (!isLive) return
    const timer = setTimeout(() => void keepPoster(camera, feed), posterAfterMs)
    return () => clearTimeout(timer)
  }, [isLive, camera, feed])

  const condition = t(phaseName[phase])
  const label = `${camera.number} ${name(camera.name, camera.nameEn)}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms; this is a labelled group of a picture and its controls
    <div
      className="live-pane"
      role="group"
      aria-label={`${label}, ${t(liveText.live)}, ${condition}`}
      aria-busy={phase === 'connecting'}
      data-panel={`live-${camera.id}`}
      data-state={phase}
      data-kind={isLive ? feed.shown()?.candidate.kind : undefined}
      data-selected={isSelected || undefined}
      data-size={view.size}
      data-fit={view.fit}
    >
      <div className="live-frame" ref={frame}>
        {!hadPicture && camera.posterUrl && <Poster url={camera.posterUrl} />}
      </div>
      {!isLive && (
        <PaneStatus
          camera={camera}
          feed={feed}
          state={state}
          timeZone={view.timeZone}
          lower={() => setLowered(true)}
        />
      )}
      <div className="pane-top">
        <PaneName camera={camera} state={state} showsShop={view.size === 'wall'} />
        {view.size !== 'wall' && <PaneChips camera={camera} feed={feed} state={state} />}
        {isLowered && view.quality === 'high' && (
          <button type="button" className="pane-label pane-label-button" onClick={() => setLowered(false)}>
            {t(liveText.standard)} → {t(liveText.high)}
          </button>
        )}
        {zoom.isZoomed && (
          <button type="button" className="pane-label pane-label-button" onClick={zoom.reset}>
            {t(liveText.resetZoom)}
          </button>
        )}
        <PaneTime state={state} timeZone={view.timeZone} showsDate={view.size === 'big'} />
      </div>
      {children}
      <Announcement phase={phase} words={`${label}: ${condition}`} />
    </div>
  )
}

function Poster({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  return isBroken ? null : <img className="live-poster" src={url} alt="" onError={() => setBroken(true)} />
}

const worthSaying: readonly LivePhase[] = [
  'stalled',
  'reconnecting',
  'failed',
  'offline',
  'taken',
  'forbidden',
]

/** Says politely when the picture is lost and when it is back; a first connection goes without words. */
function Announcement({ phase, words }: { phase: LivePhase; words: string }) {
  const [hadTrouble, setTrouble] = useState(false)
  const isTrouble = worthSaying.includes(phase)
  useEffect(() => {
    if (isTrouble) setTrouble(true)
  }, [isTrouble])
  return (
    <span className="visually-hidden" role="status">
      {isTrouble || (hadTrouble && phase === 'live') ? words : ''}
    </span>
  )
}
