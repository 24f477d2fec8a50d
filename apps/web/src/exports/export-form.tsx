import {
  type Comparison,
  comparisons,
  type ExportOrder,
  type Granularity,
  granularities,
  type JobFormat,
  jobFormats,
  type MoneyScale,
  type Question,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Segmented, Select } from 'antd'
import { FileDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { analysisQueries, useDictionary } from '../lib/figures/use-question.ts'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { toast } from '../ui/toast.tsx'
import { changed, submitExport } from './queries.ts'
import { words } from './text.ts'

/** A labelled row of a form of exports. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="export-field">
      <span>{label}</span>
      <div>{children}</div>
    </div>
  )
}

export function NameField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useText()
  return (
    <Field label={t(words.name)}>
      <Input
        aria-label={t(words.name)}
        value={value}
        maxLength={100}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

const formatNames: Record<JobFormat, string> = { xlsx: 'Excel', csv: 'CSV', xls: '.xls (Tab)' }

export function FormatField({
  value,
  isFixed = false,
  onChange,
}: {
  value: JobFormat
  isFixed?: boolean
  onChange(value: JobFormat): void
}) {
  const t = useText()
  return (
    <Field label={t(words.format)}>
      <Segmented<JobFormat>
        aria-label={t(words.format)}
        disabled={isFixed}
        value={value}
        options={jobFormats.map(format => ({ value: format, label: formatNames[format] }))}
        onChange={onChange}
      />
    </Field>
  )
}

/** What a file has its amounts in: at first what pages are read in. */
export function MoneyField({
  value,
  isFixed = false,
  onChange,
}: {
  value: MoneyScale
  isFixed?: boolean
  onChange(value: MoneyScale): void
}) {
  const t = useText()
  return (
    <Field label={t(words.money)}>
      <Segmented<MoneyScale>
        aria-label={t(words.money)}
        disabled={isFixed}
        value={value}
        options={[
          { value: 'yuan', label: t(words.yuan) },
          { value: 'tenThousand', label: t(words.tenThousand) },
        ]}
        onChange={onChange}
      />
    </Field>
  )
}

/** Metrics chosen in a form, without those that the reader may not see: what a form begins with suits nobody less. */
export function useMetricChoice(first: readonly string[]): [string[], (chosen: string[]) => void] {
  const [chosen, choose] = useState<readonly string[]>(first)
  const dictionary = useDictionary()
  return [chosen.filter(id => dictionary?.metric(id)?.allowed !== false), choose]
}

/** Metrics in the order in which they are chosen; those that cannot be split as the export is are not offered. */
export function MetricField({
  value,
  by,
  onChange,
}: {
  value: readonly string[]
  by: readonly string[]
  onChange(value: string[]): void
}) {
  const t = useText()
  const { data } = useQuery(analysisQueries.dictionary())
  const dictionary = useDictionary()
  return (
    <Field label={t(words.metrics)}>
      <Select
        mode="multiple"
        className="export-wide"
        aria-label={t(words.metrics)}
        value={[...value]}
        maxCount={20}
        showSearch={{ optionFilterProp: 'label' }}
        options={(data?.metrics ?? [])
          .filter(({ id, allowed }) => allowed && by.every(name => dictionary?.knows(id, name)))
          .map(({ id, label }) => ({ value: id, label: t(label) }))}
        onChange={onChange}
      />
    </Field>
  )
}

export function ChoiceField<Name extends string>({
  label,
  value,
  names,
  onChange,
}: {
  label: string
  value: readonly Name[]
  names: Readonly<Record<Name, string>>
  onChange(value: Name[]): void
}) {
  const id = useId()
  const known = Object.keys(names) as Name[]
  return (
    <Field label={label}>
      <Checkbox.Group
        aria-label={label}
        name={id}
        value={[...value]}
        options={known.map(name => ({ value: name, label: names[name] }))}
        onChange={chosen => onChange(known.filter(name => chosen.includes(name)))}
      />
    </Field>
  )
}

const grains = ['day', 'week', 'month', 'quarter', 'year', 'hour'] as const satisfies readonly Granularity[]

export function GrainField({ value, onChange }: { value: Granularity; onChange(value: Granularity): void }) {
  const t = useText()
  return (
    <Field label={t(words.granularity)}>
      <Select<Granularity>
        aria-label={t(words.granularity)}
        value={value}
        options={grains.map(id => ({ value: id, label: t(granularities[id]) }))}
        onChange={onChange}
      />
    </Field>
  )
}

export const noComparison = 'none'
export function CompareField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useText()
  return (
    <Field label={t(words.compare)}>
      <Select
        aria-label={t(words.compare)}
        value={value}
        popupMatchSelectWidth={false}
        options={[
          { value: noComparison, label: t(words.noCompare) },
          ...Object.entries(comparisons)
            .filter(([id]) => id !== 'customRange')
            .map(([id, label]) => ({ value: id, label: t(label) })),
        ]}
        onChange={onChange}
      />
    </Field>
  )
}
/** A comparison by its name; undefined for none. */
export function comparedWith(value: string): Pick<Question, 'compare'> {
  const type = (Object.keys(comparisons) as Comparison[]).find(name => name === value)
  return type ? { compare: { type } } : {}
}

/** Hands an export to the server. Undefined: something is not chosen yet. */
export function SubmitButton({ order }: { order: ExportOrder | undefined }) {
  const t = useText()
  const { can } = useSession()
  const [isBusy, setBusy] = useState(false)
  if (!can('export.run')) return null
  async function submit(wanted: ExportOrder) {
    setBusy(true)
    try {
      const { name } = await submitExport(wanted)
      toast.success(words.submitted, { name })
      await changed('jobs')
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      type="primary"
      icon={<FileDown size={14} aria-hidden />}
      loading={isBusy}
      disabled={order === undefined}
      onClick={() => order && void submit(order)}
    >
      {t(words.submit)}
    </Button>
  )
}
