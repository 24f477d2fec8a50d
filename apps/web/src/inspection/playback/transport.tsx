import { Button, Input } from 'antd'
import {
  Bookmark as BookmarkIcon,
  Camera as CameraIcon,
  ChevronFirst,
  ChevronLast,
  CircleAlert,
  FastForward,
  Info,
  Maximize,
  Minimize,
  Pause,
  Play,
  Rewind,
  Scissors,
  StepBack,
  StepForward,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Kbd } from '../../ui/bits.tsx'
import { toast } from '../../ui/toast.tsx'
import { captureText } from '../capture/text.ts'
import { momentOf, typedClock } from './shop-day.ts'
import { playbackText as words } from './text.ts'
import { useClockSecond } from './use-conductor.ts'
import type { PlaybackModel } from './use-playback.ts'

/** Time, play and pause, jumps, speed, frames, clip and picture. */
export function Transport({
  model,
  onClip,
  onRaise,
}: {
  model: PlaybackModel
  onClip?: () => void
  onRaise?: (() => void) | undefined
}) {
  const t = useText()
  const { fullScreen } = model
  return (
    <div className="transport">
      <ClockField model={model} />
      <Buttons model={model} />
      <Speeds model={model} />
      <FrameButtons model={model} />
      <span className="toolbar-gap" />
      <BookmarkButton model={model} />
      {onClip && (
        <Button className="transport-clip" icon={<Scissors size={16} />} onClick={onClip}>
          {t(words.clip)}
        </Button>
      )}
      {onRaise && (
        <Button icon={<CircleAlert size={16} />} title={t(words.raise)} onClick={onRaise}>
          {t(words.raiseShort)}
        </Button>
      )}
      {model.mayCapture && (
        <Button
          type="primary"
          icon={<CameraIcon size={16} />}
          loading={model.captures.isRunning}
          onClick={() => void model.capture()}
        >
          {t(captureText.capture)} <Kbd keys="s" />
        </Button>
      )}
      {fullScreen.isOffered && (
        <Tool
          label={t(fullScreen.isFull ? words.leaveFullScreen : words.fullScreen)}
          icon={fullScreen.isFull ? <Minimize size={16} /> : <Maximize size={16} />}
          onClick={fullScreen.toggle}
        />
      )}
    </div>
  )
}

/** Marks the moment on the screen. */
export function BookmarkButton({ model, size }: { model: PlaybackModel; size?: 'large' }) {
  const t = useText()
  return (
    <Button
      {...(size === undefined ? {} : { size })}
      className="transport-bookmark"
      icon={<BookmarkIcon size={16} />}
      title={t(words.addBookmark)}
      loading={model.bookmarks.isMaking}
      disabled={model.main === undefined}
      onClick={() => void model.bookmark()}
    >
      {t(words.bookmark)} {size === undefined && <Kbd keys="b" />}
    </Button>
  )
}

function Tool({
  label,
  icon,
  onClick,
  className = '',
}: {
  label: string
  icon: ReactNode
  onClick: () => void
  className?: string
}) {
  return (
    <Button
      type="text"
      className={className}
      aria-label={label}
      title={label}
      icon={icon}
      onClick={onClick}
    />
  )
}

/** The time on the shop's clock; typing another one and Enter goes there. */
export function ClockField({ model }: { model: PlaybackModel }) {
  const t = useText()
  const format = useFormat()
  const { director, timeZone, day } = model
  const second = useClockSecond(director)
  const [typed, type] = useState<string>()
  const go = () => {
    if (typed === undefined || typed.trim() === '') return type(undefined)
    const clock = typedClock(typed)
    const at = clock === undefined ? undefined : momentOf(`${day}T${clock}`, timeZone)
    if (at === undefined) toast.error(words.notATime)
    else model.seek(at)
    type(undefined)
  }
  return (
    <Input
      className="transport-clock"
      variant="borderless"
      aria-label={t(words.typeTime)}
      title={t(words.typeTime)}
      inputMode="numeric"
      value={typed ?? format.clock(new Date(second), timeZone)}
      onFocus={event => {
        type(format.clock(new Date(second), timeZone))
        event.target.select()
      }}
      onChange={event => type(event.target.value)}
      onBlur={() => type(undefined)}
      onKeyDown={event => {
        if (event.key === 'Escape') type(undefined)
        if (event.key !== 'Enter') return
        go()
        event.currentTarget.blur()
      }}
    />
  )
}

export function Buttons({ model }: { model: PlaybackModel }) {
  const t = useText()
  const { isPlaying } = model.view
  const play = t(isPlaying ? words.pause : words.play)
  return (
    <div className="transport-buttons">
      <Tool
        label={t(words.previousRecording)}
        icon={<ChevronFirst size={18} />}
        onClick={() => model.toRecording(-1)}
      />
      <Tool label={t(words.back10)} icon={<Rewind size={18} />} onClick={() => model.skip(-10_000)} />
      <button
        type="button"
        className="transport-play"
        aria-label={play}
        title={play}
        onClick={model.togglePlay}
      >
        {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </button>
      <Tool label={t(words.forward10)} icon={<FastForward size={18} />} onClick={() => model.skip(10_000)} />
      <Tool
        label={t(words.nextRecording)}
        icon={<ChevronLast size={18} />}
        onClick={() => model.toRecording(1)}
      />
    </div>
  )
}

/** The speeds that the platforms of all pictures offer. */
export function Speeds({ model }: { model: PlaybackModel }) {
  const t = useText()
  const name = useName()
  const { speeds, slowest, view } = model
  const why =
    speeds.length === 1 && slowest
      ? t(words.onlyNormal, { name: `${slowest.number} ${name(slowest.name, slowest.nameEn)}` })
      : undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms; these are buttons of one choice
    <div className="transport-speeds" role="group" aria-label={t(words.speed)} title={why}>
      {speeds.map(speed => (
        <button
          key={speed}
          type="button"
          aria-pressed={speed === view.rate}
          aria-label={t(words.speedOf, { speed })}
          title={speed > 4 ? t(words.keyFrames) : undefined}
          onClick={() => model.setRate(speed)}
        >
          {speed}×
        </button>
      ))}
      {why && (
        <span className="transport-why" title={why}>
          <Info size={14} aria-hidden />
          <span className="visually-hidden">{why}</span>
        </span>
      )}
    </div>
  )
}

export function FrameButtons({ model }: { model: PlaybackModel }) {
  const t = useText()
  return (
    <div className="transport-frames">
      <Tool label={t(words.frameBack)} icon={<StepBack size={17} />} onClick={() => model.step(-1)} />
      <Tool label={t(words.frameForward)} icon={<StepForward size={17} />} onClick={() => model.step(1)} />
    </div>
  )
}
