import { type Granularity, granularities } from '@aisle/contract'
import { InputNumber, Segmented, Select } from 'antd'
import { useText } from '../../lib/i18n.ts'
import {
  askableCalcs,
  askableDimensions,
  calcsIn,
  isPlace,
  isSeries,
  keyOf,
  metricIds,
  mostDimensions,
  mostMetrics,
  steps,
  strangersTo,
  withMetrics,
} from './draft.ts'
import { FilterList } from './filter-list.tsx'
import { dimensionName, metricName } from './sentence.ts'
import { StepBlock, type StepProps } from './step-block.tsx'
import { TimeStep } from './time-step.tsx'

/** The numbered steps of a question, one under the other. */
export function Steps(props: StepProps) {
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

const automatic = ''

function SourceStep({ question, dictionary, entries, faults, change }: StepProps) {
  const t = useText()
  return (
    <StepBlock step="source" faults={faults}>
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
    </StepBlock>
  )
}

function ModeStep({ question, isByGroup, faults, change, changeMode }: StepProps) {
  const t = useText()
  return (
    <StepBlock step="mode" faults={faults} isRequired>
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
    </StepBlock>
  )
}

function AreaStep({ question, places, faults, change }: StepProps) {
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
    <StepBlock step="area" faults={faults} isRequired>
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
    </StepBlock>
  )
}

function MetricStep({ question, dictionary, entries, faults, change }: StepProps) {
  const t = useText()
  const chosen = metricIds(question)
  const calcs = askableCalcs(question, dictionary)
  const { source } = question
  return (
    <StepBlock step="metrics" faults={faults} isRequired note={`${chosen.length} / ${mostMetrics}`}>
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
    </StepBlock>
  )
}

function DimensionStep({ question, isByGroup, dictionary, entries, faults, change }: StepProps) {
  const t = useText()
  const chosen = question.dimensions ?? []
  const askable = new Set(askableDimensions(question, dictionary))
  const and = t({ zh: '、', en: ', ' })
  return (
    <StepBlock
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
    </StepBlock>
  )
}

function FilterStep(props: StepProps) {
  return (
    <StepBlock step="filters" faults={props.faults}>
      <FilterList {...props} />
    </StepBlock>
  )
}

const asItComes = ''

function OrderStep({ question, dictionary, faults, change }: StepProps) {
  const t = useText()
  const [first] = question.order ?? []
  return (
    <StepBlock step="order" faults={faults}>
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
    </StepBlock>
  )
}
