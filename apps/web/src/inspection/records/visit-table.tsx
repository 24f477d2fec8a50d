import { type CheckshopRecord, checkRecordSorts } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Toned } from '../../shell/toned.tsx'
import { Tag } from '../../ui/bits.tsx'
import { StatusTag } from '../evaluation/status.tsx'
import { recordQueries, type VisitQuery } from './queries.ts'
import { pageSize, RecordTable } from './record-table.tsx'
import { words } from './text.ts'
import { type Figures, paths, useLinks } from './use-figures.ts'
import { useOrder } from './use-order.ts'
import { usePageOf } from './use-page-of.ts'
import { VisitDetail } from './visit-detail.tsx'

type Props = { figures: Figures; filter: Pick<VisitQuery, 'status' | 'itemId'> }

/** Who looked into which shop and when; a row opens to the videos that were watched. */
export function VisitTable({ figures, filter }: Props) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const links = useLinks(figures)
  const { order, sorted, orderBy } = useOrder(checkRecordSorts, { sort: 'checkshopBeg', order: 'desc' })
  const about = { ...figures.query, ...filter }
  const [pageNumber, turnTo] = usePageOf(about)
  const query = useQuery({
    ...recordQueries.visits({ ...about, ...order, pageNumber, pageSize }),
    enabled: figures.isKnown,
  })
  const columns: TableColumnsType<CheckshopRecord> = [
    {
      ...sorted('checkshopBeg'),
      title: t(words.began),
      width: 124,
      render: (_, row) => <time>{format.legacyMoment(row.checkshopBeg)}</time>,
    },
    {
      ...sorted('shopname'),
      title: t(words.shop),
      width: 150,
      render: (_, row) => {
        const address = links(paths.shopHome, { kind: 'shop', shopId: row.shopId })
        const label = name(row.shopname, row.shopnameEn)
        return address ? <Link to={address}>{label}</Link> : label
      },
    },
    { ...sorted('userName'), title: t(words.owner), width: 100, dataIndex: 'userName' },
    {
      ...sorted('durationMinutes'),
      title: t(words.length),
      align: 'right',
      width: 92,
      render: (_, row) =>
        row.durationMinutes === null ? (
          <Tag tone="primary">{t(words.running)}</Tag>
        ) : (
          t({ zh: '{n} 分', en: '{n} min' }, { n: row.durationMinutes })
        ),
    },
    { ...sorted('videoCount'), title: t(words.videos), align: 'right', width: 80, dataIndex: 'videoCount' },
    {
      ...sorted('pictureCount'),
      title: t(words.pictures),
      align: 'right',
      width: 84,
      dataIndex: 'pictureCount',
    },
    {
      ...sorted('problemCount'),
      title: t({ zh: '问题', en: 'Problems' }),
      align: 'right',
      width: 90,
      dataIndex: 'problemCount',
    },
    {
      ...sorted('score'),
      title: t({ zh: '得分', en: 'Score' }),
      align: 'right',
      width: 78,
      render: (_, row) => <Toned metric="score" value={row.score} text={row.score?.toFixed(1) ?? '—'} />,
    },
    {
      key: 'status',
      title: t(words.status),
      width: 92,
      render: (_, row) => {
        if (row.evaluationStatus === null) return <span className="muted-text">{t(words.noScore)}</span>
        return <StatusTag status={row.evaluationStatus} />
      },
    },
  ]
  return (
    <RecordTable
      id="p2"
      title={t({ zh: '巡店记录', en: 'Visits' })}
      hint={
        query.data &&
        t({ zh: '{n} 条', en: '{n, plural, one {# visit} other {# visits}}' }, { n: query.data.total })
      }
      query={query}
      rowKey="id"
      columns={columns}
      width={940}
      expandable={{ expandedRowRender: row => <VisitDetail visit={row} />, expandRowByClick: true }}
      turnTo={turnTo}
      onOrder={orderBy}
    />
  )
}
