import { Button } from 'antd'
import {
  Camera as CameraIcon,
  History,
  Maximize,
  Minimize,
  Pause,
  Pencil,
  Play,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Kbd } from '../../ui/bits.tsx'
import { captureText } from '../capture/text.ts'
import { playbackText } from '../playback/text.ts'
import { SpeedChoice } from '../steering/speed-choice.tsx'
import { monitorText as words } from './text.ts'
import type { Monitor } from './use-monitor.ts'

/** What is done to the picture: pause, sound, speed, recording, capture, full screen. */
export function Toolbar({
  monitor,
  hasSpeed = true,
  children,
}: {
  monitor: Monitor
  /** False where the speed is chosen elsewhere. */
  hasSpeed?: boolean
  children?: ReactNode
}) {
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
      {hasSpeed && steering && monitor.camera.capabilities.ptz && (
        <>
          <span className="toolbar-rule" aria-hidden />
          <SpeedChoice value={monitor.speed} onChange={monitor.setSpeed} />
        </>
      )}
      {children}
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
      {monitor.mayCapture && (
        <Button
          icon={<Pencil size={16} />}
          title={t(captureText.annotate)}
          disabled={captures.isRunning}
          onClick={() => void monitor.captureAndAnnotate()}
        >
          {t(captureText.annotateShort)} <Kbd keys="a" />
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
