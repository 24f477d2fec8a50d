import { type ShopFigures, shopFigureSorts } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { percent, useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Toned } from '../../shell/toned.tsx'
import { recordQueries } from './queries.ts'
import { pageSize, RecordTable } from './record-table.tsx'
import { words } from './text.ts'
import { type Figures, type Links, paths } from './use-figures.ts'
import { useOrder } from './use-order.ts'
import { usePageOf } from './use-page-of.ts'

/** Each shop with its patrols, score and problems; a row leads to the shop, a figure to what is behind it. */
export function ShopFigureTable({ figures, links }: { figures: Figures; links: Links }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { order, sorted, orderBy } = useOrder(shopFigureSorts, { sort: 'patrols', order: 'desc' })
  const [pageNumber, turnTo] = usePageOf(figures.query)
  const query = useQuery({
    ...recordQueries.shops(figures.query, { ...order, pageNumber, pageSize }),
    enabled: figures.isKnown,
  })
  const shopScope = (id: string) => ({ kind: 'shop', shopId: id }) as const
  const linked = (text: string, address: string | undefined) =>
    address === undefined ? text : <Link to={address}>{text}</Link>
  const columns: TableColumnsType<ShopFigures> = [
    {
      ...sorted('shopname'),
      title: t(words.shop),
      fixed: 'left',
      width: 200,
      render: (_, row) => (
        <span className="two-lines">
          <strong>
            {linked(
              name(row.shopname, row.shopnameEn),
              links(paths.shopHome, shopScope(row.shopid)) ?? links(paths.records, shopScope(row.shopid)),
            )}
          </strong>
          <small>{name(row.areaPath, row.areaPathEn)}</small>
        </span>
      ),
    },
    {
      ...sorted('patrols'),
      title: t(words.patrols),
      align: 'right',
      width: 110,
      render: (_, row) => linked(format.number(row.patrols), links(paths.records, shopScope(row.shopid))),
    },
    {
      ...sorted('lastPatrol'),
      title: t({ zh: '最近巡店', en: 'Last patrol' }),
      align: 'right',
      width: 140,
      render: (_, row) => (row.lastPatrol ? format.legacyMoment(row.lastPatrol) : '—'),
    },
    {
      ...sorted('score'),
      title: t(words.score),
      align: 'right',
      width: 110,
      render: (_, row) => <Toned metric="score" value={row.score} text={row.score?.toFixed(1) ?? '—'} />,
    },
    {
      ...sorted('problems'),
      title: t(words.problems),
      align: 'right',
      width: 120,
      render: (_, row) => linked(format.number(row.problems), links(paths.problems, shopScope(row.shopid))),
    },
    {
      ...sorted('closeRate'),
      title: t(words.closeRate),
      align: 'right',
      width: 130,
      render: (_, row) => (
        <Toned
          metric="closeRate"
          value={row.closeRate}
          text={row.closeRate === null ? '—' : percent(row.closeRate)}
        />
      ),
    },
  ]
  return (
    <RecordTable
      id="p6"
      title={t({ zh: '门店明细表', en: 'By shop: table' })}
      query={query}
      rowKey="shopid"
      columns={columns}
      width={810}
      turnTo={turnTo}
      onOrder={orderBy}
    />
  )
}
