import type { FindingStatistics } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import type { Kpi } from '../../ui/kpi.tsx'
import { aiText as words } from './text.ts'

/** Change in percent; null where there is nothing to compare with. */
export function growthOf(now: number | null, then: number | null | undefined): number | null {
  return now === null || then === null || then === undefined || then === 0
    ? null
    : ((now - then) / then) * 100
}

/** What waits for somebody: found, and not decided about. */
const undecided = (data: FindingStatistics) => data.findings - data.confirmed - data.dismissed

type Address = (more: Record<string, string>) => string | undefined

/** The figures of a period against those before. Counts of findings are neither good nor bad by themselves. */
export function findingKpis(
  t: Translate,
  now: FindingStatistics,
  then: FindingStatistics | undefined,
  address: Address,
): Kpi[] {
  const unit = t(words.countUnit)
  const percent = (value: number) => `${value.toFixed(1)}%`
  const compared = (value: number | null, before: number | null | undefined) =>
    then === undefined ? {} : { compared: before ?? null, growth: growthOf(value, before) }
  const linked = (more: Record<string, string>) => {
    const href = address(more)
    return href === undefined ? {} : { href }
  }
  return [
    {
      key: 'findings',
      label: t(words.findings),
      value: now.findings,
      unit,
      isLessBetter: true,
      ...compared(now.findings, then?.findings),
      ...linked({}),
    },
    {
      key: 'findingsConfirmed',
      label: t(words.confirmed),
      value: now.confirmed,
      unit,
      isLessBetter: true,
      ...compared(now.confirmed, then?.confirmed),
      ...linked({ status: 'confirmed' }),
    },
    {
      key: 'accuracy',
      label: t(words.accuracy),
      value: now.accuracy,
      format: percent,
      ...compared(now.accuracy, then?.accuracy),
    },
    { key: 'waiting', label: t(words.waiting), value: undecided(now), unit, ...linked({ status: 'new' }) },
    {
      key: 'patrolCoverage',
      label: t(words.coverage),
      value: now.coverage,
      format: percent,
      note: t(words.coverageNote, { some: now.shopsWatched, all: now.shops }),
      ...compared(now.coverage, then?.coverage),
    },
  ]
}
