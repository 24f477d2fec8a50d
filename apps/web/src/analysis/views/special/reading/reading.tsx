import { comparisons } from '@aisle/contract'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { percent, useFormat } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { dateOf, isDay } from '../../../../shell/date-picker/periods.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { factorNames } from './sales-change.tsx'
import { sentencesOf, type Value } from './sentences.ts'
import { pieceQuestion, useSales } from './use-totals.ts'
import './reading.css'

/** What the figures of the page say, in sentences made from the largest changes. */
export function Reading(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const format = useFormat()
  const figure = useFigure()
  const compare = asking?.compare ?? { type: 'previousPeriod' as const }
  const metrics = ['visits', 'visitors', 'storeRate', 'sales', 'bagRate', 'unitPrice']
  const isForbidden = metrics.every(id => dictionary.metric(id)?.allowed === false)
  const totals = useQuestion(pieceQuestion(props, { metrics }, compare))
  const byShop = useQuestion(pieceQuestion(props, { metrics: ['visits'], by: ['shop'] }, compare))
  const byDay = useQuestion(pieceQuestion(props, { metrics: ['visits'], by: ['time'], granularity: ['day'] }))
  const byWeather = useQuestion(
    pieceQuestion(props, { metrics: ['visits'], by: ['shop', 'weather'], calc: ['average'] }),
  )
  const { effects } = useSales(props, compare)
  const sentences = totals.data
    ? sentencesOf({
        totals: totals.data,
        byShop: byShop.data,
        byDay: byDay.data,
        byWeather: byWeather.data,
        effects,
      })
    : []
  const written = (value: Value): string => {
    switch (value.kind) {
      case 'figure': {
        const kind = dictionary.metric(value.metric) ?? {}
        const unit = figure.unit(kind)
        return `${figure.full(value.value, kind)}${unit === '' ? '' : ` ${unit}`}`
      }
      case 'percent':
        return percent(value.value)
      case 'money':
        return `${value.value < 0 ? '−' : '+'}${format.number(Math.abs(Math.round(value.value)))}`
      case 'factor':
        return t(factorNames[value.factor])
      case 'metric': {
        const entry = dictionary.metric(value.id)
        return entry ? t(entry.label) : value.id
      }
      case 'word':
        return isDay(value.word) ? format.date(dateOf(value.word)) : value.word
    }
  }
  const isWaiting = totals.data === undefined
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(totals, () => sentences.length === 0)}
      error={totals.error}
      onRetry={() => void totals.refetch()}
      isRefreshing={totals.isFetching && !isWaiting}
      hint={t(comparisons[compare.type])}
    >
      <ul className="reading">
        {sentences.map(({ text, values }) => {
          const line = t(
            text,
            Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value)])),
          )
          return <li key={line}>{line}</li>
        })}
      </ul>
    </SpecialCard>
  )
}
