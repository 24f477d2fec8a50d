import type { Camera, ShopDetail } from '@aisle/contract'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { useCapture } from '../capture/use-capture.ts'
import type { Feeds } from '../live/use-live-feed.ts'
import { useOpenPlayback } from '../playback/open-playback.ts'
import type { LivePhase } from '../player/live-state.ts'
import { usePresets } from '../presets/use-presets.ts'
import { useScoring } from '../scoring/use-scoring.ts'
import { type SpeedName, speeds, useSteering } from '../steering/use-steering.ts'
import { useCheckRecord } from './use-check-record.ts'
import { useFullScreen } from './use-full-screen.ts'

const replayAgoMs = 30_000

/** Everything that monitoring one shop is: which camera, what it does, what was seen and taken. */
export function useMonitor(shop: ShopDetail, cameras: readonly [Camera, ...Camera[]]) {
  const [search, setSearch] = useSearchParams()
  const { can } = useSession()
  const openPlayback = useOpenPlayback()
  const asked = cameras.find(each => each.id === search.get('camera'))
  const camera = asked ?? cameras.find(each => each.status === 'online') ?? cameras[0]
  const index = cameras.indexOf(camera)

  const feeds = useRef<Feeds>(new Map()).current
  const [speed, setSpeed] = useState<SpeedName>('mid')
  const [sound, setSound] = useState(false)
  const [phase, setPhase] = useState<LivePhase>('idle')
  const [viewed, setViewed] = useState<ReadonlySet<string>>(new Set())
  const pane = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(pane)

  const leftPreset = useRef(() => {})
  const steering = useSteering(camera, speeds[speed], () => leftPreset.current())
  const presets = usePresets(camera, steering, feeds)
  leftPreset.current = presets.left
  const captures = useCapture(feeds)
  const noteWatched = useCheckRecord(shop.shopid, shop.timeZone)
  const mayCapture = can('inspect.operate')
  const capture = () => captures.take(camera, { presetId: presets.presentId, timeZone: shop.timeZone })
  const presetId = presets.presentId
  const scoring = useScoring({ shop, camera, presetId, mayCapture, takePicture: capture })

  const onPhase = useCallback(
    (of: Camera, next: LivePhase) => {
      setPhase(next)
      if (next !== 'live') return
      setViewed(before => (before.has(of.id) ? before : new Set(before).add(of.id)))
      noteWatched(of)
    },
    [noteWatched],
  )
  const select = (id: string) => {
    setSound(false)
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        next.set('camera', id)
        return next
      },
      { replace: true },
    )
  }
  const step = (by: number) => {
    const next = cameras[(index + by + cameras.length) % cameras.length]
    if (next && next !== camera) select(next.id)
  }
  return {
    shop,
    cameras,
    camera,
    index,
    select,
    step,
    feeds,
    pane,
    fullScreen,
    steering,
    speed,
    setSpeed,
    presets,
    captures,
    phase,
    onPhase,
    viewed,
    sound,
    /** Opens the recording of the last half minute; undefined where there is none to open. */
    replay:
      openPlayback && camera.capabilities.playback
        ? () =>
            openPlayback({ shopId: shop.shopid, cameraId: camera.id, timeZone: shop.timeZone }, replayAgoMs)
        : undefined,
    toggleSound: () => setSound(on => !on),
    togglePause() {
      feeds.get(camera.id)?.send({ type: phase === 'paused' ? 'resume' : 'pause' })
    },
    mayCapture,
    scoring,
    /** Takes the picture; where the shop is being scored it belongs to the current item. */
    capture: async () => {
      if (scoring) await scoring.captureFor(scoring.attachId)
      else await capture()
    },
    unviewed: cameras.filter(each => !viewed.has(each.id)),
  }
}
export type Monitor = ReturnType<typeof useMonitor>
