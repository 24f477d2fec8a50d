import { type Problem, problemStatusNames } from '@aisle/contract'
import { Button } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Written } from '../../ui/written.tsx'
import { verifyText as words } from './text.ts'
import type { Verify } from './use-verify.ts'
import './verify.css'

const tones = { rectification: 'warning', pending: 'primary', closed: 'positive' } as const

/** 上次问题: what earlier visits found and nobody closed yet. */
export function OpenProblems({ verify }: { verify: Verify }) {
  const t = useText()
  const { list, problems } = verify
  const state = list.data !== undefined && problems.length === 0 ? 'empty' : stateOf(list)
  return (
    <div className="score-body" {...panelAttributes('last-problems', state)}>
      {state === 'loading' && (
        <Loading>
          <Bone height={200} />
        </Loading>
      )}
      {state === 'error' && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {state === 'empty' && <EmptyState text={t(words.none)} />}
      <ul className="open-problems">
        {problems.map(problem => (
          <ProblemRow key={problem.id} verify={verify} problem={problem} />
        ))}
      </ul>
    </div>
  )
}

function ProblemRow({ verify, problem }: { verify: Verify; problem: Problem }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { timeZone } = verify
  const [picture] = problem.beforePictures
  const day = (at: string) => format.moment(new Date(at), timeZone)
  const isCurrent = verify.problem?.id === problem.id
  return (
    <li className="open-problem" data-current={isCurrent || undefined}>
      {picture ? <img src={picture.thumbnailUrl} alt="" loading="lazy" /> : <span className="no-thumb" />}
      <div className="open-problem-words">
        <strong>{name(problem.itemName, problem.itemNameEn)}</strong>
        {problem.remark !== '' && (
          <span className="ellipsis">
            <Written text={problem.remark} />
          </span>
        )}
        <span className="score-hint">
          <Tag tone={tones[problem.status]}>{t(problemStatusNames[problem.status])}</Tag>{' '}
          {problem.overdue && <Tag tone="error">{t(words.overdue)}</Tag>}{' '}
          {t(words.found, { date: day(problem.raisedAt) })}
          {problem.cameraName !== '' && ` · ${name(problem.cameraName, problem.cameraNameEn)}`}
        </span>
      </div>
      <Button size="small" onClick={() => verify.start(problem)}>
        {t(words.verify)}
      </Button>
    </li>
  )
}
