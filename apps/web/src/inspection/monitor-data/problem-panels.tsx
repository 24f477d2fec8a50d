import { type Picture, problemStatusNames } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Camera as CameraIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import type { Monitor } from '../monitor/use-monitor.ts'
import { problemQueries } from '../problems/queries.ts'
import { RaiseDialog } from '../problems/raise-dialog.tsx'
import { useProblemWords } from '../problems/use-problem-words.ts'
import { monitorDataText as words } from './text.ts'

/** p5: what is seen becomes a problem with its picture. */
export function RaiseForm({ monitor, take }: { monitor: Monitor; take: () => Promise<Picture | undefined> }) {
  const t = useText()
  const { can } = useSession()
  const [raising, raise] = useState<{ pictures: Picture[] }>()
  const [isTaking, taking] = useState(false)
  if (!can('inspect.score', 'problem.handle')) return null
  async function begin() {
    taking(true)
    try {
      const picture = monitor.mayCapture ? await take() : undefined
      raise({ pictures: picture ? [picture] : [] })
    } finally {
      taking(false)
    }
  }
  return (
    <Panel id="p5" state="ready" title={t(words.raise)}>
      <div className="panel-body data-raise">
        <p className="tool-hint">{t(words.raiseHint)}</p>
        <Button icon={<CameraIcon size={14} />} loading={isTaking} onClick={() => void begin()}>
          {t(words.raiseNow)}
        </Button>
      </div>
      {raising && (
        <RaiseDialog
          shopId={monitor.shop.shopid}
          cameraId={monitor.camera.id}
          pictures={raising.pictures}
          onClose={() => raise(undefined)}
        />
      )}
    </Panel>
  )
}

/** p6: what is not closed yet in this shop, the most urgent first. */
export function OpenProblems({ shopId }: { shopId: string }) {
  const t = useText()
  const say = useProblemWords()
  const { can, user } = useSession()
  const { pages } = useRegistry()
  const mayLook = can('problem.view')
  const rectification = useQuery({
    ...problemQueries.page({ shopId, status: 'rectification' }, 1),
    enabled: mayLook,
  })
  const pending = useQuery({ ...problemQueries.page({ shopId, status: 'pending' }, 1), enabled: mayLook })
  if (!mayLook) return null
  const open = [...(rectification.data?.records ?? []), ...(pending.data?.records ?? [])]
  const both = {
    isPending: rectification.isPending || pending.isPending,
    isError: rectification.isError || pending.isError,
    data: rectification.data && pending.data ? open : undefined,
  }
  const state = stateOf(both, list => list.length === 0)
  const board = pathOf(pages, 'problems', user)
  return (
    <Panel
      id="p6"
      state={state}
      title={t(words.open)}
      hint={
        both.data && both.data.length > 0
          ? String((rectification.data?.total ?? 0) + (pending.data?.total ?? 0))
          : undefined
      }
      actions={board && <Link to={`${board}?shop=${shopId}`}>{t(words.all)}</Link>}
    >
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={80} />
          </Loading>
        </div>
      )}
      {state === 'error' && (
        <ErrorState
          error={rectification.error ?? pending.error}
          onRetry={() => void Promise.all([rectification.refetch(), pending.refetch()])}
        />
      )}
      {state === 'empty' && <EmptyState text={t(words.none)} />}
      {state === 'ready' && (
        <ul className="data-problems">
          {open.slice(0, 8).map(problem => {
            const face = (
              <>
                <span className="ellipsis">{say.item(problem)}</span>
                <small>
                  {say.owner(problem.owner)} · {say.due(problem)}
                </small>
              </>
            )
            return (
              <li key={problem.id}>
                <Tag color={problem.overdue ? 'error' : 'default'}>
                  {t(problemStatusNames[problem.status])}
                </Tag>
                {board ? (
                  <Link to={`${board}?shop=${shopId}&problemId=${problem.id}`}>{face}</Link>
                ) : (
                  <span>{face}</span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
