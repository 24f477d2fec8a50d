import { type DayType, dayTypes, type Question } from '@aisle/contract'
import { Button, InputNumber, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { memberOf } from '../../lib/figures/figure.ts'
import { type Dictionary, useQuestion } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { askableDimensions, type Filter, isPlace, keyOf } from './draft.ts'
import { dimensionName, metricName } from './sentence.ts'

type Props = {
  question: Question
  dictionary: Dictionary
  change(question: Question): void
}

/** What a question is narrowed by beside its places: values of a dimension, sizes of a figure, kinds of days, a time of day. */
export function FilterList({ question, dictionary, change }: Props) {
  const t = useText()
  const all = question.filters ?? []
  const askable = askableDimensions(question, dictionary).filter(id => !isPlace(id))
  const set = (index: number, filter: Filter | undefined) =>
    change({
      ...question,
      filters: all.flatMap((one, at) => (at === index ? (filter ?? []) : [one])),
    })
  const members = [
    ...askable.map(id => ({ value: id, label: dimensionName(id, dictionary, t) })),
    ...question.metrics.map(metric => ({ value: keyOf(metric), label: metricName(metric, dictionary, t) })),
  ]
  const { timeWindow, dayTypes: types = [] } = question
  const time = (from: string, to: string) => {
    const { timeWindow: before, ...rest } = question
    change(from === '' || to === '' ? rest : { ...rest, timeWindow: { from, to } })
  }
  return (
    <>
      {all.map((filter, index) =>
        isPlace(filter.member) ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: filters have no name but their place
          <div key={index} className="query-filter">
            <Select
              aria-label={t({ zh: '筛选项', en: 'What to filter by' })}
              placeholder={t({ zh: '选择筛选项', en: 'Choose' })}
              value={filter.member === '' ? null : filter.member}
              options={members}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={member =>
                set(index, {
                  member,
                  op: question.metrics.some(metric => keyOf(metric) === member) ? 'gte' : 'in',
                  values: [],
                })
              }
            />
            {filter.member !== '' && (
              <FilterValue
                filter={filter}
                question={question}
                dictionary={dictionary}
                onChange={next => set(index, next)}
              />
            )}
            <button
              type="button"
              className="icon-button"
              aria-label={t({ zh: '移除筛选', en: 'Remove the filter' })}
              onClick={() => set(index, undefined)}
            >
              <X size={14} aria-hidden />
            </button>
          </div>
        ),
      )}
      <div className="query-pair">
        <Select<DayType[]>
          mode="multiple"
          aria-label={t({ zh: '日类型', en: 'Kinds of days' })}
          placeholder={t({ zh: '全部日期', en: 'All days' })}
          value={[...types]}
          options={(Object.keys(dayTypes) as DayType[]).map(id => ({ value: id, label: t(dayTypes[id]) }))}
          maxTagCount={1}
          onChange={chosen => {
            const { dayTypes: before, ...rest } = question
            change(chosen.length === 0 ? rest : { ...rest, dayTypes: chosen })
          }}
        />
        <span className="filter-range">
          <input
            type="time"
            aria-label={t({ zh: '时段开始', en: 'Time from' })}
            value={timeWindow?.from ?? ''}
            onChange={({ target }) => time(target.value, timeWindow?.to ?? '23:59')}
          />
          –
          <input
            type="time"
            aria-label={t({ zh: '时段结束', en: 'Time to' })}
            value={timeWindow?.to === '24:00' ? '23:59' : (timeWindow?.to ?? '')}
            onChange={({ target }) => time(timeWindow?.from ?? '00:00', target.value)}
          />
        </span>
      </div>
      <Button
        size="small"
        type="dashed"
        icon={<Plus size={13} aria-hidden />}
        disabled={members.length === 0}
        onClick={() => change({ ...question, filters: [...all, { member: '', op: 'in', values: [] }] })}
      >
        {t({ zh: '添加筛选', en: 'Add a filter' })}
      </Button>
    </>
  )
}

const operators = {
  in: { zh: '等于', en: 'is' },
  notIn: { zh: '不等于', en: 'is not' },
  gte: { zh: '≥', en: '≥' },
  gt: { zh: '>', en: '>' },
  lte: { zh: '≤', en: '≤' },
  lt: { zh: '<', en: '<' },
  between: { zh: '介于', en: 'between' },
} as const
type Operator = keyof typeof operators
const ofValues: readonly Operator[] = ['in', 'notIn']
const ofSizes: readonly Operator[] = ['gte', 'gt', 'lte', 'lt', 'between']
const plainOf = (op: Filter['op']): Operator => (op === 'eq' ? 'in' : op === 'ne' ? 'notIn' : op)

function FilterValue({
  filter,
  question,
  dictionary,
  onChange,
}: {
  filter: Filter
  question: Question
  dictionary: Dictionary
  onChange(filter: Filter): void
}) {
  const t = useText()
  const isSize = question.metrics.some(metric => keyOf(metric) === filter.member)
  const values = filter.values === 'all' ? [] : filter.values
  const number = (index: number) => {
    const value = values[index]
    return typeof value === 'number' ? value : null
  }
  return (
    <>
      <Select<Operator>
        className="query-operator"
        aria-label={t({ zh: '条件', en: 'Condition' })}
        value={plainOf(filter.op)}
        options={(isSize ? ofSizes : ofValues).map(op => ({ value: op, label: t(operators[op]) }))}
        onChange={op =>
          onChange({
            ...filter,
            op,
            values: op === 'between' ? values : isSize ? values.slice(0, 1) : values,
          })
        }
      />
      {isSize ? (
        <>
          <InputNumber
            aria-label={t({ zh: '数值', en: 'Value' })}
            value={number(0)}
            onChange={value =>
              onChange({ ...filter, values: value === null ? [] : [value, ...values.slice(1)] })
            }
          />
          {filter.op === 'between' && (
            <InputNumber
              aria-label={t({ zh: '到', en: 'To' })}
              value={number(1)}
              onChange={value =>
                onChange({ ...filter, values: [...values.slice(0, 1), ...(value === null ? [] : [value])] })
              }
            />
          )}
        </>
      ) : (
        <Values
          filter={filter}
          values={values.map(String)}
          question={question}
          dictionary={dictionary}
          onChange={onChange}
        />
      )}
    </>
  )
}

/** The values of a dimension: those that the dictionary lists, else those that have figures in the period. */
function Values({
  filter,
  values,
  question,
  dictionary,
  onChange,
}: {
  filter: Filter
  values: readonly string[]
  question: Question
  dictionary: Dictionary
  onChange(filter: Filter): void
}) {
  const t = useText()
  const listed = dictionary.dimension(filter.member)?.values
  const metric = question.metrics[0]
  const found = useQuestion(
    listed || metric === undefined
      ? undefined
      : {
          metrics: [metric],
          dimensions: [filter.member],
          period: question.period,
          filters: (question.filters ?? []).filter(
            ({ member, values: chosen }) => isPlace(member) && chosen.length > 0,
          ),
          limit: 500,
        },
  )
  const options = listed
    ? listed.map(({ id, label }) => ({ value: id, label: t(label) }))
    : (found.data?.rows ?? [])
        .map(row => memberOf(row, filter.member))
        .filter(({ id }) => id !== '')
        .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      mode="multiple"
      className="query-values"
      aria-label={t({ zh: '值', en: 'Values' })}
      placeholder={t({ zh: '请选择', en: 'Choose' })}
      value={[...values]}
      options={options}
      loading={!listed && found.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      maxTagCount={2}
      onChange={chosen => onChange({ ...filter, values: chosen })}
    />
  )
}
