import type { PersonTrack } from '@aisle/contract'

/** Milliseconds since the begin, and centimetres of the plan. */
export type WayPoint = readonly [ms: number, x: number, y: number]
type Part = { readonly points: readonly WayPoint[] }

/** How long a way took, in milliseconds. */
export const lengthMs = ({ parts }: Pick<PersonTrack, 'parts'>): number =>
  Math.max(0, ...parts.map(({ points }) => points.at(-1)?.[0] ?? 0))

/** The part that somebody is on at a moment: the last that has begun. */
export function partAt<T extends Part>(parts: readonly T[], ms: number): T | undefined {
  return parts.findLast(({ points }) => (points[0]?.[0] ?? Number.POSITIVE_INFINITY) <= ms) ?? parts[0]
}

/** Where somebody is at a moment: on the straight line between two points; before the first and behind the last there. */
export function positionAt(
  points: readonly WayPoint[],
  ms: number,
): readonly [x: number, y: number] | undefined {
  const next = points.findIndex(([at]) => at >= ms)
  const after = next < 0 ? points.at(-1) : points[next]
  const before = next > 0 ? points[next - 1] : undefined
  if (!after) return undefined
  if (!before || next < 0) return [after[1], after[2]]
  const share = after[0] === before[0] ? 1 : (ms - before[0]) / (after[0] - before[0])
  return [before[1] + (after[1] - before[1]) * share, before[2] + (after[2] - before[2]) * share]
}

/** What of a way was walked by then, ending where somebody is. */
export function walkedBy(points: readonly WayPoint[], ms: number): (readonly [x: number, y: number])[] {
  const end = positionAt(points, ms)
  return [
    ...points.filter(([at]) => at < ms).map(([, x, y]) => [x, y] as const),
    ...(end && (points[0]?.[0] ?? 0) <= ms ? [end] : []),
  ]
}

/** A floor that holds all of a way, where no plan of it is known. */
export function floorAround(points: readonly WayPoint[]) {
  const edge = 200
  const [xs, ys] = [points.map(([, x]) => x), points.map(([, , y]) => y)]
  const widthCm = Math.max(500, ...xs) + edge
  const heightCm = Math.max(300, ...ys) + edge
  return {
    widthCm,
    heightCm,
    outline: [
      [0, 0],
      [widthCm, 0],
      [widthCm, heightCm],
      [0, heightCm],
    ] as const,
    shapes: [],
    zones: [],
    entrances: [],
  }
}
