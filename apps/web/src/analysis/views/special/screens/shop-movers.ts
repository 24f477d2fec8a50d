import type { AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

export type Mover = { id: string; name: string; value: number; growth: number }

const leastCoverage = 0.9
/** What was not counted cannot have fallen. */
const isThin = (coverage: number | null | undefined) =>
  typeof coverage === 'number' && coverage < leastCoverage

/** The shops that gained and lost most: those that rose, the largest first, and those that fell, the largest fall first. */
export function moversOf(
  rows: readonly AnalysisRow[],
  metric: string,
  most = 5,
): { up: Mover[]; down: Mover[] } {
  const all = rows.flatMap(row => {
    const { current, growth, coverage, comparedCoverage } = cellOf(row, metric)
    const { id, name } = memberOf(row, 'shop')
    return current === null || typeof growth !== 'number' || isThin(coverage) || isThin(comparedCoverage)
      ? []
      : [{ id, name, value: current, growth }]
  })
  const sorted = all.toSorted((a, b) => b.growth - a.growth)
  return {
    up: sorted.filter(({ growth }) => growth > 0).slice(0, most),
    down: sorted
      .filter(({ growth }) => growth < 0)
      .toReversed()
      .slice(0, most),
  }
}
