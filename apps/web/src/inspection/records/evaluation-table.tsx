import type { EvaluationSummary } from '@aisle/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Table, type TableColumnsType } from 'antd'
import { Check, FileText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { chinese, useLanguage, useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Toned } from '../../shell/toned.tsx'
import { Tag } from '../../ui/bits.tsx'
import { toast } from '../../ui/toast.tsx'
import { EvaluationDetails } from './evaluation-details.tsx'
import { type EvaluationQuery, recordQueries, refreshRecords } from './queries.ts'
import { QueryPanel } from './query-panel.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { statusNames, words } from './text.ts'
import type { Figures } from './use-figures.ts'
import { usePageOf } from './use-page-of.ts'

const pageSize = 10
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
  const [revoking, revoke] = useState<EvaluationSummary>()
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
        row.itemId === null ? name(row.formName, row.formNameEn) : `${row.pitemName} · ${row.itemName}`,
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
          <Tag tone={statusNames[row.evaluationStatus].tone}>{t(statusNames[row.evaluationStatus].text)}</Tag>
          <small>{format.legacyMoment(row.statusUpdatetime)}</small>
        </span>
      ),
    },
    {
      title: <span className="visually-hidden">{t({ zh: '操作', en: 'Actions' })}</span>,
      width: 190,
      render: (_, row) => <Actions evaluation={row} onRevoke={() => revoke(row)} />,
    },
  ]
  return (
    <QueryPanel
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
      isEmpty={data => data.total === 0}
      height={400}
      isFlush
    >
      {data => (
        <>
          <Table
            size="small"
            rowKey="id"
            columns={columns}
            dataSource={data.records}
            scroll={{ x: 1116 }}
            expandable={{
              expandedRowRender: row => <EvaluationDetails id={row.id} shopId={row.shopId} />,
              columnWidth: 40,
            }}
            pagination={{
              current: data.current,
              pageSize,
              total: data.total,
              showSizeChanger: false,
              hideOnSinglePage: true,
            }}
            onChange={({ current = 1 }) => turnTo(current)}
          />
          {revoking && <RevokeDialog evaluation={revoking} onClose={() => revoke(undefined)} />}
        </>
      )}
    </QueryPanel>
  )
}

/** Lists of records know no kinds of days. */
export function withoutDayType<Query extends { dayType?: unknown }>({ dayType: _, ...query }: Query) {
  return query
}

/** Only what the state allows is offered. */
function Actions({ evaluation, onRevoke }: { evaluation: EvaluationSummary; onRevoke: () => void }) {
  const t = useText()
  const language = useLanguage()
  const { can } = useSession()
  const { id, evaluationStatus: status } = evaluation
  const confirm = useMutation({
    mutationFn: () => api.scoring.updateStatus({ params: { id }, body: { status: 'confirmed' } }),
    onSuccess: () => {
      toast.success({ zh: '评估已确认', en: 'The evaluation is confirmed' })
      return refreshRecords()
    },
    onError: error => toast.error(error),
  })
  return (
    <span className="row-actions">
      {can('inspect.score') && status === 'saved' && (
        <Button
          type="link"
          size="small"
          icon={<Check size={14} />}
          loading={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          {t({ zh: '确认', en: 'Confirm' })}
        </Button>
      )}
      {can('inspect.score') && status !== 'revoked' && (
        <Button type="link" size="small" danger icon={<Undo2 size={14} />} onClick={onRevoke}>
          {t({ zh: '撤销', en: 'Revoke' })}
        </Button>
      )}
      <Button
        type="link"
        size="small"
        icon={<FileText size={14} />}
        href={`/api/pictures/evaluations/${id}/report.pdf?language=${language === chinese ? 'zh' : 'en'}`}
        target="_blank"
        rel="noopener"
      >
        {t({ zh: '报告', en: 'Report' })}
      </Button>
    </span>
  )
}
