import { labelPoint } from '@aisle/analysis/geometry'
import type { CustomArea, FloorPlan, PlanPoint } from '@aisle/contract'
import { usePlanScale } from '../../../../ui/floor-plan/plan-scale.ts'
import { cornersOf, type Draft, middlesOf } from './draft.ts'
import { colorOf } from './text.ts'

const pathOf = (points: readonly PlanPoint[]) => points.map(([x, y]) => `${x},${y}`).join(' ')

/** Surfaces of an area on its plan: its own, or those of the zones it is put together of. */
const surfacesOf = ({ shape }: Pick<CustomArea, 'shape'>, plan: FloorPlan): PlanPoint[][] =>
  shape.kind === 'drawn'
    ? [shape.polygon]
    : plan.zones.filter(({ id }) => shape.zoneIds.includes(id)).map(({ polygon }) => polygon)

/** Areas as they are kept, each in its colour with its name. */
export function AreaLayer({
  areas,
  plan,
  pickedId,
}: {
  areas: readonly CustomArea[]
  plan: FloorPlan
  pickedId: string | undefined
}) {
  const scale = usePlanScale()
  return (
    <g pointerEvents="none">
      {areas.map(area => {
        const isPicked = area.id === pickedId
        return surfacesOf(area, plan).map((points, index) => {
          const [x, y] = labelPoint(points)
          return (
            <g key={`${area.id} ${pathOf(points)}`}>
              <polygon
                points={pathOf(points)}
                fill={colorOf[area.color]}
                fillOpacity={isPicked ? 0.4 : 0.16}
                stroke={colorOf[area.color]}
                strokeWidth={scale * (isPicked ? 3 : 1.6)}
                strokeDasharray={area.shape.kind === 'zones' ? `${scale * 6} ${scale * 4}` : undefined}
              />
              {index === 0 && (
                <text
                  className="plan-label"
                  x={x}
                  y={y - scale * 20}
                  fontSize={scale * 12}
                  style={{ strokeWidth: scale * 3.5, fill: colorOf[area.color], fontWeight: 600 }}
                >
                  {area.name}
                </text>
              )}
            </g>
          )
        })
      })}
    </g>
  )
}

/** The area that is being drawn: its sides, a handle at each corner, and one in the middle of each side for one more. */
export function DraftLayer({
  draft,
  plan,
  picked,
  hover,
}: {
  draft: Draft
  plan: FloorPlan
  picked: number | undefined
  hover: PlanPoint | undefined
}) {
  const scale = usePlanScale()
  const color = colorOf[draft.color]
  if (draft.shape.kind === 'zones')
    return (
      <g pointerEvents="none">
        {surfacesOf({ shape: draft.shape }, plan).map(points => (
          <polygon
            key={pathOf(points)}
            points={pathOf(points)}
            fill={color}
            fillOpacity={0.35}
            stroke={color}
            strokeWidth={scale * 2.5}
          />
        ))}
      </g>
    )
  const corners = cornersOf(draft)
  const [first, last] = [corners[0], corners.at(-1)]
  return (
    <g pointerEvents="none">
      <polygon
        points={pathOf(corners)}
        fill={color}
        fillOpacity={0.28}
        stroke={color}
        strokeWidth={scale * 2}
      />
      {hover && first && last && (
        <polyline
          points={pathOf(corners.length > 1 ? [last, hover, first] : [last, hover])}
          fill="none"
          stroke={color}
          strokeWidth={scale * 1.4}
          strokeDasharray={`${scale * 4} ${scale * 4}`}
        />
      )}
      {hover && <circle cx={hover[0]} cy={hover[1]} r={scale * 3} fill={color} />}
      {corners.length >= 3 &&
        middlesOf(corners).map(([x, y]) => (
          <circle
            key={`${x} ${y}`}
            cx={x}
            cy={y}
            r={scale * 3.5}
            fill="var(--surface)"
            stroke={color}
            strokeWidth={scale}
          />
        ))}
      {corners.map(([x, y], index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is known by its place
          key={index}
          cx={x}
          cy={y}
          r={scale * (picked === index ? 7 : 5.5)}
          fill={picked === index ? color : 'var(--surface)'}
          stroke={color}
          strokeWidth={scale * 2}
        />
      ))}
    </g>
  )
}
