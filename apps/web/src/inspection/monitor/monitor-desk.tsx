import { Button, Segmented } from 'antd'
import {
  Camera as CameraIcon,
  History,
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  Play,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { PageMode, PagePane } from '../../shell/chrome.tsx'
import { Kbd } from '../../ui/bits.tsx'
import { hotkeySheet } from '../../ui/hotkey-sheet.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { GalleryStrip } from '../capture/gallery-strip.tsx'
import { captureText } from '../capture/text.ts'
import { LivePane } from '../live/live-pane.tsx'
import { playbackText } from '../playback/text.ts'
import type { LivePhase } from '../player/live-state.ts'
import { PresetStrip } from '../presets/preset-strip.tsx'
import { HoldNote } from '../steering/hold-note.tsx'
import { PtzPad } from '../steering/ptz-pad.tsx'
import { SpeedChoice } from '../steering/speed-choice.tsx'
import { steeringText } from '../steering/text.ts'
import { OldPictures, VerifyBar } from '../verify/verify-view.tsx'
import { VisitTimer } from '../visit/visit-panel.tsx'
import { CameraList } from './camera-list.tsx'
import { SidePanel } from './side-panel.tsx'
import { monitorText as words } from './text.ts'
import type { Monitor } from './use-monitor.ts'

/** Monitoring on a desk: cameras left, picture with its pad, tools, presets and pictures below. */
export function MonitorDesk({ monitor }: { monitor: Monitor }) {
  const { camera, steering, presets, shop, verify } = monitor
  const verified = verify?.problem
  const t = useText()
  const language = useLanguage()
  const picture = (
    <div className="monitor" {...panelAttributes('monitor', 'ready')}>
      <PageMode>
        <VisitTimer visit={monitor.visit} />
        {monitor.replay && (
          <Segmented
            value="live"
            onChange={mode => mode === 'playback' && monitor.replay?.()}
            options={[
              { value: 'live', label: t(playbackText.live) },
              { value: 'playback', label: t(playbackText.playback) },
            ]}
          />
        )}
      </PageMode>
      <PagePane label={words.cameras} width={language === chinese ? 208 : 232}>
        <CameraList monitor={monitor} />
      </PagePane>
      <div
        className="monitor-picture"
        ref={monitor.pane}
        data-verifying={verified ? true : undefined}
        {...panelAttributes('p2', 'ready')}
      >
        {verified && <OldPictures key={verified.id} verify={verify} />}
        <LivePane
          key={camera.id}
          camera={camera}
          view={{
            quality: 'high',
            fit: 'contain',
            size: 'big',
            timeZone: shop.timeZone,
            sound: monitor.sound,
            digitalZoom: true,
          }}
          feeds={monitor.feeds}
          onPhase={monitor.onPhase}
        >
          {steering && hasPicture(monitor.phase) && <PtzPad steering={steering} home={presets.home} />}
          {steering?.hold ? <HoldNote hold={steering.hold} /> : <KeyHint monitor={monitor} />}
        </LivePane>
      </div>
      {verified ? <VerifyBar key={verified.id} verify={verify} /> : <Toolbar monitor={monitor} />}
      <div className="monitor-strips">
        <PresetStrip presets={presets} camera={camera} timeZone={shop.timeZone} />
        <GalleryStrip
          camera={camera}
          cameras={monitor.cameras}
          captures={monitor.captures}
          timeZone={shop.timeZone}
        />
      </div>
    </div>
  )
  if (monitor.side.tab === undefined) return picture
  return (
    <div className="monitor-with-score">
      {picture}
      <SidePanel monitor={monitor} />
    </div>
  )
}

/** What cannot be seen is not steered. */
const hasPicture = (phase: LivePhase) => phase === 'live' || phase === 'stalled' || phase === 'reconnecting'

function KeyHint({ monitor }: { monitor: Monitor }) {
  const t = useText()
  const { steering, camera, phase } = monitor
  if (phase !== 'live') return null
  return (
    <button
      type="button"
      className="pane-label pane-label-button pane-note key-hint"
      onClick={() => hotkeySheet.set(true)}
    >
      <Keyboard size={14} aria-hidden />
      <span className="ellipsis">
        {t(steering && camera.capabilities.ptz ? steeringText.hint : words.noPtz)}
      </span>
    </button>
  )
}

function Toolbar({ monitor }: { monitor: Monitor }) {
  const t = useText()
  const { phase, sound, steering, fullScreen, captures } = monitor
  const isPaused = phase === 'paused'
  return (
    <div className="toolbar">
      <Button
        aria-label={t(isPaused ? words.resume : words.pause)}
        title={t(isPaused ? words.resume : words.pause)}
        icon={isPaused ? <Play size={16} /> : <Pause size={16} />}
        onClick={monitor.togglePause}
      />
      <Button
        type="text"
        aria-label={t(sound ? words.mute : words.sound)}
        title={t(sound ? words.mute : words.sound)}
        aria-pressed={sound}
        icon={sound ? <Volume2 size={16} /> : <VolumeX size={16} />}
        onClick={monitor.toggleSound}
      />
      {steering && monitor.camera.capabilities.ptz && (
        <>
          <span className="toolbar-rule" aria-hidden />
          <SpeedChoice value={monitor.speed} onChange={monitor.setSpeed} />
        </>
      )}
      <span className="toolbar-gap" />
      {monitor.replay && (
        <Button icon={<History size={16} />} onClick={monitor.replay}>
          {t(playbackText.back30)} <Kbd keys="l" />
        </Button>
      )}
      {monitor.mayCapture && (
        <Button
          type="primary"
          icon={<CameraIcon size={16} />}
          loading={captures.isRunning}
          onClick={() => void monitor.capture()}
        >
          {t(captureText.capture)} <Kbd keys="s" />
        </Button>
      )}
      {fullScreen.isOffered && (
        <Button
          type="text"
          aria-label={t(fullScreen.isFull ? words.leaveFullScreen : words.fullScreen)}
          title={t(fullScreen.isFull ? words.leaveFullScreen : words.fullScreen)}
          icon={fullScreen.isFull ? <Minimize size={16} /> : <Maximize size={16} />}
          onClick={fullScreen.toggle}
        />
      )}
    </div>
  )
}
