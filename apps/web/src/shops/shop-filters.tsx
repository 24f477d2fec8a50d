import { formatNames, type Text } from '@aisle/contract'
import { Segmented, Select } from 'antd'
import { Search } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { useHotkeys } from '../ui/hotkeys.ts'
import { isShown, type ShopRow, type Show, shows } from './shop-rows.ts'

const showNames: Record<Show, Text> = {
  all: { zh: '全部 {n}', en: 'All {n}' },
  offline: { zh: '有离线 {n}', en: 'Offline cameras {n}' },
  unchecked: { zh: '30 天未巡 {n}', en: 'Unchecked 30 d {n}' },
}

/** What the list is narrowed by; it stands in the address. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const change = (name: string, value: string) =>
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return {
    typed: search.get('q') ?? '',
    format: search.get('format') ?? '',
    show: shows.find(name => name === search.get('show')) ?? 'all',
    change,
    clear: () =>
      setSearch(
        current => {
          const next = new URLSearchParams(current)
          for (const name of ['q', 'format', 'show']) next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}

type FilterProps = {
  filters: ReturnType<typeof useFilters>
  named: readonly ShopRow[]
  now: Date
  mayInspect: boolean
}

export function FilterBar({ filters, named, now, mayInspect }: FilterProps) {
  const t = useText()
  return (
    <div className="shops-bar">
      <SearchField filters={filters} />
      <Select
        className="shops-format"
        value={filters.format}
        onChange={value => filters.change('format', value)}
        aria-label={t({ zh: '业态', en: 'Format' })}
        options={[
          { value: '', label: t({ zh: '全部业态', en: 'All formats' }) },
          ...Object.entries(formatNames).map(([value, label]) => ({ value, label: t(label) })),
        ]}
      />
      {mayInspect && (
        <Segmented<Show>
          value={filters.show}
          onChange={value => filters.change('show', value === 'all' ? '' : value)}
          options={shows.map(value => ({
            value,
            label: t(showNames[value], { n: named.filter(row => isShown(row, value, now)).length }),
          }))}
        />
      )}
    </div>
  )
}

/** Finds by name, code, pinyin and initials; `/` goes there. */
export function SearchField({ filters }: Pick<FilterProps, 'filters'>) {
  const t = useText()
  useHotkeys([
    {
      keys: ['/'],
      text: { zh: '筛选门店', en: 'Filter shops' },
      run: () => document.querySelector<HTMLInputElement>('.shops-search input')?.focus(),
    },
  ])
  return (
    <label className="shops-search">
      <Search size={16} aria-hidden />
      <input
        type="search"
        value={filters.typed}
        onChange={event => filters.change('q', event.target.value)}
        placeholder={t({ zh: '店名、编号、拼音首字母', en: 'Name or code' })}
        aria-label={t({ zh: '筛选门店', en: 'Filter shops' })}
      />
    </label>
  )
}
