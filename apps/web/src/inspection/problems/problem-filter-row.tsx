import { problemStatusNames } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { Search } from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { problemQueries } from './queries.ts'
import { problemText as words } from './text.ts'
import { ownerKey, type ProblemFilters, tabs } from './use-problem-filters.ts'

/** Item, owner and words; shop, area and dates stand in the header. */
export function ProblemFilterRow({ filters }: { filters: ProblemFilters }) {
  const t = useText()
  const name = useName()
  const { item, owner, typed, place, query } = filters
  const items = useQuery({ ...problemQueries.items(place), enabled: filters.isReady })
  const found = useQuery({
    ...problemQueries.statistics({ ...place, begin: query.begin, end: query.end }),
    enabled: filters.isReady,
  })
  const owners = (found.data?.byOwner ?? []).flatMap(row => row.owner ?? [])
  const names = new Map((items.data ?? []).map(each => [each.itemName, each]))
  return (
    <>
      <Input
        className="problem-search"
        allowClear
        prefix={<Search size={14} aria-hidden />}
        value={typed}
        aria-label={t(words.search)}
        placeholder={t(words.keyword)}
        onChange={event => filters.setTyped(event.target.value)}
      />
      <Select
        aria-label={t(words.item)}
        value={item}
        showSearch
        optionFilterProp="label"
        popupMatchSelectWidth={false}
        onChange={filters.setItem}
        options={[
          { value: '', label: t(words.anyItem) },
          ...[...names.values()].map(each => ({
            value: each.itemName,
            label: name(each.itemName, each.itemNameEn),
          })),
          ...(item !== '' && !names.has(item) ? [{ value: item, label: item }] : []),
        ]}
      />
      <Select
        aria-label={t(words.owner)}
        value={owner}
        showSearch
        optionFilterProp="label"
        popupMatchSelectWidth={false}
        onChange={filters.setOwner}
        options={[
          { value: '', label: t(words.anyOwner) },
          ...owners.map(each => ({ value: ownerKey(each), label: each.name })),
          ...(owner !== '' && !owners.some(each => ownerKey(each) === owner)
            ? [{ value: owner, label: owner }]
            : []),
        ]}
      />
      {filters.isNarrowed && (
        <Button type="text" onClick={filters.clear}>
          {t(words.clear)}
        </Button>
      )}
    </>
  )
}

/** The statuses as saved tabs, each with its count. */
export function StatusTabs({ filters }: { filters: ProblemFilters }) {
  const t = useText()
  const { number } = useFormat()
  const counts = useQuery({ ...problemQueries.counts(filters.query), enabled: filters.isReady })
  const labels = {
    all: t(words.all),
    rectification: t(problemStatusNames.rectification),
    pending: t(problemStatusNames.pending),
    closed: t(problemStatusNames.closed),
    overdue: t(words.overdue),
  }
  const countOf = (tab: (typeof tabs)[number]) => counts.data?.[tab === 'all' ? 'total' : tab]
  return (
    <div className="status-tabs" role="tablist" aria-label={t(words.status)}>
      {tabs.map(tab => {
        const count = countOf(tab)
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            aria-selected={filters.tab === tab}
            className="status-tab"
            onClick={() => filters.setTab(tab)}
          >
            {labels[tab]}
            {count !== undefined && <span>{number(count)}</span>}
          </button>
        )
      })}
    </div>
  )
}
