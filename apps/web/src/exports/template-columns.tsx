import type { LayoutColumn } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { X } from 'lucide-react'
import { analysisQueries, useDictionary } from '../lib/figures/use-question.ts'
import { useText } from '../lib/i18n.ts'
import { SortHandle } from '../ui/sort-handle.tsx'
import { moved, useSortable } from '../ui/sortable.ts'
import { templateWords as words } from './template-text.ts'

/** Places that rows can be told apart by; those with ids can give these as well. */
const groups: Record<string, { hasId: boolean }> = {
  shop: { hasId: true },
  region: { hasId: false },
  province: { hasId: true },
  city: { hasId: true },
}
const keyOf = ({ kind, name }: Pick<LayoutColumn, 'kind' | 'name'>) => `${kind} ${name}`

/** What a column is called where it has no heading of its own. */
export function useColumnName() {
  const t = useText()
  const dictionary = useDictionary()
  return ({ kind, name }: Pick<LayoutColumn, 'kind' | 'name'>): string => {
    if (kind === 'time') return t(words.time)
    if (kind === 'code') return t(words.code)
    const label = (kind === 'metric' ? dictionary?.metric(name) : dictionary?.dimension(name))?.label
    const text = label ? t(label) : name
    return kind === 'groupId' ? t(words.idOf, { name: text }) : text
  }
}

/** The columns of a template: which, in which order, under which headings. */
export function ColumnList({
  columns,
  isFixed,
  onChange,
}: {
  columns: readonly LayoutColumn[]
  isFixed: boolean
  onChange(columns: LayoutColumn[]): void
}) {
  const t = useText()
  const nameOf = useColumnName()
  const { data } = useQuery(analysisQueries.dictionary())
  const dictionary = useDictionary()
  const sorting = useSortable(columns.length, (from, to) => onChange(moved(columns, from, to)))
  const used = new Set(columns.map(keyOf))
  const by = columns.flatMap(({ kind, name }) => (kind === 'metric' || kind === 'time' ? [] : [name]))
  const places = Object.entries(groups)
    .filter(([name]) => dictionary?.dimension(name)?.allowed)
    .flatMap(([name, { hasId }]) => [
      { kind: 'group' as const, name },
      ...(hasId ? [{ kind: 'groupId' as const, name }] : []),
      ...(name === 'shop' ? [{ kind: 'code' as const, name }] : []),
    ])
  const figures = (data?.metrics ?? [])
    .filter(({ id, allowed }) => allowed && by.every(name => dictionary?.knows(id, name)))
    .map(({ id }) => ({ kind: 'metric' as const, name: id }))
  const offered = (list: readonly Pick<LayoutColumn, 'kind' | 'name'>[]) =>
    list.filter(one => !used.has(keyOf(one))).map(one => ({ value: keyOf(one), label: nameOf(one) }))
  const choices = [{ kind: 'time' as const, name: 'time' }, ...places, ...figures]

  function add(key: string) {
    const found = choices.find(one => keyOf(one) === key)
    if (found) onChange([...columns, { ...found, heading: '' }])
  }
  return (
    <div className="template-columns">
      <ul aria-label={t(words.columns)}>
        {columns.map((column, index) => {
          const name = nameOf(column)
          return (
            <li key={keyOf(column)} {...sorting.row(index)}>
              {!isFixed && <SortHandle name={name} {...sorting.handle(index)} />}
              <span className="template-column-name">{name}</span>
              <Input
                size="small"
                aria-label={t(words.heading, { name })}
                placeholder={name}
                maxLength={60}
                disabled={isFixed}
                value={column.heading}
                onChange={({ target }) => onChange(columns.with(index, { ...column, heading: target.value }))}
              />
              {!isFixed && (
                <Button
                  size="small"
                  type="text"
                  aria-label={t(words.removeColumn, { name })}
                  icon={<X size={14} aria-hidden />}
                  onClick={() => onChange(columns.toSpliced(index, 1))}
                />
              )}
            </li>
          )
        })}
      </ul>
      {!isFixed && (
        <Select
          className="export-wide"
          aria-label={t(words.add)}
          placeholder={t(words.add)}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          disabled={columns.length >= 40}
          options={[
            { label: t(words.groups), options: offered([{ kind: 'time', name: 'time' }, ...places]) },
            { label: t(words.metrics), options: offered(figures) },
          ]}
          onChange={(key: string | null) => key && add(key)}
        />
      )}
    </div>
  )
}
