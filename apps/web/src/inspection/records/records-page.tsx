import { type EvaluationStatus, evaluationStatuses } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Select, TreeSelect } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { oneOf, useAddressFilter, words as wordsFilter } from '../../shell/filters.ts'
import { PageBody, usePage } from '../../shell/page.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { KpiStrip } from '../../ui/kpi.tsx'
import { statusNames } from '../evaluation/status.tsx'
import { EvaluationTable } from './evaluation-table.tsx'
import { FigureFilters, useFilterWords } from './figure-filters.tsx'
import { NoteTables } from './note-tables.tsx'
import { growthOf } from './overview-page.tsx'
import { PatrolCalendar } from './patrol-calendar.tsx'
import { recordQueries } from './queries.ts'
import { RecordPanel } from './record-panel.tsx'
import { recordParts } from './records-export.ts'
import { words } from './text.ts'
import { useFigures } from './use-figures.ts'
import { VisitTable } from './visit-table.tsx'
import './records.css'

const statuses = ['', ...evaluationStatuses, 'none'] as const
export type StatusFilter = (typeof statuses)[number]

/** What was checked, by whom and with what result: visits, evaluations, inspections and daily records in one place. */
export function RecordsPage() {
  const t = useText()
  const format = useFormat()
  const page = usePage()
  const figures = useFigures()
  const [status, setStatus] = useAddressFilter('status', oneOf(statuses, ''), ['page'])
  const [itemId, setItem] = useAddressFilter('item', wordsFilter, ['page'])
  const items = useItems()
  const filters = useFilterWords(figures)
  const narrowed = {
    ...(status === '' ? {} : { status }),
    ...(itemId === '' ? {} : { itemId }),
  }
  const ofStatus: { status?: EvaluationStatus } = status === '' || status === 'none' ? {} : { status }
  const totals = useQuery({ ...recordQueries.totals(figures.query), enabled: figures.isKnown })

  return (
    <PageBody
      className="records"
      hint={figures.scopeName}
      actions={
        <ExportMenu
          name={page ? t(page.title) : 'Aisle'}
          scope={figures.scopeName}
          period={figures.period}
          filters={[
            ...filters,
            ...(itemId === ''
              ? []
              : [{ label: t({ zh: '扣分项', en: 'Item' }), value: items.nameOf(itemId) }]),
            ...(status === '' ? [] : [{ label: t(words.status), value: statusText(t, status) }]),
          ]}
          formats={['xlsx', 'pdf']}
          parts={() =>
            recordParts(figures.query, narrowed, { ...ofStatus, ...(itemId === '' ? {} : { itemId }) }, t)
          }
        />
      }
      filters={
        <FigureFilters figures={figures}>
          <TreeSelect
            size="small"
            allowClear
            showSearch
            treeNodeFilterProp="title"
            treeDefaultExpandAll
            popupMatchSelectWidth={260}
            className="filter-item"
            aria-label={t({ zh: '扣分的考评项', en: 'Item that lost points' })}
            placeholder={t({ zh: '全部考评项', en: 'All items' })}
            value={itemId === '' ? undefined : itemId}
            treeData={items.tree}
            onChange={value => setItem(value ?? '')}
          />
          <Select
            size="small"
            aria-label={t({ zh: '评估状态', en: 'State of the evaluation' })}
            value={status}
            options={statuses.map(value => ({ value, label: statusText(t, value) }))}
            onChange={setStatus}
          />
        </FigureFilters>
      }
    >
      <RecordPanel id="p1" title={t(words.keyFigures)} query={totals} height={72} isFlush>
        {({ totals: now, previous }) => {
          const then = previous && previous.totals.patrols > 0 ? previous.totals : undefined
          const counted = (
            [
              ['patrols', words.patrols, words.timesUnit],
              ['evaluations', words.evaluations, words.timesUnit],
              ['inspections', words.inspections, words.timesUnit],
              ['dailyRecords', words.dailyRecords, words.recordsUnit],
            ] as const
          ).map(([key, label, unit]) => ({
            key,
            label: t(label),
            unit: t(unit),
            value: now[key],
            compared: then?.[key] ?? null,
            growth: growthOf(now[key], then?.[key]),
          }))
          return (
            <KpiStrip
              items={[
                ...counted,
                {
                  key: 'useTime',
                  label: t(words.useTime),
                  value: now.useTime,
                  format: (seconds: number) => format.duration(seconds * 1000),
                  growth: growthOf(now.useTime, then?.useTime),
                },
              ]}
            />
          )
        }}
      </RecordPanel>
      <VisitTable figures={figures} filter={narrowed} />
      <EvaluationTable figures={figures} filter={{ ...ofStatus, ...(itemId === '' ? {} : { itemId }) }} />
      <NoteTables figures={figures} />
      <PatrolCalendar figures={figures} />
    </PageBody>
  )
}

function statusText(t: ReturnType<typeof useText>, status: StatusFilter): string {
  if (status === '') return t({ zh: '全部状态', en: 'All states' })
  return status === 'none' ? t(words.noScore) : t(statusNames[status].text)
}

/** The evaluation form as a tree to choose from; archived items are offered too, for what was recorded with them. */
function useItems() {
  const name = useName()
  const form = useQuery(recordQueries.form())
  const groups = form.data?.items ?? []
  const all = groups.flatMap(group => [group, ...group.children])
  return {
    tree: groups.map(group => ({
      value: group.itemId,
      title: name(group.itemName, group.itemNameEn),
      children: group.children.map(item => ({
        value: item.itemId,
        title: name(item.itemName, item.itemNameEn),
      })),
    })),
    nameOf(id: string) {
      const item = all.find(({ itemId }) => itemId === id)
      return item ? name(item.itemName, item.itemNameEn) : id
    },
  }
}
