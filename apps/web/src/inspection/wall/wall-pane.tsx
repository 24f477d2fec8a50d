import type { Camera } from '@aisle/contract'
import {
  Camera as CameraIcon,
  Crosshair,
  Ellipsis,
  Expand,
  Maximize2,
  Minimize2,
  Pin,
  PinOff,
  Shrink,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useName, useText } from '../../lib/i18n.ts'
import { ClickMenu } from '../../ui/click-menu.tsx'
import { captureText } from '../capture/text.ts'
import { LivePane } from '../live/live-pane.tsx'
import { useOpenPlayback } from '../playback/open-playback.ts'
import { playbackText } from '../playback/text.ts'
import { HoldNote } from '../steering/hold-note.tsx'
import { PtzPad } from '../steering/ptz-pad.tsx'
import { startDrag } from './drag.ts'
import type { WallPane as Pane, Slot } from './panes.ts'
import { wallText as words } from './text.ts'
import type { WallWork } from './use-wall.ts'

const replayAgoMs = 30_000

type Props = { wall: WallWork; camera: Camera; pane: Pane; slot: Slot | undefined }

/** One pane of the wall: chosen by a click, alone by a double click, arranged by dragging or by its menu. */
export function WallPane({ wall, camera, pane, slot }: Props) {
  const t = useText()
  const name = useName()
  const box = useRef<HTMLDivElement>(null)
  const isSelected = wall.selected?.id === camera.id
  const isSingle = wall.single === camera.id
  const steering = wall.steering?.camera.id === camera.id ? wall.steering : undefined
  // Arrows choose another pane: the keyboard goes along, so that Enter opens the pane that is marked.
  useEffect(() => {
    if (isSelected && document.activeElement?.matches('.wall-pane')) box.current?.focus()
  }, [isSelected])
  const isFirst = wall.slots.find(each => each.pane)?.pane?.cameraId === camera.id
  return (
    // biome-ignore lint/a11y/useSemanticElements: a pane holds buttons of its own, so it cannot be a button
    <div
      ref={box}
      className="wall-pane"
      role="group"
      aria-label={`${name(camera.shopname, camera.shopnameEn)} ${camera.number}`}
      aria-current={isSelected || undefined}
      // One stop for the keyboard; arrows go from pane to pane.
      tabIndex={isSelected || (!wall.selected && isFirst) ? 0 : -1}
      draggable={slot !== undefined && steering === undefined && !isSingle}
      onDragStart={event => slot && startDrag(event, { kind: 'pane', index: slot.index })}
      onClick={() => wall.select(camera.id)}
      onFocus={event => event.target === box.current && wall.select(camera.id)}
      onDoubleClick={() => wall.toggleSingle(camera.id)}
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.target !== box.current) return
        event.preventDefault()
        wall.toggleSingle(camera.id)
      }}
    >
      <LivePane
        camera={camera}
        view={{
          quality: isSelected || isSingle || wall.layout === '1' ? 'high' : 'smooth',
          fit: isSingle ? 'contain' : pane.fit,
          size: 'wall',
          timeZone: wall.zoneOf(camera.shopId),
          sound: wall.soundId === camera.id,
          worker: wall.size >= 9,
          isCovered: wall.single !== undefined && !isSingle,
        }}
        feeds={wall.feeds}
        isSelected={isSelected}
      >
        {steering && <PtzPad steering={steering} home={wall.presets.home} />}
        {steering?.hold ? (
          <HoldNote hold={steering.hold} />
        ) : (
          pane.pinned && (
            <span className="pane-label pane-note">
              <Pin size={12} aria-hidden /> {t(words.pinned)}
            </span>
          )
        )}
        <PaneActions wall={wall} camera={camera} pane={pane} slot={slot} isSteered={steering !== undefined} />
      </LivePane>
    </div>
  )
}

