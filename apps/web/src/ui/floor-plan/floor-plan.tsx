import { Map as MapIcon, Maximize, Table2, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useText } from '../../lib/i18n.ts'
import { usePalette } from '../chart/palette.ts'
import { useThemeName } from '../theme.tsx'
import { cssColour, type HeatGrid, type HeatScale, heatPicture, scaleOf, valueAt } from './heat-colours.ts'
import {
  type PlanDrawing,
  type PlanPoint,
  panned,
  placedLabels,
  viewBox,
  wholePlan,
  zoomed,
  zoomSteps,
} from './plan.ts'
import { PlanScaleContext } from './plan-scale.ts'
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

const fontPx = 12

/**
 * A floor: its outline and what stands there, zones shaded by a value, heat, and whatever is laid over it. Buttons and keys
 * enlarge and move it: + − 0, Shift with arrows; arrows go from zone to zone. The same values stand in a table.
 */
export function FloorPlanView(props: Props) {
  const { plan, summary, height, zones, heat, format, valueName, pickedId, onPick, isSmall = false } = props
  const { isBare = false, children, onDraw, tools, table } = props
  const t = useText()
  const theme = useThemeName()
  const palette = usePalette()
  const hintId = useId()
  const clipId = useId()
  const box = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(640)
  const [view, look] = useState(() => wholePlan(plan))
  const [cursor, moveTo] = useState<number>()
  const [isTable, showTable] = useState(false)
  const drag = useRef<{ x: number; y: number } | undefined>(undefined)

  const size = `${plan.widthCm} ${plan.heightCm}`
  const [drawnSize, setDrawnSize] = useState(size)
  if (drawnSize !== size) {
    setDrawnSize(size)
    look(wholePlan(plan))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is another one after the table was shown
  useEffect(() => {
    const element = box.current
    if (!element) return
    const follow = new ResizeObserver(() => setWidth(element.clientWidth || 640))
    follow.observe(element)
    return () => follow.disconnect()
  }, [isTable])

  const seen = viewBox(plan, view)
  const shownHeight = Math.max(120, Math.min(height, (width * plan.heightCm) / plan.widthCm))
  const cmPerPx = Math.max(seen.width / width, seen.height / shownHeight)
  const em = fontPx * cmPerPx

  const values = plan.zones.map(({ id }) => zones?.valueOf(id) ?? null)
  const high = Math.max(
    zones?.high ?? 0,
    ...(zones?.high === undefined ? values.map(value => value ?? 0) : []),
  )
  const textOf = (id: string): string | undefined => {
    if (!zones) return undefined
    const value = zones.valueOf(id)
    return zones.textOf ? zones.textOf(id) : value === null ? undefined : format(value)
  }
  const labels = placedLabels(plan.zones, id => (isSmall ? undefined : textOf(id)), em)
  const scale = useMemo(() => heat && (heat.scale ?? scaleOf(heat.grid.cells)), [heat])
  const picture = useMemo(() => heat && scale && heatPicture(heat.grid, scale, theme), [heat, scale, theme])

  const pointAt = (event: { clientX: number; clientY: number }): PlacedPoint => {
    const place = svg.current?.getBoundingClientRect()
    if (!place) return [0, 0]
    // The picture stands in the middle of its place, as SVG puts it.
    const left = place.left + (place.width - seen.width / cmPerPx) / 2
    const top = place.top + (place.height - seen.height / cmPerPx) / 2
    return [
      Math.round(seen.left + (event.clientX - left) * cmPerPx),
      Math.round(seen.top + (event.clientY - top) * cmPerPx),
    ]
  }

  // A wheel scrolls the page; with Ctrl, as a pinch sends it, it enlarges. React listens passively and could not hold the page.
  const zoomByWheel = useRef<(event: WheelEvent) => void>(() => undefined)
  zoomByWheel.current = event => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    look(zoomed(plan, view, event.deltaY < 0 ? 1 : -1, pointAt(event)))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is another one after the table was shown
  useEffect(() => {
    const element = box.current
    if (!element) return
    const onWheel = (event: WheelEvent) => zoomByWheel.current(event)
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [isTable])

  function onKey(event: KeyboardEvent) {
    if (onDraw?.key?.(event)) return event.preventDefault()
    const step = seen.width / 8
    const pans: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    }
    const pan = pans[event.key]
    const count = plan.zones.length
    if (event.key === '+' || event.key === '=') look(zoomed(plan, view, 1))
    else if (event.key === '-') look(zoomed(plan, view, -1))
    else if (event.key === '0') look(wholePlan(plan))
    else if (pan && event.shiftKey) look(panned(plan, view, ...pan))
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown')
      moveTo(count === 0 ? undefined : ((cursor ?? -1) + 1) % count)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp')
      moveTo(count === 0 ? undefined : ((cursor ?? count) - 1 + count) % count)
    else if (event.key === 'Enter' && cursor !== undefined && onPick) {
      const zone = plan.zones[cursor]
      if (zone) onPick(zone.id)
    } else return
    event.preventDefault()
  }

  const described = (index: number): string => {
    const zone = plan.zones[index]
    if (!zone) return ''
    const text = textOf(zone.id)
    return zones ? `${zone.name}: ${text ?? '—'}` : zone.name
  }
  const pathOf = (points: readonly PlanPoint[]) => points.map(([x, y]) => `${x},${y}`).join(' ')
  const line = 1.2 * cmPerPx
  const at = cursor === undefined ? undefined : plan.zones[cursor]

  return (
    <figure className={`floor-plan ${isSmall ? 'is-small' : ''}`}>
      {!isSmall && (
        <div className="floor-plan-bar">
          {tools}
          <span className="floor-plan-buttons">
            {!isTable && (
              <>
                <PlanButton
                  label={t({ zh: '放大', en: 'Enlarge' })}
                  isDisabled={view.zoom === zoomSteps.at(-1)}
                  onClick={() => look(zoomed(plan, view, 1))}
                >
                  <ZoomIn size={14} aria-hidden />
                </PlanButton>
                <PlanButton
                  label={t({ zh: '缩小', en: 'Make smaller' })}
                  isDisabled={view.zoom === 1}
                  onClick={() => look(zoomed(plan, view, -1))}
                >
                  <ZoomOut size={14} aria-hidden />
                </PlanButton>
                <PlanButton
                  label={t({ zh: '看全图', en: 'Whole plan' })}
                  isDisabled={view.zoom === 1}
                  onClick={() => look(wholePlan(plan))}
                >
                  <Maximize size={14} aria-hidden />
                </PlanButton>
              </>
            )}
            <PlanButton
              label={isTable ? t({ zh: '平面图', en: 'Plan' }) : t({ zh: '表格', en: 'Table' })}
              onClick={() => showTable(!isTable)}
            >
              {isTable ? <MapIcon size={14} aria-hidden /> : <Table2 size={14} aria-hidden />}
            </PlanButton>
          </span>
        </div>
      )}
      {isTable ? (
        <div className="chart-table-box" style={{ maxHeight: height }}>
          {table ?? <PlanTable plan={plan} valueName={valueName} textOf={textOf} />}
        </div>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a picture with keys of its own is no set of fields
        <div
          ref={box}
          className="floor-plan-box"
          role="group"
          aria-label={summary}
          aria-describedby={isSmall ? undefined : hintId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys enlarge the plan and go from zone to zone
          tabIndex={0}
          onKeyDown={onKey}
          onBlur={() => moveTo(undefined)}
          style={{
            height: shownHeight,
            cursor: onDraw?.cursor ?? (view.zoom > 1 ? 'grab' : undefined),
            touchAction: onDraw || view.zoom > 1 ? 'none' : 'auto',
          }}
          onPointerDown={event => {
            if (onDraw) onDraw.down(pointAt(event), cmPerPx, event)
            else if (view.zoom > 1) drag.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={event => {
            if (onDraw) onDraw.move(pointAt(event), cmPerPx)
            else if (drag.current && event.buttons > 0) {
              const { x, y } = drag.current
              look(panned(plan, view, (x - event.clientX) * cmPerPx, (y - event.clientY) * cmPerPx))
              drag.current = { x: event.clientX, y: event.clientY }
            }
          }}
          onPointerLeave={() => onDraw?.leave()}
          onPointerUp={event => {
            drag.current = undefined
            onDraw?.up(pointAt(event), cmPerPx)
          }}
        >
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: the box around it is labelled, and says each zone as the keys reach it */}
          <svg
            ref={svg}
            width="100%"
            height="100%"
            viewBox={`${seen.left} ${seen.top} ${seen.width} ${seen.height}`}
            aria-hidden={children === undefined}
          >
            <defs>
              <clipPath id={clipId}>
                <polygon points={pathOf(plan.outline)} />
              </clipPath>
            </defs>
            <polygon points={pathOf(plan.outline)} className="plan-floor" />
            {plan.zones.map(({ id, polygon }, index) => {
              const value = values[index] ?? null
              const shade =
                zones?.isShaded && value !== null
                  ? palette.step(high === 0 ? 0 : (value / high) * 0.999)
                  : undefined
              return (
                // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys and Enter of the box reach every zone
                <polygon
                  key={id}
                  points={pathOf(polygon)}
                  className="plan-zone"
                  data-at={at?.id === id || pickedId === id || undefined}
                  data-unknown={(zones?.isShaded && value === null) || undefined}
                  style={{
                    strokeWidth: at?.id === id || pickedId === id ? line * 2.4 : line,
                    ...(shade ? { fill: shade.fill } : {}),
                    ...(onPick && !onDraw ? { cursor: 'pointer' } : {}),
                  }}
                  onClick={onPick && !onDraw ? () => onPick(id) : undefined}
                >
                  <title>{described(index)}</title>
                </polygon>
              )
            })}
            {heat && picture && (
              <g clipPath={`url(#${clipId})`} opacity={heat.opacity ?? 0.9} className="plan-heat">
                <image
                  href={picture}
                  x={0}
                  y={0}
                  width={plan.widthCm}
                  height={plan.heightCm}
                  preserveAspectRatio="none"
                  style={heat.blurCm ? { filter: `blur(${heat.blurCm / cmPerPx}px)` } : undefined}
                />
              </g>
            )}
            {plan.shapes.map(({ kind, points }, index) => (
              <PlanShape
                // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no name and keep their places
                key={index}
                kind={kind}
                points={points}
                line={line}
              />
            ))}
            <polygon
              points={pathOf(plan.outline)}
              className="plan-wall"
              style={{ strokeWidth: Math.max(line * 2.5, 14) }}
            />
            {zones?.isShaded === false && at && (
              <polygon
                points={pathOf(at.polygon)}
                className="plan-cursor"
                style={{ strokeWidth: line * 2.4 }}
              />
            )}
            <PlanScaleContext value={cmPerPx}>{children}</PlanScaleContext>
            {plan.entrances.map(({ id, name, at: [x, y] }) => (
              <g key={id} className="plan-door" transform={`translate(${x} ${y})`}>
                <title>{name}</title>
                <circle r={cmPerPx * (isSmall ? 4 : 6)} style={{ strokeWidth: line * 1.4 }} />
                {!isSmall && (
                  <text
                    fontSize={em * 0.92}
                    y={y > plan.heightCm / 2 ? -em * 0.9 : em * 1.6}
                    textAnchor={x < plan.widthCm * 0.1 ? 'start' : x > plan.widthCm * 0.9 ? 'end' : 'middle'}
                    style={{ strokeWidth: em * 0.28 }}
                  >
                    {name}
                  </text>
                )}
              </g>
            ))}
            {!isSmall &&
              labels.map(({ id, lines, at: [x, y] }) => (
                <text
                  key={id}
                  className="plan-label"
                  fontSize={em}
                  x={x}
                  y={y}
                  style={{ strokeWidth: em * 0.3 }}
                >
                  {lines.map((text, index) => (
                    <tspan
                      // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places
                      key={index}
                      x={x}
                      dy={index === 0 ? `${0.35 - (lines.length - 1) * 0.6}em` : '1.2em'}
                      className={index === lines.length - 1 && textOf(id) === text ? 'plan-value' : undefined}
                    >
                      {text}
                    </tspan>
                  ))}
                </text>
              ))}
          </svg>
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
        <div className="heat-scale">
          {valueName} {format(0)}
          <span style={{ display: 'inline-flex' }} aria-hidden>
            {[0, 0.25, 0.5, 0.75, 0.99].map(step => (
              <i key={step} className="heat-step" style={{ background: palette.step(step).fill }} />
            ))}
          </span>
          {format(high)}
          {values.some(value => value === null) && (
            <span>{t({ zh: '斜纹为无数据', en: 'hatched: no data' })}</span>
          )}
        </div>
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

function PlanButton({
  label,
  isDisabled = false,
  onClick,
  children,
}: {
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function PlanShape({ kind, points, line }: { kind: string; points: readonly PlanPoint[]; line: number }) {
  const path = points.map(([x, y]) => `${x},${y}`).join(' ')
  if (kind === 'wall')
    return <polyline points={path} className="plan-partition" style={{ strokeWidth: line * 2 }} />
  if (kind !== 'stairs')
    return <polygon points={path} className={`plan-shape plan-${kind}`} style={{ strokeWidth: line * 0.8 }} />
  const [left = 0, right = 0] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
  const [top = 0, bottom = 0] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))]
  return (
    <g className="plan-stairs" style={{ strokeWidth: line * 0.8 }}>
      <polygon points={path} />
      {[1, 2, 3, 4, 5, 6, 7].map(step => (
        <line
          key={step}
          x1={left + ((right - left) * step) / 8}
          x2={left + ((right - left) * step) / 8}
          y1={top}
          y2={bottom}
        />
      ))}
    </g>
  )
}

/** The colours of heat with the values they stand for. */
export function HeatLegend({
  scale,
  format,
  name,
}: {
  scale: HeatScale
  format: (value: number) => string
  name: string
}) {
  const t = useText()
  const theme = useThemeName()
  const sides = scale.isDifference ? [-1, -0.66, -0.33, 0.33, 0.66, 1] : [0.05, 0.25, 0.5, 0.75, 1]
  const top = valueAt(1, scale)
  return (
    <div className="heat-scale">
      {name} {scale.isDifference ? `−${format(top)}` : format(0)}
      <span style={{ display: 'inline-flex' }} aria-hidden>
        {sides.map(side => (
          <i
            key={side}
            className="heat-step"
            style={{ background: cssColour(Math.sign(side) * valueAt(Math.abs(side), scale), scale, theme) }}
          />
        ))}
      </span>
      {scale.isDifference ? '+' : '≥ '}
      {format(top)}
      {scale.isDifference && <span>{t({ zh: '蓝为变冷，红为变热', en: 'blue: colder, red: warmer' })}</span>}
    </div>
  )
}

function PlanTable({
  plan,
  valueName,
  textOf,
}: {
  plan: PlanDrawing
  valueName: string
  textOf: (id: string) => string | undefined
}) {
  const t = useText()
  return (
    <table className="chart-table">
      <thead>
        <tr>
          <th scope="col">{t({ zh: '区域', en: 'Zone' })}</th>
          <th scope="col">{valueName}</th>
        </tr>
      </thead>
      <tbody>
        {plan.zones.map(({ id, name }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{textOf(id) ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
