import type { AnalysisAnswer, AnalysisMember } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'
import { spreadOf } from '../../shape.ts'

/** Kinds of shops by two figures, each above or below the median of the shops. */
export const quadrantNames = ['stars', 'rich', 'loyal', 'review'] as const
export type Quadrant = (typeof quadrantNames)[number]
/** `before`: where it stood in the compared period. */
export type Placed = { shop: AnalysisMember; x: number; y: number; before?: { x: number; y: number } }
/** Where shops are parted: at the medians, at the means, or at values that somebody typed. */
export type Parting = 'median' | 'mean' | { x: number; y: number }
export type Quadrants = {
  middle: { x: number; y: number }
  of: Record<Quadrant, Placed[]>
}

/**
 * Shops parted by two metrics, those on the line above it: high in both, rich in the first alone, good in the second alone, low in
 * both. The most telling shops stand first. Undefined below two shops with both figures.
 */
export function quadrantsOf(
  { rows }: Pick<AnalysisAnswer, 'rows'>,
  [first, second]: readonly [string, string],
  parting: Parting = 'median',
): Quadrants | undefined {
  const placed = rows.flatMap((row): Placed[] => {
    const [across, up] = [cellOf(row, first), cellOf(row, second)]
    if (across.current === null || up.current === null) return []
    const before =
      typeof across.compared === 'number' && typeof up.compared === 'number'
        ? { before: { x: across.compared, y: up.compared } }
        : {}
    return [{ shop: memberOf(row, 'shop'), x: across.current, y: up.current, ...before }]
  })
  if (placed.length < 2) return undefined
  const lineOf = (values: readonly number[]) =>
    parting === 'mean'
      ? values.reduce((sum, value) => sum + value, 0) / values.length
      : (spreadOf(values)?.median ?? 0)
  const middle =
    typeof parting === 'object'
      ? parting
      : { x: lineOf(placed.map(({ x }) => x)), y: lineOf(placed.map(({ y }) => y)) }
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
