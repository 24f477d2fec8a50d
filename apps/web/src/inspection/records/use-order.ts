import type { TableProps } from 'antd'
import { useState } from 'react'

/** What heads of a table ask for, as the table tells it. */
export type Sorter<Row> = Parameters<NonNullable<TableProps<Row>['onChange']>>[2]
type Order<Sort extends string> = { sort: Sort; order: 'asc' | 'desc' }

/** What the server orders a list by: `first` until a head is chosen, and again once the same head is let go. */
export function useOrder<Sort extends string>(sorts: readonly Sort[], first: Order<Sort>) {
  const [order, setOrder] = useState(first)
  return {
    order,
    /** Makes a column one that the list can be ordered by. */
    sorted: (key: Sort) => ({
      key,
      sorter: true,
      sortOrder:
        order.sort === key ? (order.order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
      showSorterTooltip: false,
    }),
    orderBy<Row>(sorter: Sorter<Row>) {
      const { columnKey, order: way } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
      const sort = sorts.find(known => known === columnKey)
      setOrder(sort && way ? { sort, order: way === 'ascend' ? 'asc' : 'desc' } : first)
    },
  }
}
