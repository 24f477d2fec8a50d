import type { QuarantineGroup } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, InputNumber, Pagination, Table } from 'antd'
import { List, RotateCw, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { ConfirmPopover } from '../ui/confirm.tsx'
import { paging } from '../ui/paging.ts'
import { Bone, ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { choiceOf, ingestChanged, ingestQueries, rowsPerPage } from './queries.ts'
import { kindName, reasonOf, words } from './text.ts'

const keyOf = ({ sourceId, kind, path, message }: QuarantineGroup) =>
  [sourceId, kind, path, message].join('\n')

/** What nobody understood, by source and reason. */
export function QuarantineList({ groups }: { groups: readonly QuarantineGroup[] }) {
  const t = useText()
  const format = useFormat()
  const [open, setOpen] = useState<QuarantineGroup>()
  return (
    <>
      <Table<QuarantineGroup>
        size="small"
        rowKey={keyOf}
        dataSource={[...groups]}
        pagination={{ ...paging, pageSize: 10 }}
        scroll={{ x: 820 }}
        columns={[
          { title: t(words.source), dataIndex: 'sourceName', fixed: 'left', width: 150, ellipsis: true },
          { title: t(words.kind), width: 130, render: (_, row) => t(kindName(row.kind)) },
          {
            title: t(words.reason),
            ellipsis: true,
            render: (_, row) => t(reasonOf(row)),
          },
          { title: t(words.rows), width: 80, align: 'end', render: (_, row) => format.number(row.rows) },
          { title: t(words.lastAt), width: 110, render: (_, row) => format.moment(new Date(row.lastAt)) },
          {
            key: 'actions',
            width: 230,
            align: 'end',
            render: (_, row) => (
              <>
                <Button
                  type="text"
                  size="small"
                  icon={<List size={14} />}
                  aria-label={t(words.details)}
                  title={t(words.details)}
                  onClick={() => setOpen(row)}
                />
                <GroupActions group={row} shiftMinutes={0} isSmall />
              </>
            ),
          },
        ]}
      />
      {open && <QuarantineDrawer group={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function GroupActions({
  group,
  shiftMinutes,
  isSmall = false,
  onGone,
}: {
  group: QuarantineGroup
  shiftMinutes: number
  isSmall?: boolean
  onGone?: () => void
}) {
  const t = useText()
  const [isRunning, setRunning] = useState(false)
  async function replay() {
    setRunning(true)
    try {
      const done = await api.quarantine.replay({
        body: { ...choiceOf(group), shiftSeconds: shiftMinutes * 60 },
      })
      toast.success(words.replayed, done)
      await ingestChanged()
      if (done.remaining === 0) onGone?.()
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  const size = isSmall ? 'small' : 'middle'
  return (
    <>
      <Button
        type={isSmall ? 'text' : 'primary'}
        size={size}
        icon={<RotateCw size={14} />}
        loading={isRunning}
        onClick={() => void replay()}
      >
        {t(words.replay)}
      </Button>
      <ConfirmPopover
        question={t(words.askDiscard, { n: group.rows })}
        okText={t(words.discard)}
        onConfirm={async () => {
          const { discarded } = await api.quarantine.discard({ body: choiceOf(group) })
          toast.success(words.discarded, { n: discarded })
          await ingestChanged()
          onGone?.()
        }}
      >
        <Button type={isSmall ? 'text' : 'default'} size={size} danger icon={<Trash2 size={14} />}>
          {t(words.discard)}
        </Button>
      </ConfirmPopover>
    </>
  )
}

/** The rows of a group as they were sent, and a clock that may be put right. */
function QuarantineDrawer({ group, onClose }: { group: QuarantineGroup; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const id = useId()
  const [page, setPage] = useState(1)
  const aheadMinutes = group.aheadSeconds === null ? undefined : Math.round(group.aheadSeconds / 60)
  const [shiftMinutes, setShift] = useState(aheadMinutes === undefined ? 0 : -aheadMinutes)
  const query = useQuery(ingestQueries.rows(group, page))
  return (
    <Drawer
      open
      size={560}
      title={`${group.sourceName} · ${t(kindName(group.kind))}`}
      onClose={onClose}
      footer={
        <div className="quarantine-actions">
          <GroupActions group={group} shiftMinutes={shiftMinutes} onGone={onClose} />
        </div>
      }
    >
      <p>{t(reasonOf(group))}</p>
      {aheadMinutes !== undefined && <p>{t(words.ahead, { n: aheadMinutes })}</p>}
      <div className="quarantine-shift">
        <label htmlFor={`${id}-shift`}>{t(words.shift)}</label>
        <InputNumber
          id={`${id}-shift`}
          precision={0}
          min={-14_000_000}
          max={14_000_000}
          value={shiftMinutes}
          onChange={value => setShift(value ?? 0)}
        />
        <span className="source-hint">{t(words.shiftHint)}</span>
      </div>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Loading>
          <Bone height={240} />
        </Loading>
      ) : (
        <>
          <ul className="quarantine-rows">
            {query.data.records.map(row => (
              <li key={row.id}>
                <span className="source-hint">
                  {format.moment(new Date(row.receivedAt))} · {t(words.times, { n: row.times })}
                </span>
                <pre>{row.body}</pre>
              </li>
            ))}
          </ul>
          <Pagination
            size="small"
            {...paging}
            current={page}
            pageSize={rowsPerPage}
            total={query.data.total}
            onChange={setPage}
          />
        </>
      )}
    </Drawer>
  )
}
