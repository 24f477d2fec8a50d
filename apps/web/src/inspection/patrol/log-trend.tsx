import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { addDays, dateOf } from '../../shell/date-picker/periods.ts'
import { oneOf, useAddressFilter } from '../../shell/filters.ts'
import { BarChart, TrendChart } from '../../ui/chart/charts.tsx'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import type { ProblemFilters } from '../problems/use-problem-filters.ts'
import { logQueries, logQuery } from './log-queries.ts'
import { logText as words } from './log-text.ts'

const granularities = ['day', 'week'] as const

/** Score and problems by day or week, one above the other: they share no scale. */
export function LogTrend({ filters }: { filters: ProblemFilters }) {
  const t = useText()
  const format = useFormat()
  const [granularity, setGranularity] = useAddressFilter('by', oneOf(granularities, 'day'))
  const trend = useQuery({
    ...logQueries.trend(logQuery(filters), granularity),
    enabled: filters.isReady,
  })
  const state = stateOf(trend, data => data.length === 0)
  const { from, to } = filters.period
  const known = new Map((trend.data ?? []).map(point => [point.date, point]))
  const days = granularity === 'day' ? daysFrom(from, to, [...known.keys()]) : [...known.keys()]
  const categories = days.map(format.shortDay)
  const common = { categoryName: t(granularity === 'day' ? words.day : words.week) }
  const total = (trend.data ?? []).reduce((sum, point) => sum + point.problems, 0)
  return (
    <Panel
      id="p2"
      state={state}
      title={t(words.trend)}
      className="span-7"
      actions={
        <Segmented
          size="small"
          value={granularity}
          onChange={setGranularity}
          options={[
            { value: 'day', label: t(words.day) },
            { value: 'week', label: t(words.week) },
          ]}
        />
      }
    >
      <div className="panel-body">
        {state === 'error' && <ErrorState error={trend.error} onRetry={() => void trend.refetch()} />}
        {state === 'loading' && (
          <Loading>
            <Bone height={240} />
          </Loading>
        )}
        {trend.data && (
          <>
            <p className="muted">{t(words.scored)}</p>
            <TrendChart
              {...common}
              height={150}
              summary={t(words.summary, { from, to, n: total })}
              shaded={granularity === 'day' ? days.filter(isWeekend).map(day => days.indexOf(day)) : []}
              data={{
                categories,
                series: [
                  {
                    name: t(words.scored),
                    unit: t(words.points),
                    values: days.map(day => known.get(day)?.score ?? null),
                  },
                ],
              }}
            />
            <p className="muted">{t(words.problems)}</p>
            <BarChart
              {...common}
              height={130}
              summary={t(words.summary, { from, to, n: total })}
              data={{
                categories,
                series: [{ name: t(words.problems), values: days.map(day => known.get(day)?.problems ?? 0) }],
              }}
            />
          </>
        )}
      </div>
    </Panel>
  )
}

const isWeekend = (day: string) => [0, 6].includes(dateOf(day).getDay())

/** Every day of the range, where it is short enough to draw; else the days on which something was noted. */
function daysFrom(from: string, to: string, known: readonly string[]): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length <= 400; day = addDays(day, 1)) days.push(day)
  return days.length > 400 ? [...known] : days
}
