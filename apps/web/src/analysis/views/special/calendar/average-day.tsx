import { comparisons, type Granularity, granularities } from '@aisle/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { TrendChart } from '../../../../ui/chart/charts.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import { comparisonOf, daysIn } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { averageDay } from './slots.ts'

const slotsOf: Partial<Record<Granularity, number>> = { '5min': 288, '10min': 144, '15min': 96, hour: 24 }
/** As many slots as are asked for at once; longer periods are read by the hour. */
const mostSlots = 4_800

/** The average day, slot by slot of the day's clock, against that of the compared period. */
export function AverageDay(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const figure = useFigure()
  const [chosen, choose] = useState<Granularity>()
  const [metric = 'visits'] = panel.metrics
  const isForbidden = dictionary.metric(metric)?.allowed === false
  const days = asking ? daysIn(asking.period) : 1
  const offered = (panel.granularity ?? []).filter(name => days * (slotsOf[name] ?? 0) <= mostSlots)
  const wanted = asking?.granularity
  const grain =
    offered.find(name => name === chosen) ?? offered.find(name => name === wanted) ?? offered[0] ?? 'hour'
  const compare = asking && comparisonOf(panel, asking)
  const answer = useQuestion(
    pieceQuestion(
      { ...props, ...(asking ? { asking: { ...asking, granularity: grain } } : {}) },
      { kind: 'heatmap', metrics: [metric], by: ['time'], granularity: [grain] },
      compare,
    ),
  )
  const slots = averageDay(answer.data?.rows ?? [], metric)
  // What lies before the first visitor and after the last is no part of the day.
  const known = slots.flatMap(({ now, before }, index) => ((now ?? 0) + (before ?? 0) > 0 ? [index] : []))
  const [first = 0, last = -1] = [known[0], known.at(-1)]
  const shown = slots.slice(first, last + 1)
  const kind = dictionary.metric(metric) ?? {}
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(answer, () => shown.length === 0)}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      hint={t({ zh: '{days} 天的均值', en: 'mean of {days, plural, one {# day} other {# days}}' }, { days })}
      height={260}
      actions={
        offered.length > 1 && (
          <Segmented
            size="small"
            aria-label={t({ zh: '粒度', en: 'Granularity' })}
            value={grain}
            options={offered.map(name => ({ value: name, label: t(granularities[name]) }))}
            onChange={choose}
          />
        )
      }
    >
      <TrendChart
        data={{
          categories: shown.map(({ slot }) => slot),
          series: [
            { name: t({ zh: '平均一日', en: 'Average day' }), values: shown.map(({ now }) => now) },
            ...(compare
              ? [
                  {
                    name: t(comparisons[compare.type]),
                    isCompared: true,
                    values: shown.map(({ before }) => before),
                  },
                ]
              : []),
          ],
        }}
        summary={t(panel.title)}
        height={260}
        format={value => figure.short(value, { ...kind, decimals: value < 100 ? 1 : 0 })}
        categoryName={t({ zh: '时刻', en: 'Time' })}
      />
    </SpecialCard>
  )
}
