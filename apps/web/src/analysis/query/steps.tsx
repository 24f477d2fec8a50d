import {
  type Comparison,
  comparisons,
  type Granularity,
  granularities,
  type PeriodPreset,
  periodPresets,
  type Question,
} from '@aisle/contract'
import { Checkbox, InputNumber, Segmented, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Dictionary } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import {
  askableCalcs,
  askableDimensions,
  calcsIn,
  type Faults,
  isPlace,
  isSeries,
  keyOf,
  metricIds,
  mostDimensions,
  mostMetrics,
  type Step,
  steps,
  strangersTo,
  withMetrics,
} from './draft.ts'
import { FilterList } from './filter-list.tsx'
import type { Places } from './places.ts'
import { dimensionName, metricName } from './sentence.ts'

type Props = {
  question: Question
  /** Totals by groups instead of a series over time. */
  isByGroup: boolean
  dictionary: Dictionary
  entries: { metrics: readonly string[]; dimensions: readonly string[]; sources: readonly string[] }
  places: Places
  faults: Faults
  change(question: Question): void
  changeMode(isByGroup: boolean): void
}

/** The numbered steps of a question, one under the other. */
export function Steps(props: Props) {
  return (
    <div className="query-steps">
      <SourceStep {...props} />
      <ModeStep {...props} />
      <AreaStep {...props} />
      <MetricStep {...props} />
      <DimensionStep {...props} />
      <FilterStep {...props} />
      <TimeStep {...props} />
      <OrderStep {...props} />
    </div>
  )
}

const numbers = Object.keys(steps)

function Block({
  step,
  faults,
  note,
  isRequired = false,
  children,
}: Pick<Props, 'faults'> & { step: Step; note?: ReactNode; isRequired?: boolean; children: ReactNode }) {
  const t = useText()
  const id = useId()
  const fault = faults[step]
  return (
    <section
      className="query-step"
      data-step={step}
      aria-labelledby={id}
      data-fault={fault !== undefined || undefined}
    >
      <h3 id={id}>
        <i aria-hidden>{numbers.indexOf(step) + 1}</i>
        {t(steps[step])}
        {isRequired && <small className="query-required">{t({ zh: '必选', en: 'required' })}</small>}
        {note !== undefined && <span className="query-note">{note}</span>}
      </h3>
      {children}
      {fault && (
        <p className="query-fault" role="alert">
          {t(fault)}
        </p>
      )}
    </section>
  )
}

const automatic = ''

function SourceStep({ question, dictionary, entries, faults, change }: Props) {
  const t = useText()
  return (
    <Block step="source" faults={faults}>
      <Select
        className="query-wide"
        aria-label={t(steps.source)}
        value={question.source === undefined ? automatic : String(question.source)}
        options={[
          { value: automatic, label: t({ zh: '由指标决定', en: 'As the indicators say' }) },
          ...entries.sources
            .filter(id => dictionary.source(id)?.allowed)
            .map(id => ({ value: id, label: t(dictionary.source(id)?.label ?? { zh: id, en: id }) })),
        ]}
        onChange={chosen => {
          const { source, ...rest } = question
          change(
            chosen === automatic ? rest : { ...rest, source: /^\d$/.test(chosen) ? Number(chosen) : chosen },
          )
        }}
      />
    </Block>
  )
}

function ModeStep({ question, isByGroup, faults, change, changeMode }: Props) {
  const t = useText()
  return (
    <Block step="mode" faults={faults} isRequired>
      <Segmented
        block
        aria-label={t(steps.mode)}
        value={isByGroup ? 'group' : 'time'}
        options={[
          { value: 'time', label: t({ zh: '按时间趋势', en: 'Over time' }) },
          { value: 'group', label: t({ zh: '按维度汇总', en: 'By groups' }) },
        ]}
        onChange={mode => {
          changeMode(mode === 'group')
          change({
            ...question,
            granularity:
              mode === 'group' ? 'none' : isSeries(question) ? (question.granularity ?? 'day') : 'day',
          })
        }}
      />
    </Block>
  )
}

