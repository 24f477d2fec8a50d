import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { usePalette } from '../chart/palette.ts'
import { type HeatGrid, type HeatScale, scaleOf } from './heat-colours.ts'
import { HeatLegend } from './heat-legend.tsx'
import type { PlanDrawing } from './plan.ts'
import { PlanBar } from './plan-bar.tsx'
import { PlanPicture } from './plan-picture.tsx'
import { PlanTable } from './plan-table.tsx'
import { usePlanView } from './use-plan-view.ts'
import './floor-plan.css'

type Props = {
  plan: PlanDrawing
  /** What is seen, in a sentence. */
  summary: string
  /** Height of the picture in px; it is lower where the plan is broad. */
  height: number
  /** Values by zone: null is unknown. Left out: zones are drawn without colour. */
  zones?: {
    valueOf(id: string): number | null
    /** Shown under the name; left out: the value as `format` writes it. */
    textOf?(id: string): string | undefined
    /** Shades from nought to this; left out: to the largest of the plan. */
    high?: number
    /** Coloured, or only named and valued over the heat. */
    isShaded: boolean
  }
  heat?: {
    grid: HeatGrid
    /** Left out: of this grid alone. */
    scale?: HeatScale
    /** 0–1. */
    opacity?: number
    /** How far a cell shines, in centimetres. */
    blurCm?: number
  }
  format: (value: number) => string
  /** What the values are, for the table and the legend: `热度（人·秒）`. */
  valueName: string
  pickedId?: string | undefined
  onPick?: ((id: string) => void) | undefined
  /** Without names and buttons: one of several beside each other. */
  isSmall?: boolean
  /** Without its own legend: several share one. */
  isBare?: boolean
  /** What is drawn over the plan, in centimetres of it. */
  children?: ReactNode
  /** Over the whole, in pixels: what a drawing tool catches. */
  onDraw?: DrawHandlers | undefined
  /** Stands where the buttons are. */
  tools?: ReactNode
  /** More rows and columns than zones with their values. */
  table?: ReactNode
}
type PlacedPoint = [x: number, y: number]
/** Pointer events in centimetres of the plan. A drag that draws does not pan. */
export type DrawHandlers = {
  down(point: PlacedPoint, cmPerPx: number, event: PointerEvent): void
  move(point: PlacedPoint, cmPerPx: number): void
  up(point: PlacedPoint, cmPerPx: number): void
  leave(): void
  key?(event: KeyboardEvent): boolean
  cursor: string
}

/**
 * A floor: its outline and what stands there, zones shaded by a value, heat, and whatever is laid over it. Buttons and keys
 * enlarge and move it: + − 0, Shift with arrows; arrows go from zone to zone. The same values stand in a table.
 */
