import { comparisons, dayTypes, granularities, type MoneyScale, type Shop, type Text } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { RotateCcw, Store } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { memberOf } from '../../lib/figures/figure.ts'
import { chooseMoney, presetMoney, useMoneyScale } from '../../lib/figures/money.ts'
import { type Dictionary, useDictionary, useQuestion } from '../../lib/figures/use-question.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { PeriodPicker, usePeriodText } from '../../shell/date-picker/period-picker.tsx'
import { isShopIn, useScope } from '../../shell/scope.ts'
import { useViewSettings } from '../../shell/view-settings.ts'
import { TimeField } from '../../ui/time-field.tsx'
import { granularitiesFor } from './ask.ts'
import { type Asked, filterTop, tops } from './use-asking.ts'
import { type MemberFilterName, memberFilters, type View } from './view.ts'

type Props = { view: View; asked: Asked }

/** The controls that a page names, each kept in the address; what does not apply to a page is not there. */
export function FilterBar({ view, asked }: Props) {
  const t = useText()
  const dates = usePeriodText()
  const dictionary = useDictionary()
  const { period, asking, set, value, offered } = asked
  const has = (name: View['filters'][number]) => view.filters.includes(name)
  // What is no page of days (places visited lately) has none to choose.
  const hasDays = view.panels.some(panel => panel.metrics.length > 0 && panel.kind !== 'list')
  const grains = [...new Set(view.panels.flatMap(panel => granularitiesFor(panel, asking.period)))]
  const metrics = leadMetrics(view).filter(id => dictionary?.metric(id)?.allowed)
  return (
    <>
      {hasDays && !view.isRealtime && <PeriodPicker period={period} />}
      {hasDays && <span className="filter-dates">{dates(asking.period)}</span>}
      {view.isOfOneShop && <ShopFilter asked={asked} />}
      {has('shops') && asking.scope.kind !== 'shop' && <ShopsFilter asked={asked} />}
      {has('metric') && metrics.length > 1 && (
        <Choice
          label={{ zh: '指标', en: 'Metric' }}
          chosen={value('metric')[0] ?? ''}
          options={[
            { value: '', label: t({ zh: '全部指标', en: 'All metrics' }) },
            ...metrics.map(id => ({ value: id, label: labelOf(dictionary, id, t) })),
          ]}
          onChange={id => set('metric', id === '' ? [] : [id])}
        />
      )}
      {has('granularity') && grains.length > 1 && (
        <Choice
          label={{ zh: '粒度', en: 'Granularity' }}
          chosen={asking.granularity ?? ''}
          options={[
            { value: '', label: t({ zh: '自动粒度', en: 'Granularity: auto' }) },
            ...grains.map(id => ({ value: id, label: t(granularities[id]) })),
          ]}
          onChange={id => set('grain', id === '' ? [] : [id])}
        />
      )}
      {has('compare') && offered.length > 0 && <CompareFilter asked={asked} />}
      {has('dayType') && (
        <Choice
          label={{ zh: '日类型', en: 'Day type' }}
          chosen={value('dayType')[0] ?? ''}
          options={[
            { value: '', label: t({ zh: '全部日期', en: 'All days' }) },
            ...Object.entries(dayTypes).map(([id, label]) => ({ value: id, label: t(label) })),
          ]}
          onChange={id => set('dayType', id === '' ? [] : [id])}
        />
      )}
      {has('timeWindow') && <WindowFilter asked={asked} />}
      {has('topN') && (
        <Choice
          label={{ zh: '前几名', en: 'Top' }}
          chosen={String(asking.topN)}
          options={tops.map(count => ({
            value: String(count),
            label: t({ zh: '前 {count} 名', en: 'Top {count}' }, { count }),
          }))}
          onChange={count => set('top', count === String(filterTop) ? [] : [count])}
        />
      )}
      {dictionary &&
        memberFilters
          .filter(has)
          .map(name => (
            <MemberFilter key={name} name={name} asked={asked} view={view} dictionary={dictionary} />
          ))}
      {dictionary && isOfMoney(view, dictionary) && <MoneySwitch />}
      {asked.isNarrowed && (
        <button type="button" className="link-button filter-reset" onClick={asked.reset}>
          <RotateCcw size={13} aria-hidden />
          {t({ zh: '重置', en: 'Reset' })}
        </button>
      )}
    </>
  )
}

