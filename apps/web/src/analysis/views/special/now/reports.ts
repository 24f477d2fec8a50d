import type { AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

/** The latest slot of which something came, by the place: `2026-11-21 17:05`. */
export function lastReports(
  rows: readonly AnalysisRow[],
  dimension: string,
  key: string,
): Map<string, string> {
  const last = new Map<string, string>()
  for (const row of rows) {
    if (cellOf(row, key).current === null) continue
    const [{ id }, { name }] = [memberOf(row, dimension), memberOf(row, 'time')]
    if (name > (last.get(id) ?? '')) last.set(id, name)
  }
  return last
}

/** The latest of all slots that something came of. */
export const latestOf = (last: ReadonlyMap<string, string>): string | undefined =>
  [...last.values()].toSorted().at(-1)

/** Minutes from the beginning of a slot to a clock of the same day. */
export const minutesSince = (label: string, clock: string): number =>
  minutesOf(clock) - minutesOf(label.slice(-5))

const minutesOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

/** The sum of a figure over the latest slots that came, and null where none did. `slots` are five minutes each. */
export function sumOfLast(rows: readonly AnalysisRow[], key: string, slots: number): number | null {
  const known = rows
    .flatMap(row => {
      const { current } = cellOf(row, key)
      return current === null ? [] : [{ label: memberOf(row, 'time').name, current }]
    })
    .toSorted((a, b) => b.label.localeCompare(a.label))
  const [latest] = known
  if (!latest) return null
  const clock = latest.label.slice(-5)
  return known
    .filter(({ label }) => minutesSince(label, clock) < slots * 5)
    .reduce((sum, { current }) => sum + current, 0)
}

/** Sources that owe nothing in the slot that others are at: their shops are closed by then. */
export function closedAt(
  rows: readonly AnalysisRow[],
  dimension: string,
  key: string,
  latest: string,
): Set<string> {
  return new Set(
    rows.flatMap(row => {
      const { current, coverage } = cellOf(row, key)
      const owesNothing = current === null && typeof coverage !== 'number'
      return memberOf(row, 'time').name === latest && owesNothing ? [memberOf(row, dimension).id] : []
    }),
  )
}

/** How a source stands by the minutes since it last told something. */
export function stateAfter(minutes: number | undefined): 'fresh' | 'late' | 'silent' {
  return minutes === undefined || minutes > 60 ? 'silent' : minutes > 20 ? 'late' : 'fresh'
}
