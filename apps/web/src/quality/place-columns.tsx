import type { TableColumnType } from 'antd'
import { useText } from '../lib/i18n.ts'
import { words } from './text.ts'
import { type Placed, type PlacedShop, usePlaceWords } from './use-quality.ts'

type Row = Placed & PlacedShop

/** The columns that say where something was counted, alike in every list of the page. */
export function usePlaceColumns() {
  const t = useText()
  const say = usePlaceWords()
  return {
    shop: {
      title: t(words.shop),
      width: 150,
      ellipsis: true,
      render: (_: unknown, row: Row) => say.shop(row),
    } satisfies TableColumnType<Row>,
    line: {
      title: t(words.place),
      width: 190,
      ellipsis: true,
      render: (_: unknown, row: Row) => say.line(row),
    } satisfies TableColumnType<Row>,
  }
}

/** The columns that say on which day, and in which hours of it. */
export function useSpanColumns() {
  const t = useText()
  return {
    day: { title: t(words.day), width: 112, dataIndex: 'date', className: 'quality-date' },
    time: {
      title: t(words.time),
      width: 124,
      className: 'quality-date',
      render: (_: unknown, row: { from: string; to: string }) => `${row.from}–${row.to}`,
    },
  } as const
}
