import { comparisons, type Text } from '@aisle/contract'
import { cellOf, type FigureKind, useFigure } from '../../../../lib/figures/figure.ts'
import { percent } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { Growth } from '../../../../ui/growth.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { type Factor, wholeParts } from './split.ts'
import { unknownFilters, useSales } from './use-totals.ts'
import './reading.css'

export const factorNames: Record<Factor, Text> = {
  flow: { zh: '客流', en: 'Visits' },
  bagRate: { zh: '提袋率', en: 'Bag rate' },
  unitPrice: { zh: '客单价', en: 'Unit price' },
}
const units: Record<Factor, FigureKind> = {
  flow: { unit: 'visits' },
  bagRate: { unit: 'percent', decimals: 1 },
  unitPrice: { unit: 'money', decimals: 2 },
}
const needed = ['visits', 'deals', 'sales']

/** Why sales changed: how much of the change is due to flow, bag rate and unit price. The parts sum to the change. */
export function SalesChange(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const figure = useFigure()
  const compare = asking?.compare ?? { type: 'lastWeekSameDay' as const }
  const isForbidden = needed.some(id => dictionary.metric(id)?.allowed === false)
  const { answer, sold, effects } = useSales(props, compare)
  const ignored = unknownFilters(props, needed)
  const change = sold ? sold.now.sales - sold.before.sales : 0
  const whole = wholeParts((effects ?? []).map(({ effect }) => effect))
  const largest = Math.max(1, ...(effects ?? []).map(({ effect }) => Math.abs(effect)))
  const money = (value: number) =>
    `${value > 0 ? '+' : value < 0 ? '−' : ''}${figure.full(Math.abs(Math.round(value)), { unit: 'money' })}`
  const { coverage, comparedCoverage } = cellOf(answer.data?.rows[0], 'visits')
  const received = Math.min(coverage ?? 1, typeof comparedCoverage === 'number' ? comparedCoverage : 1)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(answer, () => !effects)}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      nothing={t({
        zh: '当期或对比期没有完整的客流与成交，无法拆解',
        en: 'Visits and deals are not known on both sides, so the change cannot be parted',
      })}
      hint={
        <>
          {t(comparisons[compare.type])}
          {ignored.length > 0 &&
            ` · ${t(
              { zh: '未按{names}筛选', en: 'not filtered by {names}' },
              {
                names: ignored
                  .map(id => t(dictionary.dimension(id)?.label ?? { zh: id, en: id }))
                  .join(t({ zh: '、', en: ', ' })),
              },
            )}`}
        </>
      }
    >
      {sold && effects && (
        <>
          <p className="split-sum">
            <strong>{money(change)}</strong> {t({ zh: '元', en: 'CNY' })}
            <Growth value={sold.before.sales > 0 ? (change / sold.before.sales) * 100 : null} />
            <span>
              {figure.full(Math.round(sold.before.sales), { unit: 'money' })} →{' '}
              {figure.full(Math.round(sold.now.sales), { unit: 'money' })}
            </span>
          </p>
          <table className="split">
            <thead>
              <tr>
                <th>{t({ zh: '因素', en: 'Factor' })}</th>
                <th>{t({ zh: '变化', en: 'From → to' })}</th>
                <th aria-hidden />
                <th>{t({ zh: '影响（元）', en: 'Effect (CNY)' })}</th>
                <th>{t({ zh: '占变化', en: 'Of the change' })}</th>
              </tr>
            </thead>
            <tbody>
              {effects.map(({ factor, effect, from, to }, index) => {
                const times = factor === 'bagRate' ? 100 : 1
                return (
                  <tr key={factor} data-sign={Math.sign(Math.round(effect))}>
                    <th scope="row">{t(factorNames[factor])}</th>
                    <td>
                      {figure.full(from * times, units[factor])} → {figure.full(to * times, units[factor])}
                    </td>
                    <td aria-hidden>
                      <span className="split-track">
                        <i style={{ width: `${(Math.abs(effect) / largest) * 50}%` }} />
                      </span>
                    </td>
                    <td>{money(whole[index] ?? effect)}</td>
                    <td>{Math.round(change) === 0 ? '—' : percent((effect / change) * 100)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          <p className="split-note">
            {t({
              zh: '销售额 = 客流 × 提袋率 × 客单价；各因素的影响取全部变化顺序的平均（Shapley 值），三项之和等于变化额。',
              en: 'Sales = visits × bag rate × unit price. Each effect is the mean over all orders of change (Shapley value); the three sum to the change.',
            })}
            {received < 0.95 &&
              t(
                {
                  zh: '客流数据仅完整 {share}%，客流与提袋率的影响可能偏差。',
                  en: ' Only {share}% of the counts were received: the effects of visits and bag rate may be off.',
                },
                { share: Math.floor(received * 100) },
              )}
          </p>
        </>
      )}
    </SpecialCard>
  )
}
