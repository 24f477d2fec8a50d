import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { percent } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { HeatChart } from '../../../../ui/chart/heat-chart.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { timeText } from '../../shape.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { retentionOf } from './retention.ts'

/** Of those who came for the first time in a week, how many were there again in each week after. */
export function Cohorts(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const figure = useFigure()
  const isForbidden = dictionary.metric('visitors')?.allowed === false
  const answer = useQuestion(
    isForbidden
      ? undefined
      : pieceQuestion(props, { metrics: ['visitors'], by: ['cohort', 'periodIndex'], source: [2] }),
  )
  const cohorts = retentionOf(
    (answer.data?.rows ?? []).map(row => ({
      cohort: memberOf(row, 'cohort').id,
      week: Number(memberOf(row, 'periodIndex').id),
      people: cellOf(row, 'visitors').current ?? 0,
    })),
    asking?.period.from ?? '',
    mondayOf(asking?.period.to ?? ''),
  )
  const weeks = Math.max(0, ...cohorts.map(({ shares }) => shares.length))
  const shown = cohorts.filter(({ shares }) => shares.length > 0)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(answer, () => weeks === 0)}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      height={320}
      hint={t({
        zh: '首访周的新客中，之后第几周再来的比例',
        en: 'of those new in a week, how many came in each week after',
      })}
      nothing={t({
        zh: '所选日期内没有完整的首访周与其后一周，请放宽日期',
        en: 'These days hold no week of first visits with a week after it. Widen the dates',
      })}
    >
      <HeatChart
        rows={shown.map(({ cohort, size }) =>
          t(
            { zh: '{week} · {people} 人', en: '{week} · {people}' },
            { week: timeText(cohort, false), people: figure.short(size, {}) },
          ),
        )}
        columns={Array.from({ length: weeks }, (_, index) =>
          t({ zh: '第 {n} 周', en: 'Week {n}' }, { n: index + 1 }),
        )}
        values={shown.map(({ shares }) => Array.from({ length: weeks }, (_, index) => shares[index] ?? null))}
        summary={t(panel.title)}
        height={Math.max(260, shown.length * 31 + 64)}
        isWritten={weeks <= 14}
        format={value => percent(value)}
        categoryName={t({ zh: '首访周', en: 'Week of the first visit' })}
      />
    </SpecialCard>
  )
}

/** The Monday of a day's week. */
function mondayOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at)) return day
  const back = (new Date(at).getUTCDay() + 6) % 7
  return new Date(at - back * 86_400_000).toISOString().slice(0, 10)
}
