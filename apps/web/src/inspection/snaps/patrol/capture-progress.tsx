import type { SnapshotShot, WholeBatch } from '@aisle/contract'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useName, useText } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { useWritten } from '../../../lib/written.ts'
import { Tag } from '../../../ui/bits.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/toast.tsx'
import { outcomeNames } from '../../plans/text.ts'
import { keepBatch } from './queries.ts'
import { stateNames, words } from './text.ts'

/** How far the server is, and what it could not take. */
export function CaptureProgress({ batch }: { batch: WholeBatch }) {
  const t = useText()
  const { can } = useSession()
  const [isAsking, asking] = useState(false)
  const { counts, state } = batch
  const params = { batchId: batch.id }
  const failed = batch.shots.filter(shot => !['done', 'waiting', 'running'].includes(shot.outcome))
  const mayRetry = can('inspect.operate') && state !== 'done'
  async function act(work: () => Promise<WholeBatch>) {
    asking(true)
    try {
      keepBatch(await work())
    } catch (error) {
      toast.error(error)
    } finally {
      asking(false)
    }
  }
  const retry = (shotIds?: string[]) =>
    void act(() => api.snapshots.retry({ params, body: shotIds ? { shotIds } : {} }))
  return (
    <Panel
      id="p1"
      state="ready"
      title={t(words.capture)}
      hint={<Tag tone={state === 'done' ? 'positive' : 'primary'}>{t(stateNames[state])}</Tag>}
      actions={
        <>
          {state === 'capturing' && can('inspect.operate') && (
            <Button
              size="small"
              loading={isAsking}
              onClick={() => void act(() => api.snapshots.stop({ params }))}
            >
              {t(words.stop)}
            </Button>
          )}
          {mayRetry && failed.length > 0 && state === 'reviewing' && (
            <Button size="small" loading={isAsking} onClick={() => retry()}>
              {t(words.retryAll)}
            </Button>
          )}
        </>
      }
    >
      <div className="panel-body">
        <Progress
          percent={Math.round(((counts.done + counts.failed) / counts.total) * 100)}
          success={{ percent: Math.round((counts.done / counts.total) * 100) }}
          status={state === 'capturing' ? 'active' : 'normal'}
          showInfo={false}
          aria-label={t(words.capture)}
        />
        <p role="status" className="shoot-status">
          {t(words.progress, { done: counts.done, total: counts.total })}
          {counts.failed > 0 && ` · ${t(words.failedSome, { n: counts.failed })}`}
          {counts.done === counts.total && ` · ${t(words.allTaken)}`}
        </p>
        {failed.length > 0 && (
          <ul className="shoot-failures">
            {failed.map(shot => (
              <Failure key={shot.id} shot={shot} onRetry={mayRetry ? () => retry([shot.id]) : undefined} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

function Failure({ shot, onRetry }: { shot: SnapshotShot; onRetry: (() => void) | undefined }) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const outcome = outcomeNames[shot.outcome]
  return (
    <li>
      <Tag tone={outcome.tone}>{t(outcome.text)}</Tag>
      <span className="shoot-failed">
        <b>{name(shot.shopname, shot.shopnameEn)}</b> {shot.cameraNumber}{' '}
        {name(shot.cameraName, shot.cameraNameEn)}
        {shot.presetName !== '' && ` · ${written(shot.presetName)}`}
        {shot.message && <small>{t(shot.message)}</small>}
      </span>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {t(words.retryOne)}
        </Button>
      )}
    </li>
  )
}
