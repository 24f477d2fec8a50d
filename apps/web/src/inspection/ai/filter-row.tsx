import { algorithmNames, algorithms } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { Search } from 'lucide-react'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { aiText as words } from './text.ts'
import type { FindingFilters } from './use-finding-filters.ts'

const sureSteps = [0, 60, 70, 80, 90]

/** Detector, camera, confidence and words; shop, area and dates stand in the header. */
export function FindingFilterRow({
  filters,
  hasList = false,
}: {
  filters: FindingFilters
  hasList?: boolean
}) {
  const t = useText()
  const name = useName()
  const { shopId, camera } = filters
  const cameras = useQuery({
    ...sharedQueries.cameras(shopId ?? ''),
    enabled: hasList && shopId !== undefined,
  })
  return (
    <>
      {hasList && (
        <Input
          className="finding-search"
          allowClear
          prefix={<Search size={14} aria-hidden />}
          value={filters.typed}
          aria-label={t(words.search)}
          placeholder={t(words.search)}
          onChange={event => filters.setTyped(event.target.value)}
        />
      )}
      <Select
        aria-label={t(words.algorithm)}
        value={filters.algorithm}
        popupMatchSelectWidth={false}
        onChange={filters.setAlgorithm}
        options={[
          { value: 'all' as const, label: t(words.anyAlgorithm) },
          ...(['ours', 'outside'] as const).map(kind => ({
            label: t(words[kind]),
            options: algorithmNames
              .filter(each => algorithms[each].kind === kind)
              .map(each => ({ value: each, label: t(algorithms[each].label) })),
          })),
        ]}
      />
      {hasList && (shopId !== undefined || camera !== '') && (
        <Select
          aria-label={t(words.camera)}
          value={camera}
          popupMatchSelectWidth={false}
          onChange={filters.setCamera}
          options={[
            { value: '', label: t(words.anyCamera) },
            ...(cameras.data ?? []).map(each => ({
              value: each.id,
              label: `${each.number} ${name(each.name, each.nameEn)}`,
            })),
            ...(camera !== '' && !cameras.data?.some(each => each.id === camera)
              ? [{ value: camera, label: camera }]
              : []),
          ]}
        />
      )}
      <Select
        aria-label={t(words.confidence)}
        value={filters.sure}
        popupMatchSelectWidth={false}
        onChange={filters.setSure}
        options={[...new Set([...sureSteps, filters.sure])]
          .sort((a, b) => a - b)
          .map(value => ({
            value,
            label: value === 0 ? `${t(words.confidence)} · ${t(words.all)}` : t(words.atLeast, { n: value }),
          }))}
      />
      {filters.isNarrowed && (
        <Button type="text" onClick={filters.clear}>
          {t(words.clear)}
        </Button>
      )}
    </>
  )
}
