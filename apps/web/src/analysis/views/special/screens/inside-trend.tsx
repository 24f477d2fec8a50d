import { useState } from 'react'
import { useNotOpenYet } from '../../../../lib/figures/closed-words.ts'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useFigures } from '../../../../lib/figures/use-figures.ts'
import { useText } from '../../../../lib/i18n.ts'
import { TrendChart } from '../../../../ui/chart/charts.tsx'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { timeText } from '../../shape.ts'
import { SpecialCard } from '../special-card.tsx'
import { insideSeries } from './inside-now.ts'

/** Legend and switch above the chart, and the air around it. */
const aroundPx = 36

/** Who comes, who goes and who is inside, in the windows of five minutes that the counters send. */
export function InsideTrend({ panel, asking, dictionary, className }: Special) {
  const t = useText()
  const figure = useFigure()
  const notOpenYet = useNotOpenYet()
  const [height, setHeight] = useState(240)
  const figures = useFigures(
    asking
      ? questionOf(panel, asking, dictionary.knows)
      : { metrics: ['entries'], period: { preset: 'today' } },
    { everyMs: 15_000 },
  )
  const rows = figures.answer?.rows ?? []
  const of = (key: string) => rows.map(row => cellOf(row, key).current)
  const [came, left] = [of('entries'), of('exits')]
  // Nobody came before the doors opened: the day begins with the first count.
  const first = Math.max(
    0,
    came.findIndex((value, index) => (value ?? 0) + (left[index] ?? 0) > 0),
  )
  const label = (key: string) => figures.answer?.columns.find(({ id }) => id === key)?.label ?? key
  const cut = <T,>(values: readonly T[]) => values.slice(first)
  return (
    <SpecialCard
      panel={panel}
      className={`${className} inside-trend`}
      state={asking ? figures.state : 'loading'}
      error={figures.error}
      onRetry={figures.again}
      nothing={
        notOpenYet(figures.answer?.meta.hours, asking?.period) ??
        t({ zh: '今日尚无计数', en: 'Nothing counted yet today' })
      }
    >
      <div
        className="inside-room"
        ref={element => {
          if (!element) return undefined
          const look = () => setHeight(Math.max(160, element.clientHeight - aroundPx))
          look()
          const follow = new ResizeObserver(look)
          follow.observe(element)
          return () => follow.disconnect()
        }}
      >
        <TrendChart
          data={{
            categories: cut(rows.map(row => timeText(memberOf(row, 'time').name, true))),
            series: [
              { name: label('entries'), values: cut(came) },
              { name: label('exits'), values: cut(left) },
              { name: t({ zh: '在场', en: 'Inside' }), values: cut(insideSeries(came, left)) },
            ],
          }}
          summary={t(panel.title)}
          height={height}
          format={value => figure.short(value, {})}
          categoryName={t({ zh: '时间', en: 'Time' })}
        />
      </div>
    </SpecialCard>
  )
}
