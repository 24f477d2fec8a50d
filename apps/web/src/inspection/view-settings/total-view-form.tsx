import {
  cardWidths,
  defaultPeriods,
  overviewCards,
  overviewMetricNames,
  overviewMetrics,
  type TotalView,
  viewComparisonNames,
  viewComparisons,
} from '@aisle/contract'
import { Segmented, Select, Switch } from 'antd'
import { useText } from '../../lib/i18n.ts'
import { shortcuts } from '../../shell/date-picker/periods.ts'
import { cardsOf } from '../../shell/view-settings.ts'
import { SortHandle } from '../../ui/sort-handle.tsx'
import { moved, useSortable } from '../../ui/sortable.ts'

type Props = { value: TotalView; onChange: (part: Partial<TotalView>) => void }

/** Cards and figures: which, in which order, how wide; first period, comparisons, money, length of rankings. */
export function TotalViewForm({ value, onChange }: Props) {
  const t = useText()
  return (
    <div className="settings-form">
      <section>
        <h3>{t({ zh: '卡片', en: 'Cards' })}</h3>
        <Cards value={value} onChange={onChange} />
      </section>
      <section>
        <h3>{t({ zh: '关键指标', en: 'Key figures' })}</h3>
        <Metrics value={value} onChange={onChange} />
      </section>
      <section>
        <h3>{t({ zh: '口径', en: 'Figures' })}</h3>
        <Choices value={value} onChange={onChange} />
      </section>
    </div>
  )
}

function Cards({ value, onChange }: Props) {
  const t = useText()
  const cards = cardsOf(value)
  const set = (next: TotalView['cards']) => onChange({ cards: next })
  const sort = useSortable(cards.length, (from, to) => set(moved(cards, from, to)))
  return (
    <ul className="settings-rows">
      {cards.map((one, index) => {
        const label = t(overviewCards[one.card].title)
        return (
          <li key={one.card} className="settings-row" data-off={!one.isOn || undefined} {...sort.row(index)}>
            <SortHandle name={label} {...sort.handle(index)} />
            <span className="ellipsis">{label}</span>
            <Select
              size="small"
              value={one.width}
              disabled={!one.isOn || one.card === 'figures'}
              aria-label={t({ zh: '「{name}」的宽度', en: 'Width of {name}' }, { name: label })}
              popupMatchSelectWidth={false}
              onChange={width => set(cards.with(index, { ...one, width }))}
              options={cardWidths.map(width => ({
                value: width,
                label: t({ zh: '{n} / 12 列', en: '{n} of 12' }, { n: width }),
              }))}
            />
            <Switch
              size="small"
              checked={one.isOn}
              aria-label={t({ zh: '显示「{name}」', en: 'Show {name}' }, { name: label })}
              onChange={isOn => set(cards.with(index, { ...one, isOn }))}
            />
          </li>
        )
      })}
    </ul>
  )
}

function Metrics({ value, onChange }: Props) {
  const t = useText()
  const all = [...value.metrics, ...overviewMetricNames.filter(name => !value.metrics.includes(name))]
  const set = (metrics: TotalView['metrics']) => onChange({ metrics })
  const sort = useSortable(value.metrics.length, (from, to) => set(moved(value.metrics, from, to)))
  return (
    <ul className="settings-rows">
      {all.map((metric, index) => {
        const isOn = value.metrics.includes(metric)
        const label = t(overviewMetrics[metric])
        return (
          <li
            key={metric}
            className="settings-row"
            data-off={!isOn || undefined}
            {...(isOn ? sort.row(index) : {})}
          >
            {isOn ? <SortHandle name={label} {...sort.handle(index)} /> : <span style={{ width: 24 }} />}
            <span className="ellipsis">{label}</span>
            <Switch
              size="small"
              checked={isOn}
              // One figure at least stays.
              disabled={isOn && value.metrics.length === 1}
              aria-label={t({ zh: '显示「{name}」', en: 'Show {name}' }, { name: label })}
              onChange={next =>
                set(next ? [...value.metrics, metric] : value.metrics.filter(name => name !== metric))
              }
            />
          </li>
        )
      })}
    </ul>
  )
}

function Choices({ value, onChange }: Props) {
  const t = useText()
  const labels = {
    period: t({ zh: '默认周期', en: 'First period' }),
    comparisons: t({ zh: '对比方式', en: 'Comparisons' }),
    money: t({ zh: '金额单位', en: 'Money' }),
    map: t({ zh: '地图层级', en: 'Map' }),
    ranking: t({ zh: '排行条数', en: 'Ranking' }),
  }
  return (
    <div className="settings-choices">
      <span>{labels.period}</span>
      <Select
        value={value.period}
        aria-label={labels.period}
        onChange={period => onChange({ period })}
        options={defaultPeriods.map(name => ({ value: name, label: t(shortcuts[name]) }))}
      />
      <span>{labels.comparisons}</span>
      <Select
        mode="multiple"
        value={value.comparisons}
        aria-label={labels.comparisons}
        placeholder={t({ zh: '不对比', en: 'None' })}
        onChange={comparisons => onChange({ comparisons })}
        options={viewComparisonNames.map(name => ({ value: name, label: t(viewComparisons[name]) }))}
      />
      <span>{labels.money}</span>
      <Segmented
        value={value.money}
        aria-label={labels.money}
        onChange={money => onChange({ money })}
        options={[
          { value: 'yuan' as const, label: t({ zh: '元', en: 'Yuan' }) },
          { value: 'tenThousand' as const, label: t({ zh: '万元', en: 'Ten thousand' }) },
        ]}
      />
      <span>{labels.map}</span>
      <Segmented
        value={value.mapLevel}
        aria-label={labels.map}
        onChange={mapLevel => onChange({ mapLevel })}
        options={[
          { value: 'province' as const, label: t({ zh: '省', en: 'Provinces' }) },
          { value: 'city' as const, label: t({ zh: '市', en: 'Cities' }) },
        ]}
      />
      <span>{labels.ranking}</span>
      <Segmented
        value={value.rankingLength}
        aria-label={labels.ranking}
        onChange={rankingLength => onChange({ rankingLength })}
        options={[5, 10, 20].map(count => ({ value: count as 5 | 10 | 20, label: String(count) }))}
      />
    </div>
  )
}
