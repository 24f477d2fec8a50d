import type { Plan, PlanRun } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Tag } from '../../ui/bits.tsx'
import { paging } from '../../ui/paging.ts'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { planQueries, plansChanged } from './queries.ts'
import { outcomeNames, words } from './text.ts'

/** What became of each run of a plan; one that gave no picture can be asked for again. */
export function RunsDrawer({ plan, title, onClose }: { plan: Plan; title: string; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const { can } = useSession()
  const [pageNumber, turn] = useState(1)
  const query = useQuery(planQueries.runs(plan.id, pageNumber))
  const state = stateOf(query, data => data.total === 0)
  async function retry(run: PlanRun) {
    try {
      await api.plans.retry({ params: { runId: run.id } })
      toast.success(words.retried)
      await plansChanged()
    } catch (error) {
      toast.error(error)
    }
  }
  const columns: TableColumnsType<PlanRun> = [
    {
      key: 'due',
      title: t(words.dueAt),
      width: 120,
      render: (_, run) => <time>{format.moment(new Date(run.dueAt), plan.timeZone)}</time>,
    },
    {
      key: 'outcome',
      title: t(words.outcome),
      render: (_, run) => (
        <>
          <Tag tone={outcomeNames[run.outcome].tone}>{t(outcomeNames[run.outcome].text)}</Tag>{' '}
          {run.message && <span className="muted-text">{t(run.message)}</span>}
        </>
      ),
    },
    {
      key: 'picture',
      title: t(words.picture),
      width: 110,
      render: (_, run) =>
        run.thumbnailUrl && run.pictureId ? (
          <Link to={`/x_2_SnapPlan/x_2_SnapPicDetail?shop=${run.shopId}&picture=${run.pictureId}`}>
            <img className="plan-thumb" src={run.thumbnailUrl} alt={t(words.picture)} loading="lazy" />
          </Link>
        ) : (
          can('inspect.plan') &&
          !['waiting', 'running', 'done'].includes(run.outcome) && (
            <Button size="small" onClick={() => void retry(run)}>
              {t(words.retry)}
            </Button>
          )
        ),
    },
  ]
  return (
    <Drawer open size={560} title={t(words.runsOf, { name: title })} onClose={onClose}>
      <div {...panelAttributes('runs', state)}>
        {state === 'loading' && (
          <Loading>
            <Bone height={300} />
          </Loading>
        )}
        {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {state === 'empty' && <EmptyState text={t(words.never)} />}
        {state === 'ready' && query.data && (
          <Table
            size="small"
            rowKey="id"
            columns={columns}
            dataSource={query.data.records}
            pagination={{
              ...paging,
              current: pageNumber,
              pageSize: 20,
              total: query.data.total,
              onChange: turn,
            }}
          />
        )}
      </div>
    </Drawer>
  )
}
