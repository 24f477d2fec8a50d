import type { AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

const dayMs = 86_400_000

/** The Monday and the Sunday of an ISO week: `2026-W47` is 2026-11-16 to 2026-11-22. Undefined for other words. */
export function daysOfWeek(week: string): { from: string; to: string } | undefined {
  const found = /^(\d{4})-W(\d\d)$/.exec(week)
  if (!found) return undefined
  // 4 January is always in the first week.
  const fourth = Date.UTC(Number(found[1]), 0, 4)
  const monday =
    fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs + (Number(found[2]) - 1) * 7 * dayMs
  const textOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: textOf(monday), to: textOf(monday + 6 * dayMs) }
}

/** A week of a shop: Monday to Friday, Saturday and Sunday, and the whole with what it is held against. */
export function weekRows(
  whole: readonly AnalysisRow[],
  workdays: readonly AnalysisRow[],
  weekends: readonly AnalysisRow[],
  key: string,
) {
  const keyOf = (row: AnalysisRow) => `${memberOf(row, 'week').id} ${memberOf(row, 'shop').id}`
  const [work, rest] = [workdays, weekends].map(
    rows => new Map(rows.map(row => [keyOf(row), cellOf(row, key).current])),
  )
  return whole
    .map(row => {
      const cell = cellOf(row, key)
      const weekend = rest?.get(keyOf(row)) ?? null
      return {
        id: keyOf(row),
        week: memberOf(row, 'week').id,
        shop: memberOf(row, 'shop'),
        workday: work?.get(keyOf(row)) ?? null,
        weekend,
        cell,
        weekendShare: weekend === null || !cell.current ? null : (weekend * 100) / cell.current,
      }
    })
    .toSorted((a, b) => b.week.localeCompare(a.week) || (b.cell.current ?? -1) - (a.cell.current ?? -1))
}
