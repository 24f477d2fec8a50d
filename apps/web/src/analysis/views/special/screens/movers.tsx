import type { Question } from '@aisle/contract'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useFigures } from '../../../../lib/figures/use-figures.ts'
import { useText } from '../../../../lib/i18n.ts'
import { RankList } from '../../../../ui/chart/rank-list.tsx'
import { Growth } from '../../../../ui/growth.tsx'
import { daysIn, questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { type Mover, moversOf } from './shop-movers.ts'
import './screens.css'

/** Five shops that rose most and five that fell most against the same day a week before, or the days before. */
export function Movers({ panel, asking, dictionary, className }: Special) {
  const t = useText()
  const figure = useFigure()
  const isOneDay = asking !== undefined && daysIn(asking.period) === 1
  const type = isOneDay ? 'lastWeekSameDay' : 'previousPeriod'
  const question: Question = asking
    ? questionOf({ ...panel, compare: [type] }, { ...asking, compare: { type } }, dictionary.knows)
    : { metrics: ['visits'], period: { preset: 'today' } }
  const figures = useFigures(question, { everyMs: 60_000 })
  const { up, down } = moversOf(figures.answer?.rows ?? [], 'visits')
  const list = (title: string, shops: readonly Mover[], tone: 'positive' | 'negative') => (
    <section>
      <h3 data-tone={tone}>{title}</h3>
      {shops.length === 0 ? (
        <p className="movers-none">{t({ zh: '没有这样的门店', en: 'No shop like that' })}</p>
      ) : (
        <RankList
          tone={tone}
          rows={shops.map(({ id, name, value, growth }) => ({
            key: id,
            label: name,
            value,
            note: <Growth value={growth} />,
          }))}
          format={value => figure.full(value, {})}
        />
      )}
    </section>
  )
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={asking ? figures.state : 'loading'}
      error={figures.error}
      onRetry={figures.again}
      hint={
        isOneDay
          ? t({ zh: '人次，较上周同日', en: 'Visits, against the same day last week' })
          : t({ zh: '人次，较上一周期', en: 'Visits, against the period before' })
      }
    >
      <div className="movers">
        {list(t({ zh: '上涨', en: 'Risers' }), up, 'positive')}
        {list(t({ zh: '下跌', en: 'Fallers' }), down, 'negative')}
      </div>
    </SpecialCard>
  )
}
