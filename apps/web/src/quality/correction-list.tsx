import {
  type Correction,
  type CorrectionAction,
  type CountTotals,
  correctionKinds,
  correctionStatuses,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { Tag } from '../ui/bits.tsx'
import { paging } from '../ui/paging.ts'
import { QueryPanel } from '../ui/query-panel.tsx'
import { EmptyState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { usePlaceColumns } from './place-columns.tsx'
import { pageSize, qualityChanged, qualityQueries } from './queries.ts'
import { correctionTones, words } from './text.ts'
import type { Quality } from './use-quality.ts'

/** The ledger: who asked for what, who decided, what the figures were and are; approval, refusal, undo. */
export function CorrectionList({ quality }: { quality: Quality }) {
  const t = useText()
  const where = usePlaceColumns()
  const { place, page, isReady } = quality
  const query = useQuery({ ...qualityQueries.corrections(place, page), enabled: isReady })
  return (
    <QueryPanel
      id="p6"
      title={t(words.correctionsTitle)}
      query={query}
      isEmpty={data => data.total === 0}
      height={300}
      isFlush
      empty={<EmptyState text={t(words.noCorrections)} />}
    >
      {({ records, total }) => (
        <Table<Correction>
          size="small"
          rowKey="id"
          dataSource={records}
          scroll={{ x: 1120 }}
          pagination={{
            ...paging,
            current: page,
            pageSize,
            total,
            onChange: quality.turnTo,
          }}
          columns={[
            { ...where.shop, fixed: 'left' },
            { ...where.line, width: 180 },
            {
              title: t(words.time),
              width: 150,
              render: (_, row) => `${row.date} ${row.fromHour}:00–${row.toHour}:00`,
            },
            { title: t(words.what), width: 130, render: (_, row) => t(correctionKinds[row.kind]) },
            {
              title: t(words.figuresColumn),
              width: 190,
              render: (_, row) => <Figures before={row.before} after={row.after} />,
            },
            { title: t(words.reason), ellipsis: true, dataIndex: 'reason' },
            {
              title: t(words.asked),
              width: 90,
              ellipsis: true,
              render: (_, row) => row.requestedBy?.userName ?? '—',
            },
            {
              title: t(words.decided),
              width: 90,
              ellipsis: true,
              render: (_, row) => row.decidedBy?.userName ?? '—',
            },
            {
              title: t(words.status),
              width: 110,
              render: (_, row) => (
                <Tag tone={correctionTones[row.status]}>{t(correctionStatuses[row.status])}</Tag>
              ),
            },
            {
              title: t(words.actions),
              width: 140,
              render: (_, row) => <Steps key={`${row.id} ${row.version}`} row={row} />,
            },
          ]}
        />
      )}
    </QueryPanel>
  )
}

function Figures({ before, after }: { before: CountTotals | null; after: CountTotals | null }) {
  const t = useText()
  const { number } = useFormat()
  if (!before || !after) return <span className="muted">—</span>
  const names = (['in', 'out', 'pass'] as const).filter(name => before[name] > 0 || after[name] > 0)
  const label = { in: words.entered, out: words.left, pass: words.passed }
  return (
    <>{names.map(name => `${t(label[name])} ${number(before[name])} → ${number(after[name])}`).join(' · ')}</>
  )
}

const done = { approve: words.approved, reject: words.rejected, undo: words.undone }
const calls = {
  approve: api.quality.approveCorrection,
  reject: api.quality.rejectCorrection,
  undo: api.quality.undoCorrection,
}

function Steps({ row }: { row: Correction }) {
  const t = useText()
  const { user } = useSession()
  const [busy, setBusy] = useState<CorrectionAction>()
  const isOwn = row.requestedBy?.userId === user?.id

  async function run(action: CorrectionAction) {
    setBusy(action)
    try {
      await calls[action]({ params: { correctionId: row.id }, body: { version: row.version } })
      toast.success(done[action])
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(undefined)
      void qualityChanged()
    }
  }
  const label = { approve: words.approve, reject: isOwn ? words.withdraw : words.reject, undo: words.undo }
  return (
    <span className="correction-steps">
      {row.actions.map(action => (
        <Button
          key={action}
          size="small"
          type={action === 'approve' ? 'primary' : 'default'}
          loading={busy === action}
          disabled={busy !== undefined && busy !== action}
          onClick={() => void run(action)}
        >
          {t(label[action])}
        </Button>
      ))}
    </span>
  )
}