function AreaStep({ question, places, faults, change }: Props) {
  const t = useText()
  const chosen = (question.filters ?? []).filter(({ member }) => isPlace(member))
  const others = (question.filters ?? []).filter(({ member }) => !isPlace(member))
  const isOfShops = chosen.some(({ member }) => member === 'shop')
  const kind = chosen.length === 0 ? 'all' : isOfShops ? 'shop' : 'area'
  const values = chosen.flatMap(({ values }) => [...values].map(String))
  const options = (kind === 'shop' ? places.shops : places.areas).map(({ id, name }) => ({
    value: id,
    label: name,
  }))
  return (
    <Block step="area" faults={faults} isRequired>
      <Segmented
        block
        aria-label={t(steps.area)}
        value={kind}
        options={[
          { value: 'all', label: t({ zh: '全部门店', en: 'All shops' }) },
          { value: 'area', label: t({ zh: '按区域', en: 'Areas' }) },
          { value: 'shop', label: t({ zh: '按门店', en: 'Shops' }) },
        ]}
        onChange={next =>
          change({
            ...question,
            filters: next === 'all' ? others : [{ member: next, op: 'in', values: [] }, ...others],
          })
        }
      />
      {kind !== 'all' && (
        <Select
          mode="multiple"
          className="query-wide"
          aria-label={kind === 'shop' ? t({ zh: '门店', en: 'Shops' }) : t({ zh: '区域', en: 'Areas' })}
          placeholder={t({ zh: '请选择', en: 'Choose' })}
          value={values}
          options={options}
          loading={places.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          maxTagCount={3}
          onChange={next =>
            change({ ...question, filters: [{ member: kind, op: 'in', values: next }, ...others] })
          }
        />
      )}
    </Block>
  )
}

function MetricStep({ question, dictionary, entries, faults, change }: Props) {
  const t = useText()
  const chosen = metricIds(question)
  const calcs = askableCalcs(question, dictionary)
  const { source } = question
  return (
    <Block step="metrics" faults={faults} isRequired note={`${chosen.length} / ${mostMetrics}`}>
      <Select
        mode="multiple"
        className="query-wide"
        aria-label={t(steps.metrics)}
        placeholder={t({ zh: '添加指标', en: 'Add an indicator' })}
        value={chosen}
        maxCount={mostMetrics}
        showSearch={{ optionFilterProp: 'label' }}
        options={entries.metrics
          .filter(id => dictionary.metric(id)?.allowed)
          .map(id => {
            const isElsewhere =
              source !== undefined && !dictionary.metric(id)?.sources.includes(String(source))
            return {
              value: id,
              label: t(dictionary.metric(id)?.label ?? { zh: id, en: id }),
              disabled: isElsewhere,
              ...(isElsewhere
                ? { title: t({ zh: '所选数据源没有此指标', en: 'The chosen source does not have it' }) }
                : {}),
            }
          })}
        onChange={ids => change(withMetrics(question, ids))}
      />
      {calcs.length > 0 && (
        <Select
          mode="multiple"
          className="query-wide"
          aria-label={t({ zh: '计算', en: 'Calculations' })}
          placeholder={t({ zh: '添加计算（可选）', en: 'Add a calculation (optional)' })}
          value={calcsIn(question)}
          options={calcs.map(id => ({
            value: id,
            label: t(dictionary.calc(id)?.label ?? { zh: id, en: id }),
          }))}
          onChange={next => change(withMetrics(question, chosen, next))}
        />
      )}
    </Block>
  )
}

function DimensionStep({ question, isByGroup, dictionary, entries, faults, change }: Props) {
  const t = useText()
  const chosen = question.dimensions ?? []
  const askable = new Set(askableDimensions(question, dictionary))
  const and = t({ zh: '、', en: ', ' })
  return (
    <Block
      step="dimensions"
      faults={faults}
      isRequired={isByGroup}
      note={`${chosen.length} / ${mostDimensions}`}
    >
      <Select
        mode="multiple"
        className="query-wide"
        aria-label={t(steps.dimensions)}
        placeholder={t({ zh: '添加维度', en: 'Add a dimension' })}
        value={[...chosen]}
        maxCount={mostDimensions}
        showSearch={{ optionFilterProp: 'label' }}
        options={entries.dimensions
          .filter(id => id !== 'time' && dictionary.dimension(id)?.allowed)
          .map(id => ({
            value: id,
            label: dimensionName(id, dictionary, t),
            disabled: !askable.has(id),
            ...(askable.has(id)
              ? {}
              : {
                  title: t(
                    { zh: '{names} 没有按此分组的数据', en: '{names} cannot be split by this' },
                    {
                      names: strangersTo(question, id, dictionary)
                        .map(metric => metricName(metric, dictionary, t))
                        .join(and),
                    },
                  ),
                }),
          }))
          .toSorted((a, b) => Number(a.disabled) - Number(b.disabled))}
        onChange={dimensions => change({ ...question, dimensions })}
      />
      {!isByGroup && (
        <Select<Granularity>
          className="query-wide"
          aria-label={t({ zh: '时间粒度', en: 'Granularity' })}
          value={question.granularity ?? 'day'}
          options={(Object.keys(granularities) as Granularity[])
            .filter(id => id !== 'none')
            .map(id => ({ value: id, label: t(granularities[id]) }))}
          onChange={granularity => change({ ...question, granularity })}
        />
      )}
    </Block>
  )
}

function FilterStep(props: Props) {
  return (
    <Block step="filters" faults={props.faults}>
      <FilterList {...props} />
    </Block>
  )
}

const chosenDays = 'chosen'
const noComparison = 'none'

function TimeStep({ question, faults, change }: Props) {
  const t = useText()
  const { period, compare } = question
  const align = compare?.align ?? 'date'
  return (
    <Block step="time" faults={faults} isRequired>
      <Select<string>
        className="query-wide"
        aria-label={t({ zh: '日期', en: 'Dates' })}
        value={'preset' in period ? period.preset : chosenDays}
        options={[
          ...Object.entries(periodPresets).map(([value, label]) => ({ value, label: t(label) })),
          { value: chosenDays, label: t({ zh: '自选日期', en: 'Chosen dates' }) },
        ]}
        onChange={value => {
          const preset = (Object.keys(periodPresets) as PeriodPreset[]).find(name => name === value)
          change({ ...question, period: preset ? { preset } : daysBefore(30) })
        }}
      />
      {'from' in period && (
        <Days
          names={[t({ zh: '开始日期', en: 'From' }), t({ zh: '结束日期', en: 'To' })]}
          value={period}
          onChange={range => change({ ...question, period: range })}
        />
      )}
      <Select<string>
        className="query-wide"
        aria-label={t({ zh: '对比', en: 'Comparison' })}
        value={compare?.type ?? noComparison}
        options={[
          { value: noComparison, label: t({ zh: '不对比', en: 'No comparison' }) },
          ...Object.entries(comparisons).map(([value, label]) => ({ value, label: t(label) })),
        ]}
        onChange={value => {
          const type = (Object.keys(comparisons) as Comparison[]).find(name => name === value)
          const { compare: before, ...rest } = question
          change(
            type
              ? {
                  ...rest,
                  compare: { type, ...(type === 'customRange' ? { range: daysBefore(60, 31) } : {}) },
                }
              : rest,
          )
        }}
      />
      {compare?.type === 'customRange' && compare.range && (
        <Days
          names={[
            t({ zh: '对比开始日期', en: 'Compared from' }),
            t({ zh: '对比结束日期', en: 'Compared to' }),
          ]}
          value={compare.range}
          onChange={range => change({ ...question, compare: { ...compare, range } })}
        />
      )}
      {compare?.type === 'lastYearSameDay' && (
        <Segmented
          block
          aria-label={t({ zh: '对齐方式', en: 'Aligned by' })}
          value={align}
          options={[
            { value: 'date', label: t({ zh: '按日期对齐', en: 'By date' }) },
            { value: 'weekday', label: t({ zh: '按星期对齐', en: 'By weekday' }) },
          ]}
          onChange={value =>
            change({ ...question, compare: { ...compare, align: value === 'weekday' ? 'weekday' : 'date' } })
          }
        />
      )}
      {compare && (
        <Checkbox
          checked={compare.comparableOnly ?? false}
          onChange={({ target }) =>
            change({ ...question, compare: { ...compare, comparableOnly: target.checked } })
          }
        >
          {t({ zh: '只比可比门店', en: 'Comparable shops only' })}
        </Checkbox>
      )}
    </Block>
  )
}

function Days({
  names,
  value,
  onChange,
}: {
  names: readonly [string, string]
  value: { from: string; to: string }
  onChange(range: { from: string; to: string }): void
}) {
  return (
    <span className="filter-range query-range">
      <input
        type="date"
        aria-label={names[0]}
        value={value.from}
        onChange={({ target }) => onChange({ ...value, from: target.value })}
      />
      –
      <input
        type="date"
        aria-label={names[1]}
        value={value.to}
        onChange={({ target }) => onChange({ ...value, to: target.value })}
      />
    </span>
  )
}

const dayMs = 86_400_000
const daysBefore = (first: number, last = 1) => {
  const day = (count: number) =>
    new Date(Date.now() + 8 * 3_600_000 - count * dayMs).toISOString().slice(0, 10)
  return { from: day(first), to: day(last) }
}

const asItComes = ''

function OrderStep({ question, dictionary, faults, change }: Props) {
  const t = useText()
  const [first] = question.order ?? []
  return (
    <Block step="order" faults={faults}>
      <div className="query-pair">
        <Select<string>
          aria-label={t({ zh: '排序', en: 'Order by' })}
          value={first?.by ?? asItComes}
          options={[
            { value: asItComes, label: t({ zh: '原有顺序', en: 'As it comes' }) },
            ...question.metrics.map(metric => ({
              value: keyOf(metric),
              label: metricName(metric, dictionary, t),
            })),
          ]}
          onChange={by =>
            change({
              ...question,
              order: by === asItComes ? [] : [{ by, direction: first?.direction ?? 'desc' }],
            })
          }
        />
        {first && (
          <Segmented
            aria-label={t({ zh: '方向', en: 'Direction' })}
            value={first.direction ?? 'desc'}
            options={[
              { value: 'desc', label: t({ zh: '从大到小', en: 'Largest first' }) },
              { value: 'asc', label: t({ zh: '从小到大', en: 'Smallest first' }) },
            ]}
            onChange={direction =>
              change({ ...question, order: [{ ...first, direction: direction === 'asc' ? 'asc' : 'desc' }] })
            }
          />
        )}
        <InputNumber
          aria-label={t({ zh: '最多行数', en: 'Rows at the most' })}
          placeholder={t({ zh: '全部行', en: 'All rows' })}
          min={1}
          max={50_000}
          precision={0}
          value={question.limit ?? null}
          onChange={value => {
            const { limit, ...rest } = question
            change(value === null ? rest : { ...rest, limit: value })
          }}
        />
      </div>
      {question.top && (
        <p className="query-top">
          {t(
            { zh: '只看前 {count} 个{name}', en: 'Only the first {count} of {name}' },
            {
              count: question.top.count,
              name: dimensionName(question.top.dimension, dictionary, t),
            },
          )}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              const { top, ...rest } = question
              change(rest)
            }}
          >
            {t({ zh: '看全部', en: 'All of them' })}
          </button>
        </p>
      )}
    </Block>
  )
}
