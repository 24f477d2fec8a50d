import { type ReactNode, useId, useMemo } from 'react'
import { usePalette } from '../chart/palette.ts'
import { useThemeName } from '../theme.tsx'
import { type HeatGrid, type HeatScale, heatPicture } from './heat-colours.ts'
import { type PlanDrawing, type PlanPoint, placedLabels } from './plan.ts'
import { PlanScaleContext } from './plan-scale.ts'
import type { PlanView } from './use-plan-view.ts'

type Props = {
  plan: PlanDrawing
  view: Pick<PlanView, 'svg' | 'seen' | 'cmPerPx'>
  /** Of zones in their order; null is unknown. Shades go from nought to `high`. */
  values: readonly (number | null)[]
  high: number
  /** Zones are coloured by their values; false: named and valued over the heat; undefined: drawn alone. */
  isShaded: boolean | undefined
  heat: { grid: HeatGrid; scale: HeatScale; opacity: number; blurCm: number } | undefined
  textOf: (id: string) => string | undefined
  described: (index: number) => string
  /** The zone that the keys stand on, and the one that is picked. */
  atId: string | undefined
  pickedId: string | undefined
  onPick: ((id: string) => void) | undefined
  isSmall: boolean
  children: ReactNode
}

const fontPx = 12

/** A floor as a picture in centimetres of the plan: what stands there from the ground up, then what is laid over it, then names. */
export function PlanPicture(props: Props) {
  const { plan, view, values, high, isShaded, heat, textOf, described, atId, pickedId, onPick, isSmall } =
    props
  const { svg, seen, cmPerPx } = view
  const theme = useThemeName()
  const palette = usePalette()
  const clipId = useId()
  const { grid, scale } = heat ?? {}
  const picture = useMemo(() => grid && scale && heatPicture(grid, scale, theme), [grid, scale, theme])
  const em = fontPx * cmPerPx
  const line = 1.2 * cmPerPx
  const labels = placedLabels(plan.zones, id => (isSmall ? undefined : textOf(id)), em)
  const at = plan.zones.find(({ id }) => id === atId)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the box around it is labelled, and says each zone as the keys reach it
    <svg
      ref={svg}
      width="100%"
      height="100%"
      viewBox={`${seen.left} ${seen.top} ${seen.width} ${seen.height}`}
      aria-hidden={props.children === undefined}
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
          isShaded && value !== null ? palette.step(high === 0 ? 0 : (value / high) * 0.999) : undefined
        const isMarked = id === atId || id === pickedId
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys and Enter of the box reach every zone
          <polygon
            key={id}
            points={pathOf(polygon)}
            className="plan-zone"
            data-at={isMarked || undefined}
            data-unknown={(isShaded && value === null) || undefined}
            style={{
              strokeWidth: isMarked ? line * 2.4 : line,
              ...(shade ? { fill: shade.fill } : {}),
              ...(onPick ? { cursor: 'pointer' } : {}),
            }}
            onClick={onPick && (() => onPick(id))}
          >
            <title>{described(index)}</title>
          </polygon>
        )
      })}
      {heat && picture && (
        <g clipPath={`url(#${clipId})`} opacity={heat.opacity} className="plan-heat">
          <image
            href={picture}
            x={0}
            y={0}
            width={plan.widthCm}
            height={plan.heightCm}
            preserveAspectRatio="none"
            style={heat.blurCm > 0 ? { filter: `blur(${heat.blurCm / cmPerPx}px)` } : undefined}
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
      {isShaded === false && at && (
        <polygon points={pathOf(at.polygon)} className="plan-cursor" style={{ strokeWidth: line * 2.4 }} />
      )}
      <PlanScaleContext value={cmPerPx}>{props.children}</PlanScaleContext>
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
          <text key={id} className="plan-label" fontSize={em} x={x} y={y} style={{ strokeWidth: em * 0.3 }}>
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
  )
}

const pathOf = (points: readonly PlanPoint[]) => points.map(([x, y]) => `${x},${y}`).join(' ')

function PlanShape({ kind, points, line }: { kind: string; points: readonly PlanPoint[]; line: number }) {
  const path = pathOf(points)
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