export function FloorPlanView(props: Props) {
  const { plan, summary, height, zones, heat, format, valueName, pickedId, onPick, isSmall = false } = props
  const { isBare = false, children, onDraw, tools, table } = props
  const t = useText()
  const hintId = useId()
  const [isTable, showTable] = useState(false)
  const view = usePlanView(plan, height, isTable)
  const [cursor, moveTo] = useState<number>()

  const values = plan.zones.map(({ id }) => zones?.valueOf(id) ?? null)
  const high = zones?.high ?? Math.max(0, ...values.map(value => value ?? 0))
  const textOf = (id: string): string | undefined => {
    if (!zones) return undefined
    const value = zones.valueOf(id)
    return zones.textOf ? zones.textOf(id) : value === null ? undefined : format(value)
  }
  const described = (index: number): string => {
    const zone = plan.zones[index]
    if (!zone) return ''
    return zones ? `${zone.name}: ${textOf(zone.id) ?? '—'}` : zone.name
  }
  const scale = useMemo(() => heat && (heat.scale ?? scaleOf(heat.grid.cells)), [heat])
  const at = cursor === undefined ? undefined : plan.zones[cursor]

  function onKey(event: KeyboardEvent) {
    if (onDraw?.key?.(event)) return event.preventDefault()
    const step = view.seen.width / 8
    const pans: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    }
    const pan = pans[event.key]
    const count = plan.zones.length
    if (event.key === '+' || event.key === '=') view.zoomBy(1)
    else if (event.key === '-') view.zoomBy(-1)
    else if (event.key === '0') view.showAll()
    else if (pan && event.shiftKey) view.moveBy(...pan)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown')
      moveTo(count === 0 ? undefined : ((cursor ?? -1) + 1) % count)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp')
      moveTo(count === 0 ? undefined : ((cursor ?? count) - 1 + count) % count)
    else if (event.key === 'Enter' && at && onPick) onPick(at.id)
    else return
    event.preventDefault()
  }

  return (
    <figure className={`floor-plan ${isSmall ? 'is-small' : ''}`}>
      {!isSmall && <PlanBar view={view} isTable={isTable} showTable={showTable} tools={tools} />}
      {isTable ? (
        <div className="chart-table-box" style={{ maxHeight: height }}>
          {table ?? <PlanTable plan={plan} valueName={valueName} textOf={textOf} />}
        </div>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a picture with keys of its own is no set of fields
        <div
          ref={view.box}
          className="floor-plan-box"
          role="group"
          aria-label={summary}
          aria-describedby={isSmall ? undefined : hintId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys enlarge the plan and go from zone to zone
          tabIndex={0}
          onKeyDown={onKey}
          onBlur={() => moveTo(undefined)}
          style={{
            height: view.shownHeight,
            cursor: onDraw?.cursor ?? (view.zoom > 1 ? 'grab' : undefined),
            touchAction: onDraw || view.zoom > 1 ? 'none' : 'auto',
          }}
          onPointerDown={event => {
            if (onDraw) onDraw.down(view.pointAt(event), view.cmPerPx, event)
            else view.beginDrag(event)
          }}
          onPointerMove={event => {
            if (onDraw) onDraw.move(view.pointAt(event), view.cmPerPx)
            else view.dragTo(event)
          }}
          onPointerLeave={() => onDraw?.leave()}
          onPointerUp={event => {
            view.endDrag()
            onDraw?.up(view.pointAt(event), view.cmPerPx)
          }}
        >
          <PlanPicture
            plan={plan}
            view={view}
            values={values}
            high={high}
            isShaded={zones?.isShaded}
            heat={
              heat &&
              scale && { grid: heat.grid, scale, opacity: heat.opacity ?? 0.9, blurCm: heat.blurCm ?? 0 }
            }
            textOf={textOf}
            described={described}
            atId={at?.id}
            pickedId={pickedId}
            onPick={onDraw ? undefined : onPick}
            isSmall={isSmall}
          >
            {children}
          </PlanPicture>
        </div>
      )}
      {!isSmall && (
        <p id={hintId} className="visually-hidden">
          {t({
            zh: '方向键逐个查看区域，加减号缩放，0 看全图，Shift 加方向键移动。',
            en: 'Arrow keys go from zone to zone, plus and minus enlarge and reduce, 0 shows all, Shift with arrows moves.',
          })}
        </p>
      )}
      <span className="visually-hidden" aria-live="polite">
        {cursor === undefined ? '' : described(cursor)}
      </span>
      {!isBare && !isTable && heat && scale && <HeatLegend scale={scale} format={format} name={valueName} />}
      {!isBare && !isTable && zones?.isShaded && high > 0 && (
        <ZoneLegend
          high={high}
          format={format}
          name={valueName}
          hasUnknown={values.some(value => value === null)}
        />
      )}
      <svg width="0" height="0" aria-hidden style={{ position: 'absolute' }}>
        <pattern
          id="plan-hatch"
          width="90"
          height="90"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line x1="0" y1="0" x2="0" y2="90" className="plan-hatch" />
        </pattern>
      </svg>
    </figure>
  )
}

/** The shades of zones with the values they stand for. */
function ZoneLegend({
  high,
  format,
  name,
  hasUnknown,
}: {
  high: number
  format: (value: number) => string
  name: string
  hasUnknown: boolean
}) {
  const t = useText()
  const palette = usePalette()
  return (
    <div className="heat-scale">
      {name} {format(0)}
      <span style={{ display: 'inline-flex' }} aria-hidden>
        {[0, 0.25, 0.5, 0.75, 0.99].map(step => (
          <i key={step} className="heat-step" style={{ background: palette.step(step).fill }} />
        ))}
      </span>
      {format(high)}
      {hasUnknown && <span>{t({ zh: '斜纹为无数据', en: 'hatched: no data' })}</span>}
    </div>
  )
}
