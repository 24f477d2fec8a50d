import { type PatrolLogLine, problemStatusNames } from '@aisle/contract'
import { Button, Table } from 'antd'
import { Link } from 'react-router'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { paging } from '../../ui/paging.ts'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Written } from '../../ui/written.tsx'
import { StatusTabs } from '../problems/problem-filter-row.tsx'
import { listSize } from '../problems/queries.ts'
import { problemText, statusTones } from '../problems/text.ts'
import type { ProblemFilters } from '../problems/use-problem-filters.ts'
import { useProblemWords } from '../problems/use-problem-words.ts'
import { useProblemAddress } from './log-pictures.tsx'
import { logText as words } from './log-text.ts'

type Log = {
  data: { records: PatrolLogLine[]; total: number } | undefined
  isPending: boolean
  isFetching: boolean
  isError: boolean
  error: unknown
  refetch(): unknown
}

export function LogTable({ filters, log }: { filters: ProblemFilters; log: Log }) {
  const t = useText()
  const name = useName()
  const say = useProblemWords()
  const address = useProblemAddress()
  const state = stateOf(log, data => data.total === 0)
  return (
    <Panel
      id="p1"
      state={state}
      title={t(words.log)}
      className="problem-panel"
      isRefreshing={log.isFetching && log.data !== undefined}
    >
      <StatusTabs filters={filters} />
      {state === 'loading' && (
        <Loading>
          <div className="panel-body">
            <Bone height={280} />
          </div>
        </Loading>
      )}
      {state === 'error' && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {state === 'empty' && (
        <EmptyState
          text={t(words.none)}
          action={filters.isNarrowed && <Button onClick={filters.clear}>{t(problemText.clear)}</Button>}
        />
      )}
      {state === 'ready' && (
        <Table<PatrolLogLine>
          size="small"
          rowKey="id"
          dataSource={log.data?.records ?? []}
          scroll={{ x: 1080 }}
          pagination={{
            ...paging,
            current: filters.page,
            pageSize: listSize,
            total: log.data?.total ?? 0,
            onChange: filters.turnTo,
          }}
          columns={[
            { title: t(words.visitDate), dataIndex: 'visitDate', width: 106, fixed: 'left' },
            { title: t(words.time), dataIndex: 'inspectionTime', width: 92 },
            {
              title: t(problemText.shop),
              width: 130,
              ellipsis: true,
              render: (_, row) => name(row.shopname, row.shopnameEn),
            },
            {
              title: t(problemText.questionType),
              width: 104,
              ellipsis: true,
              render: (_, row) => say.questionType(row),
            },
            {
              title: t(problemText.item),
              width: 170,
              ellipsis: true,
              render: (_, row) =>
                address ? <Link to={address(row.id)}>{say.item(row)}</Link> : say.item(row),
            },
            {
              title: t(words.screenshot),
              width: 88,
              render: (_, row) =>
                row.screenshot ? (
                  <img className="log-thumb" src={row.screenshot.thumbnailUrl} alt="" loading="lazy" />
                ) : (
                  <span className="muted">—</span>
                ),
            },
            {
              title: t(problemText.remark),
              ellipsis: true,
              render: (_, row) => <Written text={row.remark} />,
            },
            {
              title: t(words.recorder),
              width: 84,
              ellipsis: true,
              render: (_, row) => row.recorder.userName,
            },
            {
              title: t(problemText.status),
              width: 116,
              render: (_, row) => (
                <Tag tone={row.overdue ? 'error' : statusTones[row.status]}>
                  {row.overdue ? t(problemText.overdue) : t(problemStatusNames[row.status])}
                </Tag>
              ),
            },
            {
              title: t(words.score),
              width: 84,
              align: 'end',
              render: (_, row) => row.score?.toFixed(1) ?? <span className="muted">—</span>,
            },
          ]}
        />
      )}
    </Panel>
  )
}
