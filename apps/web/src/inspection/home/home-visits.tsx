import type { CheckshopRecord } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { StatusTag } from '../evaluation/status.tsx'
import { recordQueries } from '../records/queries.ts'
import { pageSize, RecordTable } from '../records/record-table.tsx'
import { words as recordWords } from '../records/text.ts'
import { type Figures, type Links, paths } from '../records/use-figures.ts'
import { usePageOf } from '../records/use-page-of.ts'
import { words } from './text.ts'

/** Who looked in, from when to when, and what came of it. */
export function HomeVisits({
  figures,
  links,
  isOfShop,
}: {
  figures: Figures
  links: Links
  isOfShop: boolean
}) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const [pageNumber, turnTo] = usePageOf(figures.query)
  const query = useQuery({
    ...recordQueries.visits({ ...figures.query, sort: 'checkshopBeg', order: 'desc', pageNumber, pageSize }),
    enabled: figures.isKnown,
  })
  const all = links(paths.records)
  const columns: TableColumnsType<CheckshopRecord> = [
    {
      key: 'began',
      title: t({ zh: '开始时间', en: 'Began' }),
      width: 118,
      render: (_cell, row) => <time>{format.legacyMoment(row.checkshopBeg)}</time>,
    },
    {
      key: 'ended',
      title: t({ zh: '结束', en: 'Ended' }),
      width: 76,
      render: (_cell, row) => (row.checkshopEnd ? <time>{row.checkshopEnd.slice(11, 16)}</time> : '—'),
    },
    ...(isOfShop
      ? []
      : [
          {
            key: 'shop',
            title: t(recordWords.shop),
            width: 130,
            render: (_cell: unknown, row: CheckshopRecord) => {
              const address = links(paths.shopHome, { kind: 'shop', shopId: row.shopId })
              const label = name(row.shopname, row.shopnameEn)
              return address ? <Link to={address}>{label}</Link> : label
            },
          },
        ]),
    { key: 'owner', title: t(recordWords.owner), width: 90, dataIndex: 'userName' },
    {
      key: 'length',
      title: t(recordWords.length),
      align: 'right',
      width: 84,
      render: (_cell, row) =>
        row.durationMinutes === null ? (
          <Tag tone="primary">{t(recordWords.running)}</Tag>
        ) : (
          t({ zh: '{n} 分', en: '{n} min' }, { n: row.durationMinutes })
        ),
    },
    { key: 'videos', title: t(recordWords.videos), align: 'right', width: 64, dataIndex: 'videoCount' },
    { key: 'pictures', title: t(recordWords.pictures), align: 'right', width: 76, dataIndex: 'pictureCount' },
    {
      key: 'problems',
      title: t({ zh: '问题', en: 'Problems' }),
      align: 'right',
      width: 84,
      dataIndex: 'problemCount',
    },
    {
      key: 'score',
      title: t({ zh: '得分', en: 'Score' }),
      align: 'right',
      width: 68,
      render: (_cell, row) => row.score?.toFixed(1) ?? '—',
    },
    {
      key: 'status',
      title: t(recordWords.status),
      width: 86,
      render: (_cell, row) => {
        if (row.evaluationStatus === null) return <span className="muted-text">{t(recordWords.noScore)}</span>
        return <StatusTag status={row.evaluationStatus} />
      },
    },
  ]
  return (
    <RecordTable
      id="p7"
      {...(isOfShop ? { className: 'span-8' } : {})}
      title={t(words.visits)}
      hint={query.data && t({ zh: '{n} 次', en: '{n}' }, { n: query.data.total })}
      actions={all !== undefined && <Link to={all}>{t(words.allVisits)}</Link>}
      query={query}
      rowKey="id"
      columns={columns}
      width={isOfShop ? 700 : 830}
      turnTo={turnTo}
    />
  )
}
