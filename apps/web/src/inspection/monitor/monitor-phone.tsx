import { Button } from 'antd'
import {
  Camera as CameraIcon,
  ChevronLeft,
  ChevronRight,
  History,
  Maximize,
  Minimize,
  Pencil,
} from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { PageMode, PhoneTitle } from '../../shell/chrome.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { GalleryStrip } from '../capture/gallery-strip.tsx'
import { captureText } from '../capture/text.ts'
import { playbackText } from '../playback/text.ts'
import { PresetStrip } from '../presets/preset-strip.tsx'
import { scoringText } from '../scoring/text.ts'
import { HoldNote } from '../steering/hold-note.tsx'
import { PtzPad } from '../steering/ptz-pad.tsx'
import { OldPictures, VerifyBar } from '../verify/verify-view.tsx'
import { VisitPanel, VisitTimer } from '../visit/visit-panel.tsx'
import { AnnotateLayer } from './annotate-layer.tsx'
import { PhoneLive } from './phone-live.tsx'
import { SideSheet } from './side-panel.tsx'
import { monitorText as words } from './text.ts'
import type { Monitor } from './use-monitor.ts'
import { useSwipe } from './use-swipe.ts'

/** Monitoring in one hand: the picture on top, steering and capture under the thumb. */
export function MonitorPhone({ monitor }: { monitor: Monitor }) {
  const t = useText()
  const { camera, cameras, index, presets, shop, scoring } = monitor
  return (
    <div className="phone" {...panelAttributes('monitor', 'ready')}>
      <PhoneTitle>
        <span className="phone-title">
          {t(words.position, { number: index + 1, all: cameras.length })}
          {scoring &&
            ` · ${t(scoringText.position, { done: scoring.tally.all - scoring.tally.left, all: scoring.tally.all })}`}
        </span>
      </PhoneTitle>
      <PageMode>
        <VisitTimer visit={monitor.visit} />
      </PageMode>
      <PhonePicture monitor={monitor} panelId="p2" />
      <CameraDots monitor={monitor} />
      {monitor.verify?.problem && (
        <>
          <OldPictures key={monitor.verify.problem.id} verify={monitor.verify} />
          <VerifyBar key={`bar-${monitor.verify.problem.id}`} verify={monitor.verify} />
        </>
      )}
      <PresetStrip presets={presets} camera={camera} timeZone={shop.timeZone} />
      <ThumbZone monitor={monitor} />
      <SideSheet monitor={monitor} />
      {monitor.replay && (
        <Button size="large" icon={<History size={18} />} onClick={monitor.replay}>
          {t(playbackText.back30)}
        </Button>
      )}
      <GalleryStrip camera={camera} cameras={cameras} captures={monitor.captures} timeZone={shop.timeZone} />
      <VisitPanel
        visit={monitor.visit}
        cameras={cameras}
        timeZone={shop.timeZone}
        onStart={() => monitor.visit.start(camera)}
      />
    </div>
  )
}

/** The live picture over the whole width: a swipe is the next camera. */
export function PhonePicture({ monitor, panelId }: { monitor: Monitor; panelId?: string }) {
  const { steering } = monitor
  useSwipe(monitor.pane, monitor.step)
  return (
    <div
      className="phone-picture"
      ref={monitor.pane}
      {...(panelId === undefined ? {} : panelAttributes(panelId, 'ready'))}
    >
      <PhoneLive monitor={monitor}>
        <HoldNote hold={steering?.hold} />
        <PictureButtons monitor={monitor} />
      </PhoneLive>
      <AnnotateLayer monitor={monitor} />
    </div>
  )
}

/** Steering and capture where the thumb is. */
export function ThumbZone({ monitor }: { monitor: Monitor }) {
  const t = useText()
  const { steering, presets } = monitor
  return (
    <div className="thumb-zone">
      {steering && <PtzPad steering={steering} home={presets.home} />}
      {monitor.mayCapture && (
        <button
          type="button"
          className="shutter"
          disabled={monitor.captures.isRunning}
          onClick={() => void monitor.capture()}
        >
          <span className="shutter-ring">
            <CameraIcon size={28} aria-hidden />
          </span>
          {t(captureText.capture)}
        </button>
      )}
      {monitor.mayCapture && (
        <button
          type="button"
          className="shutter-annotate"
          aria-label={t(captureText.annotate)}
          disabled={monitor.captures.isRunning}
          onClick={() => void monitor.captureAndAnnotate()}
        >
          <Pencil size={20} aria-hidden />
        </button>
      )}
    </div>
  )
}

function PictureButtons({ monitor }: { monitor: Monitor }) {
  const t = useText()
  const { fullScreen, cameras } = monitor
  return (
    <>
      {cameras.length > 1 && (
        <>
          <button
            type="button"
            className="picture-step"
            aria-label={t(words.previous)}
            onClick={() => monitor.step(-1)}
          >
            <ChevronLeft size={22} />
          </button>
          <button
            type="button"
            className="picture-step"
            aria-label={t(words.next)}
            onClick={() => monitor.step(1)}
          >
            <ChevronRight size={22} />
          </button>
        </>
      )}
      {fullScreen.isOffered && (
        <button
          type="button"
          className="picture-corner"
          aria-label={t(fullScreen.isFull ? words.leaveFullScreen : words.fullScreen)}
          onClick={fullScreen.toggle}
        >
          {fullScreen.isFull ? <Minimize size={18} /> : <Maximize size={18} />}
        </button>
      )}
    </>
  )
}

/** Which camera of how many, and which were looked at. */
function CameraDots({ monitor }: { monitor: Monitor }) {
  return (
    <div className="camera-dots" aria-hidden>
      {monitor.cameras.map(camera => (
        <span
          key={camera.id}
          data-current={camera.id === monitor.camera.id || undefined}
          data-viewed={monitor.visit.viewed.has(camera.id) || undefined}
        />
      ))}
    </div>
  )
}
