import type { AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

/** How many of a number of places are its top: a fifth of them, one at least. */
export const topOf = (count: number): number => Math.max(1, Math.ceil(count / 5))

type Side = 'current' | 'compared'
const valuesOf = (rows: readonly AnalysisRow[], key: string, side: Side) =>
  rows.flatMap(row => {
    const value = cellOf(row, key)[side]
    return typeof value === 'number' ? [value] : []
  })
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The share in per cent that the largest rows have of all; null where there is nothing. */
export function topShare(
  rows: readonly AnalysisRow[],
  key: string,
  count = topOf(rows.length),
  side: Side = 'current',
): number | null {
  const values = valuesOf(rows, key, side).toSorted((a, b) => b - a)
  const whole = sum(values)
  return whole === 0 ? null : (sum(values.slice(0, count)) * 100) / whole
}

/** The row with most, its value, and the mean of all rows that have one; undefined where nothing is known. */
export function peakOf(rows: readonly AnalysisRow[], key: string, dimension: string, side: Side = 'current') {
  const known = rows.filter(row => typeof cellOf(row, key)[side] === 'number')
  const [first] = known.toSorted((a, b) => (cellOf(b, key)[side] ?? 0) - (cellOf(a, key)[side] ?? 0))
  const value = cellOf(first, key)[side]
  if (first === undefined || typeof value !== 'number') return undefined
  return {
    name: memberOf(first, dimension).name,
    value,
    mean: sum(valuesOf(known, key, side)) / known.length,
  }
}

/** For each moment the share that its `count` busiest places have of it. */
export function courseOfTop(rows: readonly AnalysisRow[], key: string, count: number) {
  const moments = Map.groupBy(rows, row => memberOf(row, 'time').name)
  return [...moments].map(([moment, own]) => ({ moment, share: topShare(own, key, count) }))
}

/** Change in per cent; null without a base. */
export const growthOf = (now: number | null | undefined, before: number | null | undefined): number | null =>
  now === null || now === undefined || !before ? null : ((now - before) * 100) / before
