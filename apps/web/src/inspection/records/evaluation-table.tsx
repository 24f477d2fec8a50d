import type { EvaluationSummary } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Toned } from '../../shell/toned.tsx'
import { EvaluationActions } from '../evaluation/evaluation-actions.tsx'
import { StatusTag } from '../evaluation/status.tsx'
import { EvaluationDetails } from './evaluation-details.tsx'
import { type EvaluationQuery, recordQueries } from './queries.ts'
import { pageSize, RecordTable } from './record-table.tsx'
import { words } from './text.ts'
import type { Figures } from './use-figures.ts'
import { usePageOf } from './use-page-of.ts'

type Props = { figures: Figures; filter: Pick<EvaluationQuery, 'status' | 'itemId'> }

/** Evaluations with their state, confirmed or revoked in place; a row opens to its items. */
export function EvaluationTable({ figures, filter }: Props) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const about = { ...withoutDayType(figures.query), ...filter }
  const [pageNumber, turnTo] = usePageOf(about)
  const query = useQuery({
    ...recordQueries.evaluations({ ...about, pageNumber, pageSize }),
    enabled: figures.isKnown,
  })
  const columns: TableColumnsType<EvaluationSummary> = [
    {
      title: t(words.time),
      width: 124,
      render: (_, row) => <time>{format.legacyMoment(row.evaluationTime)}</time>,
    },
    { title: t(words.shop), width: 140, render: (_, row) => name(row.shopname, row.shopnameEn) },
    {
      title: t({ zh: '评估内容', en: 'What' }),
      width: 150,
      render: (_, row) =>
        row.itemId === null
          ? name(row.formName, row.formNameEn)
          : `${name(row.pitemName, row.pitemNameEn)} · ${name(row.itemName, row.itemNameEn)}`,
    },
    { title: t(words.owner), width: 90, dataIndex: 'userName' },
    {
      title: t({ zh: '得分', en: 'Score' }),
      align: 'right',
      width: 72,
      render: (_, row) => (
        <strong>
          <Toned metric="score" value={row.score} text={row.score.toFixed(1)} />
        </strong>
      ),
    },
    {
      title: t({ zh: '扣分', en: 'Lost' }),
      align: 'right',
      width: 96,
      render: (_, row) =>
        row.deductCount === 0
          ? '0'
          : t(
              { zh: '−{lost} / {n} 项', en: '−{lost} in {n}' },
              { lost: String(row.lostScore), n: row.deductCount },
            ),
    },
    { title: t(words.pictures), align: 'right', width: 64, dataIndex: 'pictureCount' },
    {
      title: t(words.status),
      width: 150,
      render: (_, row) => (
        <span className="status-cell">
          <StatusTag status={row.evaluationStatus} />
          <small>{format.legacyMoment(row.statusUpdatetime)}</small>
        </span>
      ),
    },
    {
      title: <span className="visually-hidden">{t({ zh: '操作', en: 'Actions' })}</span>,
      width: 190,
      render: (_, row) => (
        <span className="row-actions">
          <EvaluationActions evaluation={row} />
        </span>
      ),
    },
  ]
  return (
    <RecordTable
      id="p3"
      title={t({ zh: '考评明细', en: 'Evaluations' })}
      hint={
        query.data &&
        t(
          { zh: '{n} 次评估', en: '{n, plural, one {# evaluation} other {# evaluations}}' },
          { n: query.data.total },
        )
      }
      query={query}
      rowKey="id"
      columns={columns}
      width={1116}
      expandable={{ expandedRowRender: row => <EvaluationDetails id={row.id} shopId={row.shopId} /> }}
      turnTo={turnTo}
    />
  )
}

/** Lists of records know no kinds of days. */
export function withoutDayType<Query extends { dayType?: unknown }>({ dayType: _, ...query }: Query) {
  return query
}
