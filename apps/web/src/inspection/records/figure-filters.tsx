import { kindsOfDay } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { PeriodPicker, usePeriodText } from '../../shell/date-picker/period-picker.tsx'
import { recordQueries } from './queries.ts'
import { dayTypeNames } from './text.ts'
import type { Figures } from './use-figures.ts'

/** What these pages are narrowed by beside area and dates; `children` are the page's own filters. */
export function FigureFilters({ figures, children }: { figures: Figures; children?: ReactNode }) {
  const t = useText()
  const dates = usePeriodText()
  const inspectors = useQuery(recordQueries.everyInspector())
  const known = (inspectors.data ?? []).map(({ userId, userName }) => ({ value: userId, label: userName }))
  const isUnknown = figures.owner !== '' && !known.some(({ value }) => value === figures.owner)
  return (
    <>
      <PeriodPicker period={figures.period} />
      <span className="filter-dates">{dates(figures.period)}</span>
      <Segmented
        size="small"
        value={figures.dayType}
        options={kindsOfDay.map(value => ({ value, label: t(dayTypeNames[value]) }))}
        onChange={figures.setDayType}
      />
      <Select
        size="small"
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t({ zh: '巡店员', en: 'Inspector' })}
        value={figures.owner}
        options={[
          { value: '', label: t({ zh: '全部巡店员', en: 'All inspectors' }) },
          ...(isUnknown ? [{ value: figures.owner, label: '…' }] : []),
          ...known,
        ]}
        onChange={figures.setOwner}
      />
      {children}
    </>
  )
}

/** What the page is narrowed by, in words, for the head of an export. */
export function useFilterWords(figures: Figures): { label: string; value: string }[] {
  const t = useText()
  const inspectors = useQuery(recordQueries.everyInspector())
  const owner = inspectors.data?.find(({ userId }) => userId === figures.owner)
  return [
    ...(figures.dayType === 'all'
      ? []
      : [{ label: t({ zh: '日期类型', en: 'Days' }), value: t(dayTypeNames[figures.dayType]) }]),
    ...(owner ? [{ label: t({ zh: '巡店员', en: 'Inspector' }), value: owner.userName }] : []),
  ]
}
