import type { AnalysisAnswer, AnalysisMember } from '@aisle/contract'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { PointChart } from '../../../../ui/chart/more-charts.tsx'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import './factors.css'

type Effect = { value: number; low: number; high: number }
type Both = { member: AnalysisMember; gain: Effect; loss: Effect }

/** Each shop by what holidays bring it and what rain takes: shops of which one of both is not known are left out, and said. */
export function GainAndLoss(props: Special) {
  const { panel, className, dictionary, onPick } = props
  const t = useText()
  const figure = useFigure()
  const isForbidden = dictionary.metric(panel.metrics[0] ?? '')?.allowed === false
  const asked = pieceQuestion(props, {
    metrics: panel.metrics,
    by: ['shop', 'factor'],
    calc: ['effect'],
    factors: ['holiday', 'rain'],
  })
  const answer = useQuestion(asked && { ...asked, totals: false })
  const both = answer.data ? bothOf(answer.data) : []
  const all = new Set(answer.data?.rows.map(row => memberOf(row, 'shop').id)).size
  const range = ({ low, high }: Effect) => `${low.toFixed(1)}–${high.toFixed(1)}%`
  const percent = { unit: 'percent' }
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        isForbidden
          ? 'forbidden'
          : answer.isError
            ? 'error'
            : !answer.data
              ? 'loading'
              : both.length === 0
                ? 'empty'
                : 'ready'
      }
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      nothing={t({
        zh: '所选日期中的节假日或雨雪天太少，无法判断影响。请选择包含节假日的更长时段。',
        en: 'Too few holidays or wet days in this period to tell what they do. Choose a longer one with holidays.',
      })}
      hint={
        both.length > 0 && both.length < all
          ? t(
              {
                zh: '{count} 家；另 {rest} 家天数不足',
                en: '{count} shops; of {rest} more there are too few days',
              },
              { count: both.length, rest: all - both.length },
            )
          : undefined
      }
    >
      <PointChart
        points={both.map(({ member, gain, loss }) => ({
          name: t(
            { zh: '{shop}（节假日 {gain}；雨雪 {loss}）', en: '{shop} (holidays {gain}; wet days {loss})' },
            { shop: member.name, gain: range(gain), loss: range(loss) },
          ),
          x: gain.value,
          y: loss.value,
        }))}
        xName={t({ zh: '节假日影响', en: 'Holidays' })}
        yName={t({ zh: '雨雪影响', en: 'Rain or snow' })}
        formatX={value => figure.short(value, percent)}
        format={value => figure.short(value, percent)}
        summary={t(panel.title)}
        height={320}
        onPick={index => {
          const found = both[index]
          if (found) onPick('shop', found.member)
        }}
      />
    </SpecialCard>
  )
}

function bothOf({ rows, columns }: AnalysisAnswer): Both[] {
  const key = columns.find(({ kind }) => kind === 'metric')?.id ?? ''
  const found = new Map<string, { member: AnalysisMember; effects: Map<string, Effect> }>()
  for (const row of rows) {
    const member = memberOf(row, 'shop')
    const { current, low, high } = cellOf(row, key)
    const one = found.get(member.id) ?? { member, effects: new Map<string, Effect>() }
    found.set(member.id, one)
    if (current !== null && typeof low === 'number' && typeof high === 'number')
      one.effects.set(memberOf(row, 'factor').id, { value: current, low, high })
  }
  return [...found.values()].flatMap(({ member, effects }) => {
    const [gain, loss] = [effects.get('holiday'), effects.get('rain')]
    return gain && loss ? [{ member, gain, loss }] : []
  })
}
