import { z } from 'zod'

/** Outlines as they are kept: whole steps of a grid in degrees, each point as the way from the one before. */
const packed = z.object({
  step: z.number(),
  shapes: z.array(z.object({ id: z.string(), name: z.string(), rings: z.array(z.array(z.number())) })),
})
type Point = readonly [longitude: number, latitude: number]
/** A province (two-digit code) or city (four-digit code; empty where the source has none) with its closed outlines. */
export type Outline = { id: string; name: string; rings: readonly (readonly Point[])[] }

const files = import.meta.glob<string>('./boundaries/**/*.json', { query: '?url', import: 'default' })

/**
 * Outlines of all provinces, or of the cities of one by its two-digit code; none where there are none of it. What they are and may
 * be used for: boundaries/NOTICE.md.
 * @throws where the file does not arrive
 */
export async function loadOutlines(province?: string): Promise<Outline[]> {
  const address =
    files[province === undefined ? './boundaries/china.json' : `./boundaries/cities/${province}.json`]
  if (!address) return []
  const answer = await fetch(await address())
  if (!answer.ok) throw new Error(`the outlines did not arrive: ${answer.status}`)
  return unpacked(await answer.json())
}

/** @throws ZodError where the file is of another shape */
export function unpacked(file: unknown): Outline[] {
  const { step, shapes } = packed.parse(file)
  return shapes.map(({ id, name, rings }) => ({
    id,
    name,
    rings: rings.map(ring => {
      const points: Point[] = []
      let [x, y] = [0, 0]
      for (let at = 0; at + 1 < ring.length; at += 2) {
        x += ring[at] ?? 0
        y += ring[at + 1] ?? 0
        points.push([x * step, y * step])
      }
      return points
    }),
  }))
}

/** From degrees to a picture `width` by `height`, a degree of longitude as wide as it is at the middle. */
export type Projection = { width: number; height: number; place(point: Point): [x: number, y: number] }

const degree = Math.PI / 180
/** Degrees that a picture spans at least: two shops of a street are not drawn at its ends. */
const leastSpan = 0.12

/**
 * A picture 1000 wide in which all of these lie, with a share of `margin` free around the outermost, and between `narrowest` and
 * `widest` times as wide as high.
 */
export function projectionOf(
  points: Iterable<Point>,
  { margin = 0.03, narrowest = 0.6, widest = 1.8 } = {},
): Projection {
  let [west, east, south, north] = [180, -180, 90, -90]
  for (const [x, y] of points) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  if (west > east) [west, east, south, north] = [73, 135, 18, 54]
  const shrink = Math.cos(((south + north) / 2) * degree)
  const free = 1 / (1 - 2 * margin)
  const wide = Math.max((east - west) * shrink, leastSpan) * free
  const high = Math.max(north - south, leastSpan) * free
  const ratio = Math.min(widest, Math.max(narrowest, wide / high))
  const scale = 1000 / Math.max(wide, high * ratio)
  const height = 1000 / ratio
  const middle = { x: (west + east) / 2, y: (south + north) / 2 }
  return {
    width: 1000,
    height,
    place: ([x, y]) => [500 + (x - middle.x) * shrink * scale, height / 2 - (y - middle.y) * scale],
  }
}

/** The outlines as the path of an SVG picture. */
export const pathOf = ({ rings }: Outline, { place }: Projection): string =>
  rings
    .map(
      ring =>
        `M${ring
          .map(point =>
            place(point)
              .map(value => value.toFixed(1))
              .join(' '),
          )
          .join('L')}Z`,
    )
    .join('')

/** Where the name of a place stands: in the middle of its largest outline. */
export function middleOf({ rings }: Outline): Point {
  const largest = rings.toSorted((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a)))[0] ?? []
  const area = areaOf(largest)
  if (area === 0) return largest[0] ?? [0, 0]
  let [x, y] = [0, 0]
  for (const [at, [ax, ay]] of largest.entries()) {
    const [bx, by] = largest[(at + 1) % largest.length] ?? [ax, ay]
    x += (ax + bx) * (ax * by - bx * ay)
    y += (ay + by) * (ax * by - bx * ay)
  }
  return [x / (6 * area), y / (6 * area)]
}

/** Rings smaller than this share of all do not widen the picture: islands far out in the sea. */
const leastShare = 0.0005

/** The points that decide how much a picture of these places shows. */
export function frameOf(outlines: readonly Outline[]): Point[] {
  const rings = outlines
    .flatMap(outline => outline.rings)
    .map(ring => ({ ring, area: Math.abs(areaOf(ring)) }))
  const all = rings.reduce((sum, { area }) => sum + area, 0)
  return rings.flatMap(({ ring, area }) => (area >= all * leastShare ? ring : []))
}

/** Signed: of a ring that turns to the left above nought. */
function areaOf(ring: readonly Point[]): number {
  let sum = 0
  for (const [at, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(at + 1) % ring.length] ?? [ax, ay]
    sum += ax * by - bx * ay
  }
  return sum / 2
}
