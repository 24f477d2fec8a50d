import { type ProblemStatistics, problemStatusNames } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { addDays, daysIn } from '../../shell/date-picker/periods.ts'
import { TrendChart } from '../../ui/chart/charts.tsx'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { type Kpi, KpiStrip } from '../../ui/kpi.tsx'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { problemQueries } from './queries.ts'
import { problemText as words } from './text.ts'
import type { ProblemFilters } from './use-problem-filters.ts'

const dayMinutes = 1440

/** Change in percent; null where there is nothing to hold it against. */
export const growthOf = (value: number | null, compared: number | null): number | null =>
  value === null || compared === null || compared === 0 ? null : ((value - compared) / compared) * 100

/** The same days before: as many, ending the day before the first. */
const daysBefore = ({ from, to }: { from: string; to: string }) => {
  const count = daysIn({ from, to })
  return { begin: addDays(from, -count), end: addDays(from, -1) }
}

/** Raised, closed, close rate and mean time to close, against the same length of time before. */
export function ProblemFigures({
  filters,
  href,
}: {
  filters: ProblemFilters
  href: (tab: string) => string
}) {
  const t = useText()
  const { percent } = useFormat()
  const now = useQuery({ ...problemQueries.statistics(filters.query), enabled: filters.isReady })
  const before = useQuery({
    ...problemQueries.statistics({ ...filters.query, ...daysBefore(filters.period) }),
    enabled: filters.isReady,
  })
  const state = stateOf(now)
  const then = before.data
  const days = (minutes: number | null | undefined) =>
    minutes === null || minutes === undefined ? null : minutes / dayMinutes
  const items: Kpi[] = now.data
    ? [
        figure('problems', t(words.found), now.data.problems, then?.problems, {
          isLessBetter: true,
          href: href('all'),
        }),
        figure('closed', t(words.closed), now.data.closed, then?.closed, { href: href('closed') }),
        figure('rate', t(words.closeRate), now.data.closeRate, then?.closeRate, { format: percent }),
        figure('time', t(words.closeTime), days(now.data.meanCloseMinutes), days(then?.meanCloseMinutes), {
          isLessBetter: true,
          unit: t(words.days),
          format: value => value.toFixed(1),
        }),
        figure('overdue', t(words.overdueCount), now.data.overdue, undefined, { href: href('overdue') }),
      ]
    : []
  return (
    <Panel id="p1" state={state} isRefreshing={now.isFetching && now.data !== undefined}>
      {state === 'loading' && (
        <Loading>
          <Bone height={72} radius={8} />
        </Loading>
      )}
      {state === 'error' && <ErrorState error={now.error} onRetry={() => void now.refetch()} />}
      {now.data && <KpiStrip items={items} />}
    </Panel>
  )
}

function figure(
  key: string,
  label: string,
  value: number | null,
  compared: number | null | undefined,
  more: Partial<Kpi> = {},
): Kpi {
  return {
    key,
    label,
    value,
    ...(compared === undefined ? {} : { compared, growth: growthOf(value, compared) }),
    ...more,
  }
}

/** Which items cause the most problems; a row narrows the board. */
export function ItemRanking({
  filters,
  id,
  href,
}: {
  filters: ProblemFilters
  id: string
  href: (item: string) => string
}) {
  const t = useText()
  const name = useName()
  const { number } = useFormat()
  const query = useQuery({ ...problemQueries.statistics(filters.query), enabled: filters.isReady })
  const state = stateOf(query, data => data.byItem.length === 0)
  return (
    <Panel id={id} state={state} title={t(words.ranking)} className="span-5">
      <div className="panel-body">
        {state === 'loading' && (
          <Loading>
            <Bone height={220} />
          </Loading>
        )}
        {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && (
          <RankList
            tone="negative"
            rows={query.data.byItem.map(row => ({
              key: `${row.questionType} ${row.itemId ?? row.itemName}`,
              label: name(row.itemName, row.itemNameEn),
              value: row.problems,
              note: row.closed > 0 ? `${t(problemStatusNames.closed)} ${number(row.closed)}` : undefined,
              href: href(row.itemName),
            }))}
          />
        )}
      </div>
    </Panel>
  )
}

/** Raised and closed by week. */
export function ProblemTrend({ filters }: { filters: ProblemFilters }) {
  const t = useText()
  const format = useFormat()
  const query = useQuery({ ...problemQueries.statistics(filters.query), enabled: filters.isReady })
  const state = stateOf(query, data => data.byWeek.length === 0)
  return (
    <Panel id="p5" state={state} title={t(words.trend)} className="span-7">
      <div className="panel-body">
        {state === 'loading' && (
          <Loading>
            <Bone height={240} />
          </Loading>
        )}
        {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && (
          <TrendChart
            data={trendData(query.data.byWeek, t(words.found), t(words.closed), format.shortDay)}
            categoryName={t(words.week)}
            summary={`${t(words.trend)}: ${query.data.problems} / ${query.data.closed}`}
          />
        )}
      </div>
    </Panel>
  )
}

/** Every week between the first and the last; one without problems is nought, it is not unknown. */
function trendData(
  weeks: ProblemStatistics['byWeek'],
  found: string,
  closed: string,
  written: (day: string) => string = day => day,
) {
  const known = new Map(weeks.map(week => [week.week, week]))
  const categories: string[] = []
  const last = weeks.at(-1)?.week
  for (
    let week = weeks[0]?.week;
    week !== undefined && last !== undefined && week <= last;
    week = addDays(week, 7)
  )
    categories.push(week)
  return {
    categories: categories.map(written),
    series: [
      { name: found, values: categories.map(week => known.get(week)?.problems ?? 0) },
      { name: closed, values: categories.map(week => known.get(week)?.closed ?? 0) },
    ],
  }
}
