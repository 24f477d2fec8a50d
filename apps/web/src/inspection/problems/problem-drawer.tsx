import { type Problem, problemActions, type WholeProblem } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { History, MonitorPlay, UserRoundCog } from 'lucide-react'
import { Link } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { StepDrawer } from '../../ui/step-drawer.tsx'
import { writtenMoment } from '../playback/shop-day.ts'
import { stepsOf } from './actions.ts'
import { ProblemComments, ProblemFacts, ProblemHistory, ProblemPictures } from './problem-detail.tsx'
import type { ProblemWork } from './problem-menu.tsx'
import { problemQueries } from './queries.ts'
import { problemText as words } from './text.ts'
import { useProblemWords } from './use-problem-words.ts'

type Props = {
  problemId: string
  /** The problems on show, in their order: what J and K go through. */
  ids: readonly string[]
  work: ProblemWork
  onClose: () => void
}

/** A problem beside the board: what was seen, who does what until when, and all that happened. */
export function ProblemDrawer({ problemId, ids, work, onClose }: Props) {
  const t = useText()
  const say = useProblemWords()
  const query = useQuery(problemQueries.detail(problemId))
  const state = stateOf(query)
  const problem = query.data
  return (
    <StepDrawer
      id={problemId}
      ids={ids}
      open={id => (id === undefined ? onClose() : work.open(id))}
      words={{ next: words.next, previous: words.previous, group: words.keyGroup }}
      className="problem-drawer"
      title={problem ? say.item(problem) : t(words.detail)}
      footer={problem && <Steps problem={problem} work={work} />}
    >
      <section {...panelAttributes('p3', state)} aria-label={t(words.detail)}>
        {state === 'loading' && (
          <Loading>
            <Bone height={320} radius={8} />
          </Loading>
        )}
        {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {problem && (
          <>
            <ProblemPictures problem={problem} />
            <ProblemFacts problem={problem} />
            <Places problem={problem} />
            <ProblemHistory problem={problem} />
            <ProblemComments key={problem.id} problem={problem} />
          </>
        )}
      </section>
    </StepDrawer>
  )
}

/** The steps that are allowed now; the one that goes on is primary. */
function Steps({ problem, work }: { problem: WholeProblem; work: ProblemWork }) {
  const t = useText()
  const steps = stepsOf(problem)
  const primary = steps.find(action => action === 'submit' || action === 'close')
  if (problem.actions.length === 0) return <span className="tool-hint">{t(words.noAction)}</span>
  return (
    <div className="drawer-actions">
      {problem.actions.includes('change') && (
        <Button icon={<UserRoundCog size={14} />} onClick={() => work.assign([problem])}>
          {t(words.assign)}
        </Button>
      )}
      {steps.map(action => (
        <Button
          key={action}
          type={action === primary ? 'primary' : 'default'}
          onClick={() => work.step(problem, action)}
        >
          {t(problemActions[action].name)}
        </Button>
      ))}
    </div>
  )
}

/** Where to look: the camera now, and its recording at that time. */
function Places({ problem }: { problem: Problem }) {
  const t = useText()
  const { pages } = useRegistry()
  const { user } = useSession()
  const { shopId, cameraId, timeZone, raisedAt } = problem
  const live = pathOf(pages, 'monitor', user)
  const playback = pathOf(pages, 'playback', user)
  if (cameraId === null || (!live && !playback)) return null
  const at = writtenMoment(new Date(raisedAt).getTime(), timeZone)
  return (
    <p className="problem-places">
      {live && (
        <Link to={`${live}?${new URLSearchParams({ shop: shopId, camera: cameraId })}`}>
          <MonitorPlay size={14} aria-hidden /> {t(words.watch)}
        </Link>
      )}
      {playback && (
        <Link to={`${playback}?${new URLSearchParams({ shop: shopId, cameras: cameraId, at })}`}>
          <History size={14} aria-hidden /> {t(words.replay)}
        </Link>
      )}
    </p>
  )
}
