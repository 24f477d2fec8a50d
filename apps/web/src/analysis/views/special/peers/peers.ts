import type { AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'
import { spreadOf } from '../../shape.ts'

/** The figures of a shop with the median of its peers as 100; null where it or they have none. */
export function indicesOf(
  rows: readonly AnalysisRow[],
  shopId: string,
  keys: readonly string[],
): { now: (number | null)[]; before: (number | null)[] } {
  const own = rows.find(row => memberOf(row, 'shop').id === shopId)
  const sideOf = (side: 'current' | 'compared') =>
    keys.map(key => {
      const median = spreadOf(rows.flatMap(row => cellOf(row, key).current ?? []))?.median
      const value = cellOf(own, key)[side]
      return typeof value !== 'number' || median === undefined || median === 0 ? null : (value * 100) / median
    })
  return { now: sideOf('current'), before: sideOf('compared') }
}
