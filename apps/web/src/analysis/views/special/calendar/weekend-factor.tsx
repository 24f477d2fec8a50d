import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { RankList } from '../../../../ui/chart/rank-list.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { weekendFactors } from './weekend-factors.ts'

/** In which shops a weekend day differs most from a working day. */
export function WeekendFactor(props: Special) {
  const { panel, asking, dictionary, className, hrefOf } = props
  const t = useText()
  const figure = useFigure()
  const [metric = 'visits'] = panel.metrics
  const isForbidden = dictionary.metric(metric)?.allowed === false
  const answer = useQuestion(
    pieceQuestion(props, { metrics: [metric], by: ['shop', 'dayType'], calc: ['average'] }),
  )
  const key = answer.data?.columns.find(({ kind }) => kind === 'metric')?.id ?? metric
  const shops = weekendFactors(
    (answer.data?.rows ?? []).map(row => ({
      shop: memberOf(row, 'shop'),
      dayType: memberOf(row, 'dayType').id,
      value: cellOf(row, key).current,
    })),
  )
  const perDay = (value: number) => figure.short(Math.round(value), { unit: 'visits' })
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(answer, () => shops.length === 0)}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      nothing={t({
        zh: '所选日期里没有同时包含工作日与周末的门店',
        en: 'No shop has both working days and weekend days in this period',
      })}
      hint={t({ zh: '周末日均 ÷ 工作日日均', en: 'weekend day ÷ working day' })}
    >
      <RankList
        rows={shops.slice(0, asking?.topN ?? 10).map(({ shop, factor, weekend, workday }) => {
          const href = hrefOf?.('shop', shop)
          return {
            key: shop.id,
            label: shop.name,
            value: factor,
            note: t(
              { zh: '{weekend} / {workday}', en: '{weekend} / {workday}' },
              { weekend: perDay(weekend), workday: perDay(workday) },
            ),
            ...(href === undefined ? {} : { href }),
          }
        })}
        format={value => `${value.toFixed(2)}×`}
      />
    </SpecialCard>
  )
}
