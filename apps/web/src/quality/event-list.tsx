import {
  type QualityEvent,
  type QualityKind,
  type QualityStatus,
  qualityKindNames,
  qualityKinds,
  qualityStatuses,
  qualityStatusNames,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Select, Table } from 'antd'
import { percent } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { Tag } from '../ui/bits.tsx'
import { paging } from '../ui/paging.ts'
import { QueryPanel } from '../ui/query-panel.tsx'
import { EmptyState } from '../ui/states.tsx'
import { usePlaceColumns, useSpanColumns } from './place-columns.tsx'
import { pageSize, qualityQueries } from './queries.ts'
import { eventTones, words } from './text.ts'
import { useEvidenceWords } from './use-evidence-words.ts'
import type { Quality } from './use-quality.ts'

/** What is doubtful, latest first; a row opens its evidence. */
export function EventList({ quality }: { quality: Quality }) {
  const t = useText()
  const where = usePlaceColumns()
  const when = useSpanColumns()
  const evidence = useEvidenceWords()
  const { listed, page, isReady, eventId, openEvent } = quality
  const query = useQuery({ ...qualityQueries.events(listed, page), enabled: isReady })
  return (
    <QueryPanel
      id="p3"
      title={t(words.events)}
      query={query}
      isEmpty={data => data.total === 0}
      height={360}
      isFlush
      actions={
        <>
          <Select<QualityKind | 'all'>
            size="small"
            className="quality-select"
            aria-label={t(words.kind)}
            value={quality.kind}
            onChange={quality.setKind}
            options={[
              { value: 'all', label: t(words.allKinds) },
              ...qualityKindNames.map(kind => ({ value: kind, label: t(qualityKinds[kind]) })),
            ]}
          />
          <Select<QualityStatus | 'all'>
            size="small"
            className="quality-select"
            aria-label={t(words.status)}
            value={quality.status}
            onChange={quality.setStatus}
            options={[
              { value: 'all', label: t(words.allStatuses) },
              ...qualityStatusNames.map(status => ({ value: status, label: t(qualityStatuses[status]) })),
            ]}
          />
        </>
      }
      empty={<EmptyState text={t(words.noEvents)} />}
    >
      {({ records, total }) => (
        <Table<QualityEvent>
          size="small"
          rowKey="id"
          dataSource={records}
          scroll={{ x: 960 }}
          rowClassName={row => (row.id === eventId ? 'quality-row-open' : 'quality-row')}
          onRow={row => ({ onClick: () => openEvent(row.id) })}
          pagination={{
            ...paging,
            current: page,
            pageSize,
            total,
            onChange: quality.turnTo,
          }}
          columns={[
            {
              title: t(words.kind),
              width: 130,
              fixed: 'left',
              render: (_, row) => (
                <button type="button" className="link-button" onClick={() => openEvent(row.id)}>
                  {t(qualityKinds[row.kind])}
                </button>
              ),
            },
            where.shop,
            where.line,
            when.day,
            when.time,
            {
              title: t(words.strength),
              width: 80,
              align: 'end',
              render: (_, row) => percent(row.strength * 100),
            },
            { title: t(words.evidence), ellipsis: true, render: (_, row) => evidence.line(row) },
            {
              title: t(words.status),
              width: 100,
              render: (_, row) => <Tag tone={eventTones[row.status]}>{t(qualityStatuses[row.status])}</Tag>,
            },
          ]}
        />
      )}
    </QueryPanel>
  )
}
