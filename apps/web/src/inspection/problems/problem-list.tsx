import { type Problem, problemStatusNames } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { paging } from '../../ui/paging.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ProblemMenu, type ProblemWork } from './problem-menu.tsx'
import { listSize, problemQueries } from './queries.ts'
import { statusTones, problemText as words } from './text.ts'
import type { ProblemFilters } from './use-problem-filters.ts'
import { useProblemWords } from './use-problem-words.ts'

type Props = {
  filters: ProblemFilters
  work: ProblemWork
  openId: string | undefined
  onRows: (ids: readonly string[]) => void
}

/** Problems as a table, latest first; a choice keeps across pages and is assigned at once. */
export function ProblemList({ filters, work, openId, onRows }: Props) {
  const t = useText()
  const format = useFormat()
  const say = useProblemWords()
  const { tab, page, query } = filters
  const status = tab === 'all' ? {} : tab === 'overdue' ? { overdue: true } : { status: tab }
  const found = useQuery({
    ...problemQueries.page({ ...query, ...status }, page),
    enabled: filters.isReady,
  })
  const [chosen, choose] = useState<ReadonlyMap<string, Problem>>(new Map())
  const rows = found.data?.records
  useEffect(() => onRows(rows?.map(row => row.id) ?? []), [onRows, rows])
  const keys = useMemo(() => [...chosen.keys()], [chosen])
  if (found.isError && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  return (
    <>
      {chosen.size > 0 && (
        <div className="problem-bulk">
          <span>{t(words.selected, { n: chosen.size })}</span>
          <Button size="small" type="primary" onClick={() => work.assign([...chosen.values()])}>
            {t(words.assign)}
          </Button>
          <Button size="small" type="text" onClick={() => choose(new Map())}>
            {t(words.clearSelection)}
          </Button>
        </div>
      )}
      <Table<Problem>
        className="problem-table"
        size="small"
        rowKey="id"
        loading={found.isPending}
        dataSource={rows ?? []}
        scroll={{ x: 980 }}
        locale={{
          emptyText: (
            <EmptyState
              text={t(words.none)}
              action={filters.isNarrowed && <Button onClick={filters.clear}>{t(words.clear)}</Button>}
            />
          ),
        }}
        rowSelection={{
          selectedRowKeys: keys,
          preserveSelectedRowKeys: true,
          getCheckboxProps: row => ({ disabled: !row.actions.includes('change') }),
          onChange: (_, selected) => choose(new Map(selected.map(row => [row.id, row]))),
        }}
        rowClassName={row => (row.id === openId ? 'row-open' : '')}
        onRow={row => ({
          onClick: event => {
            if (event.target instanceof Element && !event.target.closest('button, a, label'))
              work.open(row.id)
          },
        })}
        pagination={{
          ...paging,
          current: page,
          pageSize: listSize,
          total: found.data?.total ?? 0,
          onChange: filters.turnTo,
        }}
        columns={[
          {
            title: t(words.item),
            fixed: 'left',
            width: 190,
            ellipsis: true,
            render: (_, row) => (
              <button type="button" className="link-button problem-link" onClick={() => work.open(row.id)}>
                {say.item(row)}
              </button>
            ),
          },
          { title: t(words.shop), ellipsis: true, width: 130, render: (_, row) => say.shop(row) },
          {
            title: t(words.status),
            width: 140,
            render: (_, row) => <Tag tone={statusTones[row.status]}>{t(problemStatusNames[row.status])}</Tag>,
          },
          {
            title: t(words.questionType),
            ellipsis: true,
            width: 110,
            render: (_, row) => say.questionType(row),
          },
          {
            title: t(words.due),
            width: 150,
            render: (_, row) => (
              <span className={row.overdue ? 'overdue-text' : undefined}>{say.due(row)}</span>
            ),
          },
          { title: t(words.owner), width: 100, ellipsis: true, render: (_, row) => say.owner(row.owner) },
          {
            title: t(words.raisedAt),
            width: 130,
            render: (_, row) => format.moment(new Date(row.raisedAt), row.timeZone),
          },
          { title: t(words.raisedBy), width: 90, ellipsis: true, render: (_, row) => row.raisedBy.userName },
          {
            title: '',
            width: 48,
            align: 'end',
            render: (_, row) => <ProblemMenu problem={row} work={work} />,
          },
        ]}
      />
    </>
  )
}