/** Of which one may be chosen for the page: those of its trends, else of its map. */
function leadMetrics({ panels }: View): string[] {
  const of = (kind: 'trend' | 'geoMap') => [
    ...new Set(panels.flatMap(panel => (panel.kind === kind ? panel.metrics : []))),
  ]
  const ofTrends = of('trend')
  return ofTrends.length > 1 ? ofTrends : of('geoMap')
}

/** Whether a page shows amounts to this reader. */
const isOfMoney = (view: View, dictionary: Dictionary): boolean =>
  view.panels.some(({ metrics }) =>
    metrics.some(id => {
      const entry = dictionary.metric(id)
      return entry?.allowed === true && entry.unit === 'money' && id !== 'unitPrice'
    }),
  )

/** Yuan or ten thousands of them; until somebody chooses, as the settings of the overview say. */
function MoneySwitch() {
  const t = useText()
  const scale = useMoneyScale()
  const { view } = useViewSettings()
  useEffect(() => presetMoney.set(view.money), [view.money])
  return (
    <Segmented<MoneyScale>
      size="small"
      aria-label={t({ zh: '金额单位', en: 'Amounts in' })}
      value={scale}
      onChange={chooseMoney}
      options={[
        { value: 'yuan', label: t({ zh: '元', en: 'CNY' }) },
        { value: 'tenThousand', label: t({ zh: '万元', en: 'CNY 10k' }) },
      ]}
    />
  )
}

const labelOf = (dictionary: Dictionary | undefined, id: string, t: (text: Text) => string) => {
  const entry = dictionary?.metric(id)
  return entry ? t(entry.label) : id
}

function Choice({
  label,
  chosen,
  options,
  onChange,
}: {
  label: Text
  chosen: string
  options: { value: string; label: ReactNode }[]
  onChange: (value: string) => void
}) {
  const t = useText()
  return (
    <Select
      size="small"
      aria-label={t(label)}
      value={chosen}
      options={options}
      popupMatchSelectWidth={false}
      onChange={onChange}
    />
  )
}

/** What a filter is called stands in it while nothing is chosen: it has the room for it. */
const roomFor = (label: string): number =>
  Math.min(
    200,
    48 + [...label].reduce((width, letter) => width + (letter.charCodeAt(0) > 0x2e7f ? 13 : 7), 0),
  )

function Several({
  label,
  chosen,
  options,
  isLoading = false,
  onOpen,
  onChange,
}: {
  label: string
  chosen: readonly string[]
  options: { value: string; label: string }[]
  isLoading?: boolean
  onOpen?: () => void
  onChange: (values: string[]) => void
}) {
  return (
    <Select
      mode="multiple"
      size="small"
      className="filter-several"
      style={{ minWidth: roomFor(label) }}
      aria-label={label}
      placeholder={label}
      value={[...chosen]}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      maxTagCount={1}
      maxTagTextLength={8}
      allowClear
      loading={isLoading}
      popupMatchSelectWidth={false}
      onChange={onChange}
      {...(onOpen ? { onOpenChange: (isOpen: boolean) => isOpen && onOpen() } : {})}
    />
  )
}

/** The one shop that the page is of; another one is looked at everywhere. */
function ShopFilter({ asked }: { asked: Asked }) {
  const t = useText()
  const name = useName()
  const shops = useQuery(sharedQueries.allShops())
  const { setScope } = useScope()
  const { scope } = asked.asking
  return (
    <Select
      size="small"
      className="filter-shop"
      aria-label={t({ zh: '门店', en: 'Shop' })}
      prefix={<Store size={13} aria-hidden />}
      showSearch={{ optionFilterProp: 'label' }}
      value={scope.kind === 'shop' ? scope.shopId : null}
      placeholder={t({ zh: '选择门店', en: 'Choose a shop' })}
      loading={shops.isPending}
      options={(shops.data ?? []).map(shop => ({
        value: shop.shopid,
        label: name(shop.shopname, shop.shopnameEn),
      }))}
      popupMatchSelectWidth={false}
      onChange={shopId => setScope({ kind: 'shop', shopId })}
    />
  )
}

