import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../../lib/i18n.ts'
import { TrendChart } from '../../../../ui/chart/charts.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { clockMinutes } from './around.ts'
import { warningQueries } from './queries.ts'
import { useDoubts, usePlaceOf } from './use-doubts.ts'

/** The hours of the chosen event's day: entries and exits as counted, what was to be expected, and what pages show. */
export function DoubtCurve({ panel, className, asking }: Special) {
  const t = useText()
  const place = usePlaceOf()
  const { list, chosen } = useDoubts(asking)
  const query = useQuery({ ...warningQueries.doubt(chosen ?? ''), enabled: chosen !== undefined })
  const isNothing = list.data !== undefined && chosen === undefined
  const { event, hours = [] } = query.data ?? {}
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isNothing ? 'empty' : list.isError ? 'error' : stateOf(query, data => data.hours.length === 0)}
      error={list.error ?? query.error}
      onRetry={() => void (list.isError ? list.refetch() : query.refetch())}
      nothing={
        isNothing
          ? t({ zh: '没有可看的异常数据', en: 'There is nothing doubtful to look at' })
          : t({ zh: '该计数没有逐小时数据', en: 'This counter has no hours on that day' })
      }
      hint={event && `${place(event)} · ${event.date}`}
    >
      {event && (
        <TrendChart
          summary={t({ zh: '逐小时实际值与预期值', en: 'Counted and expected by hour' })}
          categoryName={t({ zh: '小时', en: 'Hour' })}
          height={260}
          shaded={hours.flatMap(({ hour }, index) =>
            hour * 60 < clockMinutes(event.to) && (hour + 1) * 60 > clockMinutes(event.from) ? [index] : [],
          )}
          data={{
            categories: hours.map(({ hour }) => `${String(hour).padStart(2, '0')}:00`),
            series: [
              { name: t({ zh: '进（实际）', en: 'In, counted' }), values: hours.map(({ value }) => value) },
              {
                name: t({ zh: '进（预期）', en: 'In, expected' }),
                values: hours.map(({ expected }) => expected),
                isCompared: true,
              },
              { name: t({ zh: '出（实际）', en: 'Out, counted' }), values: hours.map(({ out }) => out) },
              { name: t({ zh: '报表显示', en: 'Shown' }), values: hours.map(({ shown }) => shown) },
            ],
          }}
        />
      )}
    </SpecialCard>
  )
}
