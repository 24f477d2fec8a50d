import type { Camera, WallLayout } from '@aisle/contract'
import { Lock } from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useIsPhone } from '../use-media.ts'
import { type Dragged, droppedOn, isWallDrag } from './drag.ts'
import { gridArea, shapes } from './layouts.ts'
import type { Slot, WallPane } from './panes.ts'
import { wallText as words } from './text.ts'
import './wall.css'

/** A pane to be drawn: in a slot, or ahead of its page, connecting unseen. */
export type Drawn = { pane: WallPane; slot: Slot | undefined }

type Props = {
  layout: WallLayout
  slots: readonly Slot[]
  /** Panes of the next page, which connect while this page is still shown. */
  ahead: readonly Slot[]
  cameras: ReadonlyMap<string, Camera>
  /** Every asked camera was answered: one that is missing may not be seen. */
  isComplete: boolean
  single: string | undefined
  drawPane: (camera: Camera, drawn: Drawn) => ReactNode
  drop?: ((dragged: Dragged, index: number) => void) | undefined
  takeAway?: ((cameraId: string) => void) | undefined
}

/**
 * Panes on their grid. In the document they stand ordered by camera, and move by CSS alone: an element that is moved in
 * the document may lose its picture.
 */
export function WallGrid({
  layout,
  slots,
  ahead,
  cameras,
  isComplete,
  single,
  drawPane,
  drop,
  takeAway,
}: Props) {
  const isPhone = useIsPhone()
  const { columns, rows } = shapes[layout]
  const areaOf = (slot: number) => (isPhone ? 'auto' : gridArea(layout, slot))
  const drawn = new Map<string, Drawn>()
  for (const slot of slots) if (slot.pane) drawn.set(slot.pane.cameraId, { pane: slot.pane, slot })
  for (const { pane } of ahead) {
    if (pane && !drawn.has(pane.cameraId)) drawn.set(pane.cameraId, { pane, slot: undefined })
  }
  const ordered = [...drawn].sort(([a], [b]) => (a < b ? -1 : 1))
  return (
    <div
      className="wall-grid"
      data-single={single === undefined ? undefined : true}
      style={
        isPhone
          ? {}
          : { gridTemplate: `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))` }
      }
    >
      {ordered.map(([cameraId, each]) => {
        const camera = cameras.get(cameraId)
        const area = each.slot ? areaOf(each.slot.slot) : '1 / 1'
        return (
          <Cell
            key={cameraId}
            area={single === cameraId && !isPhone ? '1 / 1 / -1 / -1' : area}
            look={each.slot === undefined ? 'ahead' : single === cameraId ? 'single' : 'slot'}
            order={each.slot?.slot ?? 99}
            onDrop={each.slot && drop ? dragged => drop(dragged, each.slot?.index ?? 0) : undefined}
          >
            {camera ? (
              drawPane(camera, each)
            ) : isComplete ? (
              <NoAccess takeAway={takeAway && (() => takeAway(cameraId))} />
            ) : (
              <div className="wall-empty bone" />
            )}
          </Cell>
        )
      })}
      {slots
        .filter(({ pane }) => pane === null)
        .map(({ slot, index }) => (
          <Cell
            key={`empty-${slot}`}
            area={areaOf(slot)}
            look="slot"
            order={slot}
            onDrop={drop && (dragged => drop(dragged, index))}
          >
            <EmptySlot number={slot + 1} canDrop={drop !== undefined} />
          </Cell>
        ))}
    </div>
  )
}

type CellProps = {
  area: string
  order: number
  look: 'slot' | 'single' | 'ahead'
  onDrop: ((dragged: Dragged) => void) | undefined
  children: ReactNode
}

function Cell({ area, look, order, onDrop, children }: CellProps) {
  const mark = (event: DragEvent<HTMLDivElement>, isOver: boolean) =>
    event.currentTarget.toggleAttribute('data-over', isOver)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way; "Move to…" and the tree's buttons are the others
    <div
      className="wall-cell"
      data-look={look}
      inert={look === 'ahead'}
      style={{ gridArea: area, order }}
      onDragOver={event => {
        if (!onDrop || !isWallDrag(event)) return
        event.preventDefault()
        mark(event, true)
      }}
      onDragLeave={event => mark(event, false)}
      onDrop={event => {
        mark(event, false)
        const dragged = droppedOn(event)
        if (!dragged) return
        event.preventDefault()
        onDrop?.(dragged)
      }}
    >
      {children}
    </div>
  )
}

function EmptySlot({ number, canDrop }: { number: number; canDrop: boolean }) {
  const t = useText()
  return <div className="wall-empty">{t(canDrop ? words.emptySlot : words.emptyPlace, { number })}</div>
}

function NoAccess({ takeAway }: { takeAway: (() => void) | undefined }) {
  const t = useText()
  return (
    <div className="wall-empty" data-panel="live" data-state="forbidden">
      <Lock size={22} aria-hidden />
      <strong>{t(words.noAccess)}</strong>
      <span>{t(words.noAccessWhy)}</span>
      {takeAway && (
        <button type="button" className="chip-button" onClick={takeAway}>
          {t(words.takeAway)}
        </button>
      )}
    </div>
  )
}