function ShopsFilter({ asked }: { asked: Asked }) {
  const t = useText()
  const name = useName()
  const shops = useQuery(sharedQueries.allShops())
  const { scope } = asked.asking
  const isIn = (shop: Shop) => scope.kind !== 'area' || isShopIn(shop, scope.level, scope.id)
  return (
    <Several
      label={t({ zh: '门店', en: 'Shops' })}
      chosen={asked.value('shops')}
      options={(shops.data ?? [])
        .filter(isIn)
        .map(shop => ({ value: shop.shopid, label: name(shop.shopname, shop.shopnameEn) }))}
      isLoading={shops.isPending}
      onChange={ids => asked.set('shops', ids)}
    />
  )
}

function CompareFilter({ asked }: { asked: Asked }) {
  const t = useText()
  const { asking, offered, set, value } = asked
  const chosen = asking.compare?.type ?? (value('compare')[0] === 'customRange' ? 'customRange' : 'none')
  const [from = '', to = ''] = value('against')
  return (
    <>
      <Select
        size="small"
        className="filter-compare"
        data-on={chosen !== 'none' || undefined}
        aria-label={t({ zh: '对比', en: 'Compare' })}
        value={chosen}
        popupMatchSelectWidth={false}
        options={[
          { value: 'none', label: t({ zh: '不对比', en: 'No comparison' }) },
          ...offered.map(id => ({ value: id, label: t(comparisons[id]) })),
        ]}
        onChange={id => set('compare', [id])}
      />
      {chosen === 'customRange' && (
        <span className="filter-range">
          <input
            type="date"
            aria-label={t({ zh: '对比开始日期', en: 'Compared from' })}
            value={from}
            max={to || undefined}
            onChange={event => set('against', [event.target.value, to || event.target.value])}
          />
          –
          <input
            type="date"
            aria-label={t({ zh: '对比结束日期', en: 'Compared to' })}
            value={to}
            min={from || undefined}
            onChange={event => set('against', [from || event.target.value, event.target.value])}
          />
        </span>
      )}
    </>
  )
}

function WindowFilter({ asked }: { asked: Asked }) {
  const t = useText()
  const [from = '', to = ''] = asked.value('window')
  const change = (begin: string, end: string) =>
    asked.set('window', begin !== '' && end !== '' ? [begin, end] : [])
  return (
    <span className="filter-range">
      <TimeField
        isClearable
        aria-label={t({ zh: '时段开始', en: 'Time from' })}
        value={from}
        onChange={time => change(time, to || '23:59')}
      />
      –
      <TimeField
        isClearable
        aria-label={t({ zh: '时段结束', en: 'Time to' })}
        value={to}
        onChange={time => change(from || '00:00', time)}
      />
    </span>
  )
}

/** Values of a dimension: those the dictionary lists, else those that have figures in the period. */
function MemberFilter({
  name,
  asked,
  view,
  dictionary,
}: Props & { name: MemberFilterName; dictionary: Dictionary }) {
  const t = useText()
  const [isWanted, want] = useState(false)
  const chosen = asked.value(name)
  const entry = dictionary.dimension(name)
  const listed = entry?.values
  const metric = view.panels
    .flatMap(panel => panel.metrics)
    .find(id => dictionary.knows(id, name) && dictionary.metric(id)?.allowed)
  const { scope, period, shops } = asked.asking
  const found = useQuestion(
    listed || !metric || !(isWanted || chosen.length > 0) || !asked.isKnown
      ? undefined
      : {
          metrics: [metric],
          dimensions: [name],
          period,
          filters: [
            ...(scope.kind === 'shop' ? [{ member: 'shop', op: 'in' as const, values: [scope.shopId] }] : []),
            ...(scope.kind === 'area' ? [{ member: 'area', op: 'in' as const, values: [scope.id] }] : []),
            ...(shops.length > 0 ? [{ member: 'shop', op: 'in' as const, values: [...shops] }] : []),
          ],
          limit: 500,
        },
  )
  if (!entry?.allowed || (!listed && !metric)) return null
  const options = listed
    ? listed.map(({ id, label }) => ({ value: id, label: t(label) }))
    : (found.data?.rows ?? [])
        .map(row => memberOf(row, name))
        .filter(({ id }) => id !== '')
        .map(({ id, name: label }) => ({ value: id, label }))
  return (
    <Several
      label={t(entry.label)}
      chosen={chosen}
      options={options}
      isLoading={isWanted && found.isPending && !listed}
      onOpen={() => want(true)}
      onChange={values => asked.set(name, values)}
    />
  )
}
