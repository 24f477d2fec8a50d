import { Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useText } from '../../../../lib/i18n.ts'
import { paging } from '../../../../ui/paging.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { quadrantNames } from './quadrants.ts'
import { quadrantWords, tooFew, useQuadrants } from './use-quadrants.ts'

/** The shops with the quadrant each of them is in, and the figures that tell why. */
export function QuadrantList(props: Special) {
  const { panel, dictionary, hrefOf } = props
  const t = useText()
  const figure = useFigure()
  const allowed = panel.metrics.filter(id => dictionary.metric(id)?.allowed && dictionary.knows(id, 'shop'))
  const { found, card, answer, axes, isUsual } = useQuadrants(props, allowed)
  const shown = [...new Set([...axes, ...allowed])]
  const nameOf = (quadrant: (typeof quadrantNames)[number]) =>
    t(isUsual ? quadrantWords[quadrant].usual : quadrantWords[quadrant].plain)
  const rows = quadrantNames.flatMap(quadrant =>
    (found?.of[quadrant] ?? []).map(({ shop }) => ({
      shop,
      quadrant,
      cells: answer.data?.rows.find(row => memberOf(row, 'shop').id === shop.id),
    })),
  )
  type Row = (typeof rows)[number]
  const columns: TableColumnsType<Row> = [
    {
      key: 'shop',
      title: t({ zh: '门店', en: 'Shop' }),
      fixed: 'left',
      width: 130,
      ellipsis: true,
      render: (_, { shop }) => {
        const href = hrefOf?.('shop', shop)
        return href === undefined ? shop.name : <Link to={href}>{shop.name}</Link>
      },
    },
    {
      key: 'quadrant',
      title: t({ zh: '象限', en: 'Quadrant' }),
      width: 150,
      filters: quadrantNames.map(quadrant => ({ text: nameOf(quadrant), value: quadrant })),
      onFilter: (value, { quadrant }) => quadrant === value,
      render: (_, { quadrant }) => (
        <span className="quadrant-name">
          <i
            className="quadrant-dot"
            style={{ background: `var(--chart-${quadrantWords[quadrant].colour + 1})` }}
            aria-hidden
          />
          {nameOf(quadrant)}
        </span>
      ),
    },
    ...shown.map(id => {
      const entry = dictionary.metric(id)
      const unit = figure.headingUnit(entry ?? {}).text
      return {
        key: id,
        title: `${entry ? t(entry.label) : id}${unit === '' ? '' : ` (${unit})`}`,
        width: 120,
        align: 'right' as const,
        showSorterTooltip: false,
        sorter: (a: Row, b: Row) => (cellOf(a.cells, id).current ?? -1) - (cellOf(b.cells, id).current ?? -1),
        render: (_: unknown, { cells }: Row) => {
          const { current } = cellOf(cells, id)
          return current === null ? '—' : figure.cell(current, entry ?? {})
        },
      }
    }),
  ]
  return (
    <SpecialCard {...card} nothing={t(tooFew)} isFlush>
      <Table
        size="small"
        rowKey={({ shop }) => shop.id}
        columns={columns}
        dataSource={rows}
        scroll={{ x: 280 + shown.length * 120 }}
        pagination={{ ...paging, pageSize: 10, size: 'small' }}
      />
    </SpecialCard>
  )
}
