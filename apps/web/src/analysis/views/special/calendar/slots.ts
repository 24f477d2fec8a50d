import type { AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

/** The mean of each slot of the day over the days that have it, in the order of the clock: `2026-11-20 18:15` is of 18:15. */
export function averageDay(rows: readonly AnalysisRow[], key: string) {
  const slots = Map.groupBy(rows, row => memberOf(row, 'time').name.slice(-5))
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  return [...slots]
    .filter(([slot]) => /^\d\d:\d\d$/.test(slot))
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([slot, own]) => ({
      slot,
      now: mean(own.flatMap(row => cellOf(row, key).current ?? [])),
      before: mean(own.flatMap(row => cellOf(row, key).compared ?? [])),
    }))
}
