import type { Movement } from '@aisle/contract'
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, House, Minus, Plus } from 'lucide-react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { movementText, steeringText } from './text.ts'
import type { Steering } from './use-steering.ts'
import './steering.css'

const sectors: readonly (readonly [Movement, ReactNode])[] = [
  ['upLeft', <ChevronUp key="i" size={14} className="turn-ul" />],
  ['up', <ChevronUp key="i" size={18} />],
  ['upRight', <ChevronUp key="i" size={14} className="turn-ur" />],
  ['left', <ChevronLeft key="i" size={18} />],
  ['right', <ChevronRight key="i" size={18} />],
  ['downLeft', <ChevronDown key="i" size={14} className="turn-ur" />],
  ['down', <ChevronDown key="i" size={18} />],
  ['downRight', <ChevronDown key="i" size={14} className="turn-ul" />],
]

/** The round pad with zoom beside it. `home` goes to the first preset, where there is one. */
export function PtzPad({ steering, home }: { steering: Steering; home: (() => void) | undefined }) {
  const t = useText()
  const { ptz, zoom } = steering.camera.capabilities
  if (!ptz && !zoom) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
    <div
      className="ptz"
      role="group"
      aria-label={t(steeringText.pad)}
      data-no-zoom
      onDoubleClick={event => event.stopPropagation()}
    >
      {ptz && (
        <div className="ptz-pad">
          {sectors.map(([movement, icon]) =>
            steering.can(movement) ? (
              <HoldButton key={movement} steering={steering} movement={movement}>
                {icon}
              </HoldButton>
            ) : null,
          )}
          {home && (
            <button type="button" className="ptz-home" aria-label={t(steeringText.home)} onClick={home}>
              <House size={18} />
            </button>
          )}
        </div>
      )}
      {zoom && (
        <div className="ptz-zoom">
          <HoldButton steering={steering} movement="zoomIn">
            <Plus size={16} />
          </HoldButton>
          <span aria-hidden>{t(steeringText.zoom)}</span>
          <HoldButton steering={steering} movement="zoomOut">
            <Minus size={16} />
          </HoldButton>
        </div>
      )}
    </div>
  )
}

/** Moves while it is down, whatever takes the pointer or the keyboard away ends the move. */
function HoldButton({
  steering,
  movement,
  children,
}: {
  steering: Steering
  movement: Movement
  children: ReactNode
}) {
  const t = useText()
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    steering.press(movement, event.shiftKey)
  }
  const isKey = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter'
  return (
    <button
      type="button"
      className="ptz-button"
      data-movement={movement}
      aria-label={t(movementText[movement])}
      onPointerDown={onPointerDown}
      onPointerUp={steering.release}
      onPointerCancel={steering.halt}
      onLostPointerCapture={steering.release}
      onContextMenu={event => event.preventDefault()}
      onKeyDown={event => {
        if (isKey(event) && !event.repeat) steering.press(movement, event.shiftKey)
      }}
      onKeyUp={event => isKey(event) && steering.release()}
      onBlur={steering.halt}
    >
      {children}
    </button>
  )
}
