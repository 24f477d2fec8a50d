import { Button } from 'antd'
import {
  Bookmark,
  Camera as CameraIcon,
  Film,
  History,
  Maximize,
  Minimize,
  Pause,
  Pencil,
  Play,
  Square,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Kbd } from '../../ui/bits.tsx'
import { captureText } from '../capture/text.ts'
import type { LiveFilm } from '../capture/use-live-recording.ts'
import { useNow } from '../live/use-now.ts'
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
  const { phase, sound, steering, fullScreen, captures, film } = monitor
  const isPaused = phase === 'paused'
  return (
    <div className="toolbar" data-full={children !== undefined || undefined}>
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
        <Button icon={<History size={16} />} title={`${t(playbackText.back30)} (L)`} onClick={monitor.replay}>
          {t(words.back30)}
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
          title={`${t(captureText.annotate)} (A)`}
          disabled={captures.isRunning}
          onClick={() => void monitor.captureAndAnnotate()}
        >
          {t(captureText.annotateShort)}
        </Button>
      )}
      {monitor.mayCapture && film.isOffered && <FilmButton film={film} isLive={phase === 'live'} />}
      {monitor.bookmark && (
        <Button
          type="text"
          aria-label={t(playbackText.addBookmark)}
          title={`${t(playbackText.addBookmark)} (B)`}
          icon={<Bookmark size={16} />}
          onClick={() => void monitor.bookmark?.()}
        />
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

/** Begins a film of the live picture, and tells how long it runs; a second click ends and saves it. */
function FilmButton({ film, isLive }: { film: LiveFilm; isLive: boolean }) {
  const t = useText()
  const { minutesSeconds } = useFormat()
  const now = useNow(film.since !== undefined)
  if (film.since === undefined)
    return (
      <Button
        icon={<Film size={16} />}
        title={t(captureText.filmHint)}
        aria-label={`${t(captureText.film)}: ${t(captureText.filmHint)}`}
        disabled={!isLive}
        onClick={film.toggle}
      >
        <span className="film-word">{t(captureText.film)}</span>
      </Button>
    )
  return (
    <Button
      danger
      icon={<Square size={14} fill="currentcolor" />}
      title={t(captureText.stopFilm)}
      aria-label={t(captureText.stopFilm)}
      onClick={film.toggle}
    >
      {minutesSeconds(Math.max(0, now - film.since))}
    </Button>
  )
}
