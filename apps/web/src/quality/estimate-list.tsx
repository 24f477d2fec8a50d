import type { Imputation } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { paging } from '../ui/paging.ts'
import { QueryPanel } from '../ui/query-panel.tsx'
import { EmptyState } from '../ui/states.tsx'
import { usePlaceColumns, useSpanColumns } from './place-columns.tsx'
import { pageSize, qualityQueries } from './queries.ts'
import { scaledBy, words } from './text.ts'
import type { Quality } from './use-quality.ts'

/** Hours that were estimated: from which days, and scaled by what. */
export function EstimateList({ quality }: { quality: Quality }) {
  const t = useText()
  const where = usePlaceColumns()
  const when = useSpanColumns()
  const { number } = useFormat()
  const { days, page, isReady } = quality
  const query = useQuery({ ...qualityQueries.imputations(days, page), enabled: isReady })
  return (
    <QueryPanel
      id="p5"
      title={t(words.estimatesTitle)}
      query={query}
      isEmpty={data => data.total === 0}
      height={300}
      isFlush
      empty={<EmptyState text={t(words.noEstimates)} />}
    >
      {({ records, total }) => (
        <Table<Imputation>
          size="small"
          rowKey={row => `${row.deviceId} ${row.line} ${row.date} ${row.from}`}
          dataSource={records}
          scroll={{ x: 960 }}
          pagination={{
            ...paging,
            current: page,
            pageSize,
            total,
            onChange: quality.turnTo,
          }}
          columns={[
            { ...where.shop, fixed: 'left' },
            where.line,
            when.day,
            when.time,
            {
              title: t(words.filled),
              width: 100,
              align: 'end',
              render: (_, row) => number(row.nodeKind === 'outside' ? row.pass : row.in),
            },
            {
              title: t(words.scaled),
              width: 200,
              render: (_, row) => `× ${row.factor.toFixed(2)} · ${t(scaledBy[row.scaledBy])}`,
            },
            {
              title: t(words.weeks),
              ellipsis: true,
              render: (_, row) => row.weeks.map(date => date.slice(5)).join(' '),
            },
          ]}
        />
      )}
    </QueryPanel>
  )
}
