/** Plane geometry of floor plans: centimetres from the top left corner, x to the right, y downwards. */
export type Point = readonly [x: number, y: number]
export type Polygon = readonly Point[]

/** The sides of a polygon, the last one back to the first corner. */
const sidesOf = (polygon: Polygon): [Point, Point][] =>
  polygon.flatMap((from, index) => {
    const to = polygon[(index + 1) % polygon.length]
    return to ? [[from, to]] : []
  })

/** Positive where the corners go clockwise on the screen. */
const signedArea = (polygon: Polygon): number =>
  sidesOf(polygon).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0) / 2

/** In square centimetres, whichever way the corners go. */
export const areaOf = (polygon: Polygon): number => Math.abs(signedArea(polygon))

/** Whether a point lies in a polygon: rays that cross an odd number of sides. Of a common side each point belongs to one neighbour. */
export function isInside([x, y]: Point, polygon: Polygon): boolean {
  let inside = false
  for (const [[ax, ay], [bx, by]] of sidesOf(polygon))
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  return inside
}

const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
const isBetween = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): boolean =>
  Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by)

/** Whether two stretches have a point in common. */
function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const [first, second, third, fourth] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (first !== second && third !== fourth) return true
  return (
    (first === 0 && isBetween(a, b, c)) ||
    (second === 0 && isBetween(a, b, d)) ||
    (third === 0 && isBetween(c, d, a)) ||
    (fourth === 0 && isBetween(c, d, b))
  )
}

/** Whether no two sides that are not neighbours touch, so that inside and outside are plain. */
export function isSimple(polygon: Polygon): boolean {
  const sides = sidesOf(polygon)
  return (
    polygon.length >= 3 &&
    sides.every(([a, b], one) =>
      sides.every(([c, d], other) => {
        const apart = Math.abs(one - other)
        return apart <= 1 || apart === sides.length - 1 || !cross(a, b, c, d)
      }),
    ) &&
    signedArea(polygon) !== 0
  )
}

export type Box = { left: number; top: number; right: number; bottom: number }
function boxOf(polygon: Polygon): Box {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

const distance = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number => {
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const share =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
}

/** Where a name stands best: the point of a lattice over the polygon that is farthest from its sides, which also suits an L. */
export function labelPoint(polygon: Polygon, steps = 16): Point {
  const { left, top, right, bottom } = boxOf(polygon)
  const sides = sidesOf(polygon)
  const middle: Point = [(left + right) / 2, (top + bottom) / 2]
  const away = ([x, y]: Point) => Math.hypot(x - middle[0], y - middle[1])
  let best: { point: Point; room: number } = { point: middle, room: -1 }
  for (let row = 1; row < steps; row++)
    for (let column = 1; column < steps; column++) {
      const point: Point = [left + ((right - left) * column) / steps, top + ((bottom - top) * row) / steps]
      if (!isInside(point, polygon)) continue
      const room = Math.min(...sides.map(([a, b]) => distance(point, a, b)))
      // Of places with like room the one nearest to the middle of the box.
      const isRoomier = room > best.room * 1.02
      if (isRoomier || (room > best.room * 0.98 && away(point) < away(best.point))) best = { point, room }
    }
  return best.point
}

/** A grid of cells laid over a plan. */
export type Grid = {
  readonly cols: number
  readonly rows: number
  readonly widthCm: number
  readonly heightCm: number
}

/** Indices, row by row, of the cells whose middle lies in the polygon. */
export function cellsIn(polygon: Polygon, { cols, rows, widthCm, heightCm }: Grid): number[] {
  const { left, top, right, bottom } = boxOf(polygon)
  const found: number[] = []
  for (let row = 0; row < rows; row++) {
    const y = ((row + 0.5) * heightCm) / rows
    if (y < top || y > bottom) continue
    for (let column = 0; column < cols; column++) {
      const x = ((column + 0.5) * widthCm) / cols
      if (x >= left && x <= right && isInside([x, y], polygon)) found.push(row * cols + column)
    }
  }
  return found
}

/** A point drawn to the nearest corner within reach, else to the nearest side, else as it is. */
export function snapped(point: Point, polygons: readonly Polygon[], reach: number): Point {
  let best: { point: Point; away: number } = { point, away: Number.POSITIVE_INFINITY }
  for (const corner of polygons.flat()) {
    const away = Math.hypot(corner[0] - point[0], corner[1] - point[1])
    if (away <= reach && away < best.away) best = { point: corner, away }
  }
  if (best.away < Number.POSITIVE_INFINITY) return best.point
  for (const [a, b] of polygons.flatMap(sidesOf)) {
    const foot = footOn(point, a, b)
    const away = Math.hypot(foot[0] - point[0], foot[1] - point[1])
    if (away <= reach && away < best.away) best = { point: foot, away }
  }
  return best.point
}

function footOn([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): Point {
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const share =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
  return [Math.round(ax + share * (bx - ax)), Math.round(ay + share * (by - ay))]
}
