import type { Camera, Picture, ShopDetail } from '@aisle/contract'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { useName } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { useFullScreen } from '../../ui/use-full-screen.ts'
import { useCapture } from '../capture/use-capture.ts'
import { useLiveRecording } from '../capture/use-live-recording.ts'
import type { Feeds } from '../live/use-live-feed.ts'
import { useOpenPlayback } from '../playback/open-playback.ts'
import { playbackText } from '../playback/text.ts'
import type { LivePhase } from '../player/live-state.ts'
import { usePresets } from '../presets/use-presets.ts'
import { useScoring } from '../scoring/use-scoring.ts'
import { useSpeedChoice } from '../steering/use-speed-choice.ts'
import { speeds, useSteering } from '../steering/use-steering.ts'
import { useVerify } from '../verify/use-verify.ts'
import { useVisit } from '../visit/use-visit.ts'
import { type SideTab, sideTabs, useSideTabs } from './use-side-tabs.ts'

const replayAgoMs = 30_000

export type MonitorOptions = {
  /** The items of the form lead, and the camera goes where the current one is seen. */
  isLedByItems?: boolean
  /** Tabs beside the picture; all where it is left out. */
  tabs?: readonly SideTab[]
}

/** Everything that monitoring one shop is: which camera, what it does, what was seen, taken, scored and verified. */
export function useMonitor(
  shop: ShopDetail,
  cameras: readonly [Camera, ...Camera[]],
  { isLedByItems = false, tabs = sideTabs }: MonitorOptions = {},
) {
  const [search, setSearch] = useSearchParams()
  const { can } = useSession()
  const name = useName()
  const openPlayback = useOpenPlayback()
  const asked = cameras.find(each => each.id === search.get('camera'))
  const camera = asked ?? cameras.find(each => each.status === 'online') ?? cameras[0]
  const index = cameras.indexOf(camera)

  const feeds = useRef<Feeds>(new Map()).current
  const [speed, setSpeed] = useSpeedChoice()
  /** A speed of 1–10 where slow, mid and fast are not fine enough. */
  const [level, setLevel] = useState<number>()
  const [sound, setSound] = useState(false)
  const [phase, setPhase] = useState<LivePhase>('idle')
  const pane = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(pane)
  const [annotating, annotate] = useState<Picture>()
  const visit = useVisit(shop)

  const leftPreset = useRef(() => {})
  const steering = useSteering(camera, level ?? speeds[speed], () => leftPreset.current())
  const presets = usePresets(camera, steering, feeds)
  leftPreset.current = presets.left
  const captures = useCapture(feeds)
  const film = useLiveRecording(feeds, camera, {
    shopName: name(shop.shopname, shop.shopnameEn),
    timeZone: shop.timeZone,
  })
  const mayCapture = can('inspect.operate')
  const presetId = presets.presentId
  const takePicture = async (whenLate?: (picture: Picture) => void) => {
    // Who deducts right after a change of camera means the picture that is about to come.
    if (phase === 'connecting' || phase === 'idle') await shown(feeds, camera.id)
    return captures.take(camera, { presetId, timeZone: shop.timeZone }, whenLate)
  }

  const onPhase = useCallback(
    (of: Camera, next: LivePhase) => {
      setPhase(next)
      if (next === 'live') visit.see(of)
    },
    [visit.see],
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

  const around = {
    shop,
    camera,
    presetId,
    mayCapture,
    takePicture,
    taken: captures.taken,
    recordId: visit.currentId,
  }
  const scoring = useScoring({
    ...around,
    followsCamera: !isLedByItems,
    isOn: tabs.includes('evaluation'),
  })
  const verify = useVerify({
    shop,
    cameras,
    camera,
    presets,
    select,
    takePicture,
    mayCapture: mayCapture && phase === 'live',
    visit,
  })
  const side = useSideTabs(around, tabs, { scoring, verify })

  /** Takes the picture; where the shop is being scored it belongs to the current item. */
  async function capture() {
    const isScored = side.tab === 'evaluation' && verify?.problem === undefined
    return scoring && isScored ? scoring.captureFor(scoring.attachId) : takePicture()
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
    level,
    setLevel,
    presets,
    captures,
    phase,
    onPhase,
    visit,
    sound,
    /** Opens the recording of the last half minute; undefined where there is none to open. */
    replay:
      openPlayback && camera.capabilities.playback
        ? () =>
            openPlayback({ shopId: shop.shopid, cameraId: camera.id, timeZone: shop.timeZone }, replayAgoMs)
        : undefined,
    film,
    /** Marks this moment in the recordings of the camera; undefined where there will be none to look at. */
    bookmark:
      openPlayback && camera.capabilities.playback
        ? () =>
            api.bookmarks.create({ body: { cameraId: camera.id, at: thisSecond() } }).then(
              () => toast.success(playbackText.bookmarked),
              (error: unknown) => toast.error(error),
            )
        : undefined,
    toggleSound: () => setSound(on => !on),
    togglePause() {
      feeds.get(camera.id)?.send({ type: phase === 'paused' ? 'resume' : 'pause' })
    },
    mayCapture,
    takePicture,
    scoring,
    verify,
    side,
    capture,
    /** The picture that is drawn on now; the live one goes on in the corner. */
    annotating,
    captureAndAnnotate: async () => annotate(await capture()),
    leaveAnnotation: () => annotate(undefined),
    unviewed: cameras.filter(each => !visit.viewed.has(each.id)),
  }
}
export type Monitor = ReturnType<typeof useMonitor>

const thisSecond = () => new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()

const lookEveryMs = 150
const patienceMs = 8_000

/** Waits until a camera shows a picture, no longer than anybody would. */
async function shown(feeds: Feeds, cameraId: string): Promise<void> {
  const until = Date.now() + patienceMs
  while (!feeds.get(cameraId)?.shown() && Date.now() < until)
    await new Promise(resolve => setTimeout(resolve, lookEveryMs))
}
