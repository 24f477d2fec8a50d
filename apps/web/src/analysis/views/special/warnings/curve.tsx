import { useQuery } from '@tanstack/react-query'
import { cellOf } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { TrendChart } from '../../../../ui/chart/charts.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { clockMinutes, windowAround } from './around.ts'
import { useWhere, warningQueries } from './queries.ts'
import { useChosenWarning } from './warning-list.tsx'
import { useWarningWords } from './words.ts'

/** Visits of the place in five-minute steps around the chosen warning, else around the latest; the same a week before beside them. */
export function WarningCurve({ panel, className, asking, dictionary }: Special) {
  const t = useText()
  const say = useWarningWords()
  const where = useWhere(asking)
  const [chosen] = useChosenWarning()
  const latest = useQuery({
    ...warningQueries.list({ ...where, from: asking?.period.from ?? '', to: asking?.period.to ?? '' }, 1),
    enabled: where !== undefined && chosen === undefined,
  })
  const one = useQuery({ ...warningQueries.one(chosen ?? ''), enabled: chosen !== undefined })
  const warning = chosen === undefined ? latest.data?.records[0] : one.data?.warning
  const source = chosen === undefined ? latest : one
  const isAllowed = dictionary.metric('visits')?.allowed === true
  const around = warning && windowAround(warning.from, warning.to)
  const answer = useQuestion(
    warning && around && isAllowed
      ? {
          metrics: ['visits'],
          period: { from: warning.date, to: warning.date },
          granularity: '5min',
          source: 1,
          timeWindow: around,
          compare: { type: 'lastWeekSameDay' },
          filters: [
            { member: 'shop', op: 'in', values: [warning.shopId] },
            ...(warning.nodeKind === 'shop'
              ? []
              : [{ member: warning.nodeKind, op: 'in' as const, values: [warning.nodeId] }]),
          ],
          limit: 400,
        }
      : undefined,
  )
  const rows = answer.data?.rows ?? []
  const times = rows.map(row => timeOf(row.time))
  const state = !isAllowed
    ? 'forbidden'
    : source.data !== undefined && !warning
      ? 'empty'
      : source.isError || answer.isError
        ? 'error'
        : stateOf(answer, data => data.rows.length === 0)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={state}
      error={source.error ?? answer.error}
      onRetry={() => void (source.isError ? source.refetch() : answer.refetch())}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      nothing={
        warning
          ? t({ zh: '该时段没有五分钟计数', en: 'There are no counts of five minutes for this time' })
          : t({ zh: '没有可看的预警', en: 'There is no warning to look at' })
      }
      hint={warning && `${say.what(warning)} · ${say.where(warning)} · ${say.when(warning)}`}
    >
      {warning && (
        <TrendChart
          summary={t(
            {
              zh: '{place} {date} 每五分钟人次与上周同日',
              en: 'Visits of {place} in five minutes on {date} and a week before',
            },
            { place: say.where(warning), date: warning.date },
          )}
          categoryName={t({ zh: '时间', en: 'Time' })}
          height={260}
          shaded={times.flatMap((time, index) =>
            clockMinutes(time) >= clockMinutes(warning.from) && clockMinutes(time) < clockMinutes(warning.to)
              ? [index]
              : [],
          )}
          data={{
            categories: times,
            series: [
              {
                name: t({ zh: '人次', en: 'Visits' }),
                values: rows.map(row => cellOf(row, 'visits').current),
              },
              {
                name: t({ zh: '上周同日', en: 'A week before' }),
                values: rows.map(row => cellOf(row, 'visits').compared ?? null),
                isCompared: true,
              },
            ],
          }}
        />
      )}
    </SpecialCard>
  )
}

/** HH:MM of a bucket: `2026-11-20 14:05` or with a T. */
const timeOf = (bucket: unknown): string => (typeof bucket === 'string' ? bucket.slice(11, 16) : '')
