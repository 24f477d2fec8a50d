import { type Comparison, comparisons, type PeriodPreset, periodPresets } from '@aisle/contract'
import { Checkbox, Segmented, Select } from 'antd'
import { useText } from '../../lib/i18n.ts'
import { StepBlock, type StepProps } from './step-block.tsx'

const chosenDays = 'chosen'
const noComparison = 'none'

/** Dates of the question, and what they are held against. */
export function TimeStep({ question, faults, change }: StepProps) {
  const t = useText()
  const { period, compare } = question
  const align = compare?.align ?? 'date'
  return (
    <StepBlock step="time" faults={faults} isRequired>
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
    </StepBlock>
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
