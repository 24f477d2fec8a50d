import type { UseQueryResult } from '@tanstack/react-query'
import { Table, type TableColumnsType, type TableProps } from 'antd'
import type { ComponentProps } from 'react'
import { paging } from '../../ui/paging.ts'
import { RecordPanel } from './record-panel.tsx'
import type { Sorter } from './use-order.ts'

type Page<Row> = { current: number; total: number; records: Row[] }
type Props<Row> = Pick<
  ComponentProps<typeof RecordPanel>,
  'id' | 'title' | 'hint' | 'actions' | 'className'
> & {
  query: UseQueryResult<Page<Row>>
  rowKey: keyof Row & string
  columns: TableColumnsType<Row>
  /** Beyond this, in px, it scrolls sideways. */
  width: number
  turnTo: (page: number) => void
  /** Where the server orders it: what the heads ask for. */
  onOrder?: (sorter: Sorter<Row>) => void
  expandable?: TableProps<Row>['expandable']
}

/** Records a page (specification of inspection, section 9). */
export const pageSize = 10

/** A card with a list of records, page by page. */
export function RecordTable<Row extends object>({
  query,
  rowKey,
  columns,
  width,
  turnTo,
  onOrder,
  expandable,
  ...panel
}: Props<Row>) {
  return (
    <RecordPanel {...panel} query={query} isEmpty={data => data.total === 0} height={400} isFlush>
      {data => (
        <Table<Row>
          size="small"
          rowKey={rowKey}
          columns={columns}
          dataSource={data.records}
          scroll={{ x: width }}
          {...(expandable && { expandable: { columnWidth: 40, ...expandable } })}
          pagination={{ ...paging, current: data.current, pageSize, total: data.total }}
          onChange={({ current = 1 }, _, sorter, { action }) => {
            if (action === 'paginate') return turnTo(current)
            onOrder?.(sorter)
            turnTo(1)
          }}
        />
      )}
    </RecordPanel>
  )
}
