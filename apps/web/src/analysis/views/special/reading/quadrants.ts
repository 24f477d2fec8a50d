import type { AnalysisAnswer, AnalysisMember } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'
import { spreadOf } from '../../shape.ts'

/** Kinds of shops by two figures, each above or below the median of the shops. */
export const quadrantNames = ['stars', 'rich', 'loyal', 'review'] as const
export type Quadrant = (typeof quadrantNames)[number]
export type Placed = { shop: AnalysisMember; x: number; y: number }
export type Quadrants = {
  middle: { x: number; y: number }
  of: Record<Quadrant, Placed[]>
}

/**
 * Shops parted by the medians of two metrics, those on the line above it: high in both, rich in the first alone, good in the second
 * alone, low in both. The most telling shops stand first. Undefined below two shops with both figures.
 */
export function quadrantsOf(
  { rows }: Pick<AnalysisAnswer, 'rows'>,
  [first, second]: readonly [string, string],
): Quadrants | undefined {
  const placed = rows.flatMap((row): Placed[] => {
    const [x, y] = [cellOf(row, first).current, cellOf(row, second).current]
    return x === null || y === null ? [] : [{ shop: memberOf(row, 'shop'), x, y }]
  })
  const [across, up] = [spreadOf(placed.map(({ x }) => x)), spreadOf(placed.map(({ y }) => y))]
  if (placed.length < 2 || !across || !up) return undefined
  const middle = { x: across.median, y: up.median }
  const kindOf = ({ x, y }: Placed): Quadrant =>
    x >= middle.x ? (y >= middle.y ? 'stars' : 'rich') : y >= middle.y ? 'loyal' : 'review'
  const found: Quadrants['of'] = { stars: [], rich: [], loyal: [], review: [] }
  for (const one of placed) found[kindOf(one)].push(one)
  const far = ({ x, y }: Placed) =>
    Math.abs(x - middle.x) / (middle.x || 1) + Math.abs(y - middle.y) / (middle.y || 1)
  for (const name of quadrantNames) found[name].sort((a, b) => far(b) - far(a))
  return { middle, of: found }
}

/** Deals that a shop would gain with the bag rate of the median, in per cent of its visits. */
export const missedDeals = ({ x, y }: Placed, { middle }: Pick<Quadrants, 'middle'>): number =>
  Math.max(0, ((middle.y - y) / 100) * x)
