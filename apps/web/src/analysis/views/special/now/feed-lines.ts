import type { AnalysisAnswer, AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

export type FeedLine = {
  row: AnalysisRow
  /** `17:05–17:10`. */
  clock: string
  /** Counts were due and none came. */
  isSilent: boolean
  /** The first line of its time. */
  isFirst: boolean
}

/** Counts by five minutes and door, the latest first; slots in which nothing was due are left out. */
export function feedLines({ rows }: Pick<AnalysisAnswer, 'rows'>, metrics: readonly string[]): FeedLine[] {
  const known = rows.flatMap(row => {
    const cells = metrics.map(id => cellOf(row, id))
    const isSilent = cells.every(({ current }) => current === null)
    const wasDue = cells.some(({ coverage }) => typeof coverage === 'number')
    return isSilent && !wasDue ? [] : [{ row, isSilent, label: memberOf(row, 'time').name }]
  })
  // What is still to come is due as well, but nobody can have counted it.
  const latest = known.reduce((last, { label, isSilent }) => (!isSilent && label > last ? label : last), '')
  const sorted = known
    .filter(({ label }) => label <= latest)
    .toSorted(
      (a, b) =>
        b.label.localeCompare(a.label) ||
        memberOf(a.row, 'entrance').name.localeCompare(memberOf(b.row, 'entrance').name),
    )
  return sorted.map(({ row, isSilent, label }, index) => ({
    row,
    isSilent,
    clock: spanText(label),
    isFirst: sorted[index - 1]?.label !== label,
  }))
}

/** `2026-11-21 17:05` is `17:05–17:10`. */
function spanText(label: string): string {
  const [hour = 0, minute = 0] = label.slice(-5).split(':').map(Number)
  const end = hour * 60 + minute + 5
  const two = (value: number) => String(value).padStart(2, '0')
  return `${label.slice(-5)}–${two(Math.floor(end / 60))}:${two(end % 60)}`
}
