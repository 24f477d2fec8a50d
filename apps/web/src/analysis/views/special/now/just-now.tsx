import { cellOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { type Kpi, KpiStrip } from '../../../../ui/kpi.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { sumOfLast } from './reports.ts'

const everyMs = 15_000
const spans = [
  { key: 'quarter', slots: 3, name: { zh: '近 15 分钟', en: 'Last 15 min' } },
  { key: 'hour', slots: 12, name: { zh: '近 1 小时', en: 'Last hour' } },
  { key: 'today', slots: 288, name: { zh: '今日', en: 'Today' } },
] as const

/** What went through the doors in the last quarter of an hour, the last hour and today, and how many are inside. */
export function JustNow(props: Special) {
  const { panel, dictionary, className } = props
  const t = useText()
  const figure = useFigure()
  const metrics = ['entries', 'exits'].filter(id => dictionary.metric(id)?.allowed)
  const counts = useQuestion(
    pieceQuestion(props, { kind: 'heatmap', metrics, by: ['time'], granularity: ['5min'], source: [1] }),
    { everyMs },
  )
  const inside = useQuestion(pieceQuestion(props, { metrics: ['occupancy'], source: [1] }), { everyMs })
  const rows = counts.data?.rows ?? []
  const occupancy = dictionary.metric('occupancy')
  const items: Kpi[] = [
    ...spans.flatMap(({ key, slots, name }) =>
      metrics.map((id): Kpi => {
        const entry = dictionary.metric(id)
        return {
          key: `${key} ${id}`,
          label: t(
            { zh: '{span} · {metric}', en: '{span}: {metric}' },
            { span: t(name), metric: entry ? t(entry.label) : id },
          ),
          value: sumOfLast(rows, id, slots),
          unit: figure.unit(entry ?? {}),
          format: value => figure.short(value, entry ?? {}),
        }
      }),
    ),
    ...(occupancy?.allowed
      ? [
          {
            key: 'inside',
            label: t(occupancy.label),
            value: cellOf(inside.data?.rows[0], 'occupancy').current,
            unit: figure.unit(occupancy),
            format: (value: number) => figure.short(value, occupancy),
          },
        ]
      : []),
  ]
  return (
    <SpecialCard
      panel={panel}
      className={`${className} view-kpi`}
      state={metrics.length === 0 ? 'forbidden' : stateOf(counts)}
      error={counts.error}
      onRetry={() => void counts.refetch()}
      isFlush
      height={72}
    >
      <KpiStrip items={items} />
    </SpecialCard>
  )
}
