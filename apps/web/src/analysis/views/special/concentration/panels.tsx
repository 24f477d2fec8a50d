import { useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { percent } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { TrendChart } from '../../../../ui/chart/charts.tsx'
import { type Kpi, KpiStrip } from '../../../../ui/kpi.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import { comparisonOf, daysIn } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { timeText } from '../../shape.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { courseOfTop, growthOf, peakOf, topOf, topShare } from './concentrated.ts'

/** The places that the page is about: what its ranking is by. */
const placesOf = ({ view }: Special): string =>
  view.panels.find(({ kind }) => kind === 'rank')?.by?.[0] ?? 'shop'

/** How much the busiest places, hour and day take: shares of the top, of the peak hour, and peak over mean. */
export function ConcentrationFigures(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const figure = useFigure()
  const [metric = 'visits'] = panel.metrics
  const isForbidden = dictionary.metric(metric)?.allowed === false
  const compare = asking && comparisonOf(panel, asking)
  const place = placesOf(props)
  const isOneDay = asking !== undefined && daysIn(asking.period) === 1
  const wish = { metrics: [metric] }
  const places = useQuestion(pieceQuestion(props, { ...wish, by: [place] }, compare))
  const hours = useQuestion(pieceQuestion(props, { ...wish, by: ['hourOfDay'] }, compare))
  const moments = useQuestion(
    pieceQuestion(props, { ...wish, by: ['time'], granularity: [isOneDay ? 'hour' : 'day'] }, compare),
  )
  const rows = places.data?.rows ?? []
  const top = topOf(rows.length)
  const kind = dictionary.metric(metric) ?? {}
  const compared = (now: number | null, before: number | null) =>
    compare ? { compared: before, growth: growthOf(now, before) } : {}
  const share = topShare(rows, metric)
  const hour = hours.data && peakOf(hours.data.rows, metric, 'hourOfDay')
  const hourShare = topShare(hours.data?.rows ?? [], metric, 1)
  const peak = moments.data && peakOf(moments.data.rows, metric, 'time')
  const peakBefore = moments.data && peakOf(moments.data.rows, metric, 'time', 'compared')
  const times = (one: { value: number; mean: number } | undefined) =>
    one && one.mean > 0 ? one.value / one.mean : null
  const items: Kpi[] = [
    {
      key: 'top',
      label: t(
        { zh: '头部占比（前 {top} / {all}）', en: 'Share of the top {top} of {all}' },
        { top, all: rows.length },
      ),
      value: share,
      format: percent,
      ...compared(share, topShare(rows, metric, top, 'compared')),
    },
    {
      key: 'hour',
      label: t({ zh: '最忙一小时占比', en: 'Share of the busiest hour' }),
      value: hourShare,
      format: percent,
      ...compared(hourShare, topShare(hours.data?.rows ?? [], metric, 1, 'compared')),
      ...(hour ? { note: hour.name } : {}),
    },
    {
      key: 'peak',
      label: isOneDay ? t({ zh: '小时峰值', en: 'Busiest hour' }) : t({ zh: '单日峰值', en: 'Busiest day' }),
      value: peak?.value ?? null,
      unit: figure.unit(kind),
      format: value => figure.short(value, kind),
      ...compared(peak?.value ?? null, peakBefore?.value ?? null),
      ...(peak ? { note: timeText(peak.name, isOneDay) } : {}),
    },
    {
      key: 'times',
      label: t({ zh: '峰值 ÷ 平均', en: 'Peak ÷ average' }),
      value: times(peak),
      unit: t({ zh: '倍', en: '×' }),
      format: value => value.toFixed(2),
      ...compared(times(peak), times(peakBefore)),
      ...(peak
        ? {
            note: t(
              { zh: '平均 {mean}', en: 'average {mean}' },
              { mean: figure.short(Math.round(peak.mean), kind) },
            ),
          }
        : {}),
    },
  ]
  return (
    <SpecialCard
      panel={panel}
      className={`${className} view-kpi`}
      state={isForbidden ? 'forbidden' : stateOf(places, () => share === null)}
      error={places.error}
      onRetry={() => void places.refetch()}
      isRefreshing={places.isFetching && places.data !== undefined}
      isFlush
      height={72}
    >
      <KpiStrip items={items} />
    </SpecialCard>
  )
}

/** The share that the busiest places take from moment to moment: of one day by its quarters, of several by their hours. */
export function ConcentrationCourse(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const [metric = 'visits'] = panel.metrics
  const isForbidden = dictionary.metric(metric)?.allowed === false
  const place = placesOf(props)
  const isOneDay = asking !== undefined && daysIn(asking.period) === 1
  const answer = useQuestion(
    pieceQuestion(props, {
      metrics: [metric],
      by: ['time', place],
      granularity: [isOneDay ? '15min' : 'distribution'],
    }),
  )
  const rows = answer.data?.rows ?? []
  const count = new Set(rows.map(row => JSON.stringify(row[place]))).size
  const top = topOf(count)
  const course = courseOfTop(rows, metric, top).filter(({ share }) => share !== null)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(answer, () => course.length === 0)}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      hint={
        count > 0
          ? t(
              { zh: '每个时刻最忙的 {top} 个所占比例', en: 'Share of the busiest {top} at each moment' },
              { top },
            )
          : undefined
      }
    >
      <TrendChart
        data={{
          categories: course.map(({ moment }) => timeText(moment, true)),
          series: [
            { name: t({ zh: '头部占比', en: 'Share of the top' }), values: course.map(({ share }) => share) },
          ],
        }}
        summary={t(panel.title)}
        height={260}
        format={percent}
        categoryName={t({ zh: '时刻', en: 'Time' })}
      />
    </SpecialCard>
  )
}