function PaneActions({ wall, camera, pane, slot, isSteered }: Props & { isSteered: boolean }) {
  const t = useText()
  const isSingle = wall.single === camera.id
  const isHeard = wall.soundId === camera.id
  const canSteer = wall.operates && (camera.capabilities.ptz || camera.capabilities.zoom)
  return (
    <div className="pane-actions" data-steered={isSteered || undefined}>
      {wall.operates && (
        <PaneButton label={t(captureText.capture)} onClick={() => void wall.capture(camera)}>
          <CameraIcon size={16} />
        </PaneButton>
      )}
      {canSteer && (
        <PaneButton
          label={t(isSteered ? words.stopSteering : words.steer)}
          isPressed={isSteered}
          onClick={() => wall.toggleSteering(camera.id)}
        >
          <Crosshair size={16} />
        </PaneButton>
      )}
      <PaneButton
        label={t(isHeard ? words.mute : words.sound)}
        isPressed={isHeard}
        onClick={() => wall.toggleSound(camera.id)}
      >
        {isHeard ? <Volume2 size={16} /> : <VolumeX size={16} />}
      </PaneButton>
      <PaneButton
        label={t(pane.pinned ? words.unpin : words.pin)}
        isPressed={pane.pinned}
        onClick={() => wall.setPane(camera.id, { pinned: !pane.pinned })}
      >
        {pane.pinned ? <PinOff size={16} /> : <Pin size={16} />}
      </PaneButton>
      <PaneButton
        label={t(pane.fit === 'cover' ? words.whole : words.fill)}
        isPressed={pane.fit === 'contain'}
        onClick={() => wall.setPane(camera.id, { fit: pane.fit === 'cover' ? 'contain' : 'cover' })}
      >
        {pane.fit === 'cover' ? <Shrink size={16} /> : <Expand size={16} />}
      </PaneButton>
      <PaneButton
        label={t(isSingle ? words.back : words.single)}
        onClick={() => wall.toggleSingle(camera.id)}
      >
        {isSingle ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
      </PaneButton>
      {slot && <PaneMenu wall={wall} camera={camera} slot={slot} />}
    </div>
  )
}

function PaneMenu({ wall, camera, slot }: { wall: WallWork; camera: Camera; slot: Slot }) {
  const t = useText()
  const name = useName()
  const navigate = useNavigate()
  const openPlayback = useOpenPlayback()
  const places = wall.slots.filter(each => each.slot !== slot.slot)
  const run = (key: string) => {
    if (key === 'open') void navigate(`/monitorPage?shop=${camera.shopId}&camera=${camera.id}`)
    if (key === 'replay')
      openPlayback?.(
        { shopId: camera.shopId, cameraId: camera.id, timeZone: wall.zoneOf(camera.shopId) },
        replayAgoMs,
      )
    if (key === 'remove') wall.takeAway(camera.id)
    const place = places.find(each => key === `place-${each.index}`)
    if (place) wall.move(slot, place)
  }
  return (
    <ClickMenu
      onOpenChange={wall.setMenuOpen}
      menu={{
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          wall.setMenuOpen(false)
          run(key)
        },
        items: [
          {
            key: 'move',
            label: t(words.moveTo),
            children: places.map(({ index, slot: number, pane }) => {
              const there = pane && wall.cameras.get(pane.cameraId)
              return {
                key: `place-${index}`,
                label: there
                  ? `${t(words.place, { number: number + 1 })} · ${name(there.shopname, there.shopnameEn)} ${there.number}`
                  : `${t(words.place, { number: number + 1 })} · ${t(words.emptyPlace)}`,
              }
            }),
          },
          { key: 'open', label: t(words.openShop) },
          ...(openPlayback && camera.capabilities.playback
            ? [{ key: 'replay', label: t(playbackText.back30) }]
            : []),
          { type: 'divider' },
          { key: 'remove', label: t(words.takeAway) },
        ],
      }}
    >
      <button
        type="button"
        className="pane-action"
        aria-label={t(words.more)}
        title={t(words.more)}
        onClick={event => event.stopPropagation()}
        onDoubleClick={event => event.stopPropagation()}
      >
        <Ellipsis size={16} />
      </button>
    </ClickMenu>
  )
}

function PaneButton({
  label,
  isPressed,
  onClick,
  children,
}: {
  label: string
  isPressed?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="pane-action"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={event => {
        event.stopPropagation()
        onClick()
      }}
      onDoubleClick={event => event.stopPropagation()}
    >
      {children}
    </button>
  )
}
