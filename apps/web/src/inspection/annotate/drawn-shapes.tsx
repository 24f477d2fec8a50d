import type { AnnotationShape } from '@aisle/contract'

/** What was drawn on a picture, over it: an SVG of the picture's own size. */
export function DrawnShapes({
  shapes,
  width,
  height,
}: {
  shapes: readonly AnnotationShape[]
  width: number
  height: number
}) {
  const line = Math.max(3, Math.round(width / 320))
  const letter = Math.max(14, Math.round(width / 48))
  return (
    <svg className="drawn" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no name but their place
        <g key={index}>
          <Shape shape={shape} width={width} height={height} line={line} letter={letter} />
        </g>
      ))}
    </svg>
  )
}

type Sizes = { shape: AnnotationShape; width: number; height: number; line: number; letter: number }

function Shape({ shape, width, height, line, letter }: Sizes) {
  const words = (x: number, y: number, label: string) =>
    label.trim() === '' ? null : (
      <text x={x} y={y} fontSize={letter} strokeWidth={line * 1.5} className="drawn-words">
        {label}
      </text>
    )
  if (shape.kind === 'text') return words(shape.at.x * width, shape.at.y * height, shape.label)
  if (shape.kind === 'arrow') {
    const [x1, y1, x2, y2] = [
      shape.from.x * width,
      shape.from.y * height,
      shape.to.x * width,
      shape.to.y * height,
    ]
    const turn = Math.atan2(y2 - y1, x2 - x1)
    const tip = (by: number) =>
      `${x2 - Math.cos(turn + by) * line * 6} ${y2 - Math.sin(turn + by) * line * 6}`
    const path = `M${x1} ${y1}L${x2} ${y2}M${tip(0.5)}L${x2} ${y2}L${tip(-0.5)}`
    return (
      <>
        <path d={path} className="drawn-edge" strokeWidth={line * 2} />
        <path d={path} className="drawn-line" strokeWidth={line} />
        {words(x1, y1 - letter * 0.4, shape.label)}
      </>
    )
  }
  const area = {
    x: shape.x * width,
    y: shape.y * height,
    width: shape.width * width,
    height: shape.height * height,
  }
  if (shape.kind === 'blur') return <rect {...area} className="drawn-blur" />
  const above = area.y > letter * 1.4 ? area.y - letter * 0.4 : area.y + area.height + letter * 1.1
  return (
    <>
      <rect {...area} rx={line} className="drawn-edge" strokeWidth={line * 2} />
      <rect {...area} rx={line} className="drawn-line" strokeWidth={line} />
      {words(area.x, above, shape.label)}
    </>
  )
}
